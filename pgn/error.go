package pgn

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist/internal/gametext"
)

// What an [Error] wraps.
var (
	ErrVariant    = errors.New("another variant of chess") // the moves are not read; Error.Text is its name
	ErrMove       = gametext.ErrMove                       // the text names no move that is legal here
	ErrSyntax     = gametext.ErrSyntax                     // a tag pair, the tag FEN, or text that is nothing of a game
	ErrUnfinished = gametext.ErrUnfinished                 // no end of a comment, a variation, or the movetext
	ErrTooLong    = gametext.ErrTooLong                    // more than the package's limits allow
	ErrNoGame     = gametext.ErrNoGame                     // not counted: no tag pair, no legal first move
)

// An Error says what is wrong with one game, and where. It never concerns the
// games after it.
type Error struct {
	Game   int    // number in the stream, from 1, stretches that are no game included; 0 with ErrNoGame
	Line   int    // line of the place, from 1
	Offset int64  // byte of the place in the decompressed stream, from 0
	Text   string // the offending text, shortened; may be empty
	Remedy string // what to do about it
	Err    error  // one of the errors above, or what wraps it; or that of reading, which cut the game off

	// Whole says that the main line is nevertheless complete: only a tag
	// pair, a NAG or a variation is broken, or the termination marker is
	// missing.
	Whole bool
}

// Error returns one line with the place, the text, the reason and the remedy.
func (e *Error) Error() string {
	return gametext.Describe("pgn", e.Game, e.Line, e.Offset, e.Text, e.Err, e.Remedy)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// report returns the error for game i of the chunk, nil if nothing is wrong.
func report(c *Chunk, i int, f *gametext.Fault) error {
	if f == nil {
		return nil
	}
	line, offset := c.text.Place(i, f.At)
	number := c.First() + i
	if f.Err == ErrNoGame {
		number = 0
	}
	return &Error{
		Game: number, Line: line, Offset: offset,
		Text: f.Text, Remedy: f.Remedy, Err: f.Err, Whole: f.Whole,
	}
}

// moveFault is for a word that is no legal move.
func moveFault(tok gametext.Token, text []byte, err error) *gametext.Fault {
	if isNull(text) {
		return gametext.NewFault(tok, text, ErrMove, "a null move may stand in variations only")
	}
	return gametext.NewFault(tok, text, fmt.Errorf("%w: %s", ErrMove, gametext.Reason(err)),
		"correct the move, or the ones before it")
}
