package keyfile

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/prng"
)

// castling16Keys is the number of keys of the layout castling16.
const castling16Keys = 793

// stockfish16 returns the keys of Stockfish in the order of the layout
// castling16, and the start value that makes the hash of a position its key:
// Stockfish draws from xorshift64* under the seed 1070372, white pawn on a1
// first, and has a key for Black to move, whereas the layout has one for White. A
// file en passant counts if a pawn can capture pseudo-legally.
func stockfish16() zobrist.Set {
	src := prng.XorShift64Star(1070372)
	keys := make(zobrist.Keys, castling16Keys)
	for color := range 2 { // white first
		for kind := range 6 { // pawn first
			for s := range 64 {
				keys[(2*kind+1-color)*64+s] = src.Uint64()
			}
		}
	}
	for file := range 8 {
		keys[784+file] = src.Uint64()
	}
	for set := range 16 { // white king side is bit 0, as here
		keys[768+set] = src.Uint64()
	}
	black := src.Uint64()
	keys[792] = black
	return zobrist.Set{Name: "stockfish", Keys: keys, Start: black}
}

// stockfish returns the keys of Stockfish for the 781 features of chess. A right
// to castle has the XOR of the keys of its set and of the empty one, so that
// hashes are Stockfish's if at most one right is left; with more of them its hash
// is no XOR of features.
func stockfish() zobrist.Set {
	exact := stockfish16()
	none := exact.Keys[768]
	set := zobrist.Set{Name: exact.Name, Start: exact.Start ^ none}
	set.Keys = append(set.Keys, exact.Keys[:768]...)
	for right := range 4 {
		set.Keys = append(set.Keys, exact.Keys[768+1<<right]^none)
	}
	set.Keys = append(set.Keys, exact.Keys[784:]...)
	return set
}
