// Package replace writes a file as a whole: whoever opens it finds the old content or all of
// the new, even if the process was killed or the computer lost its power meanwhile.
package replace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"time"

	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// File calls write with a temporary file in the folder of the named file, and renames it to that
// name if write returns nil. After an error the old file is as it was. It follows links and keeps
// the permissions of the old file. It writes to a device or a pipe directly; opening a pipe waits
// for a reader.
//
// A process that is killed leaves its temporary file, named .zobrist- and digits. The next call for
// the same folder removes it, because a running process has its file locked. If files cannot be
// locked, a call removes temporary files that are a week old.
func File(name string, write func(w io.Writer) error) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	t, err := create(name)
	if err != nil {
		return err
	}
	removeOld(t.file.Name())
	defer os.Remove(t.file.Name()) // fails if it has the other name
	defer t.file.Close()           // locked until it has the other name
	err = write(t)
	if old, statErr := os.Stat(name); err == nil && statErr == nil {
		err = t.named(t.file.Chmod(old.Mode().Perm()))
	}
	if err == nil {
		err = t.named(t.file.Sync()) // the name must not come before the content
	}
	if err == nil && runtime.GOOS == "windows" { // which cannot rename an open file
		err = t.named(t.file.Close())
	}
	if err != nil {
		return err
	}
	if err := os.Rename(t.file.Name(), name); err != nil {
		var pair *os.LinkError
		if errors.As(err, &pair) {
			return &fs.PathError{Op: "replace", Path: name, Err: pair.Err}
		}
		return err
	}
	if folder, err := os.Open(filepath.Dir(name)); err == nil {
		_ = folder.Sync() // some systems cannot; after a loss of power the old file may be back
		folder.Close()
	}
	return nil
}

// Check returns an error if [File] could not write a file of that name, because its folder does not
// allow new files.
func Check(name string) error {
	t, err := create(name)
	if err != nil {
		return err
	}
	return errors.Join(t.named(t.file.Close()), os.Remove(t.file.Name()))
}

// A temporary is a file that is being written. Its errors have its final name.
type temporary struct {
	file *os.File
	name string
}

// create makes a temporary and locks it, with no more permissions than the named file has. If there
// is no such file, the umask decides, unlike in os.CreateTemp.
func create(name string) (temporary, error) {
	mode := fs.FileMode(0o666)
	if old, err := os.Stat(name); err == nil {
		mode = old.Mode().Perm()
	}
	for {
		path := filepath.Join(filepath.Dir(name), fmt.Sprintf(".zobrist-%d", rand.Uint64()))
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		t := temporary{f, name}
		switch {
		case errors.Is(err, fs.ErrExist):
		case err != nil:
			return t, t.named(err)
		case !errors.Is(filelock.Try(f, false), filelock.ErrLocked) && t.exists():
			return t, nil
		default: // another process has just removed it
			f.Close()
		}
	}
}

// exists reports whether the file still has its name.
func (t temporary) exists() bool {
	file, err := t.file.Stat()
	named, statErr := os.Stat(t.file.Name())
	return err == nil && statErr == nil && os.SameFile(file, named)
}

func (t temporary) Write(p []byte) (int, error) {
	n, err := t.file.Write(p)
	return n, t.named(err)
}

func (t temporary) named(err error) error {
	var place *fs.PathError
	if errors.As(err, &place) {
		place.Path = t.name
	}
	return err
}

var temporaryName = regexp.MustCompile(`^\.zobrist-[0-9]+$`)

// oldAge is the age after which a temporary file counts as left, if locks cannot decide.
const oldAge = 7 * 24 * time.Hour

// removeOld removes the temporary files that killed processes left in the folder of own, which is
// locked.
func removeOld(own string) {
	locks := locked(own) // else the system or the file system has no locks
	entries, _ := os.ReadDir(filepath.Dir(own))
	for _, e := range entries {
		path := filepath.Join(filepath.Dir(own), e.Name())
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !temporaryName.MatchString(e.Name()) || path == own {
			continue
		}
		if locks && !locked(path) || time.Since(info.ModTime()) > oldAge {
			_ = os.Remove(path)
		}
	}
}

// locked reports whether a file is locked, or cannot be opened.
func locked(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	return errors.Is(filelock.Try(f, true), filelock.ErrLocked)
}
