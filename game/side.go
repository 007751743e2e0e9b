package game

// A Side says which player of a game is meant: either one, the first or the second. See
// [Result] for which of them is the first.
type Side uint8

const (
	AnySide Side = iota // either one
	FirstSide
	SecondSide
)
