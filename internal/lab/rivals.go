package lab

import (
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/internal/keys/prng"
	"github.com/zobrist-go/zobrist/tabulation"
)

// hash is a hash function of 32-bit keys.
type hash interface {
	Hash(x uint32) uint64
	HashBatch(dst []uint64, src []uint32)
}

// family is a way to draw hash functions: one of tabulation, or one to compare with it. Addresses are the high bits of
// hashes.
type family struct {
	name string
	draw func(rand.Source) hash
}

// families returns the families of package tabulation and then their rivals.
func families() []family {
	var all []family
	for _, f := range tabulation.Families() {
		all = append(all, family{f.String(), func(src rand.Source) hash { return tabulation.New[uint32](f, src) }})
	}
	return append(all,
		family{"multiply-shift", drawMultiplyShift},
		family{"polynomial, degree 1", drawPolynomial(2)},
		family{"polynomial, degree 4", drawPolynomial(5)},
		family{"fully random", drawRandom},
	)
}

// batchOf is HashBatch by one call a key.
func batchOf(dst []uint64, src []uint32, each func(uint32) uint64) {
	for i, x := range src {
		dst[i] = each(x)
	}
}

// multiplyShift is universal multiply-shift: the high bits of a·x mod 2^64 for
// random odd a (Dietzfelbinger and others, Journal of Algorithms 25, 1997),
// with the key in the high half so that, as in its 32-bit form, a·x mod 2^32
// is what counts.
type multiplyShift uint64

func drawMultiplyShift(src rand.Source) hash {
	return multiplyShift(src.Uint64() | 1)
}

func (a multiplyShift) Hash(x uint32) uint64 { return uint64(uint32(a)*x) << 32 }

func (a multiplyShift) HashBatch(dst []uint64, src []uint32) { batchOf(dst, src, a.Hash) }

// polynomial is a random polynomial over the integers mod 2^61−1, scaled to 64
// bits: (degree + 1)-independent.
type polynomial []uint64

func drawPolynomial(coefficients int) func(rand.Source) hash {
	return func(src rand.Source) hash {
		p := make(polynomial, coefficients)
		for i := range p {
			for p[i] = 1<<61 - 1; p[i] == 1<<61-1; {
				p[i] = src.Uint64() >> 3
			}
		}
		return p
	}
}

func (p polynomial) Hash(x uint32) uint64 { return prng.Eval61(p, uint64(x)) << 3 }

func (p polynomial) HashBatch(dst []uint64, src []uint32) { batchOf(dst, src, p.Hash) }

// fullyRandom draws a new hash at each call. The experiments hash each key once, so that
// this is a function.
type fullyRandom struct{ src rand.Source }

func drawRandom(src rand.Source) hash { return fullyRandom{src} }

func (r fullyRandom) Hash(uint32) uint64 { return r.src.Uint64() }

func (r fullyRandom) HashBatch(dst []uint64, src []uint32) { batchOf(dst, src, r.Hash) }
