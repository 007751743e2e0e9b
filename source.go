package zobrist

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/zobrist-go/zobrist/internal/prng"
)

// generators lists the named generators in the order of [Generators].
var generators = []struct {
	name string
	make func(seed uint64) rand.Source
}{
	{"gnuchess", func(seed uint64) rand.Source { return prng.NewGNUChess(seed) }},
	{"mt19937-64", func(seed uint64) rand.Source { return prng.NewMT19937(seed) }},
	{"kiss64", func(seed uint64) rand.Source { return prng.NewKISS64(seed) }},
	{"rkiss", func(seed uint64) rand.Source { return prng.NewRKISS(seed) }},
	{"xorshift64star", func(seed uint64) rand.Source { s := prng.XorShift64Star(seed); return &s }},
	{"splitmix64", func(seed uint64) rand.Source { s := prng.SplitMix64(seed); return &s }},
	{"poly", func(seed uint64) rand.Source { return prng.NewPoly(polyIndependence, seed) }},
	{"pcg", func(seed uint64) rand.Source { return rand.NewPCG(seed, 0) }},
	{"chacha8", func(seed uint64) rand.Source { return prng.NewChaCha8(seed) }},
}

// polyIndependence is k of the generator "poly": more than the logarithm of
// any number of features and of any width.
const polyIndependence = 64

// NewSource returns a named generator under a seed, the same words on every
// platform and in every release from 1.0 on:
//
//   - gnuchess: the lagged Fibonacci of GNU Chess and Crafty; seed 1 is their own
//   - mt19937-64: the Mersenne Twister; its reference program's seed is 5489
//   - kiss64: Marsaglia's KISS of 2009; seed 1 is his own starting state
//   - rkiss: Jenkins' small generator, as chess programs call it
//   - xorshift64star: Stockfish's; the seed must not be 0
//   - splitmix64: any seed
//   - poly: any 64 of its words are independent (polynomials over 2^61−1)
//   - pcg: math/rand/v2's PCG with (seed, 0)
//   - chacha8: math/rand/v2's ChaCha8, the seed first in its key, little-endian
//
// A source is not safe for concurrent use.
func NewSource(name string, seed uint64) (rand.Source, error) {
	if name == "xorshift64star" && seed == 0 {
		return nil, errors.New("zobrist: bad generator: xorshift64star repeats 0 for ever from seed 0; give another seed")
	}
	for _, g := range generators {
		if g.name == name {
			return g.make(seed), nil
		}
	}
	return nil, fmt.Errorf("zobrist: bad generator %q; the known ones are %s", name, strings.Join(Generators(), ", "))
}

// Generators returns the names that [NewSource] knows.
func Generators() []string {
	names := make([]string, len(generators))
	for i, g := range generators {
		names[i] = g.name
	}
	return names
}
