//go:build !purego && !race

package tt

import "golang.org/x/sys/cpu"

// The kernels of the layouts Full and Compact. What they leave alone they hand
// to their careful twins in Go: other layouts and policies, entries of an older
// search, what the shadow of a watched line does not confirm, and hashes that an
// empty slot may look like. They read and write words by aligned moves, which
// amd64 makes atomic; no fence follows a store, as no reader relies on the
// order. The race detector does not see what they do, so that it gets the twins.

// kernels says which of them the processor runs.
var kernels = func() kind {
	switch x := &cpu.X86; {
	case x.HasAVX512F && x.HasAVX512VL && x.HasAVX2 && x.HasBMI1 && x.HasBMI2:
		return avx512
	case x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT:
		return avx2
	}
	return plain
}()

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

// The same for the layout Compact, where the kernels above hand everything that
// is not Full.

//go:noescape
func lookupCompact(t *Table, hash uint64) (e Entry, s Slot)

//go:noescape
func keepCompact(t *Table, hash, payload, depth uint64)

//go:noescape
func keepAtCompact(t *Table, hash, payload, depth uint64, s Slot)

// lookupBatch looks positions up, from the one numbered from on, which is 0 or
// what the last call returned as next, and fills their entries. It ends after
// count, a multiple of 4 above 0, or sooner with batchNotes positions in the
// list or a few more: it keeps no account of watched lines, but gives the
// numbers of their hashes to the list, which has noted ones already. It returns
// how many it found, how long the list is, and whether (not 0) any of these may
// be of another generation and need to be refreshed; batchMixed is added where
// entries and number are wrong because two goroutines stored a position twice.
//
//go:noescape
func lookupBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, count, from, noted, generation uint64) (next, hits, watched, stale uint64)

// accountBatch judges what a batch found for count hashes of watched lines,
// whose numbers are in the list. It returns how many the shadow confirms, the
// sum of misses as watch.absent counts them, and how many it leaves undecided,
// the first of the list then.
//
//go:noescape
func accountBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, count uint64) (left, confirmed, absent uint64)

// accountCompact is accountBatch for the layout Compact.
//
//go:noescape
func accountCompact(t *Table, hashes *uint64, entries *Entry, list *uint32, count uint64) (left, confirmed, absent uint64)

// The kernels call these.
var _ = [...]any{lookupCareful, keepCareful, keepAtCareful, lookupCompact, keepCompact, keepAtCompact}
