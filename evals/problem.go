package evals

import "fmt"

// A Kind says what became of something in a source that was not read as it stands.
type Kind uint8

const (
	BrokenLine   Kind = iota // a line or a game that could not be read: it is left out
	NoPosition               // a text that is no position: it is left out, with its evaluations
	NoMoves                  // a position in which the game is over: it is left out
	NoValue                  // a line of play without a value that can be one: it is left out
	IllegalMove              // a line of play that ends before a move that is not legal
	OddNumber                // a depth or a number of nodes that cannot be one: it is not known
	Ignored                  // castling rights, en-passant squares or counters that do not fit: they are left out
	NothingLeft              // a position of which no evaluation was left: it is left out
	CutOff                   // a source that cannot be read to its end: what was read is kept
	OtherVariant             // a game of another variant of chess: it is left out
	PartlyRead               // a game with a fault: the evaluations of the moves that could be read are kept
	kinds
)

var kindNames = [kinds]string{"broken line", "no position", "no legal moves", "no value", "illegal move", "odd number",
	"ignored", "nothing left", "cut off", "other variant", "partly read"}

// String returns the kind in words: "broken line".
func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("kind %d", uint8(k))
	}
	return kindNames[k]
}

// A Problem is something in a source that was not read as it stands.
type Problem struct {
	Kind   Kind
	Source string
	Line   int64  // from 1; of PGN the line of the fault of a game, or the line in which the game begins
	Reason string // in words
}

// Error returns the place and the reason.
func (p *Problem) Error() string {
	return fmt.Sprintf("%s, line %d: %s: %s", p.Source, p.Line, p.Kind, p.Reason)
}

// Counts say what was read.
type Counts struct {
	Positions   int64 // that were kept, each as often as it occurred
	Editor      int64 // of these, positions that only a board editor can make
	Evaluations int64 // that were kept, before other lines and sources replace some
	Replaced    int64 // evaluations left out because another one in the same line of the source replaces them
	Lines       int64 // of play that were kept
	Plies       int64 // in them
	Problems    [kinds]int64
}

func (c *Counts) add(d *Counts) {
	c.Positions += d.Positions
	c.Editor += d.Editor
	c.Evaluations += d.Evaluations
	c.Replaced += d.Replaced
	c.Lines += d.Lines
	c.Plies += d.Plies
	for k := range c.Problems {
		c.Problems[k] += d.Problems[k]
	}
}
