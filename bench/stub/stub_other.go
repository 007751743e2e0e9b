//go:build !amd64

package stub

import (
	"math/bits"
	"unsafe"
)

// The other processors get calls too, without a prefetch.

//go:noinline
func ask(*Table, uint64) {}

//go:noinline
func get(t *Table, hash uint64) uint64 {
	i, _ := bits.Mul64(hash, t.n)
	return *(*uint64)(unsafe.Add(t.lines, i*64))
}

//go:noinline
func put(t *Table, hash, v uint64) {
	i, _ := bits.Mul64(hash, t.n)
	*(*uint64)(unsafe.Add(t.lines, i*64)) = hash ^ v
	*(*uint64)(unsafe.Add(t.lines, i*64+32)) = v
}

// Idle spins for ever.
func Idle() {
	for {
	}
}
