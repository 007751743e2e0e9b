// Package tt is a transposition table: fixed memory in which any number of
// goroutines keep what they found out about positions, addressed by hash.
//
//	t, err := tt.New(tt.Options{Bytes: 1 << 30})
//	...
//	t.NewSearch()
//	e, slot, ok := t.Probe(hash)
//	if ok && int(e.Depth) >= depth && e.Bound() == tt.Exact {
//		return e.Value()
//	}
//	...
//	t.StoreAt(slot, hash, tt.Scored(value, tt.Exact, depth, move))
//
// An entry has a depth and 64 bits or fewer of payload: a search value with
// its bound and move ([Scored]), a count of moves, an energy.
//
// # Guarantees
//
// A slot has two words or more (one in the layout Compact), which goroutines
// write and read without a lock, each word by sync/atomic. (The kernels in
// assembly, for amd64, use aligned moves, of which that architecture makes each
// word atomic; under the race detector and the tag purego they are not built.)
// So a reader may see one word of one store and another word of
// another. No such torn slot is taken for an entry:
//
//   - Full keeps data, and hash ⊕ data. If both words come from stores of the
//     position asked for, their XOR is the hash only if the data are equal;
//     then nothing is torn. Otherwise h₁ ⊕ d₁ ⊕ d₂ must equal the hash by
//     chance, with 64-bit words of which one is a hash: no more likely than a
//     wrong hit on an entry that is whole (Hyatt and Mann's lockless XOR, 2002).
//   - Compact has one word. It cannot tear.
//   - Payload keeps payload, and (51 bits of hash | management) ⊕ payload. What
//     it returns is a payload stored for this position in one word, or, by a
//     chance of 2^−51, for another of its line. The management bits may be torn; they guide replacement and are not returned.
//   - Wide keeps payload and management as words of their own, the payload
//     XORed into both halves of the hash and the management spread over the
//     second. Of two stores of the position, a mixture satisfies both halves
//     only if it equals one of them; a mixture of three by a chance of 2^−51.
//
// The address takes the high end of the hash (by multiplication, so that any
// size will do) and the tag the low end. A hash of 0 does not match an empty
// slot.
//
// Which entries are wrong by chance, and how many, is the caller's choice:
// [Options].TagBits or Chance. [Table.Stats] measures it beside the prediction,
// by a second code for one line in Options.Sample.
//
// # Limits
//
// Clear, Resize and Close must not run beside other methods. A table forgets:
// a store may drop any entry. Hashes that an adversary can choose should not
// come near it; whoever knows the keys can make two positions share one. The
// file format may change before release 1.0; a file of another version is
// refused. Hash values are those of the caller's keys: a saved table is good
// as long as they are the same, which Options.Keys checks.
//
// # Cost
//
// A probe is one cache line. On a table beyond the caches that is a memory
// access, 30 to 300 ns by how many the program lets run at the same time, unless
// [Table.Prefetch] or [Table.ProbeBatch] hide it: at 1 GiB 10 and 6 ns a probe
// then, and 13 a store, on a server's core with AVX-512; 17, 10 and 23 on one
// with AVX2, where the addresses of memory took most of the time. Those are the
// layouts [Full] and [Compact]; [Payload] and [Wide], written in Go, take about
// twice as long. Watching one line in 64 adds 1 to 5 %. Nothing allocates after
// New. Memory is mapped outside the heap in huge pages where the system has them
// ([Table.Memory] tells), so that the garbage collector never sees it; under the
// race detector it is on the heap.
//
// # Sources
//
// A. L. Zobrist, A New Hashing Method with Application for Game Playing,
// Technical Report 88, University of Wisconsin, 1970: level and value or value
// range, second codes, type 1 and type 2 errors. R. M. Hyatt and T. Mann, A
// lockless transposition-table implementation for parallel search, ICGA
// Journal 25(1), 2002. D. M. Breuker, Memory versus Search in Games, 1998:
// replacement.
package tt
