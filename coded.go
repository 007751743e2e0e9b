package zobrist

import (
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// A Code is a plan for keys with a guaranteed distance: the least number of
// different features whose keys can XOR to 0 is at least [Code.Distance], so
// that positions that differ in fewer features never have the same hash.
//
// The keys are the columns of a parity-check matrix of an extended primitive
// BCH code (Bose and Ray-Chaudhuri 1960, Hocquenghem 1959; for signatures of
// chess positions Warnock and Wendroff 1988, and Grossman and Jakab 2004). A
// feature is given an element x of the field GF(2^m), and the rows of its key
// are
//
//	block 1: x, block 2: x³, block 3: x⁵, …; the constant 1; spare bits
//
// each odd power in as many bits as its cyclotomic coset has members: x^e and
// all its squares are known from them. If the powers 1 … r are known, any r
// keys are independent (the Vandermonde argument), and with the constant 1
// any r+1, so that the distance is r+2.
//
// A code of 128 bits is nested: its low 64 rows are the code of 64 bits. These rows
// are whole blocks, then the constant in the rows that are left over, which the next
// block begins to fill; the rest of that block and all further ones are in the high
// word. If there are no more features than bits, spare bits make all keys independent.
// [Code.Set] hides this structure.
//
// The zero Code has no features and no bits.
type Code struct {
	n, bits, degree int
	blocks          []codeBlock
	constant        int        // row of the constant 1; −1 if there is none
	groups          []rowGroup // rows that are mixed together, ascending
	independent     int        // width from which all keys are independent; 0: never
}

// A codeBlock is the rows of x^exponent.
type codeBlock struct {
	exponent   int
	first, end int // rows
	reach      int // the powers 1 … reach are known from this block and those before
}

// A rowGroup is rows that are mixed together. It ends at a row before which all
// rows have a distance of their own.
type rowGroup struct{ end, distance int }

// NewCode plans keys for n features in words of the given number of bits, 1
// to 128. n is 0 to [MaxFeatures]. The field is the smallest that has n
// elements, or the next one if that costs no distance and saves the element 0,
// whose keys make the low bits of a hash a poor code. The code of 128 bits has the
// field of the code of 64, so that both widths promise the same of the low bits. Other
// numbers are an error.
func NewCode(n, bits int) (Code, error) {
	switch {
	case n < 0 || n > MaxFeatures:
		return Code{}, fmt.Errorf("zobrist: no such code: %d features are not in 0 to %d", n, MaxFeatures)
	case bits < 1 || bits > 128:
		return Code{}, fmt.Errorf("zobrist: no such code: %d bits are not in 1 to 128", bits)
	}
	if bits == 128 {
		return planCode(n, 128, planDegree(n, 64)), nil
	}
	return planCode(n, bits, planDegree(n, bits)), nil
}

// planDegree returns the degree of the field for n features in words of these bits.
func planDegree(n, bits int) int {
	degree := degreeFor(n)
	if n == 1<<degree {
		c, wider := planCode(n, bits, degree), planCode(n, bits, degree+1)
		if wider.Distance() >= c.Distance() && wider.PrefixDistance(64) >= c.PrefixDistance(64) {
			degree++
		}
	}
	return degree
}

// degreeFor returns the least m ≥ 1 with n ≤ 2^m.
func degreeFor(n int) int {
	if n <= 2 {
		return 1
	}
	return bits.Len(uint(n - 1))
}

// planCode plans the low word, then the high one. A code that is not nested has
// one word.
func planCode(n, width, degree int) Code {
	c := Code{n: n, bits: width, degree: degree, constant: -1}
	low := width
	if width == 128 {
		low = 64
	}
	p := planner{Code: &c, field: gf2.NewField(degree), known: make(map[int]bool)}
	p.addBlocks(low)
	if reach, end := p.reach(), p.end(); n <= low && reach < n && (end == low || reach+1 < n) {
		p.makeIndependent(low)
	} else if end < low && reach < n {
		c.constant = end
	}
	switch {
	case width == low || c.independent > 0 || p.reach() >= n:
	case n <= width:
		c.independent = width // by the spare bits of the high word
	default:
		p.addBlocks(width)
		if end := p.end(); c.constant < 0 && end < width {
			c.constant = end
		}
	}
	c.group(low)
	return c
}

// A planner adds blocks to a code.
type planner struct {
	*Code
	field gf2.Field
	known map[int]bool // powers of x
}

// end returns the first row that is free.
func (p *planner) end() int {
	end := 0
	if len(p.blocks) > 0 {
		end = p.blocks[len(p.blocks)-1].end
	}
	if p.constant >= end {
		end = p.constant + 1
	}
	return end
}

// reach returns r such that the powers 1 … r are known.
func (p *planner) reach() int {
	if len(p.blocks) == 0 {
		return 0
	}
	return p.blocks[len(p.blocks)-1].reach
}

// addBlocks adds odd powers upwards, as long as they fit in the rows to width
// and add distance. A block in place of the constant adds at least 2 for the 1
// that it costs; but with the element 0 there must be a constant.
func (p *planner) addBlocks(width int) {
	order := p.field.Size() - 1
	if p.usesZero() && p.constant < 0 {
		width--
	}
	for reach := p.reach(); reach < order && reach < p.n; {
		coset := p.field.Coset(reach + 1)
		first := p.end()
		if first+len(coset) > width {
			break
		}
		for _, e := range coset {
			p.known[e] = true
		}
		for p.known[reach+1] {
			reach++
		}
		p.blocks = append(p.blocks, codeBlock{coset[0], first, first + len(coset), reach})
	}
}

// makeIndependent drops blocks until the spare rows to width can make all keys
// independent. There are no more keys than rows, and if the powers 1 … r are
// known, any r keys are independent already.
func (p *planner) makeIndependent(width int) {
	p.independent = width
	for len(p.blocks) > 0 && width-p.end() < p.n-min(p.n, p.reach()) {
		p.blocks = p.blocks[:len(p.blocks)-1]
	}
}

// group divides the rows: each whole block is a group, so are the last rows of
// the low word and the last rows of all.
func (c *Code) group(low int) {
	end := func(row int) {
		if last := len(c.groups) - 1; row > 0 && (last < 0 || row > c.groups[last].end) {
			c.groups = append(c.groups, rowGroup{row, c.distance(row)})
		}
	}
	for _, b := range c.blocks {
		if b.end > low {
			end(low)
		}
		end(b.end)
	}
	end(low)
	end(c.bits)
}

// distance returns the distance that the rows below end guarantee.
func (c *Code) distance(end int) int {
	if c.independent > 0 && end >= c.independent {
		return c.n + 1
	}
	reach := 0
	for _, b := range c.blocks {
		if b.end <= end {
			reach = b.reach
		}
	}
	switch constant := c.constant >= 0 && c.constant < end; {
	case constant:
		reach++
	case c.usesZero(): // the element 0 has a key of zeros
		return 1
	}
	return min(reach+1, c.n+1)
}

// usesZero reports whether the element 0 is some feature's.
func (c *Code) usesZero() bool { return c.n == 1<<c.degree }

// Distance returns the guaranteed distance: every set of fewer features has
// independent keys. If all keys are independent, it is their number plus 1.
func (c Code) Distance() int { return c.PrefixDistance(c.bits) }

// PrefixDistance returns the distance that the low bits of the keys guarantee
// on their own, for 0 ≤ bits ≤ the width. It grows with each whole block. A 1
// means that nothing is promised.
//
// If the field has exactly as many elements as there are features, the key of
// one of them, 0, is nothing but the constant, and nothing is promised for
// prefixes without it.
func (c Code) PrefixDistance(bits int) int {
	distance := 1
	for _, g := range c.groups {
		if g.end <= bits {
			distance = max(distance, g.distance)
		}
	}
	return distance
}

// Prefixes returns the widths, in bits, at which PrefixDistance may grow, in
// ascending order. The last one is the width of the code.
func (c Code) Prefixes() []int {
	ends := make([]int, len(c.groups))
	for i, g := range c.groups {
		ends[i] = g.end
	}
	return ends
}
