package layout

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/prng"
)

// StockfishKeys returns the keys of Stockfish for the features of the layout
// "castling16", and the start value that makes the hash of a position its
// key: Stockfish draws from xorshift64* under the seed 1070372, white pawn on
// a1 first, and counts Black to move where this package counts White. A file
// en passant counts where a pawn stands ready to capture.
func StockfishKeys() (keys zobrist.Keys, start uint64) {
	src := prng.XorShift64Star(1070372)
	keys = make(zobrist.Keys, 793)
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
	return keys, black
}

// Stockfish returns the keys of Stockfish as a set for [chess.Space], named
// "stockfish". A right to castle has the XOR of the keys of its set and of the
// empty one, so that hashes are Stockfish's wherever at most one right is
// left; with more, Stockfish's hash is no XOR of features, and
// [StockfishKeys] with the layout "castling16" gives it.
func Stockfish() zobrist.Set {
	keys, start := StockfishKeys()
	none := keys[768]
	set := zobrist.Set{Name: "stockfish", Start: start ^ none}
	set.Keys = append(set.Keys, keys[:768]...)
	for right := range 4 {
		set.Keys = append(set.Keys, keys[768+1<<right]^none)
	}
	set.Keys = append(set.Keys, keys[784:]...)
	return set
}
