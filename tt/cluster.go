package tt

import (
	"sync/atomic"
	"unsafe"
)

// A cluster is one cache line of slots, the unit that a hash addresses. Every
// entry has a data word:
//
//	bits  0 –  7  depth + 128
//	      8 – 12  generation, 1 to 31; 0 only in an empty slot
//	     13 – 63  payload
//
// The full layout has four slots. It keeps the data word and verifies the
// whole hash:
//
//	word s      hash ⊕ data
//	word s + 4  data
//
// The compact layout has eight slots of one word. The k bits of the tag take
// the upper bits of the data word, which leaves 51 − k bits of payload:
//
//	bits  0 – 12      depth and generation, as above
//	     13 – 63 − k  payload
//	 64 − k – 63      tag: the low k bits of the hash
//
// An empty slot is all zero. Its data word is 0, which no entry has.
type cluster [clusterBytes / 8]atomic.Uint64

const (
	clusterBytes = 64
	fullSlots    = 4
	compactSlots = 8

	depthBias       = 128
	generationShift = 8
	generationMask  = 31 << generationShift
	lastGeneration  = 31
	payloadShift    = 13
)

var _ [clusterBytes]byte = [unsafe.Sizeof(cluster{})]byte{}

// pack returns the data word of an entry of the given generation, which is in
// its place already.
func pack(e Entry, generation uint64) uint64 {
	return e.Payload<<payloadShift | generation | uint64(uint8(e.Depth)^depthBias)
}

// unpack is the inverse of pack.
func unpack(data uint64) Entry {
	return Entry{
		Payload:    data >> payloadShift,
		Depth:      int8(uint8(data) ^ depthBias),
		Generation: uint8(data & generationMask >> generationShift),
	}
}

// recency holds 8·(31 − age) by the generation of the search and the one of the
// entry, and 0 for an empty slot.
type recency [lastGeneration + 1][lastGeneration + 1]uint16

func (r *recency) fill() {
	for now := 1; now <= lastGeneration; now++ {
		for then := 1; then <= lastGeneration; then++ {
			age := (now - then + lastGeneration) % lastGeneration
			r[now][then] = uint16(8 * (lastGeneration - age))
		}
	}
}

// worth orders the entries of a cluster for replacement, by depth − 8·age, with
// the recency of the current search. The result is that plus a constant. An empty
// slot, whose data word is 0, is worth less than any entry.
func worth(data uint64, recency *[lastGeneration + 1]uint16) int {
	return int(data&0xff) + int(recency[data>>generationShift&lastGeneration])
}

// find returns the data word of a hash and its slot, or 0 if the cluster does
// not hold it. The compiler makes conditional moves of its comparisons: a
// mispredicted branch would also drop the loads of the probes behind it.
func (t *Table) find(c *cluster, hash uint64) (data uint64, slot int) {
	if t.tagShift == 0 {
		for s := fullSlots - 1; s >= 0; s-- {
			d := c[fullSlots+s].Load()
			if c[s].Load()^d == hash {
				data, slot = d, s
			}
		}
		return data, slot
	}
	tag, limit := hash<<(t.tagShift&63), uint64(1)<<(t.tagShift&63)-1
	for s := compactSlots - 1; s >= 0; s-- {
		d := c[s].Load() ^ tag
		if d-1 < limit { // the tags are equal, and the slot is not empty
			data, slot = d, s
		}
	}
	return data, slot
}

// write fills a slot. The words of a slot are stored one after the other: see
// the package documentation on torn slots.
func (t *Table) write(c *cluster, slot int, hash, data uint64) {
	if t.tagShift == 0 {
		c[slot&3].Store(hash ^ data)
		c[slot&3+fullSlots].Store(data)
		return
	}
	c[slot&7].Store(hash<<(t.tagShift&63) | data)
}

// place returns the slot for a hash: its own, or the one of least worth and of
// equals the first.
func (t *Table) place(c *cluster, hash, generation uint64) int {
	if data, slot := t.find(c, hash); data != 0 {
		return slot
	}
	words := t.dataWords(c)
	recency := &t.recency[generation>>generationShift&lastGeneration]
	slot, least := 0, worth(words[0].Load(), recency)
	for s := 1; s < len(words); s++ {
		if v := worth(words[s].Load(), recency); v < least {
			slot, least = s, v
		}
	}
	return slot
}

// dataWords returns the words of the slots that end in depth and generation.
func (t *Table) dataWords(c *cluster) []atomic.Uint64 {
	if t.tagShift == 0 {
		return c[fullSlots:]
	}
	return c[:]
}
