package sorted

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// Names in a folder.
const (
	ManifestName = "MANIFEST"
	BuildDir     = "build" // temporary files of a build
	lockName     = "LOCK"
)

// Kinds of sealed files.
const (
	manifestKind = "manifest"
	lockKind     = "lock"
)

// A Manifest says what a store is and which files it has. It is a pointer, whose content is stored as JSON and is not
// changed after [Change.Publish].
type Manifest interface {
	Files() []FileEntry
	Place() Mark
	Check() error // checks what the code relies on, after it was read
}

// A FileEntry names a file. Equal entries are the same file.
type FileEntry struct {
	File  string // see [FileName]
	Bytes int64
	Sum   uint32 // checksum of the file's checksums
}

// FileName returns the name of file number made, from 1.
func FileName(made int64, suffix string) string { return fmt.Sprintf("%06d%s", made, suffix) }

// A Mark tells a manifest from others of its store. The newest one is also in the file LOCK, so that an older one in
// the place of the manifest is noticed.
type Mark struct {
	Origin uint64 `json:"origin"` // of the store, drawn by chance: no other one has it; below 2^53
	Builds int64  `json:"builds"` // changes of what the store holds
	Made   int64  `json:"made"`   // files made so far, whose names are not used again
}

// write writes the mark. Without it, or half of it, nothing is compared.
func (k Mark) write(f *Family, lock *os.File) {
	if runtime.GOOS == "windows" { // where nobody can say when the name of the manifest is durable
		return
	}
	if text, err := json.Marshal(k); err == nil && lock.Truncate(0) == nil {
		_, _ = lock.WriteAt(f.Seal(lockKind, text), 0)
	}
}

// check returns an error for a manifest that is older than the mark. A mark that cannot be read has the origin 0.
func (k Mark) check(m Mark) error {
	if k.Origin != 0 && k.Origin == m.Origin && (m.Builds < k.Builds || m.Made < k.Made) {
		return fmt.Errorf("it is an older one, of %d changes, and there were %d; put the newest one back, "+
			"or remove %s to go on without these changes", m.Builds, k.Builds, lockName)
	}
	return nil
}

// FolderOptions say what a folder holds.
type FolderOptions[M Manifest, F io.Closer] struct {
	Family   *Family
	Suffix   string // of the names of files, such as ".run"
	ReadOnly bool   // nothing is written, and there must be a store

	New   func() M                                      // an empty manifest, also to read one into
	Open  func(path string, m M, number int) (F, error) // opens a file of a manifest, and compares it with that
	Value func(s *State[M, F]) any                      // what else a state has; may be nil
	Check func(old, now M) error                        // that a newer manifest is of the same store; may be nil
	Keep  func(buildDir string, m M) (names []string)   // temporary files from which a build can resume; may be nil
}

// A Folder is a store: a manifest and the files that it names, which never change. It is safe for concurrent use, by
// any number of processes. One of them changes it at a time.
type Folder[M Manifest, F io.Closer] struct {
	dir      string
	o        FolderOptions[M, F]
	current  Reference[M, F]
	changing atomic.Bool
	fileName *regexp.Regexp // of a file
	ownName  *regexp.Regexp // also of a file that is being written, and of its temporary files

	mu    sync.Mutex // for what follows, and to replace current
	open  map[FileEntry]*openFile[F]
	stamp stamp
}

// An openFile is a file of one or several states.
type openFile[F io.Closer] struct {
	file  F
	users int
}

// A stamp tells whether MANIFEST was replaced.
type stamp struct {
	info fs.FileInfo // nil if there was none
	read time.Time
}

// same reports whether the file is the one that was read. A file that was young then may have been replaced by one of
// the same size and time.
func (t stamp) same(info fs.FileInfo) bool {
	return t.info != nil && os.SameFile(t.info, info) && t.info.Size() == info.Size() &&
		t.info.ModTime().Equal(info.ModTime()) && t.read.Sub(info.ModTime()) > time.Second
}

// OpenFolder opens the store in a folder. If there is none, it is empty and the first change makes the folder, unless
// the options say ReadOnly: then the error wraps Empty.
func OpenFolder[M Manifest, F io.Closer](dir string, o FolderOptions[M, F]) (*Folder[M, F], error) {
	number := `^[0-9]{6,18}` + regexp.QuoteMeta(o.Suffix)
	f := &Folder[M, F]{dir: dir, o: o, open: make(map[FileEntry]*openFile[F]),
		fileName: regexp.MustCompile(number + `$`), ownName: regexp.MustCompile(number + `(\.[0-9a-z-]+)?$`)}
	f.current.folder = f
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("open %s: it is a file, and %s is a folder", dir, o.Family.A)
	}
	if o.ReadOnly {
		if _, err := os.Stat(filepath.Join(dir, ManifestName)); errors.Is(err, fs.ErrNotExist) {
			if _, err := f.read(); errors.Is(err, o.Family.Corrupt) {
				return nil, err
			}
			return nil, fmt.Errorf("open %s: %w", dir, o.Family.Empty)
		}
	} else if err := f.checkDir(); err != nil {
		return nil, err
	}
	f.current.state.Store(f.newState(o.New(), nil))
	if _, err := f.Refresh(); err != nil {
		return nil, err
	}
	return f, nil
}

// checkDir refuses a folder that holds other things and no store. MANIFEST is the first file of a store, after LOCK,
// so that without it nothing but an empty LOCK is left of a build.
func (f *Folder[M, F]) checkDir() error {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	other, lost := "", ""
	for _, e := range entries {
		switch name := e.Name(); {
		case name == ManifestName:
			return nil
		case name == ManifestName+newSuffix, name == lockName && isEmptyFile(e), name[0] == '.':
		case f.ownName.MatchString(name):
			lost = name
		default:
			other = name
		}
	}
	switch {
	case lost != "":
		return fmt.Errorf("open %s: %w: it holds %s and no %s; put that file back, or name another folder", f.dir,
			f.o.Family.Corrupt, lost, ManifestName)
	case other != "":
		return fmt.Errorf("open %s: it holds %s, which is not part of %s; name another folder", f.dir, other,
			f.o.Family.A)
	}
	return err
}

// isEmptyFile reports whether an entry is a file without a byte.
func isEmptyFile(e fs.DirEntry) bool {
	info, err := e.Info()
	return err == nil && info.Mode().IsRegular() && info.Size() == 0
}

// Dir returns the folder's path.
func (f *Folder[M, F]) Dir() string { return f.dir }

// Acquire returns the current state. Release it afterwards. The error wraps [fs.ErrClosed] after Close.
func (f *Folder[M, F]) Acquire() (*State[M, F], error) { return f.current.Acquire() }

// Snapshot returns a reference to the current state. Close it afterwards.
func (f *Folder[M, F]) Snapshot() (*Reference[M, F], error) {
	s, err := f.current.Acquire()
	if err != nil {
		return nil, err
	}
	r := &Reference[M, F]{folder: f}
	r.state.Store(s)
	return r, nil
}

// Close closes the store. Snapshots and states in use go on.
func (f *Folder[M, F]) Close() error {
	f.mu.Lock()
	state := f.current.state.Swap(nil)
	f.mu.Unlock()
	if state != nil {
		state.Release()
	}
	return nil
}

// newState returns a state with one user.
func (f *Folder[M, F]) newState(m M, files []F) *State[M, F] {
	s := &State[M, F]{Manifest: m, Files: files, folder: f}
	if f.o.Value != nil {
		s.Value = f.o.Value(s)
	}
	s.users.Store(1)
	return s
}

// read reads the manifest. The error wraps [fs.ErrNotExist] if there is none.
func (f *Folder[M, F]) read() (M, error) {
	y, path, m := f.o.Family, filepath.Join(f.dir, ManifestName), f.o.New()
	var newest Mark // read first: it must not be newer than the manifest because of a change meanwhile
	_ = y.ReadSealed(filepath.Join(f.dir, lockName), lockKind, &newest)
	err := y.ReadSealed(path, manifestKind, m)
	if errors.Is(err, fs.ErrNotExist) {
		if files, _ := filepath.Glob(filepath.Join(f.dir, "*"+f.o.Suffix)); len(files) > 0 {
			return m, fmt.Errorf("%w: %s is missing, but not the files it names", y.Corrupt, path)
		}
	}
	var place *os.PathError
	switch {
	case errors.As(err, &place):
		return m, err
	case errors.Is(err, y.Unknown):
		return m, fmt.Errorf("%s: %w", path, err)
	case err == nil:
		err = errors.Join(m.Check(), f.checkNames(m), newest.check(m.Place()))
	}
	if err != nil {
		return m, fmt.Errorf("%w: %s: %w", y.Corrupt, path, err)
	}
	return m, nil
}

func (f *Folder[M, F]) checkNames(m M) error {
	for _, e := range m.Files() {
		if !f.fileName.MatchString(e.File) {
			return fmt.Errorf("a file is named %q", e.File)
		}
	}
	return nil
}

// Refresh makes the newest manifest current, if another process has replaced it, and reports whether the store holds
// something else. Without news it costs one system call.
func (f *Folder[M, F]) Refresh() (news bool, _ error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for try := 0; ; try++ {
		info, err := os.Stat(filepath.Join(f.dir, ManifestName))
		now := stamp{info, time.Now()}
		if err == nil && f.stamp.same(info) {
			return false, nil
		}
		p := f.current.state.Load()
		if p == nil {
			return false, f.current.closed()
		}
		old := p.Manifest.Place()
		m, err := f.read()
		if errors.Is(err, fs.ErrNotExist) && old.Builds == 0 {
			return false, nil // nothing was built yet
		}
		if err != nil {
			return false, err
		}
		mark := m.Place()
		if old.Builds == mark.Builds && old.Made == mark.Made && slices.Equal(p.Manifest.Files(), m.Files()) {
			f.stamp = now
			return false, nil
		}
		if old.Builds > 0 && f.o.Check != nil {
			if err := f.o.Check(p.Manifest, m); err != nil {
				return false, fmt.Errorf("%s: %w", f.dir, err)
			}
		}
		next, err := f.prepare(m)
		if errors.Is(err, fs.ErrNotExist) && try < 100 {
			continue // the file was merged meanwhile: there is another manifest
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w: %w", f.o.Family.Corrupt, err)
		}
		if err != nil {
			return false, err
		}
		f.stamp = now
		f.show(next)
		return old.Builds != mark.Builds || old.Origin != mark.Origin, nil
	}
}

// prepare opens the files of a manifest, or takes them from states in use. The caller has the lock, and shows or closes
// the state.
func (f *Folder[M, F]) prepare(m M) (*State[M, F], error) {
	if f.current.state.Load() == nil {
		return nil, f.current.closed()
	}
	entries := m.Files()
	files := make([]F, 0, len(entries))
	for i, e := range entries {
		o := f.open[e]
		if o == nil {
			file, err := f.o.Open(filepath.Join(f.dir, e.File), m, i)
			if err != nil {
				for _, e := range entries[:i] {
					f.closeEntry(e)
				}
				return nil, err
			}
			o = &openFile[F]{file: file}
			f.open[e] = o
		}
		o.users++
		files = append(files, o.file)
	}
	return f.newState(m, files), nil
}

// closeEntry ends the use of a file by one state. The caller has the lock.
func (f *Folder[M, F]) closeEntry(e FileEntry) {
	o := f.open[e]
	if o.users--; o.users == 0 {
		delete(f.open, e)
		_ = o.file.Close() // a mapping that stays costs address space only
	}
}

// show makes a state current. The caller has the lock.
func (f *Folder[M, F]) show(next *State[M, F]) {
	if before := f.current.state.Swap(next); before.users.Add(-1) == 0 {
		before.close()
	}
}

// stray returns the names of files in the folder that a manifest does not name.
func (f *Folder[M, F]) stray(m M) (stray []string, err error) {
	entries, err := os.ReadDir(f.dir)
	files := m.Files()
	for _, e := range entries {
		name := e.Name()
		named := slices.ContainsFunc(files, func(e FileEntry) bool { return e.File == name })
		if f.ownName.MatchString(name) && !named || name == ManifestName+newSuffix {
			stray = append(stray, name)
		}
	}
	return stray, err
}

// Left returns the bytes of files that an interrupted change has left. They are removed by the next one.
func (f *Folder[M, F]) Left() (bytes int64, err error) {
	if f.locked() {
		return 0, nil // they are in use
	}
	m, err := f.read() // other processes may have changed it
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	names, err := f.stray(m)
	if err != nil {
		return 0, err
	}
	temporary, _ := filepath.Glob(filepath.Join(f.dir, BuildDir, "*"))
	for _, name := range names {
		temporary = append(temporary, filepath.Join(f.dir, name))
	}
	for _, path := range temporary {
		if info, err := os.Stat(path); err == nil {
			bytes += info.Size()
		}
	}
	return bytes, nil
}

// locked reports whether a process changes the store.
func (f *Folder[M, F]) locked() bool {
	file, err := f.o.Family.OpenRegular(filepath.Join(f.dir, lockName), os.O_RDONLY)
	if err != nil {
		return false
	}
	defer file.Close()
	return errors.Is(filelock.Try(file, true), filelock.ErrLocked)
}
