// Package maps has hash tables for integer keys on top of tabulation hashing:
// [Linear] probes linearly, [Cuckoo] looks at two slots and no more.
//
//	m := maps.NewLinear[uint64, string](maps.Options[uint64]{})
//	m.Set(7, "seven")
//	v, ok := m.Get(7)
//	for k, v := range m.All() { … }
//
//	c := maps.NewCuckoo[uint32, int](maps.Options[uint32]{
//		Draw: func(src rand.Source) tabulation.Function[uint32] { return tabulation.NewMixed32(src) },
//	})
//
// They take any [tabulation.Function], those of other packages included, so
// that the laws of a family can be measured on them, and they are there to be
// used. The zero value of both is an empty map under [tabulation.Simple] with
// tables drawn at random.
//
// # Guarantees
//
// With simple tabulation, for any keys that were chosen without knowledge of
// the tables, every operation on Linear takes O(1) expected time, and so does
// every one on Cuckoo, whose Get and Delete take O(1) in the worst case
// (Pătraşcu and Thorup 2012). Where the keys cannot be placed a Cuckoo draws new
// tables and places them again, and after some attempts in more slots.
//
// # Limits
//
// A map belongs to one goroutine at a time; Get, Len and All may run
// concurrently with one another. The order of All is unspecified. Whoever
// knows the tables can choose keys that make Linear slow and Cuckoo panic.
//
// # Cost
//
// Linear is at most half full: 2 to 4 slots a key. Cuckoo is at most two
// fifths full: 2.5 to 5 slots a key. A slot is a key and a value. Hashing is a
// call through an interface, a few nanoseconds.
//
// # Sources
//
// D. E. Knuth, The Art of Computer Programming 3, section 6.4, algorithms L
// and R. R. Pagh and F. F. Rodler, Cuckoo Hashing, Journal of Algorithms 51,
// 2004. M. Pătraşcu and M. Thorup, The Power of Simple Tabulation Hashing,
// Journal of the ACM 59(3), 2012.
package maps

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/tabulation"
)

// Key is what keys can be.
type Key interface{ uint32 | uint64 }

// Options say how a map hashes. The zero value is a map under simple
// tabulation with tables that nobody knows.
type Options[K Key] struct {
	// Draw returns a function drawn from src; nil means simple tabulation.
	// Addresses are taken from the high bits of hashes. Linear calls it once,
	// Cuckoo twice and again whenever its keys cannot be placed: functions
	// drawn one after the other must be independent.
	Draw func(src rand.Source) tabulation.Function[K]

	// Source is what tables are drawn from; nil means one seeded at random.
	// A Cuckoo keeps it.
	Source rand.Source

	// Capacity is the number of keys to have room for from the start.
	Capacity int
}

// withDefaults fills what is zero.
func (o Options[K]) withDefaults() Options[K] {
	if o.Draw == nil {
		o.Draw = drawSimple[K]
	}
	if o.Source == nil {
		o.Source = tabulation.NewSource(rand.Uint64())
	}
	return o
}

// drawSimple draws a function of simple tabulation for either width.
func drawSimple[K Key](src rand.Source) tabulation.Function[K] {
	var f any
	switch any(K(0)).(type) {
	case uint32:
		f = tabulation.NewSimple32(src)
	case uint64:
		f = tabulation.NewSimple64(src)
	}
	return f.(tabulation.Function[K])
}

// slot holds a key and its value; key 0 means that it is empty.
type slot[K Key, V any] struct {
	key K
	val V
}

// zero holds the value of key 0, which no slot can.
type zero[V any] struct {
	val V
	is  bool
}

// slotsFor returns the number of slots, a power of two of at least 8, that n
// keys fill to at most num/den.
func slotsFor(n, num, den int) int {
	want := (uint64(max(n, 0))*uint64(den) + uint64(num) - 1) / uint64(num)
	return 1 << bits.Len64(max(want, 8)-1)
}

// shiftFor returns the shift that leaves the high bits that address slots.
func shiftFor(slots int) uint { return uint(64 - bits.TrailingZeros(uint(slots))) }
