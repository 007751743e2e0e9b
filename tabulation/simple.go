package tabulation

import "math/rand/v2"

// Simple32 is simple tabulation of 32-bit keys, read as four characters of a
// byte each: h(x) = T₀[x₀] ⊕ T₁[x₁] ⊕ T₂[x₂] ⊕ T₃[x₃], x₀ being the low byte
// (Zobrist 1970; Pătraşcu and Thorup, The Power of Simple Tabulation Hashing,
// JACM 59(3), 2012). 8 KiB. The zero value maps every key to 0.
type Simple32 struct {
	t      [4][256]uint64
	planes planeCache
}

// NewSimple32 draws a function from src.
func NewSimple32(src rand.Source) *Simple32 { return drawn(new(Simple32), src) }

// Hash returns the hash of x.
func (s *Simple32) Hash(x uint32) uint64 {
	return s.t[0][byte(x)] ^ s.t[1][byte(x>>8)] ^ s.t[2][byte(x>>16)] ^ s.t[3][x>>24]
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (s *Simple32) HashBatch(dst []uint64, src []uint32) {
	dst = dst[:len(src):len(dst)]
	done := blocks32(dst, src, s, &s.planes)
	simple32Batch(dst[done:], src[done:], &s.t)
}

func simple32Batch(dst []uint64, src []uint32, t *[4][256]uint64) {
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = t[0][byte(x)] ^ t[1][byte(x>>8)] ^ t[2][byte(x>>16)] ^ t[3][x>>24]
	}
}

func (s *Simple32) words(visit func(*uint64)) { each(s.t[:], visit) }
func (s *Simple32) draw(src rand.Source)      { fill(s, src) }
func (s *Simple32) bytes() *byteTables        { return &byteTables{first: byBytesOf(s.t[:])} }
func (s *Simple32) header() header            { return header{kind32, Simple, 4} }

// Simple64 is [Simple32] for 64-bit keys: eight characters, 16 KiB.
type Simple64 struct {
	t      [8][256]uint64
	planes planeCache
}

// NewSimple64 draws a function from src.
func NewSimple64(src rand.Source) *Simple64 { return drawn(new(Simple64), src) }

// Hash returns the hash of x.
func (s *Simple64) Hash(x uint64) uint64 {
	return s.t[0][byte(x)] ^ s.t[1][byte(x>>8)] ^ s.t[2][byte(x>>16)] ^ s.t[3][byte(x>>24)] ^
		s.t[4][byte(x>>32)] ^ s.t[5][byte(x>>40)] ^ s.t[6][byte(x>>48)] ^ s.t[7][x>>56]
}

// simple64 is Simple64.Hash for tables that are part of another function.
func simple64(t *[8][256]uint64, x uint64) uint64 {
	return t[0][byte(x)] ^ t[1][byte(x>>8)] ^ t[2][byte(x>>16)] ^ t[3][byte(x>>24)] ^
		t[4][byte(x>>32)] ^ t[5][byte(x>>40)] ^ t[6][byte(x>>48)] ^ t[7][x>>56]
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (s *Simple64) HashBatch(dst, src []uint64) {
	dst = dst[:len(src):len(dst)]
	done := blocks64(dst, src, s, &s.planes)
	simple64Batch(dst[done:], src[done:], &s.t)
}

func simple64Batch(dst, src []uint64, t *[8][256]uint64) {
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] = simple64(t, x)
	}
}

func (s *Simple64) words(visit func(*uint64)) { each(s.t[:], visit) }
func (s *Simple64) draw(src rand.Source)      { fill(s, src) }
func (s *Simple64) bytes() *byteTables        { return &byteTables{first: byBytesOf(s.t[:])} }
func (s *Simple64) header() header            { return header{kind64, Simple, 8} }
