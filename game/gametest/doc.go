// Package gametest checks that a game of anyone keeps the promises of
// [github.com/zobrist-go/zobrist/game.Position].
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
//   - the same holds for the hash of 128 bits of a [game.Wide], whose low half
//     is the hash of 64 bits;
//   - each feature is in the space and listed once, a place of a grid holds at
//     most one class, and a one-of group at most one value;
//   - AppendMoves and AppendFeatures extend dst, keep what it held, change
//     nothing that can be observed, and return the same when called again; no
//     move is listed twice;
//   - positions are equal if and only if their hashes are; equal hashes mean equal
//     moves, in their order, and an equal score, unless [Game].MoveHistory or
//     ScoreHistory say that the moves before matter;
//   - Unmake restores hashes, features, moves, result, text and whatever
//     [Game.Observe] adds, and a fresh position on which the same moves are
//     made shows the same;
//   - for a [game.Symmetric], Preimage undoes Image, and from one hash the image
//     of a move always leads to the same hash; with [Game.Images], the hash is the
//     least of all images made from scratch;
//   - a position without moves is over, and a game that goes on has score 0;
//   - Parse, if given, reads the text of a position as an equal one.
//
// [Run] adds perft, counts of distinct positions, the panic of Unmake at the start, that a copy by the position's
// method Clone, if it has one, is the same and that play on one of the two, in turn or in two goroutines at once,
// does not show in the other, play in two goroutines, so that the race detector sees what positions share, and, if
// wanted, that Make and Unmake do not allocate. To find a feature that hash and AppendFeatures both forget, it
// compares moves and scores of equal hashes in perft, near the ends of games, and on lines that come back to a
// position another way: moves there and back, and moves in another order. A failure names the moves that led to it,
// as few as still show it, and, for a wrong hash, the features whose keys are the difference. Moves are written by a
// method MoveString(M) string of the position, if there is one.
//
// # Limits
//
// The kit knows no rules: only perft numbers from another source show that the
// moves are the legal ones. A fault that changes the hash and AppendFeatures
// alike stays hidden unless two positions that it makes equal are met and have other
// moves or another score. Let New return positions rich in such features, and let
// [Game].Plies be long enough to reach them: kos are late and rare on large boards.
// Equal hashes of different positions count as a fault; by chance they occur with
// probability n²/2^65 in a walk over n positions.
//
// # Cost
//
// About two calls of each method and a sort of the features at each node: some
// ten microseconds for chess.
package gametest

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
)

// A Game is a game to test. Only New is required. Every other field adds checks
// or sets a limit; its zero value means no such checks or the default.
type Game[M comparable] struct {
	// New returns a fresh start position, which may differ from the game's.
	New func() game.Position[M]

	// Space holds the features, Set the keys of the positions of New. Without
	// keys the hash is not compared with the features.
	Space *zobrist.Space
	Set   zobrist.Set

	// Images returns the features of all images of a position that share its hash,
	// made from the features of any of them. The kit then checks that the hash is the
	// least of those from scratch. It must not change its argument.
	Images func(features []zobrist.Feature) [][]zobrist.Feature

	// Observe returns, as text, whatever else Unmake must restore. What String
	// returns, if the position has it, is compared anyway.
	Observe func(p game.Position[M]) string

	// Identity returns equal texts for equal positions and only for them.
	// Without it positions are equal if their features are.
	Identity func(p game.Position[M]) string

	// MoveHistory and ScoreHistory say that the moves, or the score, of equal positions
	// may differ by the moves that led to them, as under superko or where a position
	// that occurs three times is a draw. They are not compared then.
	MoveHistory, ScoreHistory bool

	// Parse reads what String writes.
	Parse func(text string) (game.Position[M], error)

	// Perft holds the number of paths of 1, 2, … moves from New, Positions the
	// number of distinct positions, by hash, at their ends. A line that ends early, in a
	// position without moves, counts at no greater depth. Published numbers may count it
	// at every depth: Othello's are greater by 228 from depth 10 on. With -short the kit
	// leaves out depths from the first number above a million.
	Perft     []uint64
	Positions []uint64

	// Walks and Plies are the number and the length of the random walks of
	// Run; 0 stands for 32 walks, 8 under -short, of 200 plies.
	Walks, Plies int

	// NoAllocs checks that Make and Unmake do not allocate on a line that was
	// played once before.
	NoAllocs bool
}
