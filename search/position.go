package search

import "github.com/zobrist-go/zobrist/game"

// A Cloner is a position that copies itself, so that each goroutine has its
// own. P is the position's own type.
type Cloner[M comparable, P any] interface {
	game.Position[M]
	Clone() P
}

// A Position can be searched. P is the position's own type. A Searcher uses
// the interfaces below as well, if the position has them, and
// [game.Symmetric].
type Position[M comparable, P any] interface {
	Cloner[M, P]
	game.Scored
}

// An Evaluator estimates its own value for the side to move, within
// ±[WinBound]. Hundredths of the least unit of material are usual. Without it
// every position before the end of the game is worth 0.
type Evaluator interface{ Evaluate() int }

// A Tactical position tells which of its legal moves are not quiet. They are
// played on at the end of the search. If Forced reports true, as in check, all
// moves are, and the position is never evaluated as it stands.
type Tactical[M comparable] interface {
	AppendTactical(dst []M) []M
	Forced() bool
}

// An Orderer tells how promising a legal move is: more is better, to a million.
// Moves from 100 on are tried before all quiet ones. For moves from −100 to 99 the
// history of the search counts as well, but hardly in a proof of a win.
type Orderer[M comparable] interface{ Order(m M) int }

// A Classifier gives moves that do much the same a common class, 1 to [Classes]−1,
// such as a piece and the square that it moves to. The search learns which classes
// are good after which. Without it the class is a hash of the move, which several moves may share.
type Classifier[M comparable] interface{ Class(m M) uint16 }

// A Drawish position may be a draw although it has legal moves: by repetition
// of a position of the same game, or by long play without progress.
type Drawish interface{ Drawn() bool }

// A Bounded position proves bounds of the score that best play reaches, as
// [game.Scored] counts it: that one side can no longer win, that a margin is
// at most so many points. Only the sign counts unless margins do.
type Bounded interface{ Bounds() (low, high int) }

// A Passer lets the side to move pass, although the rules do not. The searcher
// takes a position for good enough if it is so even after passing. MakeNull passes
// and is taken back by Unmake. Passable reports whether to try: not if Forced, and
// not if having to move is likely to be a disadvantage (zugzwang).
type Passer interface {
	MakeNull()
	Passable() bool
}

// An Exchanger tells whether a legal move, and the exchange of pieces that may
// follow it on the same square, gains material that is worth at least so much in
// the unit of Evaluate.
type Exchanger[M comparable] interface{ Gains(m M, least int) bool }

// A Repeater tells whether the side to move can reach, by one move, a position that
// occurred before. It can then have a draw at least.
type Repeater interface{ Upcoming() bool }
