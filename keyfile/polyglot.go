package keyfile

import "github.com/zobrist-go/zobrist"

//go:generate go run gen.go -from zpolyglot.go

// Polyglot returns the 781 published constants of the Polyglot opening-book
// format, the nearest thing that chess has to a standard hash, with start value
// 0. The features of game/chess are numbered as the format numbers them; a
// position's hash is the one by which books are searched if its en-passant rule
// is pseudo-legal: the format counts a file whenever a pawn stands beside the
// one that has just moved two squares.
//
// The keys have rank 64 and no dependency of weight 7 or less. They never
// change; a test checks their SHA-256.
func Polyglot() zobrist.Set {
	return zobrist.Set{Name: "polyglot", Keys: append(zobrist.Keys(nil), polyglot[:]...)}
}
