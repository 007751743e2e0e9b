//go:build !linux

package mmap

// Huge returns how many bytes of the region lie in huge pages; ok is false
// if the system does not tell.
func (r *Region) Huge() (n int64, ok bool) { return 0, false }

// Available returns how many bytes the process can still get; ok is false
// if the system does not tell.
func Available() (n int64, ok bool) { return 0, false }
