package tabulation

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/internal/prng"
)

// NewSource returns ChaCha8 under a seed of 64 bits: its 32-byte seed is the first four outputs of SplitMix64 started
// at seed, each little-endian. It is not safe for concurrent use.
//
// The words that follow from a seed are the same on every platform, and are frozen from release 1.0.
func NewSource(seed uint64) rand.Source {
	var key [32]byte
	mix := prng.SplitMix64(seed)
	for i := 0; i < len(key); i += 8 {
		binary.LittleEndian.PutUint64(key[i:], mix.Uint64())
	}
	return rand.NewChaCha8(key)
}

// NewPolynomialSource returns a source of which any k words are independent: the values of random polynomials of
// degree k−1 over the integers mod 2^61−1 (Wegman and Carter 1981), whose coefficients follow from the seed. A word
// costs 2k multiplications. The source is not safe for concurrent use. NewPolynomialSource panics if k is below 1.
//
// For n keys, tables whose entries are O(log n)-independent are as good as fully random ones for what is proved of
// simple tabulation (Pătraşcu and Thorup 2012).
func NewPolynomialSource(k int, seed uint64) rand.Source {
	if k < 1 {
		panic("tabulation: k-independent words for k below 1")
	}
	return prng.NewPoly(k, seed)
}

// uniform returns a number below n, each with the same probability, for n above 0. It multiplies and rejects (Lemire
// 2019, section 4).
func uniform(src rand.Source, n uint64) uint64 {
	for {
		if r := src.Uint64(); r*n >= -n%n {
			return MultiplyHigh(r, n)
		}
	}
}
