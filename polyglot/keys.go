// Package polyglot has the keys of the Polyglot opening-book format: 781
// published constants, the nearest thing that chess has to a standard hash.
//
// The features of [github.com/zobrist-go/zobrist/game/chess] are numbered as
// the format numbers them, so its keys are ordinary keys, and a position that
// is made with them carries the hash that books are looked up by:
//
//	p, err := chess.New(chess.Options{
//		Set:       polyglot.Set(),
//		EnPassant: chess.PseudoLegalEnPassant,
//	})
//	p.Hash() // 463b96181691fc9c
//
// # Guarantees
//
// The keys are those of the format for good: a test pins their SHA-256.
//
// # Limits
//
// The format counts an en-passant file whenever a pawn stands beside the one
// that has just moved two squares, whether or not its capture is legal:
// [chess.PseudoLegalEnPassant]. The keys are public and XOR hashes are
// linear, so anyone can construct positions with equal hashes. They have rank
// 64 and no dependency of weight 7 or less.
//
// # Sources
//
// Michel Van den Bergh's description of the book format,
// http://hgm.nubati.net/book_format.html.
package polyglot

import "github.com/zobrist-go/zobrist"

//go:generate go run gen.go -from zkeys.go

// Keys returns the 781 keys. The caller owns the slice.
func Keys() zobrist.Keys {
	return append(zobrist.Keys(nil), random64[:]...)
}

// Set returns the keys under the name "polyglot", with start value 0.
func Set() zobrist.Set {
	return zobrist.Set{Name: "polyglot", Keys: Keys()}
}
