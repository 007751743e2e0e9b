package search

import "github.com/zobrist-go/zobrist/game"

// A Position can be searched. P is the position's own type. If it has the methods of
// one of the interfaces below, or of [game.Symmetric], the package uses them; the package
// comment says what each is worth. An interface is used only if all its methods are there:
//
//	var _ search.Tactical[Move] = (*Position)(nil)
type Position[M comparable, P any] interface {
	game.Position[M]
	game.Scored
	Clone() P // a copy, so that each goroutine has its own
}

// An Evaluator estimates its own value for the side to move, within
// ±[WinBound]. Hundredths of the least unit of material are usual. Without it
// every position before the end of the game is worth 0.
type Evaluator interface{ Evaluate() int }

// An Orderer says how promising a legal move is: more is better, to a million.
// Moves from 100 on are tried before all quiet ones. For moves from −100 to 99 the
// history of the search counts as well, but hardly in a proof of a win.
type Orderer[M comparable] interface{ Order(m M) int }

// A Tactical position is of a game of captures, threats and repetition, such as chess.
// Its searches go on at the end of each line until the position is quiet, and leave out
// moves that can hardly matter.
type Tactical[M comparable] interface {
	// AppendTactical appends the legal moves that are not quiet. They are searched
	// at the end of a line as long as they improve the value.
	AppendTactical(dst []M) []M

	// Forced reports whether all moves are searched at the end of a line, and the position
	// is never evaluated as it stands, as in check.
	Forced() bool

	// Gains reports whether a legal move, and the exchange of pieces that may follow it
	// on the same square, gains at least so much material in the unit of Evaluate. A game
	// without exchanges returns true.
	Gains(m M, least int) bool

	// Pass passes, although the rules do not allow it, and returns true; Unmake takes it
	// back. It does nothing and returns false if the side to move is forced, or if having
	// to move is likely to be a disadvantage (zugzwang).
	Pass() bool

	// Drawn reports whether the position, plies moves after Root, may count as a draw although it has
	// legal moves: play was long without progress, or it repeats so often that the game is drawn. It
	// may also count if it occurred before less than plies moves ago, after Root itself: whoever wins can do
	// without such a repetition. One earlier occurrence in the game, before Root, is not enough:
	// the only move that wins may lead there again.
	Drawn(plies int) bool

	// Upcoming reports whether the side to move can reach by one move a position that repeats so
	// that Drawn(plies+1) is true. It has a draw at least then. A game may always return false.
	Upcoming(plies int) bool

	// Class returns a number of 1 to 1023 that a legal move shares with moves that
	// do much the same, such as moves of a piece to a square. The search learns which
	// classes are good after which. 0 means a hash of the move, which several moves may
	// share.
	Class(m M) uint16
}

// A Solvable position proves something about its outcome without a search.
type Solvable[M comparable] interface {
	// Bounds returns bounds of the score that best play reaches, as [game.Scored] counts it:
	// one side can no longer win, a margin is at most so many points. Only the sign
	// counts unless margins do.
	Bounds() (low, high int)

	// Decide reports whether the side to move is proven to win (goal 1) or not to lose (goal 0), or
	// proven not to. It may be faster than Bounds. If neither is proven, both results are false.
	Decide(goal int) (reached, known bool)

	// AppendReplies appends candidate moves, the best first. At least one of them has the outcome
	// of the best legal move. If the outcome is already proven, it may return over instead, with
	// a score that has the sign of the outcome for the side to move. It leaves the position
	// unchanged.
	AppendReplies(dst []M) (moves []M, score int, over bool)
}
