package gametext

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// A Fault is an error in a game.
type Fault struct {
	At     int    // offset in the text of the game
	Text   string // the offending text, shortened
	Err    error
	Remedy string
	Whole  bool // the main line is whole
	Cut    bool // the main line is good up to here, and has moves
}

// NewFault describes a token with its text.
func NewFault(tok Token, text []byte, err error, remedy string) *Fault {
	return &Fault{At: tok.From, Text: Shorten(text), Err: err, Remedy: remedy}
}

// Misplaced returns the fault of a token that cannot be in a line of play.
func Misplaced(tok Token, text []byte) *Fault {
	if tok.Kind == Unclosed {
		return NewFault(tok, text, game.ErrUnfinished, "close the comment with a brace")
	}
	return NewFault(tok, text, game.ErrSyntax, "put it in braces to make it a comment")
}

// AfterResult returns the fault of a token after the termination marker.
func AfterResult(tok Token, text []byte) *Fault {
	return NewFault(tok, text, game.ErrSyntax, "it follows the end of the game, and is passed over")
}

// NotClosed returns the fault of an open variation; rest is the text from its parenthesis on.
func NotClosed(tok Token, rest []byte) *Fault {
	return NewFault(tok, rest, game.ErrUnfinished, "close the variation with a parenthesis")
}

// NoVariation returns the fault of a variation that replaces no move or is nested too deep.
func NoVariation(tok Token, rest []byte) *Fault {
	remedy := fmt.Sprintf("a variation follows the move that it replaces, and they are nested %d deep at most",
		MaxNesting)
	return NewFault(tok, rest, game.ErrSyntax, remedy)
}

// NoMarker returns the fault of movetext without a termination marker.
func NoMarker(at int) *Fault {
	return &Fault{At: at, Err: game.ErrUnfinished,
		Remedy: "end the game with 1-0, 0-1, 1/2-1/2 or *, unless it is cut off"}
}

// Faults are the errors in one game.
type Faults struct {
	Broken *Fault // breaks the main line
	Minor  *Fault // the first that leaves the main line whole
}

// Break records a fault that breaks the main line after some moves.
func (f *Faults) Break(broken *Fault, moves int) {
	if f.Broken == nil && broken != nil {
		broken.Cut = moves > 0
		f.Broken = broken
	}
}

// Forgive records a fault that leaves the main line whole.
func (f *Faults) Forgive(minor *Fault) {
	if f.Minor == nil {
		minor.Whole = true
		f.Minor = minor
	}
}

// Worst returns the fault to report for game i of the chunk, or nil: a fault that breaks the main
// line before one that cuts it off, and that before a minor one.
func (f Faults) Worst(c *Chunk, i int) *Fault {
	last := i == c.Len()-1
	mayBeCut := last && (f.Broken == nil || f.Broken.Err == game.ErrUnfinished)
	switch {
	case (mayBeCut || last && f.Broken.Err == game.ErrNoGame) && c.failed != nil:
		return &Fault{At: len(c.Game(i)), Err: c.failed, Remedy: "the game is cut off here"}
	case mayBeCut && c.tooLong:
		return &Fault{At: len(c.Game(i)), Err: game.ErrTooLong, Remedy: "look for a missing closing brace"}
	case f.Broken != nil:
		return f.Broken
	}
	return f.Minor
}

// Reason returns the error of a move or a position without its text.
func Reason(err error) string {
	var bad *game.TextError
	if errors.As(err, &bad) {
		return bad.Reason
	}
	return err.Error()
}
