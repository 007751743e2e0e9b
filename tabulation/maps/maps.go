// Package maps has hash tables for integer keys on top of tabulation hashing: [Linear] probes linearly, [Cuckoo] looks
// at two slots and no more.
//
//	m := maps.NewLinear[uint64, string](maps.Options{Family: tabulation.Mixed})
//	m.Set(7, "seven")
//	v, ok := m.Get(7)
//	for k, v := range m.All() { … }
//
// The zero value of both is an empty map under [tabulation.Simple] with tables drawn at random.
//
// # Guarantees
//
// With simple tabulation, for any keys that were chosen without knowledge of the tables, every operation on Linear
// takes O(1) expected time, and so does every one on Cuckoo, whose Get and Delete take O(1) in the worst case
// (Pătraşcu and Thorup 2012). If the keys cannot be placed, a Cuckoo draws new tables and places them again, and after
// some attempts in more slots.
//
// # Limits
//
// A map belongs to one goroutine at a time; Get, Len and All may run concurrently with one another. The order of All
// is unspecified. Whoever knows the tables can choose keys that make Linear slow and Cuckoo panic.
//
// Keys are integers. For strings use Go's map: a map under tabulation would hash every string with [tabulation.String],
// compare it with the one that it finds, and save nothing. If equality of hashes is enough, hash the strings yourself
// and take the hashes for keys.
//
// # Cost
//
// Use Go's map unless you need these guarantees: a bound on the time of every look-up, or behaviour that a seed
// repeats. The tables of a function, 8 to 16 KiB for [tabulation.Simple], compete with the map for the caches. Up to
// some thousand keys Linear is about as fast as Go's map; at a million keys Go's is faster, see docs/benchmarks.
//
// Linear is at most half full: 2 to 4 slots a key. Cuckoo is at most two fifths full: 2.5 to 5 slots a key. A slot is
// a key and a value. Maps grow, and do not shrink.
//
// # Sources
//
// D. E. Knuth, The Art of Computer Programming 3, section 6.4, algorithms L and R. R. Pagh and F. F. Rodler, Cuckoo
// Hashing, Journal of Algorithms 51, 2004. M. Pătraşcu and M. Thorup, The Power of Simple Tabulation Hashing, Journal
// of the ACM 59(3), 2012.
package maps

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/tabulation"
)

// Options choose the hashing of a map. The zero value is simple tabulation with random tables.
type Options struct {
	// Family is the family of the hash functions. A Cuckoo draws two functions, and two more whenever its keys cannot be
	// placed.
	Family tabulation.Family

	// Source is the source of the tables; nil means a source seeded at random. A Cuckoo keeps it.
	Source rand.Source

	// Capacity is the number of keys to have room for from the start. The constructors panic if it is negative.
	Capacity int
}

// withDefaults replaces a nil Source.
func (o Options) withDefaults() Options {
	if o.Capacity < 0 {
		panic("maps: negative capacity")
	}
	if o.Source == nil {
		o.Source = tabulation.NewSource(rand.Uint64())
	}
	return o
}

// slot holds a key and its value. Key 0 means that it is empty.
type slot[K tabulation.Integer, V any] struct {
	key K
	val V
}

// zero holds the value of key 0, which no slot can hold.
type zero[V any] struct {
	val V
	is  bool
}

// slotsFor returns the number of slots, a power of two of at least 8, that n keys fill to at most num/den.
func slotsFor(n, num, den int) int {
	want := (uint64(max(n, 0))*uint64(den) + uint64(num) - 1) / uint64(num)
	return 1 << bits.Len64(max(want, 8)-1)
}

// shiftFor returns the shift that leaves the high bits that address slots.
func shiftFor(slots int) uint { return uint(64 - bits.TrailingZeros(uint(slots))) }

// all yields key 0 and then the keys in the slots.
func all[K tabulation.Integer, V any](yield func(K, V) bool, z zero[V], changes *uint, tables ...[]slot[K, V]) {
	before := *changes
	if z.is && !yield(0, z.val) {
		return
	}
	for _, slots := range tables {
		for i := range slots {
			if before != *changes {
				panic("maps: map changed during a loop over it")
			}
			if s := &slots[i]; s.key != 0 && !yield(s.key, s.val) {
				return
			}
		}
	}
}
