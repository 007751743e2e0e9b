// Package game says what a position must offer so that search, perft and the
// conformance tests of [github.com/zobrist-go/zobrist/game/gametest] can work
// with it. The rules of each game are a package below this one, and none of
// them is special: a user's own game takes part by the same five methods.
// [Wide], [Scored] and [Symmetric] say more of the games that have more.
package game

import "github.com/zobrist-go/zobrist"

// A Position is a state of play with the moves that led to it. M is its type
// of move.
//
// Make and Unmake keep the hash up to date, one XOR for each feature that
// changes. A position belongs to one goroutine at a time.
type Position[M comparable] interface {
	// AppendMoves appends the legal moves to dst and returns it. There are
	// none when the game is over. The order is the same for equal positions.
	AppendMoves(dst []M) []M

	// Make plays a move that AppendMoves returned; any other is undefined.
	Make(m M)

	// Unmake takes back the last move made, so that everything that can be
	// observed is as before. It panics when no move is left to take back.
	Unmake()

	// Hash returns the incrementally kept hash: the start value XOR the keys
	// of the features that AppendFeatures lists.
	Hash() uint64

	// AppendFeatures appends the features that hold, each once, in any
	// order, found from the position itself and not from its hash.
	AppendFeatures(dst []zobrist.Feature) []zobrist.Feature
}

// Wide is a position that has a hash of 128 bits as well.
type Wide interface {
	// Hash128 returns the hash whose low half is Hash: the primary and the
	// secondary code of the position's [zobrist.Set].
	Hash128() zobrist.Uint128
}
