package zobrist

import "math/rand/v2"

// Default returns the keys that every game of this module uses unless it is
// given others: n keys of 64 and of 128 bits with random start values.
func Default(n int) KeySet {
	src := rand.NewChaCha8([32]byte{1})
	return KeySet{
		Name:     "random:chacha8:1",
		Start:    Start(src),
		Start128: Start128(src),
		Keys:     NewKeys(n, src),
		Keys128:  NewKeys128(n, src),
	}
}
