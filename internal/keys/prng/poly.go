package prng

import (
	"math/bits"
	"math/rand/v2"
)

// Poly draws words of which any k are independent. Word i consists of the low 32 bits of two random
// polynomials at i, of degree k−1 over the integers mod 2^61−1 (Wegman and Carter 1981); the first
// one is the high half. The residues mod 2^61 − 1 do not divide evenly among the values of 32 bits:
// the distance from uniform is below 2^−60 a word.
//
// A word costs 2k multiplications. Make one with [NewPoly].
type Poly struct {
	high, low []uint64 // coefficients, highest power first
	next      uint64
}

const mersenne61 = 1<<61 - 1

// NewPoly returns a generator of k-independent words for k ≥ 1, its
// coefficients drawn from ChaCha8 under the seed. Words repeat after 2^61−1.
func NewPoly(k int, seed uint64) *Poly {
	src := NewChaCha8(seed)
	draw := func() []uint64 {
		c := make([]uint64, k)
		for i := range c {
			for c[i] = mersenne61; c[i] == mersenne61; {
				c[i] = src.Uint64() >> 3
			}
		}
		return c
	}
	return &Poly{high: draw(), low: draw()}
}

// NewChaCha8 returns the generator of math/rand/v2 with the seed as the first
// eight bytes of its key, little-endian, and zeros after them.
func NewChaCha8(seed uint64) *rand.ChaCha8 {
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	return rand.NewChaCha8(key)
}

// Uint64 returns the next word.
func (p *Poly) Uint64() uint64 {
	i := p.next
	if p.next++; p.next == mersenne61 {
		p.next = 0
	}
	return Eval61(p.high, i)<<32 | Eval61(p.low, i)&(1<<32-1)
}

// Eval61 returns the value at x of the polynomial with these coefficients,
// highest power first, mod 2^61−1. x and the coefficients are below 2^61−1.
func Eval61(coefficients []uint64, x uint64) uint64 {
	var y uint64
	for _, c := range coefficients {
		hi, lo := bits.Mul64(y, x) // below 2^122
		y = lo&mersenne61 + (hi<<3 | lo>>61) + c
		y = y&mersenne61 + y>>61
		if y >= mersenne61 {
			y -= mersenne61
		}
	}
	return y
}
