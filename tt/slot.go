package tt

import (
	"math/bits"
	"sync/atomic"
)

// A line is a cache line of slots, 64 bytes, the unit that a hash addresses.
//
//	Full     4 slots {hash ⊕ data, data}; data = payload 51 | management 13
//	Compact  8 slots {tag k | payload 51−k | management 13}
//	Payload  4 slots {(low 51 bits of the hash | management 13) ⊕ payload, payload 64}
//	Wide     2 slots {low half ⊕ payload, high half ⊕ payload ⊕ spread(management), payload 64, management}
//
// In Full and Payload the first words of the slots come before the second ones,
// so that two loads bring four of each: a slot has the words w and w + 4.
type line [8]atomic.Uint64

// none is the way of a position that is not in a line.
const none = 8

// A Slot is where in its line a probe found an entry, or that it found none.
// The hash says which line.
type Slot struct {
	ways uint16 // a bit for the way, or 0
}

func slotOf(way int) Slot { return Slot{1 << way & 0xff} }

// way returns that of the slot, or 16.
func (s Slot) way() int { return bits.TrailingZeros16(s.ways) }

// findFull returns the data word of the hash in a line and its way. Without
// one, the data is 0. The scan has no branch that depends on the hash.
func (l *line) findFull(hash uint64) (data uint64, way int) {
	d0, d1, d2, d3 := l[4].Load(), l[5].Load(), l[6].Load(), l[7].Load()
	m0, m1, m2, m3 := l[0].Load()^d0, l[1].Load()^d1, l[2].Load()^d2, l[3].Load()^d3
	way = none
	if m3 == hash {
		way = 3
	}
	if m3 == hash {
		data = d3
	}
	if m2 == hash {
		way = 2
	}
	if m2 == hash {
		data = d2
	}
	if m1 == hash {
		way = 1
	}
	if m1 == hash {
		data = d1
	}
	if m0 == hash {
		way = 0
	}
	if m0 == hash {
		data = d0
	}
	return data, way
}

// findCompact returns the word without its tag and its way, or 0. The tag is
// at the top of its word, the rest below shift.
func (l *line) findCompact(tag uint64, shift uint) (data uint64, way int) {
	way = none
	limit := uint64(1)<<(shift&63) - 1
	for w := 7; w >= 0; w-- {
		x := l[w].Load() ^ tag
		hit := x-1 < limit // 0 is an empty slot under tag 0
		if hit {
			way = w
		}
		if hit {
			data = x
		}
	}
	return data, way
}

// findPayload returns the payload and the management bits.
func (l *line) findPayload(hash uint64) (payload, m uint64, way int) {
	way = none
	tag := hash << metaBits
	for w := 3; w >= 0; w-- {
		p := l[w+4].Load()
		x := l[w].Load() ^ p ^ tag
		if x <= metaMask {
			payload, m, way = p, x, w
		}
	}
	return payload, m, way
}

// findWide returns the payload and the management bits.
func (l *line) findWide(low, high uint64) (payload, m uint64, way int) {
	way = none
	for w := 1; w >= 0; w-- {
		p, g := l[4*w+2].Load(), l[4*w+3].Load()
		if l[4*w].Load()^p == low && l[4*w+1].Load()^p^spread(g) == high && g != 0 {
			payload, m, way = p, g, w
		}
	}
	return payload, m, way
}

// spread maps management bits to words that differ where they do, and far
// apart: the multiplier is odd, and no small multiple of it looks like the
// difference of two payloads.
func spread(m uint64) uint64 { return m * 0x9e3779b97f4a7c15 }

// placeFull returns the way for a hash under the policy DepthAge: its own, or
// the one of least worth. There is no branch in it.
func (l *line) placeFull(hash, generation uint64) int {
	const own = -1 << 20
	best := 1 << 20
	for w := range 4 {
		d := l[w+4].Load()
		k := worth(d, generation)<<2 | w
		if l[w].Load()^d == hash {
			k = own | w
		}
		best = min(best, k)
	}
	return best & 3
}
