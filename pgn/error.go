package pgn

import (
	"errors"
	"fmt"
)

// What an [Error] wraps.
var (
	ErrVariant  = errors.New("another variant of chess")        // the game was skipped, it is not broken
	ErrMove     = errors.New("no legal move")                   // the text names no move that is legal here
	ErrSyntax   = errors.New("no movetext")                     // the text is no move, comment, variation or result
	ErrTag      = errors.New("malformed tag pair")              // a tag pair without quotes or bracket
	ErrStart    = errors.New("no start position")               // the tag FEN cannot be understood
	ErrUnclosed = errors.New("not closed before the game ends") // a comment or a variation
	ErrTooLong  = errors.New("game is too long")                // more than MaxGameBytes
)

// An Error says what is wrong with one game, and where. It never concerns the
// games after it.
type Error struct {
	Game   int    // number of the game in the stream, from 1
	Line   int    // line of the place, from 1
	Offset int64  // byte of the place in the decompressed stream, from 0
	Text   string // the offending text, shortened; may be empty
	Remedy string // what to do about it
	Err    error  // one of the errors above, or what wraps it; or that of reading, which cut the game off

	// Whole says that the main line is there from the first move to the last
	// all the same: only a tag pair, a NAG or a variation is broken.
	Whole bool
}

// Error returns one line with the place, the text, the reason and the remedy.
func (e *Error) Error() string {
	place := fmt.Sprintf("pgn: game %d, line %d, byte %d: ", e.Game, e.Line, e.Offset)
	if e.Text != "" {
		place += fmt.Sprintf("%q: ", e.Text)
	}
	place += e.Err.Error()
	if e.Remedy != "" {
		place += "; " + e.Remedy
	}
	return place
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// fault is an error before its place in the stream is known: an offset into
// the text of a game.
type fault struct {
	at     int
	text   string
	remedy string
	err    error
	whole  bool // the main line is not concerned
}

// newFault describes the text b[from:to] of a game.
func newFault(b []byte, from, to int, err error, remedy string) *fault {
	return &fault{at: from, text: shorten(b[from:min(to, len(b))]), remedy: remedy, err: err}
}

// shorten returns b as valid UTF-8 of at most 40 bytes or so, up to its first
// line end.
func shorten(b []byte) string {
	b = b[:lineEnd(b, 0)]
	if len(b) <= 40 {
		return toUTF8(b)
	}
	return toUTF8(b[:37]) + "..."
}
