package game

// A Side is a player of a game, the first or the second; see [Result] for which of them
// is the first. It is whose turn it is, or whose stone is in a cell. The zero value stands
// for an empty cell, and for no choice between the players.
type Side uint8

const (
	NoSide Side = iota
	FirstSide
	SecondSide
)

// Opponent returns the other side. It is defined for FirstSide and SecondSide.
func (s Side) Opponent() Side { return s ^ (FirstSide ^ SecondSide) }
