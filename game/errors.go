package game

import (
	"errors"
	"fmt"
)

// ErrOptions is wrapped, after the name of its package, by a game's error about options that it does not
// support, such as a board that is too large or keys of another game.
var ErrOptions = errors.New("bad options")

// Faults of a text. A [TextError] wraps one of these, or [ErrMove] for a move that is not legal here, or [ErrSyntax] for
// a text that is no move of the game at all.
var (
	ErrPosition  = errors.New("game: not a position")    // malformed, or no game leads there
	ErrAmbiguous = errors.New("game: an ambiguous move") // several legal moves fit
)

// A TextError reports text that is not a position of a game, or not a legal
// move of a position.
type TextError struct {
	Game   string // its package: "chess"
	Text   string
	Offset int    // of the wrong byte in Text, from 0
	Reason string // the fault and its remedy
	Err    error  // ErrPosition, ErrAmbiguous, ErrMove or ErrSyntax
}

// Unwrap returns Err.
func (e *TextError) Unwrap() error { return e.Err }

// Error returns Game, at most 120 bytes of Text, Offset if it is not 0, and Reason.
func (e *TextError) Error() string {
	if e.Offset == 0 {
		return fmt.Sprintf("%s: %.120q: %s", e.Game, e.Text, e.Reason)
	}
	return fmt.Sprintf("%s: %.120q, byte %d: %s", e.Game, e.Text, e.Offset, e.Reason)
}
