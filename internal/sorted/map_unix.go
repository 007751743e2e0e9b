//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package sorted

import (
	"fmt"
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory. The mapping stays valid when the file is
// removed.
func (f *Family) mapFile(path string) (data []byte, unmap func() error, err error) {
	file, err := f.OpenRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, nil, err
	}
	switch size := info.Size(); {
	case size == 0:
		return nil, func() error { return nil }, nil
	case size > math.MaxInt:
		return nil, nil, fmt.Errorf("%s has %d bytes, too many for this machine", path, size)
	default:
		data, err = syscall.Mmap(int(file.Fd()), 0, int(size), syscall.PROT_READ, syscall.MAP_SHARED)
		if err != nil {
			return nil, nil, fmt.Errorf("map %s: %w", path, err)
		}
		return data, func() error { return syscall.Munmap(data) }, nil
	}
}

// adviseWillNeed requests a part of a mapping, which begins with a page, before it is read. It is a
// hint: errors are ignored.
func adviseWillNeed(b []byte) { _ = unix.Madvise(b, unix.MADV_WILLNEED) }
