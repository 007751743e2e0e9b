package gametext

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// Bounds on a game, so that no text takes much memory.
const (
	// MaxGame is the length of the longest game, 4 MiB. The scanner skips the rest of a longer one.
	MaxGame = 4 << 20

	// MaxPairs and MaxTagBytes bound the tag pairs that are kept of a game: their number, and their
	// text with the brackets.
	MaxPairs    = 1000
	MaxTagBytes = 64 << 10

	// MaxPlies is the length of the longest line of play. By the rule of 75
	// moves no game of chess has more than 17,697 plies.
	MaxPlies = 20_000

	// MaxRemarks is the number of comments, NAGs, variations and moves in
	// variations of a game that are kept.
	MaxRemarks = 100_000

	// MaxNesting is how deep variations may be nested.
	MaxNesting = 64

	// MaxSilence is the number of bytes without a game after which the scanner gives up.
	MaxSilence = 64 << 20
)

// A Room counts the remarks of a game: everything that is kept besides the main line.
type Room struct{ taken int }

// Take counts one remark, and reports whether there is room for it. The first one without room is a
// minor fault.
func (r *Room) Take(at int, faults *Faults) bool {
	r.taken++
	if r.taken == MaxRemarks+1 {
		faults.Forgive(TooManyRemarks(at))
	}
	return r.taken <= MaxRemarks
}

// TooManyRemarks returns the fault of the first remark that is left out.
func TooManyRemarks(at int) *Fault {
	return &Fault{
		At: at, Err: fmt.Errorf("%w: more than %d comments, NAGs and moves of variations", game.ErrTooLong, MaxRemarks),
		Remedy: "split the game; the others are left out",
	}
}

// TooManyMoves returns the fault of a move after MaxPlies others.
func TooManyMoves(tok Token, text []byte) *Fault {
	return NewFault(tok, text, fmt.Errorf("%w: more than %d plies", game.ErrTooLong, MaxPlies), "end the game before that")
}
