// Package gametest checks that a game keeps the promises of
// [github.com/zobrist-go/zobrist/game.Position], whoever wrote it.
//
// A test and a fuzz target for a game are a few lines:
//
//	var nim = gametest.Game[int]{
//		New:   func() game.Position[int] { return NewNim(3, 4, 5) },
//		Space: nimSpace,
//		Set:   nimSet,
//		Perft: []uint64{12, 108},
//	}
//
//	func TestNim(t *testing.T) { gametest.Run(t, nim) }
//	func FuzzNim(f *testing.F) { gametest.Fuzz(f, nim) }
//
// # Guarantees
//
// At every node of a walk, after Make and after Unmake alike:
//
//   - the incremental hash is the start value XOR the keys of the features
//     that AppendFeatures lists;
//   - the hash of 128 bits of a [game.Wide] is so too, and its low half is the
//     hash of 64 bits;
//   - each feature is in the space and listed once, a place of a grid holds at
//     most one class, and a one-of group at most one value;
//   - AppendMoves and AppendFeatures extend dst, leave what it held alone,
//     change nothing that can be observed, and answer the same when asked
//     again; no move is listed twice;
//   - positions are equal exactly where their hashes are;
//   - Unmake restores hashes, features, moves, result, text and whatever
//     [Game.Observe] adds, and a fresh position that plays the moves left
//     standing shows the same;
//   - for a [game.Symmetric], Preimage undoes Image, and a move's image leads
//     from one hash always to the same;
//   - a position without moves is over, one that goes on has score 0;
//   - the text of a position reads back to an equal one, where Parse is given.
//
// [Run] adds perft and counts of distinct positions, the panic of Unmake at
// the start, play in two goroutines for the race detector to see what
// positions share, and, if asked, that Make and Unmake do not allocate. A
// failure names the moves that led to it and, where a hash is wrong, the features
// whose keys are the difference.
//
// # Limits
//
// The kit knows no rules: that the moves are the legal ones is shown by perft
// numbers from elsewhere. Two faults that cancel in hash and features alike
// stay hidden. Equal hashes of different positions are taken for a fault,
// which for true positions has a chance of n²/2^65 with n positions walked.
//
// # Cost
//
// About two calls of each method and a sort of the features at each node: for
// chess some ten microseconds.
package gametest

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
)

// A Game says what is tested. New is required; every other field adds checks
// or sets a bound, and its zero value leaves them out or takes the default.
type Game[M comparable] struct {
	// New returns a fresh start position. Any start will do, a setup of the
	// middle game as well as the first move.
	New func() game.Position[M]

	// Space is where the features come from, Set the keys that New's positions
	// hash with. A Set without keys leaves out the comparison of the hash with
	// the features.
	Space *zobrist.Space
	Set   zobrist.Set

	// Observe shows, as text, whatever else Unmake must restore. The String
	// method of a position, where it has one, is compared without it.
	Observe func(p game.Position[M]) string

	// Identity tells positions apart: equal texts and equal hashes must go
	// together. Without it two positions are the same where their features are.
	Identity func(p game.Position[M]) string

	// Parse reads what String writes.
	Parse func(text string) (game.Position[M], error)

	// Perft holds the number of paths of 1, 2, … moves from New, Positions the
	// number of distinct positions, by hash, at the end of those paths. Under
	// -short the kit stops before a depth of more than a million.
	Perft     []uint64
	Positions []uint64

	// Walks and Plies are the number and the length of the random walks of
	// Run; 0 stands for 32 walks, 8 under -short, of 200 plies.
	Walks, Plies int

	// NoAllocs asks that Make and Unmake allocate nothing on a line that was
	// played once before.
	NoAllocs bool
}
