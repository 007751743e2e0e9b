package zobrist

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/internal/gf2"
	"github.com/zobrist-go/zobrist/internal/prng"
)

// Keys128 makes the keys, in the low Bits() bits of each word. All that is
// left open is drawn from src:
//
//   - which element each feature has, without repetition;
//   - the spare bits;
//   - a matrix that mixes each block with itself, invertibly, and with the
//     blocks before it, so that every guarantee stays and the keys look random.
//
// The constant is in the last block because the parity of the number of
// features is far from random in real positions, and would make a bad address
// of every run of bits that holds it.
//
// The same words from src give the same keys: what is drawn, and in which
// order, is frozen from 1.0 on. The cost is O(n·Bits²/64) and 4·2^m bytes.
func (c Code) Keys128(src rand.Source) Keys128 {
	elements := c.elements(src)
	mix := gf2.RandomBlockTriangular(c.widths(), src.Uint64)
	columns := c.columns()
	words := make([]gf2.Word, c.n)
	for {
		for i, x := range elements {
			words[i] = c.fill(columns, x, src)
		}
		if !c.independent || gf2.Rank(words) == c.n {
			break
		}
	}
	keys := make(Keys128, c.n)
	for i, w := range words {
		w = mix.Mul(w)
		keys[i] = Uint128{w.Hi, w.Lo}
	}
	return keys
}

// fill returns the powers of x with the last block after them.
func (c Code) fill(columns func(uint32) (gf2.Word, int), x uint32, src rand.Source) gf2.Word {
	word, at := columns(x)
	if at == c.bits {
		return word
	}
	spare := gf2.Word{Hi: src.Uint64(), Lo: src.Uint64()}
	if !c.independent {
		word.SetBit(at, 1)
		at++
	}
	for ; at < c.bits; at++ {
		word.SetBit(at, spare.Bit(at))
	}
	return word
}

// columns returns the function from an element to its odd powers, each in the
// coordinates of its block, and the number of their bits.
func (c Code) columns() func(x uint32) (gf2.Word, int) {
	field := gf2.NewField(c.degree)
	coordinates := make([][]int, len(c.blocks))
	for i, b := range c.blocks {
		coordinates[i] = field.Subfield(b.bits)
	}
	return func(x uint32) (word gf2.Word, at int) {
		power, square, exponent := x, field.Mul(x, x), 1
		for i, b := range c.blocks {
			for ; exponent < b.exponent; exponent += 2 {
				power = field.Mul(power, square)
			}
			for _, p := range coordinates[i] {
				word.SetBit(at, uint64(power>>p))
				at++
			}
		}
		return word, at
	}
}

// elements draws a different field element for each feature; 0 only where
// there are no others left.
func (c Code) elements(src rand.Source) []uint32 {
	all := make([]uint32, 1<<c.degree)
	for i := range all {
		all[i] = uint32(i)
	}
	if !c.usesZero() {
		all = all[1:]
	}
	for i := range c.n {
		j := i + below(len(all)-i, src)
		all[i], all[j] = all[j], all[i]
	}
	return all[:c.n]
}

// below returns a uniform number from 0 to n−1, for n ≥ 1. It is not left to
// math/rand/v2, which does not freeze how it does so.
func below(n int, src rand.Source) int {
	for {
		if v := int(src.Uint64() >> 1 >> (63 - bits.Len(uint(n-1)))); v < n {
			return v
		}
	}
}

// Keys is [Code.Keys128] for up to 64 bits. It panics where Bits() is more.
func (c Code) Keys(src rand.Source) Keys {
	if c.bits > 64 {
		panic(fmt.Sprintf("zobrist: a code of %d bits has no keys of 64; use Keys128", c.bits))
	}
	return c.Keys128(src).Low()
}

// CodedKeys returns the set "coded:SEED" for n features: coded keys of 64 and
// of 128 bits, independently drawn, with random start values. It panics where
// n is not 0 to [MaxFeatures].
func CodedKeys(n int, seed uint64) KeySet {
	set := KeySet{Name: fmt.Sprintf("coded:%d", seed)}
	narrow, src := mustCode(n, 64), prng.NewChaCha8(seed)
	set.Start = Start(src)
	set.Keys = narrow.Keys(src)
	set.Start128 = Start128(src)
	set.Keys128 = mustCode(n, 128).Keys128(src)
	return set
}

func mustCode(n, bits int) Code {
	c, err := NewCode(n, bits)
	if err != nil {
		panic(err)
	}
	return c
}
