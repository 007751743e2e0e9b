package game

// Scored is a [Position] that knows when the game is over and who has won.
type Scored interface {
	// Score reports whether the game is over and for whom. The score is
	// positive if the side to move has won, negative if it has lost, and 0 for
	// a draw or while play goes on. A magnitude above 1 is a margin, such as
	// points.
	//
	// A position without legal moves is over. It may be over while
	// AppendMoves still lists moves: repetition and long play without
	// progress are draws that a player may claim or ignore.
	Score() (score int, over bool)
}
