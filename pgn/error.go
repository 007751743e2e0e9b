package pgn

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist/internal/gametext"
)

// What an [Error] wraps.
var (
	ErrVariant  = errors.New("another variant of chess")        // the moves are not read; Text is its name
	ErrMove     = errors.New("no legal move")                   // the text names no move that is legal here
	ErrSyntax   = errors.New("no movetext")                     // the text is no move, comment, variation or result
	ErrTag      = errors.New("malformed tag pair")              // a tag pair without quotes or bracket
	ErrStart    = errors.New("no start position")               // the tag FEN cannot be understood
	ErrUnclosed = errors.New("not closed before the game ends") // a comment or a variation
	ErrResult   = errors.New("no termination marker")           // the movetext ends with a move
	ErrTooLong  = errors.New("game is too long")                // more than 16 MiB
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

// A fault is an error before its place in the stream is known.
type fault struct {
	at     int // offset into the text of the game
	text   string
	remedy string
	err    error
	whole  bool // the main line is not concerned
}

// newFault describes a token with its text.
func newFault(tok gametext.Token, text []byte, err error, remedy string) *fault {
	return &fault{at: tok.From, text: gametext.Shorten(text), remedy: remedy, err: err}
}

const unclosedVariation = "close the variation with a parenthesis"

// tokenFault is for a token that has no place in a line of play.
func tokenFault(tok gametext.Token, text []byte) *fault {
	if tok.Kind == gametext.Unclosed {
		return newFault(tok, text, ErrUnclosed, "close the comment with a brace")
	}
	return newFault(tok, text, ErrSyntax, "put it in braces to make it a comment")
}

// moveFault is for a word that is no legal move.
func moveFault(tok gametext.Token, text []byte, err error) *fault {
	if isNull(text) {
		return newFault(tok, text, ErrMove, "a null move may stand in variations only")
	}
	return newFault(tok, text, fmt.Errorf("%w: %w", ErrMove, err), "correct the move, or the ones before it")
}

// noMarker is for movetext that ends with a move.
func noMarker(end gametext.Token) *fault {
	return &fault{at: end.From, err: ErrResult, remedy: "end the game with 1-0, 0-1, 1/2-1/2 or *, unless it is cut off"}
}

// judge returns the error for game i of the chunk, or nil: what breaks the
// main line, else what cut it off, else what does not concern it.
func judge(c *Chunk, i int, broken, minor *fault) error {
	end := &fault{at: len(c.Game(i))}
	switch err := c.text.Interrupted(i); {
	case err != nil && (broken == nil || broken.err == ErrUnclosed):
		end.err, end.remedy = err, "the game is cut off here"
		broken = end
	case broken == nil && c.text.TooLong(i):
		end.err, end.remedy = ErrTooLong, "look for a missing closing brace"
		broken = end
	case broken == nil && minor == nil:
		return nil
	case broken == nil:
		broken = minor
	}
	return broken.locate(c, i)
}

// locate returns the error for a fault of game i.
func (f *fault) locate(c *Chunk, i int) *Error {
	line, offset := c.text.Place(i, f.at)
	return &Error{Game: c.First() + i, Line: line, Offset: offset, Text: f.text, Remedy: f.remedy, Err: f.err, Whole: f.whole}
}

// variantError is for a game of another variant.
func variantError(c *Chunk, i int, variant []byte) *Error {
	f := &fault{text: Text(variant), err: ErrVariant, remedy: "the game is passed over"}
	return f.locate(c, i)
}
