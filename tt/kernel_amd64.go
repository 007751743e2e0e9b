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
	case x.HasAVX512F && x.HasAVX512VL && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX2 && x.HasBMI1 && x.HasBMI2 && x.HasPOPCNT:
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

// lookupBatch looks positions up with AVX-512, from the one numbered from on,
// which is 0 or what the last call returned as next, and fills their entries. It
// ends after count, a multiple of 4 from 4 to 2^31, or sooner with batchLeft or a
// few more positions in the list. It returns how many it found; how many were of
// watched lines, and of these, how many their shadow does not explain, with twice
// their numbers in the list, and the sum of misses as watch.absent counts them;
// and whether (not 0) any entry may be of another generation and need to be
// refreshed.
//
//go:noescape
func lookupBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, count, from, generation uint64) (next, hits, noted, left, absent, stale uint64)

// lookupBatchAVX2 is lookupBatch with AVX2 without an account: the list gets all
// positions of watched lines, and with batchNotes2 of them or a few more it ends.
// It adds batchMixed to stale where entries and number are wrong because two
// goroutines stored a position twice.
//
//go:noescape
func lookupBatchAVX2(t *Table, hashes *uint64, entries *Entry, list *uint32, count, from, generation uint64) (next, hits, noted, stale uint64)

// accountBatch is the account of lookupBatch for the positions whose numbers,
// doubled, are in the list. The first of it become those that are left.
//
//go:noescape
func accountBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, noted uint64) (left, absent uint64)

// accountCompact is accountBatch for the layout Compact.
//
//go:noescape
func accountCompact(t *Table, hashes *uint64, entries *Entry, list *uint32, noted uint64) (left, absent uint64)

// The kernels call these.
var _ = [...]any{lookupCareful, keepCareful, keepAtCareful, lookupCompact, keepCompact, keepAtCompact}
