//go:build !purego && !race

package tt

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate sh -c "cd _asm && go run . -out ../zkernel_amd64.s"

// The kernels read and write words by aligned moves. On amd64 each such word is
// atomic, as sync/atomic wants it; no fence follows a store, as no reader relies
// on the order of two. The race detector does not see the kernels, so that it
// gets the functions in Go.

// The offsets of a table's fields in _asm/main.go.
var (
	_ [0]byte  = [unsafe.Offsetof(Table{}.clusters)]byte{}
	_ [24]byte = [unsafe.Offsetof(Table{}.goUpTo)]byte{}
	_ [32]byte = [unsafe.Offsetof(Table{}.generation)]byte{}
	_ [40]byte = [unsafe.Offsetof(Table{}.tagShift)]byte{}
	_ [48]byte = [unsafe.Offsetof(Table{}.maxPayload)]byte{}
	_ [56]byte = [unsafe.Offsetof(Table{}.watching)]byte{}
)

// The kernels jump to probeGo and storeGo, which linters do not see.
var _, _ = probeGo, storeGo

// kernelAvailable reports whether the processor has what the kernels need.
// Otherwise they leave every hash to Go.
var kernelAvailable = cpu.X86.HasAVX2 && cpu.X86.HasBMI1

//go:noescape
func prefetch(t *Table, hash uint64)

// probe and store are probeGo and storeGo, which they call for hashes up to
// t.goUpTo and in some rare cases.

//go:noescape
func probe(t *Table, hash uint64) (e Entry)

//go:noescape
func store(t *Table, hash uint64, e Entry)

// batch looks positions up, prefetches the clusters of as many others, ahead,
// and returns how many it found. It leaves some hashes to Go, in a chain: left is
// 1 + the index of the last of them, or 0; the payload of its entry is 1 + the
// index of the one before, or 0.
//
//go:noescape
func batch(t *Table, hashes, ahead []uint64, entries []Entry) (hits, left int)
