package pdn

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
)

// Kinds of faults, for errors.Is.
var (
	ErrVariant = errors.New("another kind of draughts")
	ErrTag     = errors.New("malformed tag")
	ErrSyntax  = errors.New("malformed movetext")
	ErrMove    = errors.New("not a legal move")
	ErrStart   = errors.New("not a start position")
	ErrTooLong = errors.New("game too long")
)

// An Error says where in the stream a game is broken.
type Error struct {
	Game   int    // number of the game in the stream, from 1
	Line   int    // line of the fault, from 1
	Offset int64  // byte of the fault, from 0
	Text   string // what stands there, shortened; may be empty
	Remedy string // what would be right, or more about the fault
	Err    error  // one of the kinds above, or the error of reading that cut the game off
}

func (e *Error) Error() string {
	text := ""
	if e.Text != "" {
		text = fmt.Sprintf("%q: ", e.Text)
	}
	return fmt.Sprintf("pdn: game %d, line %d, byte %d: %s%v: %s", e.Game, e.Line, e.Offset, text, e.Err, e.Remedy)
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
	NAGs       []int // numeric annotation glyphs: 1 for "!", 2 for "?", …
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
