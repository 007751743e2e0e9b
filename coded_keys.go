package zobrist

import (
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// Set makes the keys: the low 64 bits of each word are keys of the primary code,
// and any bits above are keys of the secondary code. The set has no name, and
// start values of 0. The rest is drawn from src:
//
//   - which element each feature has, without repetition;
//   - the spare bits;
//   - a matrix that mixes each group of rows with itself, invertibly, and with
//     the rows before it, so that every guarantee stays and the keys look
//     random.
//
// The constant is in the last rows of a word: in real positions the parity of the
// number of features is far from random, and a run of bits that depends on it is
// a bad address.
//
// The same words from src give the same keys: the draws and their
// order are frozen from release 1.0 on. The cost is O(n·Bits²/64) and 4·2^m bytes.
func (c Code) Set(src rand.Source) Set {
	mix := gf2.RandomBlockTriangular(c.widths(), src.Uint64)
	words := c.words(src)
	for c.independent > 0 && gf2.Rank(words) < c.n {
		words = c.words(src)
	}
	set := Set{Keys: make(Keys, c.n)}
	if c.bits > 64 {
		set.Second = make(Keys, c.n)
	}
	for i, w := range words {
		w = mix.Mul(w)
		set.Keys[i] = w.Lo
		if c.bits > 64 {
			set.Second[i] = w.Hi
		}
	}
	return set
}

// widths returns the number of rows in each group.
func (c Code) widths() []int {
	widths, last := make([]int, len(c.groups)), 0
	for i, g := range c.groups {
		widths[i], last = g.end-last, g.end
	}
	return widths
}

// words draws the columns of the parity-check matrix, not mixed yet.
func (c Code) words(src rand.Source) []gf2.Word {
	powers, spare := c.powers(), c.spare()
	words := make([]gf2.Word, c.n)
	for i, x := range c.elements(src) {
		words[i] = powers(x)
		if c.constant >= 0 {
			words[i].SetBit(c.constant, 1)
		}
		if spare != (gf2.Word{}) {
			hi, lo := src.Uint64(), src.Uint64()
			words[i] = words[i].Xor(gf2.Word{Hi: hi & spare.Hi, Lo: lo & spare.Lo})
		}
	}
	return words
}

// powers returns the function from an element to the rows of its odd powers.
func (c Code) powers() func(x uint32) gf2.Word {
	field := gf2.NewField(c.degree)
	coordinates := make([][]int, len(c.blocks))
	for i, b := range c.blocks {
		coordinates[i] = field.Subfield(b.end - b.first)
	}
	return func(x uint32) (word gf2.Word) {
		power, square, exponent := x, field.Mul(x, x), 1
		for i, b := range c.blocks {
			for ; exponent < b.exponent; exponent += 2 {
				power = field.Mul(power, square)
			}
			for k, p := range coordinates[i] {
				word.SetBit(b.first+k, uint64(power>>p))
			}
		}
		return word
	}
}

// spare returns the word whose bits are 1 in the rows that are in no block and
// not the constant.
func (c Code) spare() (rows gf2.Word) {
	used := make([]bool, c.bits)
	for _, b := range c.blocks {
		for row := b.first; row < b.end; row++ {
			used[row] = true
		}
	}
	for row, taken := range used {
		if !taken && row != c.constant {
			rows.SetBit(row, 1)
		}
	}
	return rows
}

// elements draws a different field element for each feature, 0 only if there are
// no others.
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

// below returns a uniform number from 0 to n−1, for n ≥ 1. math/rand/v2 does not
// freeze how it draws one.
func below(n int, src rand.Source) int {
	for {
		if v := int(src.Uint64() >> 1 >> (63 - bits.Len(uint(n-1)))); v < n {
			return v
		}
	}
}
