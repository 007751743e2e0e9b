package tabulation

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// A String hashes strings of bytes of any length, as hash/maphash does, but under tables drawn from a seed. Make one
// with [NewString]; the zero value is not usable. A String is safe for concurrent use.
//
// A string is first reduced to 61 bits by a polynomial over the integers mod 2^61−1, whose coefficients are its
// pieces of seven bytes, at a random point (Carter and Wegman 1979). A family for 64-bit keys hashes the result. Two
// different strings of at most L bytes are reduced to the same number with probability at most (⌊L/7⌋+1)/(2^61−1). If
// this happens to no two strings in use, the family's guarantees hold for strings as for integers. By the union bound
// it hardly happens among some hundred million short strings. This is the composition of Thorup, String Hashing for
// Linear Probing, SODA 2009.
type String struct {
	powers [lanes]uint64 // of the point, the first power first
	hash   Function[uint64]
}

const (
	prime      = 1<<61 - 1
	pieceBytes = 7
	lanes      = 8 // pieces to one reduction
	blockBytes = lanes * pieceBytes
	pieceMask  = 1<<(8*pieceBytes) - 1
)

// NewString draws a function: the point first, then the tables of the family. It panics if f is not one of the
// families.
func NewString(f Family, src rand.Source) *String {
	point := uniform(src, prime)
	s := &String{hash: New[uint64](f, src)}
	s.powers[0] = point
	for i := 1; i < len(s.powers); i++ {
		s.powers[i] = modPrime(bits.Mul64(s.powers[i-1], point))
	}
	return s
}

// Hash returns the hash of x. It does not allocate.
func (s *String) Hash(x string) uint64 { return s.HashBytes([]byte(x)) }

// HashBytes returns Hash(string(x)). It does not allocate.
func (s *String) HashBytes(x []byte) uint64 {
	if n := len(x); n >= 8 && n < 2*pieceBytes {
		// A piece and a rest, p·r + rest + r²: two words and one product, in 0.6 of the time of reduce.
		width := uint(8*(n-pieceBytes)) & 63 // of the rest, 8 to 48
		rest := binary.LittleEndian.Uint64(x[n-8:])>>(64-width&63) | 1<<width
		high, low := bits.Mul64(binary.LittleEndian.Uint64(x)&pieceMask, s.powers[0])
		low, carry := bits.Add64(low, rest+s.powers[1], 0)
		return s.hash.Hash(lessPrime(modPrime(high+carry, low)))
	}
	sum := uint64(1)
	if len(x) >= blockBytes {
		sum, x = s.absorb(sum, x)
	}
	return s.hash.Hash(s.reduce(sum, x))
}

// HashBatch sets dst[i] to Hash(src[i]) for every i below len(src). It panics if dst is shorter than src.
func (s *String) HashBatch(dst []uint64, src []string) {
	dst = dst[:len(src):len(dst)]
	for i, x := range src {
		sum, rest := s.absorb(1, []byte(x))
		dst[i] = s.reduce(sum, rest)
	}
	s.hash.HashBatch(dst, dst)
}

// absorb continues the polynomial with the whole blocks of x. It returns the rest of x, less than a block. Sums stay
// below 2^61+8.
func (s *String) absorb(sum uint64, x []byte) (uint64, []byte) {
	for ; len(x) >= blockBytes; x = x[blockBytes:] {
		// sum·r⁸ + p₀·r⁷ + … + p₆·r + p₇ is below 2^124. The product with the sum comes last: the others need not
		// wait for the previous block.
		b := x[:blockBytes]
		low, high := binary.LittleEndian.Uint64(b[48:])>>8, uint64(0)
		high, low = addProduct(high, low, binary.LittleEndian.Uint64(b[42:])&pieceMask, s.powers[0])
		high, low = addProduct(high, low, binary.LittleEndian.Uint64(b[35:])&pieceMask, s.powers[1])
		high, low = addProduct(high, low, binary.LittleEndian.Uint64(b[28:])&pieceMask, s.powers[2])
		high, low = addProduct(high, low, binary.LittleEndian.Uint64(b[21:])&pieceMask, s.powers[3])
		high, low = addProduct(high, low, binary.LittleEndian.Uint64(b[14:])&pieceMask, s.powers[4])
		high, low = addProduct(high, low, binary.LittleEndian.Uint64(b[7:])&pieceMask, s.powers[5])
		high, low = addProduct(high, low, binary.LittleEndian.Uint64(b)&pieceMask, s.powers[6])
		high, low = addProduct(high, low, sum, s.powers[7])
		sum = modPrime(high, low)
	}
	return sum, x
}

// addProduct returns the number high, low plus a·b.
func addProduct(high, low, a, b uint64) (uint64, uint64) {
	h, l := bits.Mul64(a, b)
	low, carry := bits.Add64(low, l, 0)
	high, _ = bits.Add64(high, h, carry)
	return high, low
}

// modPrime reduces a number below 2^124 to one below 2^61+8 with the same residue mod 2^61−1.
func modPrime(high, low uint64) uint64 {
	x := low&prime + (high<<3 | low>>61)
	return x&prime + x>>61
}

// reduce ends the polynomial with the rest of the string and a byte 1 behind it, so that no two strings have the same
// coefficients.
func (s *String) reduce(sum uint64, rest []byte) uint64 {
	whole := len(rest) / pieceBytes % lanes
	high, low := uint64(0), uint64(0)
	for i := whole - 1; i >= 0 && len(rest) >= pieceBytes; i-- {
		high, low = addProduct(high, low, piece(rest), s.powers[i])
		rest = rest[pieceBytes:]
	}
	low, carry := bits.Add64(low, last(rest), 0)
	high, low = addProduct(high+carry, low, sum, s.powers[whole])
	return lessPrime(modPrime(high, low))
}

// lessPrime ends the reduction of a number below 2^61+8.
func lessPrime(x uint64) uint64 {
	if x >= prime {
		x -= prime
	}
	return x
}

// piece returns the first seven bytes of x as a number.
func piece(x []byte) uint64 {
	if len(x) >= 8 {
		return binary.LittleEndian.Uint64(x) & pieceMask
	}
	return uint64(binary.LittleEndian.Uint32(x[3:]))<<24 | uint64(x[2])<<16 | uint64(x[1])<<8 | uint64(x[0])
}

// last returns x, at most six bytes, and a byte 1 behind it as a number.
func last(x []byte) uint64 {
	v := uint64(0)
	switch n := 8 * len(x); {
	case n >= 32:
		v = uint64(binary.LittleEndian.Uint32(x[len(x)-4:]))<<(n-32) | uint64(binary.LittleEndian.Uint32(x))
	case n > 0:
		v = uint64(x[len(x)-1])<<(n-8) | uint64(x[len(x)/2])<<(n/2&8) | uint64(x[0])
	}
	return v | 1<<(8*len(x))
}
