package zobrist

import (
	"encoding/binary"
	"math/rand/v2"
)

// Keys gives each [Feature] its key. The hash of a set of features is a start
// value XOR their keys; a change of feature f is
//
//	hash ^= keys[f]
//
// Keys are read-only once in use, and then safe for concurrent use.
type Keys []uint64

// NewKeys draws n keys of 64 bits from src, feature 0 first, one draw a key.
func NewKeys(n int, src rand.Source) Keys {
	k := make(Keys, n)
	for i := range k {
		k[i] = src.Uint64()
	}
	return k
}

// Hash returns start XOR the keys of the features: O(len(features)), no
// allocation. A feature named twice cancels itself. It panics where a feature
// has no key.
func (k Keys) Hash(start uint64, features ...Feature) uint64 {
	for _, f := range features {
		start ^= k[f]
	}
	return start
}

// Truncate returns a copy of the keys with all but the low bits cleared, for
// bits from 0 to 64. The hash under it is the low part of the hash under k.
func (k Keys) Truncate(bits int) Keys {
	mask := lowMask(bits)
	t := make(Keys, len(k))
	for i := range k {
		t[i] = k[i] & mask
	}
	return t
}

// lowMask returns the word whose low bits, 0 to 64 of them, are set.
func lowMask(bits int) uint64 {
	if bits < 0 || bits > 64 {
		panic("zobrist: width not in 0 to 64 bits")
	}
	return 1<<uint(bits) - 1
}

// Start draws a start value from src, the first draw that is not zero. With a
// random start value any three hashes of different sets are independent; with
// start 0 the third of hash(A), hash(B) and hash(A △ B) is the XOR of the
// other two.
func Start(src rand.Source) uint64 {
	for {
		if v := src.Uint64(); v != 0 {
			return v
		}
	}
}

// Uint128 is an unsigned integer of 128 bits. As a hash it is Zobrist's pair:
// Lo the primary and Hi the secondary code.
type Uint128 struct{ Hi, Lo uint64 }

// Xor returns u XOR v.
func (u Uint128) Xor(v Uint128) Uint128 { return Uint128{u.Hi ^ v.Hi, u.Lo ^ v.Lo} }

// And returns u AND v.
func (u Uint128) And(v Uint128) Uint128 { return Uint128{u.Hi & v.Hi, u.Lo & v.Lo} }

// IsZero reports whether u is 0.
func (u Uint128) IsZero() bool { return u.Hi|u.Lo == 0 }

// Cmp returns −1, 0 or +1 as u is less than, equal to or greater than v.
func (u Uint128) Cmp(v Uint128) int {
	switch {
	case u.Hi < v.Hi || u.Hi == v.Hi && u.Lo < v.Lo:
		return -1
	case u == v:
		return 0
	}
	return 1
}

// Bytes returns the sixteen bytes of u, most significant first.
func (u Uint128) Bytes() (b [16]byte) {
	binary.BigEndian.PutUint64(b[:8], u.Hi)
	binary.BigEndian.PutUint64(b[8:], u.Lo)
	return b
}

// String returns u as 32 hexadecimal digits.
func (u Uint128) String() string {
	const digits = "0123456789abcdef"
	var text [32]byte
	for i, b := range u.Bytes() {
		text[2*i], text[2*i+1] = digits[b>>4], digits[b&15]
	}
	return string(text[:])
}

// Keys128 is [Keys] at 128 bits: hash = hash.Xor(keys[f]).
type Keys128 []Uint128

// Hash returns start XOR the keys of the features; see [Keys.Hash].
func (k Keys128) Hash(start Uint128, features ...Feature) Uint128 {
	for _, f := range features {
		start = start.Xor(k[f])
	}
	return start
}

// Words returns the keys of both codes as words of 128 bits, with high halves
// of zero if there is no secondary code.
func (s Set) Words() Keys128 {
	words := make(Keys128, len(s.Keys))
	for i, k := range s.Keys {
		words[i].Lo = k
		if s.Second != nil {
			words[i].Hi = s.Second[i]
		}
	}
	return words
}
