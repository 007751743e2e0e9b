package sorted

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// A Change is a change of a store that is going on. Nobody else, in this process or in others, can change it
// meanwhile. It belongs to one goroutine, and is ended with End.
type Change[M Manifest, F io.Closer] struct {
	folder *Folder[M, F]
	lock   *os.File
	base   *State[M, F]
	now    M        // the manifest of base, or the first one
	made   []string // folders that this change has made, the innermost first
	locked bool     // LOCK was there before, though there was no manifest
}

// Change begins a change, and removes what an interrupted one has left. The error wraps [filelock.ErrLocked] during
// another change.
//
// If there is no manifest it writes the one that first returns, whose Origin was drawn by chance.
// So files without a manifest are known to be lost, not left. If first is nil and nothing was ever built, the error
// wraps Empty.
func (f *Folder[M, F]) Change(first func() (M, error)) (_ *Change[M, F], err error) {
	y := f.o.Family
	if f.o.ReadOnly {
		return nil, fmt.Errorf("%s: %s is open for reading only: %w", f.dir, y.The, fs.ErrPermission)
	}
	if !f.changing.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("%s: %w", f.dir, filelock.ErrLocked)
	}
	t := &Change[M, F]{folder: f}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.End())
		}
	}()
	if _, err := os.Lstat(filepath.Join(f.dir, ManifestName)); errors.Is(err, fs.ErrNotExist) {
		_, err := os.Lstat(filepath.Join(f.dir, lockName))
		t.locked = err == nil
	}
	make := t.makeDir
	if first == nil {
		make = nil
	}
	t.lock, err = filelock.Dir(f.dir, lockName, make)
	switch {
	case errors.Is(err, fs.ErrNotExist) && first == nil:
		return nil, fmt.Errorf("%s: %w", f.dir, y.Empty)
	case err != nil:
		return nil, err
	}
	if _, err := f.Refresh(); err != nil {
		return nil, err
	}
	if t.base, err = f.current.Acquire(); err != nil {
		return nil, err
	}
	if t.base.Manifest.Place().Builds == 0 {
		if first == nil {
			return nil, fmt.Errorf("%s: %w", f.dir, y.Empty)
		}
		if t.now, err = first(); err != nil {
			return nil, err
		}
	} else {
		t.now = t.base.Manifest
	}
	return t, t.clean()
}

// Base returns the state before the change, and after Publish the new one. It is valid until End.
func (t *Change[M, F]) Base() *State[M, F] { return t.base }

// Manifest returns the manifest of Base, or the first one if nothing was ever built. It must not be changed.
func (t *Change[M, F]) Manifest() M { return t.now }

// BuildDir returns the path of the folder of temporary files, which it makes.
func (t *Change[M, F]) BuildDir() (string, error) {
	dir := filepath.Join(t.folder.dir, BuildDir)
	return dir, os.MkdirAll(dir, 0o777)
}

// RemoveBuild removes the temporary files.
func (t *Change[M, F]) RemoveBuild() error { return removeBuild(t.folder.dir, nil) }

// makeDir makes the folder with its parents, and notes which it has made. It may be called again.
func (t *Change[M, F]) makeDir() error {
	var made []string
	for at := filepath.Clean(t.folder.dir); ; at = filepath.Dir(at) {
		if _, err := os.Lstat(at); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		made = append(made, at)
	}
	if len(made) > len(t.made) { // both begin with the folder
		t.made = made
	}
	return os.MkdirAll(t.folder.dir, 0o777)
}

// End ends the change. It may be called again. If nothing was ever built in the folder, and no build can resume from
// its files, nothing is left of the change. (Windows keeps LOCK and the folder, because LOCK is open.)
func (t *Change[M, F]) End() error {
	if t.base != nil {
		if t.base.Manifest.Place().Builds == 0 {
			t.removeEmpty()
		}
		t.base.Release()
		t.base = nil
	}
	var err error
	if t.lock != nil {
		err = t.lock.Close()
		t.lock = nil
	}
	if t.folder != nil {
		t.folder.changing.Store(false)
		t.folder = nil
	}
	return err
}

// removeEmpty removes the files of a store without a build, and the folders that the change has made. An error does no
// harm: the next build takes the files that are left.
func (t *Change[M, F]) removeEmpty() {
	dir := t.folder.dir
	if _, err := os.Lstat(filepath.Join(dir, BuildDir)); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	paths := []string{filepath.Join(dir, ManifestName)}
	if !t.locked {
		paths = append(paths, filepath.Join(dir, lockName))
	}
	for _, path := range append(paths, t.made...) {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return
		}
	}
}

// clean removes files that belong to no state of the store.
func (t *Change[M, F]) clean() error {
	f, path := t.folder, filepath.Join(t.folder.dir, ManifestName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := f.o.Family.WriteSealed(path, manifestKind, t.now); err != nil {
			return err
		}
	}
	stray, err := f.stray(t.base.Manifest)
	for _, name := range stray {
		err = errors.Join(err, os.Remove(filepath.Join(f.dir, name)))
	}
	var keep []string
	if f.o.Keep != nil {
		keep = f.o.Keep(filepath.Join(f.dir, BuildDir), t.now)
	}
	return errors.Join(err, removeBuild(f.dir, keep))
}

// removeBuild removes the temporary files of a build except those to keep.
func removeBuild(dir string, keep []string) error {
	dir = filepath.Join(dir, BuildDir)
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

// Publish makes a manifest the current one, whose files are in the folder, synced. Files that it does not name are
// removed; readers who have them open keep them. After an error the store is as it was, and the new files are removed.
// The manifest's Mark must have one build more, or one file more, than the one before.
func (t *Change[M, F]) Publish(m M) (err error) {
	f := t.folder
	defer func() {
		if err != nil {
			t.RemoveStray()
		}
	}()
	if err := SyncDir(f.dir); err != nil { // names of new files, before the manifest has them
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	next, err := f.prepare(m)
	if err != nil {
		return err
	}
	path := filepath.Join(f.dir, ManifestName)
	if err := f.o.Family.replaceSealed(path, manifestKind, m); err != nil {
		next.close()
		return err
	}
	// Whoever opens the store now sees the new state: no error undoes that. But its name may not be durable yet, and
	// then the old state has to stay whole.
	durable := SyncDir(f.dir) == nil
	f.stamp = stamp{}
	if info, err := os.Stat(path); err == nil {
		f.stamp.info = info
	}
	next.users.Add(1)
	f.show(next)
	if t.base.users.Add(-1) == 0 {
		t.base.close()
	}
	t.base, t.now = next, m
	if durable {
		m.Place().write(f.o.Family, t.lock)
		t.RemoveStray()
	}
	return nil
}

// RemoveStray removes the files that the manifest does not name, such as one that cannot be finished. If it cannot,
// the next change does.
func (t *Change[M, F]) RemoveStray() {
	stray, _ := t.folder.stray(t.base.Manifest)
	for _, name := range stray {
		_ = os.Remove(filepath.Join(t.folder.dir, name))
	}
}
