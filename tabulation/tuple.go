package tabulation

import (
	"fmt"
	"math/rand/v2"
)

// A Tuple hashes tuples of a fixed number of bytes, in order: any family over as many characters as the tuple has.
// Tuples of four and of eight bytes have the hash of the integer with these bytes, the low byte first. Make one with
// [NewTuple]; the zero value is not usable. A Tuple is safe for concurrent use.
//
// Tables take 2 KiB for each byte of a tuple, twice that for Twisted and Mixed, and 12 KiB plus 1.5 KiB times the
// length for each byte for Double; Mixed and Permutation have 16 KiB more.
type Tuple struct{ tables *tables }

// NewTuple draws a function for tuples of n bytes. It panics if n is below 1 or f is not one of the families.
func NewTuple(f Family, n int, src rand.Source) *Tuple {
	if n < 1 {
		panic(fmt.Sprintf("tabulation: a tuple of %d bytes", n))
	}
	return &Tuple{draw(f, n, src)}
}

// Len returns the number of bytes of a tuple.
func (t *Tuple) Len() int { return t.tables.chars }

// Hash returns the hash of x. It panics if x has not Len() bytes.
func (t *Tuple) Hash(x []byte) uint64 {
	if len(x) != t.Len() {
		panic(fmt.Sprintf("tabulation: %d bytes for tuples of %d", len(x), t.Len()))
	}
	first, second := t.tables.first, t.tables.second
	switch t.tables.family {
	case OnePermutation:
		return permuteTop(t.tables.row(0), lookUp(first, 1, 0, x))
	case Twisted:
		last := len(x) - 1
		return lookUp(first, 2, 0, x[:last]) ^ second[byte(lookUp(first, 2, 1, x[:last]))^x[last]]
	case Permutation:
		return lookUpWord(second, lookUp(first, 1, 0, x))
	case Mixed:
		return lookUp(first, 2, 0, x) ^ lookUpWord(second, lookUp(first, 2, 1, x))
	case Double:
		h, width := uint64(0), t.tables.width
		for i := range width {
			h ^= lookUpWord(second[8*256*i:8*256*(i+1)], lookUp(first, width, i, x))
		}
		return h
	}
	return lookUp(first, 1, 0, x)
}

// lookUp is simple tabulation of x by word i of entries of width words.
func lookUp(t []uint64, width, i int, x []byte) (h uint64) {
	for c, b := range x {
		h ^= t[(256*c+int(b))*width+i]
	}
	return h
}

// lookUpWord is simple tabulation of the bytes of x, as many as t has tables for.
func lookUpWord(t []uint64, x uint64) (h uint64) {
	for ; len(t) > 0; t = t[256:] {
		h ^= t[byte(x)]
		x >>= 8
	}
	return h
}

// HashBatch sets dst[i] to Hash(src[i]) for every i below len(src). It panics if dst is shorter than src.
func (t *Tuple) HashBatch(dst []uint64, src [][]byte) { each(dst[:len(src):len(dst)], src, t.Hash) }
