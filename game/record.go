package game

import (
	"errors"
	"fmt"
	"strings"
)

// Faults of the record of a game. A [RecordError] wraps one of these, or another error.
var (
	ErrVariant    = errors.New("game: another variant of the game") // the moves are not read
	ErrMove       = errors.New("game: no legal move")               // the text names no move that is legal here
	ErrSyntax     = errors.New("game: malformed")                   // a tag pair, the tag FEN, or text outside of games
	ErrUnfinished = errors.New("game: unfinished")                  // no end of a comment, a variation, or the movetext
	ErrTooLong    = errors.New("game: game is too long")            // more than the limits of the package that reads it
	ErrNoGame     = errors.New("game: no game here")                // not counted: no tag pair, no legal first move
)

// A RecordError is a fault of one game in a file of records, and its place. The games
// after it are not affected.
type RecordError struct {
	Format string // the package that reads it: "pgn", "pdn" or "sgf"
	Game   int    // number in the stream, from 1, stretches that are no game included; 0 with ErrNoGame
	Line   int    // line of the place, from 1; 0 for a whole file
	Offset int64  // byte of the place in the decompressed stream, from 0
	Text   string // the offending text, shortened; with ErrVariant its name; may be empty
	Remedy string // may be empty
	Err    error  // wraps an error above, or is the read error that cut the game off

	// Whole is set if the moves are good nevertheless: only a tag pair, a NAG or a variation
	// is broken, the termination marker is missing, or the main line ends before a null move.
	Whole bool

	// Cut is set if the main line is broken at the place, and there are moves before it, which are good. The
	// game is read up to there.
	Cut bool
}

// Kept reports whether the game can be used: all of its main line, or the moves before the place.
func (e *RecordError) Kept() bool { return e.Whole || e.Cut }

// Error returns one line with the place, the text, the reason and the remedy.
func (e *RecordError) Error() string {
	s := e.Format + ": "
	if e.Game != 0 {
		s += fmt.Sprintf("game %d, ", e.Game)
	}
	if e.Line != 0 {
		s += fmt.Sprintf("line %d, byte %d: ", e.Line, e.Offset)
	}
	if e.Text != "" {
		s += fmt.Sprintf("%q: ", e.Text)
	}
	s += strings.TrimPrefix(e.Err.Error(), "game: ")
	if e.Remedy != "" {
		s += "; " + e.Remedy
	}
	return s
}

// Unwrap returns Err.
func (e *RecordError) Unwrap() error { return e.Err }

// A Tag is a fact about a game, as [Name "Value"] in its record.
type Tag struct{ Name, Value string }

// Tags are the tags of a game in the order of its record.
type Tags []Tag

// Get returns the value of the first tag of that name, "" if there is none.
func (t Tags) Get(name string) string {
	for i := range t {
		if t[i].Name == name {
			return t[i].Value
		}
	}
	return ""
}

// FEN returns the start position that the tags state, "" for the usual one: the value of the
// first tag FEN that has more than spaces, without spaces around it.
func (t Tags) FEN() string {
	for i := range t {
		if fen := strings.TrimSpace(t[i].Value); t[i].Name == "FEN" && fen != "" {
			return fen
		}
	}
	return ""
}

// Set gives the first tag of that name a new value, or appends one.
func (t *Tags) Set(name, value string) {
	for i := range *t {
		if (*t)[i].Name == name {
			(*t)[i].Value = value
			return
		}
	}
	*t = append(*t, Tag{name, value})
}
