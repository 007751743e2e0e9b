package play

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/search"
)

// A Game is a game to play: its start and its notation. Make it with [New], and change
// fields before [Run].
type Game[M comparable, P search.Position[M, P]] struct {
	Name  string    // such as "hex 5×5"; written in records
	Start P         // where a new game begins; it is not changed
	Sides [2]string // names of the first and the second side: "white", "black"

	// Turn returns the side to move, never NoSide; nil: the first one is to move in Start.
	Turn func(p P) game.Side

	// MoveText writes a legal move, ParseMove reads one. A move that ParseMove
	// returns need not be legal.
	MoveText  func(p P, m M) string
	ParseMove func(p P, text string) (M, error)

	// Draw returns the boards to draw, side by side.
	Draw func(p P) []Board

	// Ending returns how a finished game ended in words, such as "checkmate", or "".
	Ending func(p P) string

	// Scoring is the aim of the searcher.
	Scoring search.Scoring

	// Think, if not nil, chooses moves in place of the searcher, until ctx ends
	// or a limit is reached, and may remark on the choice.
	Think func(ctx context.Context, p P, limits search.Limits) (m M, remark string, err error)

	// Write and Read are the format of records. What Write wrote, Read reads
	// back; its moves need not be checked.
	Write func(w io.Writer, r *Record[M, P]) error
	Read  func(r io.Reader) (*Record[M, P], error)
}

// A Record is a played game, or a part of it.
type Record[M comparable, P any] struct {
	Start    P
	Moves    []M
	Players  [2]string // the first and the second side
	Date     time.Time // zero if it is not known
	Result   game.Result
	Resigned bool // the loser has resigned
}

// New returns a game that begins at a position. Moves are written and read by the
// position's methods MoveString and ParseMove, if it has them, else by [fmt.Sprint]
// of the move. A method Turn that returns a [game.Side] says who is to move;
// set [Game.Turn] if it returns something else. A method Space gives the name and a
// drawing of the squares (features whose places are named a1, b1, …). The position is
// written by a method String. Records are plain lists of moves.
func New[M comparable, P search.Position[M, P]](start P) *Game[M, P] {
	g := &Game[M, P]{Name: "game", Start: start, Sides: [2]string{"first", "second"}}
	g.MoveText = moveText[M, P]
	g.ParseMove = g.find
	if _, ok := any(start).(interface{ ParseMove(string) (M, error) }); ok {
		g.ParseMove = func(p P, text string) (M, error) {
			return any(p).(interface{ ParseMove(string) (M, error) }).ParseMove(text)
		}
	}
	if s, ok := any(start).(interface{ Space() *zobrist.Space }); ok {
		g.Name = s.Space().Name()
		g.Draw = func(p P) []Board { return drawFeatures(s.Space(), p.AppendFeatures(nil)) }
	} else {
		g.Draw = func(P) []Board { return nil }
	}
	if _, ok := any(start).(interface{ Turn() game.Side }); ok {
		g.Turn = func(p P) game.Side { return any(p).(interface{ Turn() game.Side }).Turn() }
	}
	g.Ending = func(P) string { return "" }
	g.Write, g.Read = g.writePlain, g.readPlain
	return g
}

// positionText writes a position in one line, "" if it has no method String.
func positionText(p any) string {
	if s, ok := p.(fmt.Stringer); ok {
		return s.String()
	}
	return ""
}

// moveText writes a move by the position's method, or as Go prints it.
func moveText[M comparable, P search.Position[M, P]](p P, m M) string {
	if w, ok := any(p).(interface{ MoveString(M) string }); ok {
		return w.MoveString(m)
	}
	return fmt.Sprint(m)
}

// find is ParseMove for a position without one: it returns the legal move with this
// text, or the only such move if case is ignored.
func (g *Game[M, P]) find(p P, text string) (m M, err error) {
	for _, same := range []func(a, b string) bool{func(a, b string) bool { return a == b }, strings.EqualFold} {
		n := 0
		for _, legal := range p.AppendMoves(nil) {
			if same(g.MoveText(p, legal), text) {
				m = legal
				n++
			}
		}
		switch {
		case n == 1:
			return m, nil
		case n > 1:
			return m, fmt.Errorf("%d moves have this text", n)
		}
	}
	return m, errNoMove
}

// legal returns the legal move that a text names, or an error with the reason.
func (g *Game[M, P]) legal(p P, text string) (M, error) {
	m, err := g.ParseMove(p, text)
	if err != nil {
		return m, err
	}
	if slices.Contains(p.AppendMoves(nil), m) {
		return m, nil
	}
	if c, ok := any(p).(interface{ Check(M) error }); ok {
		if err := c.Check(m); err != nil {
			return m, err
		}
	}
	return m, errNoMove
}
