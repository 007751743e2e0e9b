//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package flat

import (
	"io"
	"os"
)

// mapFile reads a file into memory.
func mapFile(path string) (data []byte, unmap func() error, err error) {
	f, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	data, err = io.ReadAll(f)
	return data, func() error { return nil }, err
}

// adviseWillNeed does nothing: the file is in memory.
func adviseWillNeed([]byte) {}
