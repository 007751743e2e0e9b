// Package filelock locks files until they are closed or the process ends, against other processes
// and against other openings in the same process.
package filelock

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// ErrLocked: another process, or another opening in this one, holds the lock.
var ErrLocked = errors.New("locked: another build or removal is going on")

// wait is how long Dir retries, because another process may hold the lock briefly to check it, or remove the folder.
const wait = 200 * time.Millisecond

// Dir locks a folder by a file of that name in it. make, if not nil, makes the folder if there is
// none. Closing the file unlocks the folder; the file stays, unless the one who has the lock removes
// it before, with the folder or without. The error wraps [ErrLocked] if another process holds
// the lock.
func Dir(dir, name string, make func() error) (*os.File, error) {
	path := filepath.Join(dir, name)
	for start := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		var f *os.File
		var err error
		if make != nil {
			err = make()
		}
		if err == nil {
			f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		}
		if make != nil && errors.Is(err, fs.ErrNotExist) && time.Since(start) <= wait {
			continue // another process removed the folder meanwhile
		}
		if err != nil {
			return nil, err
		}
		err = Try(f, false)
		if err == nil && removed(f) {
			err = ErrLocked
		}
		if err == nil {
			return f, nil
		}
		f.Close()
		if !errors.Is(err, ErrLocked) || time.Since(start) > wait {
			return nil, fmt.Errorf("build in %s: %w", dir, err)
		}
	}
}

// removed reports whether f is no longer the file at its path: then another process may lock the one there.
func removed(f *os.File) bool {
	own, err := f.Stat()
	if err != nil {
		return true
	}
	now, err := os.Stat(f.Name())
	return err != nil || !os.SameFile(own, now)
}
