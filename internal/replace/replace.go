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
	"time"
)

// File calls write with a temporary file in the folder of the named file, and gives it the name
// of that file if write returns nil. After an error the old file is as it was. A link to
// a file is followed. The new file has the permissions of the old one. A device or a pipe is
// written to; opening a pipe waits until somebody reads it.
//
// A process that is killed leaves its temporary file, .zobrist- and digits. A call for the same
// folder removes it once it is a week old.
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
	removeOld(filepath.Dir(name))
	t, err := create(name)
	if err != nil {
		return err
	}
	defer os.Remove(t.file.Name()) // fails if it has the other name
	err = write(t)
	if old, statErr := os.Stat(name); err == nil && statErr == nil {
		err = t.named(t.file.Chmod(old.Mode().Perm()))
	}
	if err == nil {
		err = t.named(t.file.Sync()) // the name must not come before the content
	}
	if err = errors.Join(err, t.named(t.file.Close())); err != nil {
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

// Check returns an error if [File] could not write a file of that name because none can be made
// in its folder.
func Check(name string) error {
	t, err := create(name)
	if err != nil {
		return err
	}
	return errors.Join(t.named(t.file.Close()), os.Remove(t.file.Name()))
}

// A temporary is a file that is being written. Its errors have the name that it will get.
type temporary struct {
	file *os.File
	name string
}

// create makes one, with no more permissions than the file of that name has. If there is none,
// it leaves them to the umask, unlike os.CreateTemp.
func create(name string) (temporary, error) {
	mode := fs.FileMode(0o666)
	if old, err := os.Stat(name); err == nil {
		mode = old.Mode().Perm()
	}
	for {
		path := filepath.Join(filepath.Dir(name), fmt.Sprintf(".zobrist-%d", rand.Uint64()))
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			t := temporary{f, name}
			return t, t.named(err)
		}
	}
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

// oldAge is the age at which no process writes a temporary file any more.
const oldAge = 7 * 24 * time.Hour

// removeOld removes the temporary files that killed processes have left in a folder.
func removeOld(folder string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if !temporaryName.MatchString(e.Name()) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > oldAge {
			_ = os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}
