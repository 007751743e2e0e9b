package evals

import (
	"fmt"
	"strconv"
)

// A Value is what a position is worth for the first player, in chess White. The zero Value is an equal position.
type Value struct {
	// Score is in hundredths: of a pawn in chess. It counts if Mate is 0.
	Score int32

	// Mate is the number of moves in which the first player mates, negative if the second player does, and 0 if no
	// mate is known.
	Mate int32
}

// String returns "+0.31", "-1.20", "#3" or "#-3".
func (v Value) String() string {
	if v.Mate != 0 {
		return "#" + strconv.Itoa(int(v.Mate))
	}
	sign, n := "+", int64(v.Score)
	if n < 0 {
		sign, n = "-", -n
	}
	return fmt.Sprintf("%s%d.%02d", sign, n/100, n%100)
}

// Compare orders values by what the first player prefers: −1 if w is better for him than v, 0 if they are equal,
// otherwise 1. Mates in fewer moves are better than in more, and all better than scores.
func (v Value) Compare(w Value) int {
	a, b := v.rank(), w.rank()
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func (v Value) rank() int64 {
	switch {
	case v.Mate > 0:
		return 1<<40 - int64(v.Mate)
	case v.Mate < 0:
		return -1<<40 - int64(v.Mate)
	}
	return int64(v.Score)
}

// A Line is how play may go on, and what it is worth.
type Line[M comparable] struct {
	Value
	Moves []M // from the position on; none if only its value is known
}

// An Evaluation is what a search found out about a position.
type Evaluation[M comparable] struct {
	Depth  int       // of the search in plies, 0 if it is not known
	Nodes  int64     // that it visited, rounded to three significant digits; 0 if they are not known
	Lines  []Line[M] // the best one first, at least one
	Source int       // see [Store.Source]
}

// A Head is an [Evaluation] without its moves.
type Head struct {
	Value        // of the first line
	Depth  int   // in plies, 0 if it is not known
	Nodes  int64 // 0 if they are not known
	Source int   // see [Store.Source]
}

// Limits of what a [Builder] takes.
const (
	MaxDepth = 1<<16 - 1
	MaxNodes = 999_000_000_000_000_000
	MaxMate  = 1 << 20
	maxLines = 1 << 12
	maxPlies = 1 << 12
)

// roundNodes returns the three significant digits of a number and the power of ten behind them.
func roundNodes(n int64) (digits, power uint64) {
	digits = uint64(min(max(n, 0), MaxNodes))
	rest := uint64(0) // of the last digit that was cut off
	for digits > 999 {
		rest = digits % 10
		digits /= 10
		power++
	}
	if rest >= 5 {
		if digits++; digits == 1000 {
			digits, power = 100, power+1
		}
	}
	if power > 15 {
		return 999, 15
	}
	return digits, power
}

var powers = [16]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}
