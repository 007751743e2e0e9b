// Package prng has the generators from which chess programs draw their keys, bit for bit as
// published, so that their tables can be reproduced.
//
// Every generator is a [math/rand/v2.Source]: Uint64 returns the next word. None is fit for secrets
// or safe for concurrent use. Values are frozen from release 1.0 on.
package prng

import "math/bits"

// SplitMix64 is Steele, Lea and Flood's generator (Fast Splittable Pseudorandom Number Generators,
// OOPSLA 2014) with Vigna's constants. Its value is the state; any value will do.
type SplitMix64 uint64

// Uint64 returns the next word.
func (s *SplitMix64) Uint64() uint64 {
	*s += 0x9e3779b97f4a7c15
	z := uint64(*s)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// XorShift64Star is Vigna's xorshift64* (An experimental exploration of
// Marsaglia's xorshift generators, scrambled, 2014) with shifts 12, 25 and 27,
// as Stockfish uses it. Its value is the state, which must not be 0: from 0 it
// returns 0 for ever.
type XorShift64Star uint64

// Uint64 returns the next word.
func (s *XorShift64Star) Uint64() uint64 {
	x := uint64(*s)
	x ^= x >> 12
	x ^= x << 25
	x ^= x >> 27
	*s = XorShift64Star(x)
	return x * 2685821657736338717
}

// RKISS is Jenkins' small fast generator (burtleburtle.net/bob/rand/smallprng.html,
// 2007) in the variant of three rotations for 64-bit words, known to chess
// programmers as RKISS. Make one with [NewRKISS].
type RKISS struct{ a, b, c, d uint64 }

// NewRKISS is Jenkins' raninit. Any seed will do.
func NewRKISS(seed uint64) *RKISS {
	s := &RKISS{0xf1ea5eed, seed, seed, seed}
	for range 20 {
		s.Uint64()
	}
	return s
}

// Uint64 returns the next word.
func (s *RKISS) Uint64() uint64 {
	e := s.a - bits.RotateLeft64(s.b, 7)
	s.a = s.b ^ bits.RotateLeft64(s.c, 13)
	s.b = s.c + bits.RotateLeft64(s.d, 37)
	s.c = s.d + e
	s.d = e + s.a
	return s.d
}

// KISS64 is Marsaglia's sum of a multiply-with-carry, a xorshift and a
// congruential generator (sci.math, 28 February 2009). X and C are the first,
// Y the second, which must not be 0, and Z the third.
type KISS64 struct{ X, C, Y, Z uint64 }

// NewKISS64 returns the generator in Marsaglia's own starting state for seed 1, and in a state
// drawn from [SplitMix64] for any other, because his posting gives no way to seed it.
func NewKISS64(seed uint64) *KISS64 {
	if seed == 1 {
		return &KISS64{
			X: 1234567890987654321, C: 123456123456123456,
			Y: 362436362436362436, Z: 1066149217761810,
		}
	}
	s := SplitMix64(seed)
	k := &KISS64{X: s.Uint64(), C: s.Uint64() >> 6, Z: s.Uint64()}
	for k.Y == 0 {
		k.Y = s.Uint64()
	}
	return k
}

// Uint64 returns the next word.
func (k *KISS64) Uint64() uint64 {
	t := k.X<<58 + k.C
	k.C = k.X >> 6
	k.X += t
	if k.X < t {
		k.C++
	}
	k.Y ^= k.Y << 13
	k.Y ^= k.Y >> 17
	k.Y ^= k.Y << 43
	k.Z = 6906969069*k.Z + 1234567
	return k.X + k.Y + k.Z
}
