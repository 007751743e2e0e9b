// Package stub does the least that could be called a prefetch, a probe and a
// store of a table, as calls from Go into assembly. What they take beside a loop
// in C that calls nothing is what the machine and Go's calls cost: a table that
// compares hashes takes more. Its methods are for one goroutine at a time.
package stub

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// A Table is memory in lines of 64 bytes.
type Table struct {
	lines unsafe.Pointer
	n     uint64
	raw   []byte
}

// New maps so many bytes, in huge pages where the system has them, and touches
// them all. The error is the system's.
func New(bytes int64) (*Table, error) {
	const huge = 2 << 20
	raw, err := unix.Mmap(-1, 0, int(bytes)+huge, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, err
	}
	first := -uintptr(unsafe.Pointer(&raw[0])) & (huge - 1)
	t := &Table{unsafe.Pointer(&raw[first]), uint64(bytes) / 64, raw}
	if err := unix.Madvise(raw, unix.MADV_HUGEPAGE); err != nil && err != unix.EINVAL {
		return nil, err
	}
	for i := 0; i < len(raw); i += 4096 {
		raw[i] = 1
	}
	return t, nil
}

// Close gives the memory back.
func (t *Table) Close() error { return unix.Munmap(t.raw) }

// Prefetch asks for the line of a hash.
func (t *Table) Prefetch(hash uint64) { ask(t, hash) }

// Probe returns a word of the line of a hash, whatever it is.
func (t *Table) Probe(hash uint64) uint64 { return get(t, hash) }

// Store writes two words to the line of a hash, whatever they replace.
func (t *Table) Store(hash, v uint64) { put(t, hash, v) }
