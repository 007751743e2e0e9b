package zobrist

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist/internal/gf2"
)

// ErrCode is wrapped by the errors of [NewCode].
var ErrCode = errors.New("zobrist: no such code")

// A Code is a plan for keys with a guaranteed distance: the least number of
// different features whose keys can XOR to 0 is at least [Code.Distance], so
// that positions that differ in fewer features never have the same hash.
//
// The keys are the columns of a parity-check matrix of an extended primitive
// BCH code (Bose and Ray-Chaudhuri 1960, Hocquenghem 1959; for signatures of
// chess positions Warnock and Wendroff 1988, and Grossman and Jakab 2004). A
// feature is given an element x of the field GF(2^m), and its key consists of
//
//	block 1: x, block 2: x³, block 3: x⁵, …, last block: 1 and the bits to spare
//
// each odd power in as many bits as its cyclotomic coset has members: x^e and
// all its squares are known from them. Where the powers 1 … r are known, any r
// keys are independent (the Vandermonde argument), and with the constant 1
// any r+1, so that the distance is r+2. Without the last block, whose bits may
// all have gone to powers, it is r+1; so the low bits of a hash are a good tag.
// Where there are no more features than bits, the spare bits make all keys
// independent.
//
// Keys and Keys128 then hide this structure: see there.
//
// The zero Code has no features and no bits.
type Code struct {
	n, bits, degree int
	blocks          []codeBlock // not the last one, of 1 and the spare bits
	independent     bool        // spare bits, without the 1, make all keys independent
}

// A codeBlock is the block of x^exponent.
type codeBlock struct {
	exponent int
	bits     int // of this block
	reach    int // powers 1 … reach are known from this block and those before
}

// NewCode plans keys for n features in words of the given number of bits, 1
// to 128. n is 0 to [MaxFeatures]. The field is the smallest that has n
// elements, or the next one where that costs no distance and saves the
// element 0, whose keys make the low bits of a hash a poor code.
// The error wraps [ErrCode].
func NewCode(n, bits int) (Code, error) {
	switch {
	case n < 0 || n > MaxFeatures:
		return Code{}, fmt.Errorf("%w: %d features are not in 0 to %d", ErrCode, n, MaxFeatures)
	case bits < 1 || bits > 128:
		return Code{}, fmt.Errorf("%w: %d bits are not in 1 to 128", ErrCode, bits)
	}
	c := planCode(n, bits, degreeFor(n))
	if n == 1<<c.degree {
		if wider := planCode(n, bits, c.degree+1); wider.Distance() >= c.Distance() {
			c = wider
		}
	}
	if n <= bits && c.Distance() <= n {
		c.makeIndependent()
	}
	return c, nil
}

// makeIndependent drops so many blocks that the bits left over can make all of
// the keys independent, of which there are no more than bits: where the powers
// 1 … r are known, r keys are independent already.
func (c *Code) makeIndependent() {
	c.independent = true
	for len(c.blocks) > 0 {
		reach, end := c.reach(c.bits)
		if c.bits-end >= c.n-min(c.n, reach) {
			return
		}
		c.blocks = c.blocks[:len(c.blocks)-1]
	}
}

// degreeFor returns the least m ≥ 1 with n ≤ 2^m.
func degreeFor(n int) int {
	if n <= 2 {
		return 1
	}
	return bits.Len(uint(n - 1))
}

// planCode chooses the blocks: odd powers upwards, as long as they fit and as
// long as there is distance to gain. A block that takes the place of the
// constant gains at least 2 for the 1 it costs, but for the element 0 there
// must be a constant.
func planCode(n, width, degree int) Code {
	c := Code{n: n, bits: width, degree: degree}
	field := gf2.NewField(degree)
	order := field.Size() - 1
	left := width
	if c.usesZero() {
		left--
	}
	known := make(map[int]bool)
	for reach := 0; reach < order && reach < n; {
		coset := field.Coset(reach + 1)
		if len(coset) > left {
			break
		}
		left -= len(coset)
		for _, e := range coset {
			known[e] = true
		}
		for known[reach+1] {
			reach++
		}
		c.blocks = append(c.blocks, codeBlock{coset[0], len(coset), reach})
	}
	return c
}

// usesZero reports whether the element 0 is some feature's.
func (c Code) usesZero() bool { return c.n == 1<<c.degree }

// Len returns the number of features.
func (c Code) Len() int { return c.n }

// Bits returns the width of the keys.
func (c Code) Bits() int { return c.bits }

// Degree returns m of the field GF(2^m).
func (c Code) Degree() int { return c.degree }

// Distance returns the guaranteed distance: every set of fewer features has
// independent keys. It is Len()+1 where all keys are independent, whatever
// their number.
func (c Code) Distance() int {
	if c.independent {
		return c.n + 1
	}
	reach, end := c.reach(c.bits)
	if end < c.bits { // there is a constant
		reach++
	}
	return min(reach+1, c.n+1)
}

// PrefixDistance returns the distance that the low bits of the keys guarantee
// on their own, for 0 ≤ bits ≤ Bits(). It grows with each whole block. A 1
// means that nothing is promised.
//
// Where the field has exactly as many elements as there are features, the key
// of one of them, 0, has only its last block, and no prefix is a code.
func (c Code) PrefixDistance(bits int) int {
	switch {
	case bits >= c.bits:
		return c.Distance()
	case c.usesZero():
		return 1
	}
	reach, _ := c.reach(bits)
	return min(reach+1, c.n+1)
}

// Prefixes returns the widths, in bits, at which PrefixDistance steps up: the
// ends of the blocks, ascending, the last one being Bits().
func (c Code) Prefixes() []int {
	var ends []int
	for _, w := range c.widths() {
		if len(ends) > 0 {
			w += ends[len(ends)-1]
		}
		ends = append(ends, w)
	}
	return ends
}

// reach returns r such that the powers 1 … r are known from the low bits, and
// the end of the last block among them.
func (c Code) reach(bits int) (reach, end int) {
	for _, b := range c.blocks {
		if end+b.bits > bits {
			break
		}
		reach, end = b.reach, end+b.bits
	}
	return reach, end
}

// widths returns the number of bits in each block, the last one included
// where it has any.
func (c Code) widths() []int {
	var widths []int
	left := c.bits
	for _, b := range c.blocks {
		widths = append(widths, b.bits)
		left -= b.bits
	}
	if left > 0 {
		widths = append(widths, left)
	}
	return widths
}
