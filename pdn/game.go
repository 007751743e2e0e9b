package pdn

import (
	"errors"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/gametext"
)

// What an [Error] wraps.
var (
	ErrVariant    = errors.New("another kind of draughts") // the moves are not read
	ErrMove       = gametext.ErrMove                       // the text names no move that is legal here
	ErrSyntax     = gametext.ErrSyntax                     // a tag pair, the tag FEN, or text that is nothing of a game
	ErrUnfinished = gametext.ErrUnfinished                 // no end of a comment, a variation, or the movetext
	ErrTooLong    = gametext.ErrTooLong                    // more than the package's limits allow
	ErrNoGame     = gametext.ErrNoGame                     // not counted: no tag pair, no legal first move
)

// An Error says what is wrong with one game, and where. It never concerns the
// games after it.
type Error struct {
	Game   int    // number of the game in the stream, from 1; 0 with ErrNoGame
	Line   int    // line of the place, from 1
	Offset int64  // byte of the place in the stream, from 0
	Text   string // the offending text, shortened; may be empty
	Remedy string // what would be right
	Err    error  // one of the errors above, or what wraps it; or that of reading, which cut the game off

	// Whole says that the main line is nevertheless complete: only a tag
	// pair, a NAG or a variation is broken, or the termination marker is
	// missing.
	Whole bool
}

// Error returns one line with the place, the text, the reason and the remedy.
func (e *Error) Error() string {
	return gametext.Describe("pdn", e.Game, e.Line, e.Offset, e.Text, e.Err, e.Remedy)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// A Game is one game with all that is written about it.
type Game struct {
	Number int   // in the stream, from 1; not written
	Line   int   // of its beginning, from 1; not written
	Offset int64 // of its first byte, from 0; not written

	Tags     Tags
	Comments []string // before the first move
	Moves    []Move
	Result   game.Result
}

// Start returns the position the game begins with: that of the tag FEN, or
// the start of the game.
func (g *Game) Start(o checkers.Options) (*checkers.Position, error) {
	if fen := g.Tags.Get("FEN"); fen != "" {
		return checkers.Parse(fen, o)
	}
	return checkers.New(o)
}

// A Move is a move with what is written after it.
type Move struct {
	Move       checkers.Move
	NAGs       []uint8 // numeric annotation glyphs: 1 for "!", 2 for "?", …
	Comments   []string
	Variations []Variation // that replace this move
}

// A Variation is a line that might have been played.
type Variation struct {
	Comments []string // before its first move
	Moves    []Move
}

// A Tag is a name with its value.
type Tag struct{ Name, Value string }

// Tags are the tags of a game in their order.
type Tags []Tag

// Get returns the value of the first tag of that name, "" if there is none.
func (t Tags) Get(name string) string {
	for _, tag := range t {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// Set gives the first tag of that name the value, or appends one.
func (t *Tags) Set(name, value string) {
	for i := range *t {
		if (*t)[i].Name == name {
			(*t)[i].Value = value
			return
		}
	}
	*t = append(*t, Tag{name, value})
}
