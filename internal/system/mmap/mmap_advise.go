//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package mmap

// advise does nothing: these systems choose page sizes by themselves.
func advise([]byte) {}
