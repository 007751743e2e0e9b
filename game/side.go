package game

// A Side is a choice between the two players of a game; see [Result] for which of them
// is the first.
type Side uint8

const (
	AnySide Side = iota // either one
	FirstSide
	SecondSide
)
