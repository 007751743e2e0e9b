package tabulation

import "math/rand/v2"

// pair is a table entry of 128 bits: a part of the hash, and characters
// derived from the key that steer later look-ups.
type pair struct{ hash, derived uint64 }

// Twisted32 is twisted tabulation of 32-bit keys (Pătraşcu and Thorup,
// Twisted Tabulation Hashing, SODA 2013): the entries for the three low bytes
// carry, beside 64 bits of hash, a byte to be exclusive-ored to the high byte
// of the key, the head, before its own look-up:
//
//	(h, t) = T₀[x₀] ⊕ T₁[x₁] ⊕ T₂[x₂]
//	h(x) = h ⊕ T₃[x₃ ⊕ t]
//
// The paper's code holds 32 bits of hash and the byte in one word and returns
// the word shifted down by 32; entries are pairs of words here, so that all
// 64 bits of the hash have the paper's guarantee. 14 KiB. The zero value maps
// every key to 0.
type Twisted32 struct {
	t      [3][256]pair
	head   [256]uint64
	planes planeCache
}

// NewTwisted32 draws a function from src.
func NewTwisted32(src rand.Source) *Twisted32 { return drawn(new(Twisted32), src) }

// Hash returns the hash of x.
func (w *Twisted32) Hash(x uint32) uint64 {
	a, b, c := &w.t[0][byte(x)], &w.t[1][byte(x>>8)], &w.t[2][byte(x>>16)]
	twist := a.derived ^ b.derived ^ c.derived ^ uint64(x>>24)
	return a.hash ^ b.hash ^ c.hash ^ w.head[byte(twist)]
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (w *Twisted32) HashBatch(dst []uint64, src []uint32) {
	dst = dst[:len(src):len(dst)]
	for i := blocks32(dst, src, w, &w.planes); i < len(src); i++ {
		dst[i] = w.Hash(src[i])
	}
}

func (w *Twisted32) words(visit func(*uint64)) {
	eachPair(w.t[:], visit)
	eachWord(w.head[:], visit)
}
func (w *Twisted32) draw(src rand.Source) { fill(w, src) }
func (w *Twisted32) bytes() *byteTables {
	return twistedBytes(w.t[:], &w.head)
}
func (w *Twisted32) header() header { return header{kind32, Twisted, 4} }

// Twisted64 is [Twisted32] for 64-bit keys: seven characters and a head,
// 30 KiB.
type Twisted64 struct {
	t      [7][256]pair
	head   [256]uint64
	planes planeCache
}

// NewTwisted64 draws a function from src.
func NewTwisted64(src rand.Source) *Twisted64 { return drawn(new(Twisted64), src) }

// Hash returns the hash of x.
func (w *Twisted64) Hash(x uint64) uint64 {
	a, b, c, d := &w.t[0][byte(x)], &w.t[1][byte(x>>8)], &w.t[2][byte(x>>16)], &w.t[3][byte(x>>24)]
	e, f, g := &w.t[4][byte(x>>32)], &w.t[5][byte(x>>40)], &w.t[6][byte(x>>48)]
	twist := a.derived ^ b.derived ^ c.derived ^ d.derived ^ e.derived ^ f.derived ^ g.derived ^ x>>56
	return a.hash ^ b.hash ^ c.hash ^ d.hash ^ e.hash ^ f.hash ^ g.hash ^ w.head[byte(twist)]
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (w *Twisted64) HashBatch(dst, src []uint64) {
	dst = dst[:len(src):len(dst)]
	done := blocks64(dst, src, w, &w.planes)
	done += twisted64Pairs(dst[done:], src[done:], w)
	for i := done; i < len(src); i++ {
		dst[i] = w.Hash(src[i])
	}
}

func (w *Twisted64) words(visit func(*uint64)) {
	eachPair(w.t[:], visit)
	eachWord(w.head[:], visit)
}
func (w *Twisted64) draw(src rand.Source) { fill(w, src) }
func (w *Twisted64) bytes() *byteTables {
	return twistedBytes(w.t[:], &w.head)
}
func (w *Twisted64) header() header { return header{kind64, Twisted, 8} }

// twistedBytes makes byte tables whose derived part is one byte, the twist.
func twistedBytes(t [][256]pair, head *[256]uint64) *byteTables {
	p := &byteTables{
		first:   byBytes(len(t), func(c, x int) uint64 { return t[c][x].hash }),
		derived: make([]byte, 256*len(t)),
		second:  byBytes(1, func(_, x int) uint64 { return head[x] }),
	}
	for c := range t {
		halves((*[256]byte)(p.derived[256*c:]), func(x int) byte { return byte(t[c][x].derived) })
	}
	return p
}
