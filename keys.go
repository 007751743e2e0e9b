package zobrist

import (
	"encoding/binary"
	"encoding/hex"
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
// allocation. A feature named twice cancels itself. It panics if a feature has
// no key.
func (k Keys) Hash(start uint64, features ...Feature) uint64 {
	for _, f := range features {
		start ^= k[f]
	}
	return start
}

// Sum returns start plus the keys of the features, mod 2^64: a hash for hosts
// whose only number is a float64, such as Lua and JavaScript,
//
//	hash += keys[f]  // f comes to hold
//	hash -= keys[f]  // f ceases to hold
//
// A float64 holds whole numbers below 2^53 exactly, so that sums of keys of b
// bits and a start value are exact with up to 2^(53−b) − 1 features: 31 at 48
// bits, 63 at 47, which is enough for the 38 features of a chess position.
//
// The low b bits of a sum are uniform, the high ones are not, because they
// depend on the number of features: take an address from the low end. Under
// uniform keys two different sets have equal sums with a chance of 2^−b at most,
// as with XOR. It panics if a feature has no key.
func (k Keys) Sum(start uint64, features ...Feature) uint64 {
	for _, f := range features {
		start += k[f]
	}
	return start
}

// Truncate returns a copy of the keys with only the low bits, 0 to 64. The hash
// under it is the low part of the hash under k.
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

// Uint128 is a hash of 128 bits, Zobrist's pair: Lo is the primary and Hi the
// secondary code.
type Uint128 struct{ Hi, Lo uint64 }

// Xor returns u XOR v.
func (u Uint128) Xor(v Uint128) Uint128 { return Uint128{u.Hi ^ v.Hi, u.Lo ^ v.Lo} }

// String returns u as 32 hexadecimal digits.
func (u Uint128) String() string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], u.Hi)
	binary.BigEndian.PutUint64(b[8:], u.Lo)
	return hex.EncodeToString(b[:])
}
