package tabulation

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/internal/keys/prng"
)

// NewSource returns ChaCha8 under a seed of 64 bits: its 32-byte seed is the first four outputs of SplitMix64 started
// at seed, each little-endian. It is not safe for concurrent use.
//
// The words that follow from a seed are the same on every platform, and are frozen from release 1.0.
func NewSource(seed uint64) rand.Source {
	var key [32]byte
	mix := prng.SplitMix64(seed)
	for i := 0; i < len(key); i += 8 {
		binary.LittleEndian.PutUint64(key[i:], mix.Uint64())
	}
	return rand.NewChaCha8(key)
}

// uniform returns a number below n, each with the same probability, for n above 0. It multiplies and rejects (Lemire
// 2019, section 4).
func uniform(src rand.Source, n uint64) uint64 {
	for {
		if r := src.Uint64(); r*n >= -n%n {
			return MultiplyHigh(r, n)
		}
	}
}
