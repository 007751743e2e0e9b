package flat

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// Options configure a store. Zero fields mean the defaults.
type Options struct {
	// ReadOnly opens an existing index, which cannot be changed. Nothing is written.
	ReadOnly bool
}

// A Store is an [index.Store] in a folder. Make one with [Open]. It is safe for
// concurrent use, also by [Store.Close].
type Store struct {
	dir      string
	options  Options
	current  reference
	changing atomic.Bool // a build or a removal is going on
	cells    cellRule

	mu    sync.Mutex // for what follows, and to replace current
	users map[*run]int
	stamp stamp
}

// Open opens the index in a folder. If there is none, the store is empty and the first
// build makes the folder, unless the options say ReadOnly: then the error wraps
// [index.ErrEmpty]. Opening takes well under a millisecond: runs are mapped into memory
// and read when asked.
//
// Any number of processes may open a folder, also while one of them builds; see
// [Store.Refresh].
func Open(dir string, o Options) (*Store, error) {
	s := &Store{dir: dir, options: o, current: reference{dir: dir}, users: make(map[*run]int),
		cells: usualCells}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("open %s: it is a file, and an index is a folder", dir)
	}
	if o.ReadOnly {
		if _, err := os.Stat(filepath.Join(dir, manifestName)); errors.Is(err, fs.ErrNotExist) {
			if _, err := readManifest(dir); errors.Is(err, index.ErrCorrupt) {
				return nil, err
			}
			return nil, fmt.Errorf("open %s: %w", dir, index.ErrEmpty)
		}
	} else if err := checkDir(dir); err != nil {
		return nil, err
	}
	s.current.Store(s.newState(manifest{}, nil))
	if _, err := s.refresh(); err != nil {
		return nil, err
	}
	return s, nil
}

// checkDir refuses a folder that holds other things and no index.
func checkDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	other := ""
	for _, e := range entries {
		switch name := e.Name(); {
		case name == manifestName:
			return nil
		case name == manifestName+newSuffix, name == lockName, name == buildDir, name[0] == '.',
			runOrTemp.MatchString(name):
		default:
			other = name
		}
	}
	if other != "" {
		return fmt.Errorf("open %s: it holds %s, which is not part of an index; name another folder", dir, other)
	}
	return err
}

// State implements [index.Store]. It takes well under a µs.
func (s *Store) State() (index.State, error) {
	state, err := s.current.acquire()
	if err != nil {
		return nil, err
	}
	p := &snapshot{reference{dir: s.dir}}
	p.Store(state)
	return p, nil
}

// Close implements [index.Store]. Questions that are being answered and snapshots go on.
// Later questions, and a Commit that would change the index, return an error that wraps
// [fs.ErrClosed].
func (s *Store) Close() error {
	s.mu.Lock()
	state := s.current.Swap(nil)
	s.mu.Unlock()
	if state != nil {
		state.release()
	}
	return nil
}

// A stamp tells whether MANIFEST was replaced.
type stamp struct {
	info fs.FileInfo // nil if there was none
	read time.Time
}

// Refresh implements [index.Store]. Without news it costs one system call.
func (s *Store) Refresh(context.Context) (bool, error) {
	return s.refresh()
}

func (s *Store) refresh() (news bool, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for try := 0; ; try++ {
		info, err := os.Stat(filepath.Join(s.dir, manifestName))
		now := stamp{info, time.Now()}
		if err == nil && s.stamp.same(info) {
			return false, nil
		}
		p := s.current.Load()
		if p == nil {
			return false, s.current.closed()
		}
		m, err := readManifest(s.dir)
		if errors.Is(err, fs.ErrNotExist) && p.full.Builds == 0 {
			return false, nil // nothing was built yet
		}
		if err != nil {
			return false, err
		}
		if p.full.Builds == m.Builds && p.full.Made == m.Made && slices.Equal(p.full.Runs, m.Runs) {
			s.stamp = now
			return false, nil
		}
		if p.full.Builds > 0 {
			if err := p.manifest.Check(m.Manifest); err != nil {
				return false, fmt.Errorf("%s: another index took its place: %w", s.dir, err)
			}
		}
		next, err := s.prepare(m)
		if errors.Is(err, fs.ErrNotExist) && try < 100 {
			continue // the run was merged meanwhile: there is another manifest
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w: %w", index.ErrCorrupt, err)
		}
		if err != nil {
			return false, err
		}
		s.stamp = now
		s.show(next)
		return p.full.Builds != m.Builds || p.full.Origin != m.Origin, nil
	}
}

// same reports whether the file is the one that was read. A file that was young
// then may have been replaced by one of the same size and time.
func (t stamp) same(info fs.FileInfo) bool {
	return t.info != nil && os.SameFile(t.info, info) && t.info.Size() == info.Size() &&
		t.info.ModTime().Equal(info.ModTime()) && t.read.Sub(info.ModTime()) > time.Second
}

// prepare opens the runs of a manifest, or takes them from the current state. The
// caller has the lock. What is returned is shown or released.
func (s *Store) prepare(m manifest) (*state, error) {
	p := s.current.Load()
	if p == nil {
		return nil, s.current.closed()
	}
	runs := make([]*run, 0, len(m.Runs))
	for _, e := range m.Runs {
		r, err := (*run)(nil), error(nil)
		if k := slices.IndexFunc(p.full.Runs, func(old runEntry) bool { return old.file() == e.file() }); k >= 0 {
			r = p.runs[k].run
		} else {
			r, err = s.openEntry(e)
		}
		if err != nil {
			s.newState(m, runs).closeRuns()
			return nil, err
		}
		s.users[r]++
		runs = append(runs, r)
	}
	return s.newState(m, runs), nil
}

// openEntry opens a run and compares it with what the manifest says.
func (s *Store) openEntry(e runEntry) (*run, error) {
	path := filepath.Join(s.dir, e.File)
	r, err := openRun(path)
	if err != nil {
		return nil, err
	}
	if r.info().entry(e.File, e.Base) != e {
		_ = r.close()
		return nil, fmt.Errorf("%w: %s is not the file that %s names", index.ErrCorrupt, path, manifestName)
	}
	return r, nil
}

// show makes a state current. The caller has the lock.
func (s *Store) show(next *state) {
	before := s.current.Swap(next)
	if before.users.Add(-1) == 0 {
		before.closeRuns()
	}
}

// Verify implements [index.Store].
func (s *Store) Verify(ctx context.Context, progress func(done float64)) (unread []error, err error) {
	state, err := s.current.acquire()
	if err != nil {
		return nil, err
	}
	defer state.release()
	return nil, state.verify(ctx, progress)
}

// Size implements [index.Store].
func (s *Store) Size(ctx context.Context) (parts []index.Part, left int64, err error) {
	state, err := s.current.acquire()
	if err != nil {
		return nil, 0, err
	}
	defer state.release()
	if parts, err = state.size(ctx); err != nil {
		return nil, 0, err
	}
	if info, err := os.Stat(filepath.Join(s.dir, manifestName)); err == nil {
		parts = append(parts, index.Part{Name: "manifest", Bytes: info.Size()})
	}
	left, err = s.left()
	return parts, left, err
}

// left returns the bytes of files that an interrupted change has left.
func (s *Store) left() (bytes int64, err error) {
	if building(s.dir) {
		return 0, nil // they are in use
	}
	m, err := readManifest(s.dir) // other processes may have changed it
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	names, err := strayFiles(s.dir, &m)
	if err != nil {
		return 0, err
	}
	temporary, _ := filepath.Glob(filepath.Join(s.dir, buildDir, "*"))
	for _, name := range names {
		temporary = append(temporary, filepath.Join(s.dir, name))
	}
	for _, path := range temporary {
		if info, err := os.Stat(path); err == nil {
			bytes += info.Size()
		}
	}
	return bytes, nil
}
