package boardhash

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// ErrKeys is wrapped by the error for keys that are not 64 for each kind of
// piece, or for no kind or more than [MaxKinds].
var ErrKeys = errors.New("boardhash: wrong number of keys")

// MaxKinds is the largest number of kinds of piece.
const MaxKinds = 64

// A Hasher hashes boards under one set of keys. It is immutable and safe for
// concurrent use.
type Hasher struct {
	keys     zobrist.Keys
	kinds    int
	matrices [][8][8]uint64 // by kind, byte of the hash, byte of the bitboard
}

// New returns a Hasher for len(keys)/64 kinds of piece. It keeps a copy of the
// keys.
func New(keys zobrist.Keys) (*Hasher, error) {
	kinds := len(keys) / 64
	if len(keys)%64 != 0 || kinds == 0 || kinds > MaxKinds {
		return nil, fmt.Errorf("%w: %d; give 64 for each of 1 to %d kinds of piece", ErrKeys, len(keys), MaxKinds)
	}
	h := &Hasher{keys: append(zobrist.Keys(nil), keys...), kinds: kinds, matrices: make([][8][8]uint64, kinds)}
	for c := range h.matrices {
		for out := range 8 {
			for in := range 8 {
				h.matrices[c][out][in] = matrix((*[8]uint64)(keys[64*c+8*in:]), out)
			}
		}
	}
	return h, nil
}

// matrix packs the part of the map from eight squares to byte out of the hash
// as the affine instruction wants it: byte 7 − r is the row of bit r.
func matrix(keys *[8]uint64, out int) (m uint64) {
	for r := range 8 {
		for s, k := range keys {
			m |= k >> (8*out + r) & 1 << (8*(7-r) + s)
		}
	}
	return m
}

// Kinds returns the number of kinds of piece, the words of a board.
func (h *Hasher) Kinds() int { return h.kinds }

// Hash returns the hash of one board. It panics where board has not Kinds()
// words.
func (h *Hasher) Hash(board []uint64) (hash uint64) {
	if len(board) != h.kinds {
		panic(fmt.Sprintf("boardhash: a board of %d words for %d kinds of piece", len(board), h.kinds))
	}
	for c, set := range board {
		keys := (*[64]uint64)(h.keys[64*c:])
		for ; set != 0; set &= set - 1 {
			hash ^= keys[bits.TrailingZeros64(set)&63]
		}
	}
	return hash
}

// HashBatch sets hashes[i] to the hash of the i-th board, the words of which
// are boards[i·Kinds() : (i+1)·Kinds()]. It panics where boards is not Kinds()
// times as long as hashes.
func (h *Hasher) HashBatch(hashes, boards []uint64) {
	if len(boards) != len(hashes)*h.kinds {
		panic(fmt.Sprintf("boardhash: %d words for %d boards of %d kinds of piece", len(boards), len(hashes), h.kinds))
	}
	done := h.eights(hashes, boards)
	for i := done; i < len(hashes); i++ {
		hashes[i] = h.Hash(boards[i*h.kinds : (i+1)*h.kinds])
	}
}
