//go:build race || !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package mmap

const hugePage = 2 << 20

func (r *Region) obtain(bytes int) error {
	r.heap(bytes)
	return nil
}

func unmap([]byte) error { return nil }
