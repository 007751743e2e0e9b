package gametext

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// What is wrong with a game; packages pgn and pdn export these.
var (
	ErrMove       = errors.New("no legal move")
	ErrSyntax     = errors.New("malformed")
	ErrUnfinished = errors.New("unfinished")
	ErrTooLong    = errors.New("game is too long")
	ErrNoGame     = errors.New("no game here")
)

// A Fault is what is wrong with a game.
type Fault struct {
	At     int    // offset in the text of the game
	Text   string // the offending text, shortened
	Err    error
	Remedy string
	Whole  bool // the main line is not concerned
}

// NewFault describes a token with its text.
func NewFault(tok Token, text []byte, err error, remedy string) *Fault {
	return &Fault{At: tok.From, Text: Shorten(text), Err: err, Remedy: remedy}
}

// Misplaced is for a token that has no place in a line of play.
func Misplaced(tok Token, text []byte) *Fault {
	if tok.Kind == Unclosed {
		return NewFault(tok, text, ErrUnfinished, "close the comment with a brace")
	}
	return NewFault(tok, text, ErrSyntax, "put it in braces to make it a comment")
}

// NotClosed is for a variation; rest is the text from its parenthesis on.
func NotClosed(tok Token, rest []byte) *Fault {
	return NewFault(tok, rest, ErrUnfinished, "close the variation with a parenthesis")
}

// NoVariation is for a variation that replaces no move, or is nested too deep.
func NoVariation(tok Token, rest []byte) *Fault {
	remedy := fmt.Sprintf("a variation follows the move that it replaces, and they are nested %d deep at most",
		MaxNesting)
	return NewFault(tok, rest, ErrSyntax, remedy)
}

// NoMarker is for movetext that ends without a termination marker.
func NoMarker(at int) *Fault {
	return &Fault{At: at, Err: ErrUnfinished, Remedy: "end the game with 1-0, 0-1, 1/2-1/2 or *, unless it is cut off"}
}

// Faults are what is wrong with one game.
type Faults struct {
	Broken *Fault // what breaks the main line
	Minor  *Fault // the first of those that do not concern the main line
}

// Forgive notes a fault that does not concern the main line.
func (f *Faults) Forgive(minor *Fault) {
	if f.Minor == nil {
		minor.Whole = true
		f.Minor = minor
	}
}

// Worst returns the fault to report for game i of the chunk, or nil: what
// breaks the main line, else what cut it off, else what does not concern it.
func (f Faults) Worst(c *Chunk, i int) *Fault {
	last := i == c.Len()-1
	mayBeCut := last && (f.Broken == nil || f.Broken.Err == ErrUnfinished)
	switch {
	case (mayBeCut || last && f.Broken.Err == ErrNoGame) && c.failed != nil:
		return &Fault{At: len(c.Game(i)), Err: c.failed, Remedy: "the game is cut off here"}
	case mayBeCut && c.tooLong:
		return &Fault{At: len(c.Game(i)), Err: ErrTooLong, Remedy: "look for a missing closing brace"}
	case f.Broken != nil:
		return f.Broken
	}
	return f.Minor
}

// Reason returns what is wrong with a move or a position, without its text.
func Reason(err error) string {
	var bad *game.TextError
	if errors.As(err, &bad) {
		return bad.Reason
	}
	return err.Error()
}

// Describe returns the text of an error: its place, the offending text, the
// reason and the remedy. The number is left out if the text is no game.
func Describe(pkg string, number, line int, offset int64, text string, err error, remedy string) string {
	s := pkg + ": "
	if err != ErrNoGame {
		s += fmt.Sprintf("game %d, ", number)
	}
	s += fmt.Sprintf("line %d, byte %d: ", line, offset)
	if text != "" {
		s += fmt.Sprintf("%q: ", text)
	}
	s += err.Error()
	if remedy != "" {
		s += "; " + remedy
	}
	return s
}
