package flat

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// A session is a change of an index that is going on. Nobody else, in this process
// or in others, can change it meanwhile.
type session struct {
	store    *Store
	lock     *os.File
	base     *state   // the index as it is
	manifest manifest // likewise, with what an empty one will have
	made     []string // folders that this change has made, the innermost first
}

// change begins a change and removes what an interrupted one has left. The
// configuration is for the index; nil keeps the one it has.
func (s *Store) change(c *index.Config) (_ *session, err error) {
	if s.options.ReadOnly {
		return nil, fmt.Errorf("%s: the index is open for reading only: %w", s.dir, fs.ErrPermission)
	}
	if !s.changing.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("%s: %w", s.dir, index.ErrLocked)
	}
	t := &session{store: s}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.end())
		}
	}()
	make := t.makeDir
	if c == nil { // a removal makes no index
		make = nil
	}
	if t.lock, err = filelock.Dir(s.dir, lockName, make); errors.Is(err, fs.ErrNotExist) && c == nil {
		return nil, fmt.Errorf("%s: %w", s.dir, index.ErrEmpty)
	}
	if err != nil {
		return nil, err
	}
	if _, err := s.refresh(); err != nil {
		return nil, err
	}
	if t.base, err = s.current.acquire(); err != nil {
		return nil, err
	}
	t.manifest = t.base.full.clone()
	if t.manifest.Origin == 0 {
		t.manifest.Origin = rand.Uint64N(1<<53-1) + 1 // a number of JSON
	}
	if t.manifest.Builds == 0 {
		if c == nil {
			return nil, fmt.Errorf("%s: %w", s.dir, index.ErrEmpty)
		}
		t.manifest.Manifest = c.Manifest()
	} else if c != nil {
		changed, err := t.manifest.Take(*c)
		if err != nil {
			return nil, err
		}
		if changed { // files that were read as another game can be read again
			t.manifest.Sources = nil
		}
	}
	return t, t.clean()
}

// makeDir makes the folder with its parents, and notes which it has made. It may be called again.
func (t *session) makeDir() error {
	var made []string
	for at := filepath.Clean(t.store.dir); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, at)
	}
	if len(made) > len(t.made) { // both begin with the folder
		t.made = made
	}
	return os.MkdirAll(t.store.dir, 0o777)
}

// end ends the change. It may be called again. If nothing was ever built in the folder, and no build can go on
// from its files, nothing is left of the change. (Windows keeps LOCK and the folder, because LOCK is open.)
func (t *session) end() error {
	if t.base != nil && t.manifest.Builds == 0 {
		t.removeEmpty()
	}
	if t.base != nil {
		t.base.release()
		t.base = nil
	}
	var err error
	if t.lock != nil {
		err = t.lock.Close()
		t.lock = nil
	}
	if t.store != nil {
		t.store.changing.Store(false)
		t.store = nil
	}
	return err
}

// removeEmpty removes the files of an index without a build, and the folders that the change has made. An error
// does no harm: the next build takes the files that are left.
func (t *session) removeEmpty() {
	dir := t.store.dir
	if _, err := os.Lstat(filepath.Join(dir, buildDir)); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	for _, path := range append([]string{filepath.Join(dir, manifestName), filepath.Join(dir, lockName)}, t.made...) {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
}

// clean removes files that belong to no state of the index. A manifest is written
// before the first run, so that without it runs are known to be lost, not left.
func (t *session) clean() error {
	dir := t.store.dir
	if _, err := os.Stat(filepath.Join(dir, manifestName)); errors.Is(err, fs.ErrNotExist) {
		if err := writeSealed(filepath.Join(dir, manifestName), manifestDoc, t.manifest); err != nil {
			return err
		}
	}
	stray, err := strayFiles(dir, &t.manifest)
	for _, name := range stray {
		err = errors.Join(err, os.Remove(filepath.Join(dir, name)))
	}
	var keep []string
	if j, err := readJournal(filepath.Join(dir, buildDir, journalName)); err == nil && j.Builds == t.manifest.Builds {
		keep = resumable
	}
	return errors.Join(err, removeBuild(dir, keep))
}

// strayFiles returns the names of files in the folder of an index that no manifest
// names.
func strayFiles(dir string, m *manifest) (stray []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		name := e.Name()
		named := slices.ContainsFunc(m.Runs, func(r runEntry) bool { return r.File == name })
		if runOrTemp.MatchString(name) && !named || name == manifestName+newSuffix {
			stray = append(stray, name)
		}
	}
	return stray, err
}

// resumable are the temporary files from which a build can go on.
var resumable = []string{journalName, gamesName, visitsName}

// removeBuild removes the temporary files of a build except those to keep.
func removeBuild(dir string, keep []string) error {
	dir = filepath.Join(dir, buildDir)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if !slices.Contains(keep, e.Name()) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(dir, e.Name())))
		}
	}
	if err == nil && len(keep) == 0 {
		err = os.Remove(dir)
	}
	return err
}

// publish makes a manifest the current one. Runs that it does not name are
// removed; readers who have them open keep them. After an error the index is as it
// was, and the new runs are removed.
func (t *session) publish(m manifest) (err error) {
	s := t.store
	defer func() {
		if err != nil {
			t.removeStray(&t.manifest)
		}
	}()
	if err := syncDir(s.dir); err != nil { // names of new runs, before the manifest has them
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m.count()
	next, err := s.prepare(m)
	if err != nil {
		return err
	}
	path := filepath.Join(s.dir, manifestName)
	if err := replaceSealed(path, manifestDoc, m); err != nil {
		next.closeRuns()
		return err
	}
	// Whoever opens the index now sees the new state: no error undoes that. But its
	// name may not be durable yet, and then the old state has to stay whole.
	durable := syncDir(s.dir) == nil
	s.stamp = stamp{}
	if info, err := os.Stat(path); err == nil {
		s.stamp.info = info
	}
	next.users.Add(1)
	s.show(next)
	if t.base.users.Add(-1) == 0 {
		t.base.closeRuns()
	}
	t.base, t.manifest = next, m.clone()
	if durable {
		mark{m.Origin, m.Builds, m.Made}.write(t.lock)
		t.removeStray(&m)
	}
	return nil
}

// removeStray removes the files that a manifest does not name. If it cannot, the next
// change does.
func (t *session) removeStray(m *manifest) {
	stray, _ := strayFiles(t.store.dir, m)
	for _, name := range stray {
		_ = os.Remove(filepath.Join(t.store.dir, name))
	}
}
