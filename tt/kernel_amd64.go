//go:build !purego && !race

package tt

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// The kernels of the layout Full. What they leave alone they hand to their
// careful twins in Go: hashes up to Table.careful or carefulStore, and entries
// of an older search. They read and write words by aligned moves, which amd64
// makes atomic; no fence follows a store, as no reader relies on the order. The
// race detector does not see what they do, so that it gets the twins.

const haveKernels = true

// vectors says that the processor has AVX-512F and VL, and BMI2. Without, the
// kernels take scalar code.
var vectors = cpu.X86.HasAVX512F && cpu.X86.HasAVX512VL && cpu.X86.HasBMI2

// lookup is Probe.
//
//go:noescape
func lookup(t *Table, hash uint64) (e Entry, s Slot)

// keep is Store, of an entry taken apart.
//
//go:noescape
func keep(t *Table, hash, payload, depth uint64)

// keepAt is StoreAt, of an entry taken apart.
//
//go:noescape
func keepAt(t *Table, hash, payload, depth uint64, s Slot)

// ask is Prefetch.
//
//go:noescape
func ask(t *Table, hash uint64)

// prefetch asks for the cache line at p without waiting for it. It does what
// its Go twin does, nothing that can be observed.
//
//go:noescape
func prefetch(p unsafe.Pointer)

// lookupBatch looks count positions up, a multiple of 4 above 0, and fills the
// entries. It returns how many it found, and whether (not 0) any of these is of
// another generation and needs to be refreshed. It keeps no account of watched
// lines: list, of count + 4 places, gets the places of their hashes.
//
//go:noescape
func lookupBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, count, generation uint64) (hits, watched, stale uint64)

// The kernels call these.
var _ = [...]any{lookupCareful, keepCareful, keepAtCareful}
