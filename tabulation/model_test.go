package tabulation_test

import (
	"encoding/binary"
	"math/big"
	"testing"

	"github.com/zobrist-go/zobrist/tabulation"
)

// model implements every family again, from the definitions in the papers. It uses the tables of the package only.
// A key is a slice of characters, and each step takes its tables from the front.
type model struct {
	t     *testing.T
	words []uint64
}

// tablesOf returns a model with the tables of a function.
func tablesOf(t *testing.T, f interface{ Words() []uint64 }) *model {
	t.Helper()
	return &model{t: t, words: f.Words()}
}

// simple tabulates the characters; an entry has width words.
func (m *model) simple(x []byte, width int) []uint64 {
	h := make([]uint64, width)
	for _, c := range x {
		for j := range h {
			h[j] ^= m.words[int(c)*width+j]
		}
		m.words = m.words[256*width:]
	}
	return h
}

// bytesOf returns the characters of words, low byte of the first word first.
func bytesOf(words ...uint64) (b []byte) {
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

// hash follows the definition of the family. The derived characters are the bytes of the words of an entry after the
// first word, or of all words for Double.
func (m *model) hash(f tabulation.Family, x []byte) (h uint64) {
	c := len(x)
	switch f {
	case tabulation.Simple:
		h = m.simple(x, 1)[0]
	case tabulation.OnePermutation:
		h = m.simple(x, 1)[0]
		h = h<<8>>8 | m.words[h>>56]
		m.words = m.words[256:]
	case tabulation.Permutation:
		h = m.simple(bytesOf(m.simple(x, 1)[0]), 1)[0]
	case tabulation.Twisted:
		e := m.simple(x[:c-1], 2)
		h = e[0] ^ m.simple([]byte{x[c-1] ^ byte(e[1])}, 1)[0]
	case tabulation.Mixed:
		e := m.simple(x, 2)
		derived := bytesOf(e[1])
		if c <= 4 {
			derived = derived[:4]
		}
		h = e[0] ^ m.simple(derived, 1)[0]
	case tabulation.Double:
		h = m.simple(bytesOf(m.simple(x, (6*c+7)/8)...), 1)[0]
	}
	if len(m.words) != 0 {
		m.t.Errorf("%v for %d characters: %d words of the tables are of no use", f, c, len(m.words))
	}
	return h
}

// polynomial is the first step of String, with big integers.
func (m *model) polynomial(x string) uint64 {
	p := big.NewInt(1<<61 - 1)
	point := new(big.Int).SetUint64(m.words[0])
	m.words = m.words[1:]
	x += "\x01"
	sum := big.NewInt(1)
	for len(x) > 0 {
		n := min(7, len(x))
		var piece [8]byte
		copy(piece[:], x[:n])
		x = x[n:]
		sum.Mul(sum, point)
		sum.Add(sum, new(big.Int).SetUint64(binary.LittleEndian.Uint64(piece[:])))
		sum.Mod(sum, p)
	}
	return sum.Uint64()
}

// keys are all-zero, all-one and random ones.
func keys(n int) []uint64 {
	k := []uint64{0, ^uint64(0), 1, 1 << 63, 0x0123456789abcdef}
	s := tabulation.NewSource(77)
	for len(k) < n {
		k = append(k, s.Uint64())
	}
	return k
}

func TestModelIntegers(t *testing.T) {
	for _, f := range tabulation.Families() {
		h32 := tabulation.New[uint32](f, tabulation.NewSource(3))
		h64 := tabulation.New[uint64](f, tabulation.NewSource(4))
		m32, m64 := tablesOf(t, h32), tablesOf(t, h64)
		for _, x := range keys(200) {
			if got, want := h64.Hash(x), (&model{t, m64.words}).hash(f, bytesOf(x)); got != want {
				t.Errorf("%v.Hash(%#x) = %#x, want %#x", f, x, got, want)
			}
			if got, want := h32.Hash(uint32(x)), (&model{t, m32.words}).hash(f, bytesOf(x)[:4]); got != want {
				t.Errorf("%v.Hash(uint32 %#x) = %#x, want %#x", f, uint32(x), got, want)
			}
		}
	}
}

func TestModelTuples(t *testing.T) {
	s := tabulation.NewSource(5)
	for _, f := range tabulation.Families() {
		for _, n := range []int{1, 2, 3, 5, 8, 13} {
			h := tabulation.NewTuple(f, n, s)
			m := tablesOf(t, h)
			for range 20 {
				x := bytesOf(s.Uint64(), s.Uint64())[:n]
				if got, want := h.Hash(x), (&model{t, m.words}).hash(f, x); got != want {
					t.Errorf("%v of %d bytes: Hash(%x) = %#x, want %#x", f, n, x, got, want)
				}
			}
		}
	}
}

func TestModelStrings(t *testing.T) {
	s := tabulation.NewSource(6)
	for _, f := range tabulation.Families() {
		h := tabulation.NewString(f, s)
		m := tablesOf(t, h)
		for n := range 200 {
			b := make([]byte, n)
			for i := range b {
				b[i] = byte(s.Uint64())
			}
			x := string(b)
			m := &model{t, m.words}
			want := m.hash(f, bytesOf(m.polynomial(x)))
			if got := h.Hash(x); got != want {
				t.Errorf("%v: Hash of %d bytes %x = %#x, want %#x", f, n, x, got, want)
			}
			if got := h.HashBytes(b); got != want {
				t.Errorf("%v: HashBytes of %d bytes = %#x, want %#x", f, n, got, want)
			}
			d := h.New()
			for i := 0; i < n; { // pieces of all sizes
				j := min(n, i+int(s.Uint64()%30))
				d.Write(b[i:j])
				i = j
			}
			if got := d.Sum64(); got != want {
				t.Errorf("%v: Sum64 of %d bytes = %#x, want %#x", f, n, got, want)
			}
		}
	}
}
