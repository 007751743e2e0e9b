package tabulation

import "math/rand/v2"

// permutations are eight permutations of a byte, one for each byte of a hash,
// the low byte first, every entry shifted to its place: to permute all bytes
// is to tabulate the hash.
type permutations [8][256]uint64

// apply permutes every byte of h.
func (p *permutations) apply(h uint64) uint64 { return simple64((*[8][256]uint64)(p), h) }

func (p *permutations) draw(src rand.Source) {
	for i := range p {
		drawPermutation(&p[i], i, src)
	}
}

func (p *permutations) valid() bool {
	for i := range p {
		if !validPermutation(&p[i], i) {
			return false
		}
	}
	return true
}

// drawPermutation makes p a uniform permutation of the values of byte i of a
// word (Durstenfeld 1964).
func drawPermutation(p *[256]uint64, i int, src rand.Source) {
	for c := range p {
		p[c] = uint64(c) << (8 * i)
	}
	for c := len(p) - 1; c > 0; c-- {
		d := uniform(src, uint64(c)+1)
		p[c], p[d] = p[d], p[c]
	}
}

// validPermutation reports whether p is what drawPermutation may make.
func validPermutation(p *[256]uint64, i int) bool {
	var seen [256]bool
	for _, w := range p {
		c := byte(w >> (8 * i))
		if seen[c] || w != uint64(c)<<(8*i) {
			return false
		}
		seen[c] = true
	}
	return true
}

// bytes returns the permutations as byte tables of a substitution.
func (p *permutations) bytes() (b []byte) {
	for i := range p {
		b = append(b, permutationBytes(&p[i], i)...)
	}
	return b
}

func permutationBytes(p *[256]uint64, i int) []byte {
	b := make([]byte, 256)
	halves((*[256]byte)(b), func(x int) byte { return byte(p[x] >> (8 * i)) })
	return b
}

// applyTop permutes the top byte of h.
func applyTop(p *[256]uint64, h uint64) uint64 { return h&(1<<56-1) ^ p[h>>56] }

// Permutation32 is tabulation-permutation hashing of 32-bit keys (Aamand,
// Knudsen, Knudsen, Rasmussen and Thorup, Fast Hashing with Strong
// Concentration Bounds, STOC 2020): simple tabulation, then a random
// permutation of each byte of the result. 24 KiB. The zero value maps every
// key to 0.
type Permutation32 struct {
	s      Simple32
	p      permutations
	planes planeCache
}

// NewPermutation32 draws a function from src.
func NewPermutation32(src rand.Source) *Permutation32 { return drawn(new(Permutation32), src) }

// Hash returns the hash of x.
func (p *Permutation32) Hash(x uint32) uint64 { return p.p.apply(p.s.Hash(x)) }

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (p *Permutation32) HashBatch(dst []uint64, src []uint32) {
	dst = dst[:len(src):len(dst)]
	done := blocks32(dst, src, p, &p.planes)
	simple32Batch(dst[done:], src[done:], &p.s.t)
	simple64Batch(dst[done:], dst[done:], (*[8][256]uint64)(&p.p))
}

func (p *Permutation32) words(visit func(*uint64)) {
	p.s.words(visit)
	each(p.p[:], visit)
}
func (p *Permutation32) draw(src rand.Source) { p.s.draw(src); p.p.draw(src) }
func (p *Permutation32) valid() bool          { return p.p.valid() }
func (p *Permutation32) bytes() *byteTables {
	return &byteTables{first: byBytesOf(p.s.t[:]), second: p.p.bytes()}
}
func (p *Permutation32) header() header { return header{kind32, Permutation, 4} }

// Permutation64 is [Permutation32] for 64-bit keys: 32 KiB.
type Permutation64 struct {
	s      Simple64
	p      permutations
	planes planeCache
}

// NewPermutation64 draws a function from src.
func NewPermutation64(src rand.Source) *Permutation64 { return drawn(new(Permutation64), src) }

// Hash returns the hash of x.
func (p *Permutation64) Hash(x uint64) uint64 { return p.p.apply(simple64(&p.s.t, x)) }

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (p *Permutation64) HashBatch(dst, src []uint64) {
	dst = dst[:len(src):len(dst)]
	done := blocks64(dst, src, p, &p.planes)
	simple64Batch(dst[done:], src[done:], &p.s.t)
	simple64Batch(dst[done:], dst[done:], (*[8][256]uint64)(&p.p))
}

func (p *Permutation64) words(visit func(*uint64)) {
	p.s.words(visit)
	each(p.p[:], visit)
}
func (p *Permutation64) draw(src rand.Source) { p.s.draw(src); p.p.draw(src) }
func (p *Permutation64) valid() bool          { return p.p.valid() }
func (p *Permutation64) bytes() *byteTables {
	return &byteTables{first: byBytesOf(p.s.t[:]), second: p.p.bytes()}
}
func (p *Permutation64) header() header { return header{kind64, Permutation, 8} }

// OnePermutation32 is tabulation-1permutation hashing of 32-bit keys (Aamand
// and others 2020): simple tabulation, then a random permutation of the top
// byte. 10 KiB. The zero value clears the top byte of 0.
type OnePermutation32 struct {
	s      Simple32
	p      [256]uint64
	planes planeCache
}

// NewOnePermutation32 draws a function from src.
func NewOnePermutation32(src rand.Source) *OnePermutation32 {
	return drawn(new(OnePermutation32), src)
}

// Hash returns the hash of x.
func (p *OnePermutation32) Hash(x uint32) uint64 { return applyTop(&p.p, p.s.Hash(x)) }

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (p *OnePermutation32) HashBatch(dst []uint64, src []uint32) {
	dst = dst[:len(src):len(dst)]
	for i := blocks32(dst, src, p, &p.planes); i < len(src); i++ {
		dst[i] = p.Hash(src[i])
	}
}

func (p *OnePermutation32) words(visit func(*uint64)) {
	p.s.words(visit)
	eachWord(p.p[:], visit)
}
func (p *OnePermutation32) draw(src rand.Source) { p.s.draw(src); drawPermutation(&p.p, 7, src) }
func (p *OnePermutation32) valid() bool          { return validPermutation(&p.p, 7) }
func (p *OnePermutation32) bytes() *byteTables {
	return &byteTables{first: byBytesOf(p.s.t[:]), second: permutationBytes(&p.p, 7)}
}
func (p *OnePermutation32) header() header { return header{kind32, OnePermutation, 4} }

// OnePermutation64 is [OnePermutation32] for 64-bit keys: 18 KiB.
type OnePermutation64 struct {
	s      Simple64
	p      [256]uint64
	planes planeCache
}

// NewOnePermutation64 draws a function from src.
func NewOnePermutation64(src rand.Source) *OnePermutation64 {
	return drawn(new(OnePermutation64), src)
}

// Hash returns the hash of x.
func (p *OnePermutation64) Hash(x uint64) uint64 { return applyTop(&p.p, simple64(&p.s.t, x)) }

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (p *OnePermutation64) HashBatch(dst, src []uint64) {
	dst = dst[:len(src):len(dst)]
	for i := blocks64(dst, src, p, &p.planes); i < len(src); i++ {
		dst[i] = p.Hash(src[i])
	}
}

func (p *OnePermutation64) words(visit func(*uint64)) {
	p.s.words(visit)
	eachWord(p.p[:], visit)
}
func (p *OnePermutation64) draw(src rand.Source) { p.s.draw(src); drawPermutation(&p.p, 7, src) }
func (p *OnePermutation64) valid() bool          { return validPermutation(&p.p, 7) }
func (p *OnePermutation64) bytes() *byteTables {
	return &byteTables{first: byBytesOf(p.s.t[:]), second: permutationBytes(&p.p, 7)}
}
func (p *OnePermutation64) header() header { return header{kind64, OnePermutation, 8} }
