//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package sorted

import (
	"io"
	"os"
)

// mapFile reads a file into memory.
func (f *Family) mapFile(path string) (data []byte, unmap func() error, err error) {
	file, err := f.OpenRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	data, err = io.ReadAll(file)
	return data, func() error { return nil }, err
}

// adviseWillNeed does nothing: the file is in memory.
func adviseWillNeed([]byte) {}
