package lab

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// A shape is a row of the table of layouts.
type shape struct {
	*keyfile.Layout
	name, note string
	words      float64 // of 64 bits that the keys need in memory
	keys       func(trial int) zobrist.Keys
}

// shapes returns the shapes of key tables that chess programs use, the first one
// with coded keys, the others with random ones.
func shapes(o Options) ([]shape, error) {
	var all []shape
	for _, s := range []struct {
		name, layout, note string
		draw               func(n int, src rand.Source) zobrist.Keys
		words              float64 // 0: one for each key
	}{
		{"781 coded", "781", "one key for each feature, at a guaranteed distance", coded, 0},
		{"781", "781", "one key for each feature", zobrist.NewKeys, 0},
		{"769", "769", "no castling, no en passant", zobrist.NewKeys, 0},
		{"castling16", "castling16", "a key for each of the 16 sets of castling rights", zobrist.NewKeys, 0},
		{"18x64", "18x64", "kings and rooks that may castle, and pawns that may be taken en passant, are other pieces",
			zobrist.NewKeys, 0},
		{"overlapped", "781", "keys of 8 bytes, read at every byte of a short array", overlapped, float64(781+7) / 8},
		{"rotated", "781", "one key for each piece, rotated by the number of the square", rotated, 12 + 781 - 768},
	} {
		l, err := keyfile.OpenLayout(chess.Space(), s.layout)
		if err != nil {
			return nil, err
		}
		n, stream := l.Space().Len(), uint64(len(all))
		if s.words == 0 {
			s.words = float64(n)
		}
		all = append(all, shape{l, s.name, s.note, s.words, func(trial int) zobrist.Keys {
			return s.draw(n, o.source(1, stream, uint64(trial)))
		}})
	}
	return all, nil
}

func coded(n int, src rand.Source) zobrist.Keys {
	code, err := zobrist.NewCode(n, 64)
	if err != nil {
		panic(err) // the arguments are in range
	}
	return code.Set(src).Keys
}

// overlapped reads key i at byte i of n+7 random bytes, least significant first
// (S. Gemma, Overlapped Zobrist keys array, Computer Chess Club, 2009).
func overlapped(n int, src rand.Source) zobrist.Keys {
	bytes := make([]byte, 0, n+15)
	for len(bytes) < n+7 {
		bytes = binary.LittleEndian.AppendUint64(bytes, src.Uint64())
	}
	keys := make(zobrist.Keys, n)
	for i := range keys {
		keys[i] = binary.LittleEndian.Uint64(bytes[i:])
	}
	return keys
}

// rotated rotates the key of a piece left by the number of the square, a1 being
// 0; a feature that is not a piece has a key of its own (Z. Wegner, Zobrist key random
// numbers, Computer Chess Club, 2009).
func rotated(n int, src rand.Source) zobrist.Keys {
	keys := make(zobrist.Keys, 0, n)
	for range chess.Space().Group("piece").Rows {
		k := src.Uint64()
		for s := range 64 {
			keys = append(keys, bits.RotateLeft64(k, s))
		}
	}
	return append(keys, zobrist.NewKeys(n-len(keys), src)...)
}
