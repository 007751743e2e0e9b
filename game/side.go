package game

import "strconv"

// A Side is one of the two players of a game; see [Result] for which of them is the first.
// It says who is to move, or who owns a stone. NoSide means an empty cell; in a filter or a
// ranking it means that either player will do.
type Side uint8

const (
	NoSide Side = iota
	FirstSide
	SecondSide
)

// String returns "none", "first" or "second".
func (s Side) String() string {
	if s > SecondSide {
		return "side " + strconv.Itoa(int(s))
	}
	return [...]string{"none", "first", "second"}[s]
}

// Opponent returns the other side. It is defined for FirstSide and SecondSide.
func (s Side) Opponent() Side { return s ^ (FirstSide ^ SecondSide) }
