package zobrist

// MaxAdditiveBits is the greatest width of [AdditiveKeys]: a sum of two keys
// of more bits need not be a whole number of a float64.
const MaxAdditiveBits = 52

// AdditiveKeys are keys that are added when a feature comes to hold and
// subtracted when it ceases to, for hosts whose only number is a float64, such
// as Lua and JavaScript:
//
//	hash += keys[f]  // f holds
//	hash -= keys[f]  // f holds no more
//
// A float64 holds whole numbers below 2^53 exactly, so that hashes are exact
// with up to 2^(53−bits) features: 32 at 48 bits, 64 at 47, which is enough
// for the 38 features of a chess position.
//
// The low bits of a sum are uniform, the high ones are not (they tell the
// number of features): take an address from the low end. The chance that two
// sets have equal hashes is 2^−bits, as with XOR, if each differs from the
// other in a feature whose key is added and not cancelled; a feature held
// twice does not vanish.
type AdditiveKeys []uint64

// Additive returns the low bits of the keys, 0 to [MaxAdditiveBits], for
// hashing by addition.
func (k Keys) Additive(bits int) AdditiveKeys {
	if bits > MaxAdditiveBits {
		panic("zobrist: additive keys of more than 52 bits")
	}
	return AdditiveKeys(k.Truncate(bits))
}

// Hash returns start plus the keys of the features, mod 2^64. It panics where
// a feature has no key.
func (k AdditiveKeys) Hash(start uint64, features ...Feature) uint64 {
	for _, f := range features {
		start += k[f]
	}
	return start
}
