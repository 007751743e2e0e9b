package tabulation

import (
	"math/rand/v2"
	"sync/atomic"
	"unsafe"
)

// tables are the random words of a function.
type tables struct {
	family Family
	chars  int      // characters of a key, a byte each
	width  int      // words of an entry of first
	words  []uint64 // first and second, in the order in which they are drawn and saved
	first  []uint64 // for each character it looks up 256 entries of width words: the hash, then derived characters
	second []uint64 // rows of 256 words: for derived characters, or for the bytes of the hash that are permuted
	bytes  atomic.Pointer[byteTables]
}

// shape describes the tables for keys of chars characters: how many of these are looked up in first, the words of
// each entry there, and the rows of second.
func (f Family) shape(chars int) (characters, width, rows int) {
	switch f {
	case Simple:
		return chars, 1, 0
	case OnePermutation:
		return chars, 1, 1
	case Twisted:
		return chars - 1, 2, 1
	case Permutation:
		return chars, 1, 8
	case Mixed:
		if chars <= 4 {
			return chars, 2, 4
		}
		return chars, 2, 8
	case Double:
		derived := (6*chars + 7) / 8 // words
		return chars, derived, 8 * derived
	}
	panic("tabulation: no such family: " + f.String())
}

// size returns the number of words of all tables, which may be more than an int of 32 bits holds.
func (f Family) size(chars int) int64 {
	characters, width, rows := f.shape(chars)
	return 256 * (int64(characters)*int64(width) + int64(rows))
}

// newTables returns the tables that have these words, f.size(chars) of them.
func newTables(f Family, chars int, words []uint64) *tables {
	characters, width, _ := f.shape(chars)
	n := 256 * characters * width
	return &tables{family: f, chars: chars, width: width, words: words, first: words[:n:n], second: words[n:]}
}

// draw returns tables drawn from src.
func draw(f Family, chars int, src rand.Source) *tables {
	t := newTables(f, chars, make([]uint64, f.size(chars)))
	random := t.words
	if f == OnePermutation || f == Permutation {
		random = t.first
	}
	for i := range random {
		random[i] = src.Uint64()
	}
	for i, p := range t.permutations {
		drawPermutation(p, i, src)
	}
	return t
}

// permutations yields the rows that permute a byte of the hash, with the number of the byte, the low one being 0.
func (t *tables) permutations(yield func(i int, row *[256]uint64) bool) {
	switch t.family {
	case OnePermutation:
		yield(7, t.row(0))
	case Permutation:
		for i := range 8 {
			if !yield(i, t.row(i)) {
				return
			}
		}
	}
}

// row returns row i of second.
func (t *tables) row(i int) *[256]uint64 { return (*[256]uint64)(t.second[256*i:]) }

// at returns the words of tables as arrays. T must not be larger than the shape of the family.
func at[T any](words *uint64) *T { return (*T)(unsafe.Pointer(words)) }
