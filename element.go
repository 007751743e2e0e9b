package zobrist

import (
	"encoding/binary"
	"math/bits"
)

// ElementKeys gives a key to each element of a set of any size, by a hash
// function instead of a table: SipHash-2-4 (J.-P. Aumasson and D. J. Bernstein,
// SipHash: a fast short-input PRF, 2012). The hash of a set is a start value XOR
// the keys of its elements:
//
//	hash ^= keys.Key(element) // element joins or leaves
//
// An element is a string of bytes. Encode other values without ambiguity: a pair
// as a length and two strings, a number in eight bytes.
//
// To anyone who does not know the secret, the keys are as good as random, and
// clashes as rare as among random keys. If nobody profits from a clash, a secret
// of zero is as good as any.
//
// The zero value has secret 0. It is immutable and safe for concurrent use. A key
// takes some 30 ns and 1 ns a byte, and no allocation.
type ElementKeys struct{ secret Uint128 }

// NewElementKeys returns the keys under a secret.
func NewElementKeys(secret Uint128) ElementKeys { return ElementKeys{secret} }

// Key returns the key of an element: SipHash-2-4 of 64 bits.
func (k ElementKeys) Key(element []byte) uint64 {
	v := k.absorb(element, 0)
	v[2] ^= 0xff
	v.rounds(4)
	return v.fold()
}

// Key128 returns a key of 128 bits: SipHash-2-4-128. Its low half is not Key.
func (k ElementKeys) Key128(element []byte) Uint128 {
	v := k.absorb(element, 0xee)
	v[2] ^= 0xee
	v.rounds(4)
	lo := v.fold()
	v[1] ^= 0xdd
	v.rounds(4)
	return Uint128{Hi: v.fold(), Lo: lo}
}

// absorb returns the state after the whole element. The secret is what SipHash
// calls the key, k0 its first eight bytes.
func (k ElementKeys) absorb(element []byte, width uint64) sip {
	k0, k1 := k.secret.Lo, k.secret.Hi
	v := sip{k0 ^ 0x736f6d6570736575, k1 ^ 0x646f72616e646f6d ^ width, k0 ^ 0x6c7967656e657261, k1 ^ 0x7465646279746573}
	last := uint64(len(element)) << 56
	for ; len(element) >= 8; element = element[8:] {
		v.word(binary.LittleEndian.Uint64(element))
	}
	for i, b := range element {
		last |= uint64(b) << (8 * i)
	}
	v.word(last)
	return v
}

// sip is SipHash's state.
type sip [4]uint64

func (v *sip) word(w uint64) {
	v[3] ^= w
	v.rounds(2)
	v[0] ^= w
}

func (v *sip) fold() uint64 { return v[0] ^ v[1] ^ v[2] ^ v[3] }

func (v *sip) rounds(n int) {
	v0, v1, v2, v3 := v[0], v[1], v[2], v[3]
	for range n {
		v0 += v1
		v1 = bits.RotateLeft64(v1, 13) ^ v0
		v0 = bits.RotateLeft64(v0, 32)
		v2 += v3
		v3 = bits.RotateLeft64(v3, 16) ^ v2
		v0 += v3
		v3 = bits.RotateLeft64(v3, 21) ^ v0
		v2 += v1
		v1 = bits.RotateLeft64(v1, 17) ^ v2
		v2 = bits.RotateLeft64(v2, 32)
	}
	*v = sip{v0, v1, v2, v3}
}
