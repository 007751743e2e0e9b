package tabulation

import (
	"fmt"
	"math/rand/v2"
)

// A Tuple hashes tuples of a fixed number of bytes, in order: any family over
// as many characters as the tuple has. Make one with [NewTuple]; it is a
// [Function] of []byte.
//
// Twisted has the last byte as its head; Mixed has eight derived characters
// and Double six for each byte. Tables take 2 KiB for each byte of a tuple,
// twice that for Twisted and Mixed, and 12 KiB plus 1.5 KiB times the length
// for each byte for Double; Mixed and Permutation have 16 KiB more.
//
// The zero value is a function of Simple for tuples of no bytes: it maps them
// to 0.
type Tuple struct {
	family Family
	n      int
	t      []uint64 // one table of 256 entries a byte; for Double n tables for each derived word
	u      []uint64 // the tables of the second step
}

// NewTuple draws a function for tuples of n bytes. It panics where n is below
// 1 or f is not one of the families.
func NewTuple(f Family, n int, src rand.Source) *Tuple {
	if n < 1 {
		panic(fmt.Sprintf("tabulation: a tuple of %d bytes", n))
	}
	return drawn(newTuple(f, n), src)
}

// tupleSizes returns the numbers of words of the tables, which for long tuples
// are more than an int of 32 bits holds.
func tupleSizes(f Family, bytes int) (t, u int64) {
	n := int64(bytes)
	switch f {
	case Simple:
		return 256 * n, 0
	case OnePermutation:
		return 256 * n, 256
	case Twisted:
		return 512 * (n - 1), 256
	case Permutation:
		return 256 * n, 8 * 256
	case Mixed:
		return 512 * n, 8 * 256
	case Double:
		d := int64(derivedWords(bytes))
		return 256 * n * d, 256 * 8 * d
	}
	panic("tabulation: no such family: " + f.String())
}

// derivedWords is the number of words that hold six characters a byte.
func derivedWords(n int) int { return (6*n + 7) / 8 }

func newTuple(f Family, n int) *Tuple {
	t, u := tupleSizes(f, n)
	return &Tuple{family: f, n: n, t: make([]uint64, t), u: make([]uint64, u)}
}

// Len returns the number of bytes of a tuple.
func (t *Tuple) Len() int { return t.n }

// Hash returns the hash of x. It panics where x has not Len() bytes. It does
// not allocate.
func (t *Tuple) Hash(x []byte) uint64 {
	if len(x) != t.n {
		panic(fmt.Sprintf("tabulation: %d bytes for tuples of %d", len(x), t.n))
	}
	switch t.family {
	case OnePermutation:
		return applyTop((*[256]uint64)(t.u), tabulate(t.t, x))
	case Twisted:
		last := len(x) - 1
		h, twist := tabulatePairs(t.t, x[:last])
		return h ^ t.u[byte(twist)^x[last]]
	case Permutation:
		return tabulateWord(t.u, tabulate(t.t, x))
	case Mixed:
		h, derived := tabulatePairs(t.t, x)
		return h ^ tabulateWord(t.u, derived)
	case Double:
		return t.double(x)
	}
	return tabulate(t.t, x)
}

// tabulate is simple tabulation of x.
func tabulate(t []uint64, x []byte) (h uint64) {
	for _, c := range x {
		h ^= t[c]
		t = t[256:]
	}
	return h
}

// tabulatePairs is simple tabulation of x with entries of two words.
func tabulatePairs(t []uint64, x []byte) (h, derived uint64) {
	for _, c := range x {
		e := t[2*int(c):][:2]
		h ^= e[0]
		derived ^= e[1]
		t = t[512:]
	}
	return h, derived
}

// tabulateWord is simple tabulation of the eight bytes of x.
func tabulateWord(t []uint64, x uint64) (h uint64) {
	for ; len(t) >= 256; t = t[256:] {
		h ^= t[byte(x)]
		x >>= 8
	}
	return h
}

func (t *Tuple) double(x []byte) (h uint64) {
	for j := range derivedWords(t.n) {
		h ^= tabulateWord(t.u[8*256*j:8*256*(j+1)], tabulate(t.t[256*t.n*j:], x))
	}
	return h
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (t *Tuple) HashBatch(dst []uint64, src [][]byte) { batch(dst, src, t.Hash) }

// MarshalBinary returns the tables; it never fails.
func (t *Tuple) MarshalBinary() ([]byte, error) { return encode(t), nil }

// UnmarshalBinary sets t to what MarshalBinary returned. On an error, a
// *[FormatError], t is unchanged.
func (t *Tuple) UnmarshalBinary(data []byte) error {
	h, err := readHeader(data)
	switch {
	case err != nil:
		return err
	case h.kind != kindTuple:
		return &FormatError{5, fmt.Sprintf("tables of %v, and tuples are wanted", h)}
	case h.chars == 0 && h.family != Simple:
		return &FormatError{8, fmt.Sprintf("tuples of no bytes have the family %v, not %v; the data was not made by this package", Simple, h.family)}
	case int64(h.chars) > int64(len(data)/256):
		return &FormatError{8, fmt.Sprintf("%d bytes are too few for tuples of %d", len(data), h.chars)}
	}
	// A length that fits is checked before the tables are made.
	if a, b := tupleSizes(h.family, int(h.chars)); max(a, b) > int64(len(data)/8) {
		return &FormatError{len(data), "the data is cut off"}
	}
	fresh := newTuple(h.family, int(h.chars))
	if err := decode(fresh, data); err != nil {
		return err
	}
	*t = *fresh
	return nil
}

func (t *Tuple) words(visit func(*uint64)) {
	eachWord(t.t, visit)
	eachWord(t.u, visit)
}

func (t *Tuple) draw(src rand.Source) {
	switch t.family {
	case OnePermutation:
		eachWord(t.t, func(w *uint64) { *w = src.Uint64() })
		drawPermutation((*[256]uint64)(t.u), 7, src)
	case Permutation:
		eachWord(t.t, func(w *uint64) { *w = src.Uint64() })
		for i := range 8 {
			drawPermutation((*[256]uint64)(t.u[256*i:]), i, src)
		}
	default:
		fill(t, src)
	}
}

func (t *Tuple) valid() bool {
	switch t.family {
	case OnePermutation:
		return validPermutation((*[256]uint64)(t.u), 7)
	case Permutation:
		for i := range 8 {
			if !validPermutation((*[256]uint64)(t.u[256*i:]), i) {
				return false
			}
		}
	}
	return true
}

func (t *Tuple) header() header { return header{kindTuple, t.family, uint32(t.n)} }
