//go:build (linux || darwin || freebsd || netbsd || openbsd || dragonfly) && !race

package mmap

import (
	"fmt"
	"syscall"
	"unsafe"
)

// hugePage is the size of a huge page in bytes.
const hugePage = 2 << 20

// obtain maps the memory. Regions that hold a huge page start on one.
func (r *Region) obtain(bytes int) error {
	length, align := bytes, Line
	if bytes >= hugePage {
		length, align = bytes+hugePage, hugePage
	}
	raw, err := syscall.Mmap(-1, 0, length, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err == syscall.ENOMEM {
		// The heap would fail too, and end the process.
		return fmt.Errorf("%w: map %d MiB: %w; ask for less", ErrMemory, bytes>>20, err)
	} else if err != nil {
		r.heap(bytes)
		return nil
	}
	skip := 0
	if off := int(uintptr(unsafe.Pointer(&raw[0])) % uintptr(align)); off != 0 {
		skip = align - off
	}
	if bytes >= hugePage {
		advise(raw[skip : skip+bytes])
	}
	r.raw, r.mapped = raw, true
	r.words = unsafe.Slice((*uint64)(unsafe.Pointer(&raw[skip])), bytes/8)
	return nil
}

func unmap(raw []byte) error {
	if raw == nil {
		return nil
	}
	return syscall.Munmap(raw)
}
