package zobrist

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keys/prng"
)

// generators lists the named generators in the order of [Generators].
var generators = []struct {
	name string
	make func(seed uint64) rand.Source
	seed uint64 // the largest; 0: any
}{
	{name: "gnuchess", make: func(seed uint64) rand.Source { return prng.NewGNUChess(seed) }},
	{name: "mt19937-64", make: func(seed uint64) rand.Source { return prng.NewMT19937(seed) }},
	{name: "kiss64", make: func(seed uint64) rand.Source { return prng.NewKISS64(seed) }},
	{name: "rkiss", make: func(seed uint64) rand.Source { return prng.NewRKISS(seed) }},
	{name: "xorshift64star", make: func(seed uint64) rand.Source { s := prng.XorShift64Star(seed); return &s }},
	{name: "splitmix64", make: func(seed uint64) rand.Source { s := prng.SplitMix64(seed); return &s }},
	{name: "poly", make: func(seed uint64) rand.Source { return prng.NewPoly(polyIndependence, seed) }},
	{name: "pcg", make: func(seed uint64) rand.Source { return rand.NewPCG(seed, 0) }},
	{name: "chacha8", make: func(seed uint64) rand.Source { return prng.NewChaCha8(seed) }},
	{"xorshift32", func(seed uint64) rand.Source { return prng.NewXorShift32(uint32(seed)) }, math.MaxUint32},
	{"glibc-rand", func(seed uint64) rand.Source { return prng.NewGlibcRand(uint32(seed)) }, math.MaxUint32},
	{"glibc-random", func(seed uint64) rand.Source { return prng.NewGlibcRandom(uint32(seed)) }, math.MaxUint32},
	{"glibc-pair", func(seed uint64) rand.Source { return prng.NewGlibcPair(uint32(seed)) }, math.MaxUint32},
	{"msvc-rand", func(seed uint64) rand.Source { return prng.NewMSVCRand(uint32(seed)) }, math.MaxUint32},
	{"ansi-rand", func(seed uint64) rand.Source { return prng.NewANSIRand(uint32(seed)) }, math.MaxUint32},
	{"drand48", func(seed uint64) rand.Source { return prng.NewDrand48(uint32(seed)) }, math.MaxUint32},
	{"lcg32", func(seed uint64) rand.Source { return prng.NewLCG32(uint32(seed)) }, math.MaxUint32},
	{name: "lcg64", make: func(seed uint64) rand.Source { s := prng.LCG64(seed); return &s }},
	{name: "xorshift64", make: func(seed uint64) rand.Source { s := prng.XorShift64(seed); return &s }},
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
// The others come from tutorials and C libraries, and serve to audit existing tables. Their
// seeds have 32 bits, except for lcg64 and xorshift64, and a word takes as many draws as it needs:
//
//   - xorshift32: Marsaglia's, shifts 13, 17 and 5, the low 16 bits of four draws, the first
//     lowest; the seed is the state and must not be 0. All words depend on 32 bits: rank 32
//   - glibc-rand: rand of the GNU C library after srand, r | r<<15 | r<<30 | r<<45 | (r&15)<<60
//     of five draws r. They have 31 bits, overlap, and most bits are set in three of four words
//   - glibc-random: random of the GNU C library after srandom, in four slices as xorshift32
//   - glibc-pair: rand()<<32 | rand() of that library, the first draw high. Bits 31 and 63 are 0
//   - msvc-rand: rand of Microsoft's C library after srand, five draws as glibc-rand, of 15 bits
//   - ansi-rand: the example of rand in the C standard, likewise
//   - drand48: drand48 of POSIX after srand48, times 2^64. The low 16 bits are 0
//   - lcg32: the LCG mod 2^32 of Numerical Recipes, two draws, the first high. Low bits repeat
//   - lcg64: the LCG mod 2^64 of Knuth's MMIX, whose constants are also PCG's. Low bits repeat
//   - xorshift64: Marsaglia's, shifts 13, 7 and 17; the seed is the state and must not be 0.
//     All words depend linearly on 64 bits
//
// A source is not safe for concurrent use.
func NewSource(name string, seed uint64) (rand.Source, error) {
	if seed == 0 && strings.HasPrefix(name, "xorshift") {
		return nil, fmt.Errorf("zobrist: bad generator: %s repeats 0 for ever from seed 0; give another seed", name)
	}
	for _, g := range generators {
		switch {
		case g.name != name:
		case g.seed != 0 && seed > g.seed:
			return nil, fmt.Errorf("zobrist: bad generator: seed %d of %s is above %d", seed, name, g.seed)
		default:
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
