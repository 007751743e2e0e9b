package gf2

import "fmt"

// MaxDegree is the largest degree of a [Field].
const MaxDegree = 25

// primitive holds for each degree m a primitive polynomial, x^m included:
// bit i is the coefficient of x^i (E. J. Watson, Primitive polynomials
// (mod 2), Mathematics of Computation 16, 1962).
var primitive = [MaxDegree + 1]uint32{
	1:  1<<1 | 1,
	2:  1<<2 | 1<<1 | 1,
	3:  1<<3 | 1<<1 | 1,
	4:  1<<4 | 1<<1 | 1,
	5:  1<<5 | 1<<2 | 1,
	6:  1<<6 | 1<<1 | 1,
	7:  1<<7 | 1<<1 | 1,
	8:  1<<8 | 1<<4 | 1<<3 | 1<<2 | 1,
	9:  1<<9 | 1<<4 | 1,
	10: 1<<10 | 1<<3 | 1,
	11: 1<<11 | 1<<2 | 1,
	12: 1<<12 | 1<<6 | 1<<4 | 1<<1 | 1,
	13: 1<<13 | 1<<4 | 1<<3 | 1<<1 | 1,
	14: 1<<14 | 1<<5 | 1<<3 | 1<<1 | 1,
	15: 1<<15 | 1<<1 | 1,
	16: 1<<16 | 1<<5 | 1<<3 | 1<<2 | 1,
	17: 1<<17 | 1<<3 | 1,
	18: 1<<18 | 1<<5 | 1<<2 | 1<<1 | 1,
	19: 1<<19 | 1<<5 | 1<<2 | 1<<1 | 1,
	20: 1<<20 | 1<<3 | 1,
	21: 1<<21 | 1<<2 | 1,
	22: 1<<22 | 1<<1 | 1,
	23: 1<<23 | 1<<5 | 1,
	24: 1<<24 | 1<<4 | 1<<3 | 1<<1 | 1,
	25: 1<<25 | 1<<3 | 1,
}

// A Field is GF(2^m). Its elements are the numbers below 2^m; bit i is the coefficient of x^i.
// Addition is XOR, and 2, which is x, generates the non-zero elements.
type Field struct {
	degree  int
	modulus uint32
}

// NewField returns GF(2^degree). It panics unless degree is 1 to [MaxDegree].
func NewField(degree int) Field {
	if degree < 1 || degree > MaxDegree {
		panic(fmt.Sprintf("gf2: no field of degree %d; it must be 1 to %d", degree, MaxDegree))
	}
	return Field{degree, primitive[degree]}
}

// Size returns 2^m, the number of elements.
func (f Field) Size() int { return 1 << f.degree }

// Mul returns the product of two elements: O(m).
func (f Field) Mul(a, b uint32) uint32 {
	var product uint32
	for ; b != 0; b >>= 1 {
		product ^= a & -(b & 1)
		a <<= 1
		a ^= f.modulus & -(a >> f.degree & 1)
	}
	return product
}

// Pow returns a to the e-th power, with 0^0 = 1.
func (f Field) Pow(a uint32, e int) uint32 {
	power := uint32(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			power = f.Mul(power, a)
		}
		a = f.Mul(a, a)
	}
	return power
}

// Coset returns the cyclotomic coset of e: the exponents e·2^i, for e ≥ 1 reduced to 1 … 2^m−1, e
// first. For every x, x^e is in the subfield of 2^len elements, and its conjugates are the powers
// x^c of the coset.
func (f Field) Coset(e int) []int {
	order := f.Size() - 1
	reduce := func(e int) int { return (e-1)%order + 1 }
	e = reduce(e)
	coset := []int{e}
	for c := reduce(2 * e); c != e; c = reduce(2 * c) {
		coset = append(coset, c)
	}
	return coset
}

// Subfield returns coordinates for the subfield of 2^s elements, if s divides m:
// s bit positions whose values determine an element. The map from the subfield
// to them is linear and one-to-one.
func (f Field) Subfield(s int) []int {
	if s < 1 || f.degree%s != 0 {
		panic(fmt.Sprintf("gf2: GF(2^%d) has no subfield of degree %d", f.degree, s))
	}
	root := f.Pow(2, (f.Size()-1)/(1<<s-1)) // generates the subfield
	columns := make([]Word, f.degree)       // bit i of column p is coordinate p of the i-th power
	for i := range s {
		v := f.Pow(root, i)
		for p := range columns {
			columns[p].SetBit(i, uint64(v>>p))
		}
	}
	var positions []int
	for i := range s {
		p := f.degree - 1
		for columns[p].Bit(i) == 0 { // ends: the powers are independent
			p--
		}
		Pivot(columns, p, i)
		positions = append(positions, p)
	}
	return positions
}
