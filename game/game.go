// Package game defines the five methods of a [Position] that search, perft and the
// conformance tests of [github.com/zobrist-go/zobrist/game/gametest] need. Games may
// also implement [Wide], [Scored] and [Symmetric].
//
// The rules of each game are a package below this one. All of them use the same
// names, which your own game can use as well:
//
//	New(Options) (*Position, error)           // the start position
//	Parse(text, Options) (*Position, error)   // the position of a text
//	Space                                     // the features, by options if there are sizes
//
//	(*Position).Set(text) error               // replaces the position
//	(*Position).String() string               // what Parse and Set read
//	(*Position).Clone() *Position
//	(*Position).Ply() int                     // moves that can be taken back
//	(*Position).Turn() Side                   // the side to move
//	(*Position).Score() (score int, over bool)
//
// In chess, checkers and baduk, Turn returns the game's own Color, with methods
// Opponent, as [Side] has, and Side. Errors wrap [ErrOptions] or are a [TextError]. A [Result] is
// the result of a recorded game, and a [RecordError] a fault of its record.
package game

import "github.com/zobrist-go/zobrist"

// A Position is a state of play with the moves that led to it. M is its type
// of move. Make and Unmake keep the hash up to date, one XOR for each feature
// that changes. A position belongs to one goroutine at a time.
type Position[M comparable] interface {
	// AppendMoves appends the legal moves to dst and returns it. If there are
	// none, the game is over. The order is the same for equal positions.
	AppendMoves(dst []M) []M

	// Make plays a move that AppendMoves returned; any other is undefined.
	Make(m M)

	// Unmake takes back the last move made and restores everything that can be
	// observed. It panics if there is none.
	Unmake()

	// Hash returns the hash: the start value XOR the keys of the features that
	// AppendFeatures lists.
	Hash() uint64

	// AppendFeatures appends the features that hold, each once, in any order.
	// It finds them from the position itself.
	AppendFeatures(dst []zobrist.Feature) []zobrist.Feature
}

// Wide is a [Position] that also has a hash of 128 bits.
type Wide interface {
	// Hash128 returns the hash whose low half is Hash: the primary and the
	// secondary code of the position's [zobrist.Set].
	Hash128() zobrist.Uint128
}
