// Package regular opens files that are named to be read whole, such as keys and names of players. It refuses named
// pipes, for which opening would wait until another process writes, and devices, which may never end.
package regular

import (
	"errors"
	"io/fs"
	"os"
)

// ErrIrregular says that a file is a pipe, a device or a socket.
var ErrIrregular = errors.New("not a regular file; copy it into one")

// Open opens a regular file for reading, as [os.Open] does. The error for a named pipe, a device or a socket is a
// [*fs.PathError] that wraps [ErrIrregular].
func Open(name string) (*os.File, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	return os.Open(name)
}

// ReadFile reads a whole regular file, as [os.ReadFile] does.
func ReadFile(name string) ([]byte, error) {
	if err := check(name); err != nil {
		return nil, err
	}
	return os.ReadFile(name)
}

// check leaves missing files and folders to [os.Open] and to reading.
func check(name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
	}
	return nil
}
