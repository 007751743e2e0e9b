//go:build !linux

package mmap

// Huge returns how many bytes of the region are in huge pages; ok is false if that is unknown.
func (r *Region) Huge() (n int64, ok bool) { return 0, false }

// Available returns how many bytes the process can still get; ok is false if that is unknown.
func Available() (n int64, ok bool) { return 0, false }
