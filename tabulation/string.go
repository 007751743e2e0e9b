package tabulation

import (
	"encoding/binary"
	"fmt"
	"hash"
	"math/bits"
	"math/rand/v2"
)

// A String hashes strings of bytes of any length, as hash/maphash does, but
// under tables that can be drawn, saved and loaded. Make one with
// [NewString]; it is a [Function] of string.
//
// A string is first reduced to 61 bits by a polynomial over the integers mod
// 2^61−1, whose coefficients are its pieces of seven bytes, at a random point
// (Carter and Wegman 1979), and those are hashed by a family for 64-bit keys.
// Two different strings of at most L bytes are reduced to the same number
// with probability at most (⌊L/7⌋+1)/(2^61−1); where no two of the strings in
// use are, which the union bound makes sure of for up to some hundred million
// short ones, the family's guarantees hold for strings as for integers. This
// is the composition of Thorup, String Hashing for Linear Probing, SODA 2009.
//
// The zero value maps every string to 0; it is saved as the function of Simple
// with tables of zeros, which it equals.
type String struct {
	point  uint64           // below 2^61−1
	powers [lanes]uint64    // of the point, the first power first
	hash   function[uint64] // nil in the zero value
}

const (
	prime      = 1<<61 - 1
	pieceBytes = 7
	lanes      = 8 // pieces to one reduction
	blockBytes = lanes * pieceBytes
	pieceMask  = 1<<(8*pieceBytes) - 1
)

// NewString draws a function: the point first, then the tables of the family.
// It panics where f is not one of the families.
func NewString(f Family, src rand.Source) *String {
	return drawn(&String{hash: make64(f)}, src)
}

// Hash returns the hash of x. It does not allocate.
func (s *String) Hash(x string) uint64 { return s.HashBytes([]byte(x)) }

// HashBytes returns Hash(string(x)). It does not allocate.
func (s *String) HashBytes(x []byte) uint64 {
	sum := uint64(1)
	if len(x) >= blockBytes {
		sum, x = s.absorb(sum, x)
	}
	return s.finish(s.reduce(sum, x))
}

// finish hashes a reduced string.
func (s *String) finish(x uint64) uint64 {
	if s.hash == nil {
		return 0
	}
	return s.hash.Hash(x)
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (s *String) HashBatch(dst []uint64, src []string) {
	dst = dst[:len(src):len(dst)]
	if s.hash == nil {
		clear(dst)
		return
	}
	for i, x := range src {
		b := []byte(x)
		sum, rest := s.absorb(1, b)
		dst[i] = s.reduce(sum, rest)
	}
	s.hash.HashBatch(dst, dst)
}

// absorb continues the polynomial with the whole blocks of x, and returns what
// is left of x, less than a block. Sums stay below 2^61+8.
func (s *String) absorb(sum uint64, x []byte) (uint64, []byte) {
	for ; len(x) >= blockBytes; x = x[blockBytes:] {
		// The product with the sum, for which the others need not wait, is last:
		// sum·r⁸ + p₀·r⁷ + … + p₆·r + p₇ is below 2^124.
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

// modPrime reduces a number below 2^124 to one below 2^61+8 with the same
// residue mod 2^61−1.
func modPrime(high, low uint64) uint64 {
	x := low&prime + (high<<3 | low>>61)
	return x&prime + x>>61
}

// reduce ends the polynomial with what is left, less than a block, and a byte
// 1 behind it, so that no two strings have the same coefficients.
func (s *String) reduce(sum uint64, rest []byte) uint64 {
	whole := len(rest) / pieceBytes % lanes
	high, low := uint64(0), uint64(0)
	for i := whole - 1; i >= 0 && len(rest) >= pieceBytes; i-- {
		high, low = addProduct(high, low, piece(rest), s.powers[i])
		rest = rest[pieceBytes:]
	}
	low, carry := bits.Add64(low, last(rest), 0)
	high, low = addProduct(high+carry, low, sum, s.powers[whole])
	if sum = modPrime(high, low); sum >= prime {
		sum -= prime
	}
	return sum
}

// piece returns the first seven bytes of x as a number.
func piece(x []byte) uint64 {
	if len(x) >= 8 {
		return binary.LittleEndian.Uint64(x) & pieceMask
	}
	return uint64(binary.LittleEndian.Uint32(x[3:]))<<24 | uint64(x[2])<<16 | uint64(x[1])<<8 | uint64(x[0])
}

// last returns the at most six bytes of x and a byte 1 as a number.
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

// New returns a hash of what is written to it: its Sum64 is HashBytes of all
// that was written since the last Reset. It has 80 bytes of its own and
// shares the tables; a hash belongs to one goroutine at a time.
func (s *String) New() hash.Hash64 { return &digest{s: s, sum: 1} }

// MarshalBinary returns the tables; it never fails.
func (s *String) MarshalBinary() ([]byte, error) { return encode(s), nil }

// UnmarshalBinary sets s to what MarshalBinary returned. On an error, a
// *[FormatError], s is unchanged.
func (s *String) UnmarshalBinary(data []byte) error {
	h, err := readHeader(data)
	if err != nil {
		return err
	}
	if h.kind != kindString {
		return &FormatError{5, fmt.Sprintf("tables of %v, and a function of strings is wanted", h)}
	}
	fresh := &String{hash: make64(h.family)}
	if err := decode(fresh, data); err != nil {
		return err
	}
	fresh.derive()
	*s = *fresh
	return nil
}

func (s *String) words(visit func(*uint64)) {
	visit(&s.point)
	if s.hash == nil {
		new(Simple64).words(visit)
		return
	}
	s.hash.words(visit)
}

func (s *String) draw(src rand.Source) {
	s.point = uniform(src, prime)
	s.derive()
	s.hash.draw(src)
}

// derive computes the powers of the point.
func (s *String) derive() {
	s.powers[0] = s.point
	for i := 1; i < len(s.powers); i++ {
		s.powers[i] = modPrime(bits.Mul64(s.powers[i-1], s.point))
	}
}

func (s *String) valid() bool {
	v, ok := s.hash.(interface{ valid() bool })
	return s.point < prime && (!ok || v.valid())
}

func (s *String) header() header {
	if s.hash == nil {
		return header{kindString, Simple, 0}
	}
	return header{kindString, s.hash.header().family, 0}
}

// digest is a String as a hash.Hash64.
type digest struct {
	s    *String
	sum  uint64
	rest [blockBytes]byte
	n    int // bytes in rest
}

// Write adds p to what is hashed; it never fails.
func (d *digest) Write(p []byte) (int, error) {
	written := len(p)
	if d.n > 0 {
		taken := copy(d.rest[d.n:], p)
		d.n += taken
		if p = p[taken:]; d.n < blockBytes {
			return written, nil
		}
		d.sum, _ = d.s.absorb(d.sum, d.rest[:])
	}
	var rest []byte
	d.sum, rest = d.s.absorb(d.sum, p)
	d.n = copy(d.rest[:], rest)
	return written, nil
}

func (d *digest) Sum64() uint64       { return d.s.finish(d.s.reduce(d.sum, d.rest[:d.n])) }
func (d *digest) Sum(b []byte) []byte { return binary.BigEndian.AppendUint64(b, d.Sum64()) }
func (d *digest) Reset()              { d.sum, d.n = 1, 0 }
func (d *digest) Size() int           { return 8 }
func (d *digest) BlockSize() int      { return blockBytes }
