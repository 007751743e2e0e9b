package tabulation

import "math/rand/v2"

// Mixed32 is mixed tabulation of 32-bit keys (Dahlgaard, Knudsen, Rotenberg
// and Thorup, Hashing for Statistics over K-Partitions, FOCS 2015) with four
// characters and four derived ones:
//
//	(h, d) = T₀[x₀] ⊕ … ⊕ T₃[x₃]
//	h(x) = h ⊕ U₀[d₀] ⊕ … ⊕ U₃[d₃]
//
// The derived characters d are the low four bytes of the second word of an
// entry, the low byte first. 24 KiB. The zero value maps every key to 0.
type Mixed32 struct {
	t      [4][256]pair
	u      [4][256]uint64
	planes planeCache
}

// NewMixed32 draws a function from src.
func NewMixed32(src rand.Source) *Mixed32 { return drawn(new(Mixed32), src) }

// Hash returns the hash of x.
func (m *Mixed32) Hash(x uint32) uint64 {
	a, b, c, d := &m.t[0][byte(x)], &m.t[1][byte(x>>8)], &m.t[2][byte(x>>16)], &m.t[3][x>>24]
	v := uint32(a.derived ^ b.derived ^ c.derived ^ d.derived)
	return a.hash ^ b.hash ^ c.hash ^ d.hash ^
		m.u[0][byte(v)] ^ m.u[1][byte(v>>8)] ^ m.u[2][byte(v>>16)] ^ m.u[3][v>>24]
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (m *Mixed32) HashBatch(dst []uint64, src []uint32) {
	dst = dst[:len(src):len(dst)]
	done := blocks32(dst, src, m, &m.planes)
	done += mixed32Pairs(dst[done:], src[done:], m)
	for i := done; i < len(src); i++ {
		dst[i] = m.Hash(src[i])
	}
}

func (m *Mixed32) words(visit func(*uint64)) {
	eachPair(m.t[:], visit)
	each(m.u[:], visit)
}
func (m *Mixed32) draw(src rand.Source) { fill(m, src) }
func (m *Mixed32) bytes() *byteTables {
	hash, derived := byBytesOfPairs(m.t[:])
	return &byteTables{hash, derived, byBytesOf(m.u[:])}
}
func (m *Mixed32) header() header { return header{kind32, Mixed, 4} }

// Mixed64 is [Mixed32] for 64-bit keys: eight characters and eight derived
// ones, 48 KiB.
type Mixed64 struct {
	t      [8][256]pair
	u      [8][256]uint64
	planes planeCache
}

// NewMixed64 draws a function from src.
func NewMixed64(src rand.Source) *Mixed64 { return drawn(new(Mixed64), src) }

// Hash returns the hash of x.
func (m *Mixed64) Hash(x uint64) uint64 {
	a, b, c, d := &m.t[0][byte(x)], &m.t[1][byte(x>>8)], &m.t[2][byte(x>>16)], &m.t[3][byte(x>>24)]
	e, f, g, h := &m.t[4][byte(x>>32)], &m.t[5][byte(x>>40)], &m.t[6][byte(x>>48)], &m.t[7][x>>56]
	v := a.derived ^ b.derived ^ c.derived ^ d.derived ^ e.derived ^ f.derived ^ g.derived ^ h.derived
	return a.hash ^ b.hash ^ c.hash ^ d.hash ^ e.hash ^ f.hash ^ g.hash ^ h.hash ^ simple64(&m.u, v)
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (m *Mixed64) HashBatch(dst, src []uint64) {
	dst = dst[:len(src):len(dst)]
	done := blocks64(dst, src, m, &m.planes)
	done += mixed64Pairs(dst[done:], src[done:], m)
	for i := done; i < len(src); i++ {
		dst[i] = m.Hash(src[i])
	}
}

func (m *Mixed64) words(visit func(*uint64)) {
	eachPair(m.t[:], visit)
	each(m.u[:], visit)
}
func (m *Mixed64) draw(src rand.Source) { fill(m, src) }
func (m *Mixed64) bytes() *byteTables {
	hash, derived := byBytesOfPairs(m.t[:])
	return &byteTables{hash, derived, byBytesOf(m.u[:])}
}
func (m *Mixed64) header() header { return header{kind64, Mixed, 8} }
