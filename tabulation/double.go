package tabulation

import "math/rand/v2"

// Double32 is double tabulation of 32-bit keys (Thorup, Simple Tabulation,
// Fast Expanders, Double Tabulation, and High Independence, FOCS 2013): a
// simple tabulation of the four characters onto 6·4 = 24 derived ones, and a
// simple tabulation of those. 72 KiB. The zero value maps every key to 0.
type Double32 struct {
	t      [4][256][3]uint64
	u      [24][256]uint64
	planes planeCache
}

// NewDouble32 draws a function from src.
func NewDouble32(src rand.Source) *Double32 { return drawn(new(Double32), src) }

// Hash returns the hash of x.
func (d *Double32) Hash(x uint32) uint64 {
	e, f, g, h := &d.t[0][byte(x)], &d.t[1][byte(x>>8)], &d.t[2][byte(x>>16)], &d.t[3][x>>24]
	return simple64((*[8][256]uint64)(d.u[0:8]), e[0]^f[0]^g[0]^h[0]) ^
		simple64((*[8][256]uint64)(d.u[8:16]), e[1]^f[1]^g[1]^h[1]) ^
		simple64((*[8][256]uint64)(d.u[16:24]), e[2]^f[2]^g[2]^h[2])
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (d *Double32) HashBatch(dst []uint64, src []uint32) {
	dst = dst[:len(src):len(dst)]
	for i := blocks32(dst, src, d, &d.planes); i < len(src); i++ {
		dst[i] = d.Hash(src[i])
	}
}

func (d *Double32) words(visit func(*uint64)) {
	for i := range d.t {
		each(d.t[i][:], visit)
	}
	each(d.u[:], visit)
}
func (d *Double32) draw(src rand.Source) { fill(d, src) }
func (d *Double32) bytes() *byteTables {
	p := new(byteTables)
	for j := range d.t[0][0] {
		p.first = append(p.first, byBytes(len(d.t), func(c, x int) uint64 { return d.t[c][x][j] })...)
		p.second = append(p.second, byBytesOf(d.u[8*j:8*j+8])...)
	}
	return p
}
func (d *Double32) header() header { return header{kind32, Double, 4} }

// Double64 is [Double32] for 64-bit keys: eight characters onto 48, 192 KiB,
// which is more than a first-level cache.
type Double64 struct {
	t      [8][256][6]uint64
	u      [48][256]uint64
	planes planeCache
}

// NewDouble64 draws a function from src.
func NewDouble64(src rand.Source) *Double64 { return drawn(new(Double64), src) }

// Hash returns the hash of x.
func (d *Double64) Hash(x uint64) uint64 {
	var v [6]uint64
	for i := range d.t {
		e := &d.t[i][byte(x>>(8*i))]
		for j := range v {
			v[j] ^= e[j]
		}
	}
	h := uint64(0)
	for j := range v {
		h ^= simple64((*[8][256]uint64)(d.u[8*j:8*j+8]), v[j])
	}
	return h
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (d *Double64) HashBatch(dst, src []uint64) {
	dst = dst[:len(src):len(dst)]
	for i := blocks64(dst, src, d, &d.planes); i < len(src); i++ {
		dst[i] = d.Hash(src[i])
	}
}

func (d *Double64) words(visit func(*uint64)) {
	for i := range d.t {
		each(d.t[i][:], visit)
	}
	each(d.u[:], visit)
}
func (d *Double64) draw(src rand.Source) { fill(d, src) }
func (d *Double64) bytes() *byteTables {
	p := new(byteTables)
	for j := range d.t[0][0] {
		p.first = append(p.first, byBytes(len(d.t), func(c, x int) uint64 { return d.t[c][x][j] })...)
		p.second = append(p.second, byBytesOf(d.u[8*j:8*j+8])...)
	}
	return p
}
func (d *Double64) header() header { return header{kind64, Double, 8} }
