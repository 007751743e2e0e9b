//go:build !purego && !race

package tt

// haveProbeFull says that probeFull is there.
const haveProbeFull = true

// probeFull looks count positions up in the layout Full, 96 lines ahead, and
// fills the entries; count is not 0. It returns how many it found, and whether
// (not 0) any of these is of another generation than the current one and needs
// to be refreshed. Its Go twin is the loop of [Table.ProbeBatch].
//
//go:noescape
func probeFull(lines *line, n uint64, hashes *uint64, entries *Entry, count, generation uint64) (hits, stale uint64)
