// Package tt is a transposition table: fixed memory in which any number of
// goroutines keep what they found out about positions, addressed by hash.
//
//	t, err := tt.New(tt.Options{Bytes: 1 << 30})
//	...
//	t.NewSearch()
//	if e, ok := t.Probe(hash); ok && int(e.Depth) >= depth && e.Bound() == tt.Exact {
//		return e.Value()
//	}
//	...
//	t.Store(hash, tt.NewEntry(value, tt.Exact, depth, move))
//
// An entry has a depth and a payload: a search value with its bound and move
// ([NewEntry]), a count of moves, an energy. The full layout of a table verifies
// the whole hash and keeps 51 bits of payload, in slots of 16 bytes. The compact
// layout verifies a tag of 8 to 48 bits, in slots of 8 bytes. Options.TagBits or
// Chance choose; Options.Payload says how many bits the payload needs.
//
// # Guarantees
//
// Goroutines read and write slots without a lock, each word of 64 bits at once.
// In the compact layout a slot is one word: it cannot be torn.
//
// In the full layout a slot has two words, hash ⊕ data and data (Hyatt and
// Mann's lockless XOR). A reader may see each of them from a different store: a
// torn slot. It takes a slot for an entry only if the two words give the hash it
// asks for. If the first word is from a store of this hash, that
// store wrote the data too, and the entry is right. If it is from a store of another
// hash, the two data words must differ exactly as the two hashes do. That is as
// unlikely as a wrong hit on a slot that is whole: its chance is 2^−64 times the
// number of clusters, since hashes of one cluster agree in the address.
//
// How many hits give the entry of another position is the caller's choice, by
// the width of the tag. [Table.Stats] measures it beside the prediction.
//
// The address is the high end of the hash, by multiplication, so that any size
// will do; the tag is the low end. No hash, 0 included, matches an empty slot.
//
// # Limits
//
// Clear and Close must not run beside other methods. A table forgets: a store
// may replace any entry of its cluster. Hashes that an adversary can choose
// should not come near it: whoever knows the keys can make two positions share
// one. A saved table is good as long as the keys are the same, which
// Options.Digest checks. The file format is frozen from release 1.0 on; a file of
// another version is refused.
//
// # Cost
//
// A probe reads one cache line. In a table beyond the caches that takes 30 to
// 300 ns, unless [Table.Prefetch] or [Table.ProbeBatch] hide it: then a probe
// takes 7 to 30 ns at 1 GiB on a server's core with AVX2, by its generation. Other processors run
// functions in Go, which take 1.4 to 2 times as long. Watching costs some per
// cent; docs/benchmarks.md has all figures. Nothing allocates after New.
// Memory is mapped outside the heap, in huge pages if the system has them
// ([Table.Memory]), so that the garbage collector never sees it; under the race
// detector it is on the heap.
//
// # Sources
//
// A. L. Zobrist, A New Hashing Method with Application for Game Playing,
// Technical Report 88, University of Wisconsin, 1970 (TR#88): level and value or
// value range, second codes, type 1 and type 2 errors and their clustering.
// R. M. Hyatt and T. Mann, A lockless transposition-table implementation for
// parallel search, ICGA Journal 25(1), 2002. D. M. Breuker, Memory versus Search
// in Games, 1998: replacement.
package tt
