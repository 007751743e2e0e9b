package games

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

// BaseName returns the last element of a path of any system. Answers do not reveal the folders of a server.
func BaseName(path string) string { return path[strings.LastIndexAny(path, `/\`)+1:] }

// An Evaluation is what a store of evaluations knows about a position of chess, in JSON.
type Evaluation struct {
	*Worth             // nil if only moves are known
	Nodes  int64       `json:"nodes,omitempty"`
	Source string      `json:"source,omitempty"`
	Line   []Move      `json:"line,omitempty"`
	Moves  []MoveWorth `json:"moves"` // legal moves of which a value is known, the best for their side first
}

// A Worth is a value and the depth of the search that found it. Either CP or Mate is set.
type Worth struct {
	CP    *int32 `json:"cp,omitempty"`   // hundredths of a pawn, for White
	Mate  *int32 `json:"mate,omitempty"` // moves to mate, negative if Black mates
	Depth int    `json:"depth"`          // in plies, 0 if it is not known
	value evals.Value
}

// A MoveWorth is a move and what it is worth.
type MoveWorth struct {
	Move
	Worth
}

func newWorth(v evals.Value, depth int) Worth {
	w := Worth{Depth: depth, value: v}
	if v.Mate != 0 {
		w.Mate = &v.Mate
	} else {
		w.CP = &v.Score
	}
	return w
}

// String returns "+0.31 (depth 40)".
func (w Worth) String() string {
	if w.Depth == 0 {
		return w.value.String()
	}
	return fmt.Sprintf("%s (depth %d)", w.value, w.Depth)
}

// Evaluate looks up a position, and the positions after its moves. It returns nil if nothing is known. The position
// may have other keys than the store.
func Evaluate(s *evals.Store[chess.Move], at *chess.Position) (*Evaluation, error) {
	p, _, err := evals.NewChessReader().Read(at.FEN())
	if err != nil {
		return nil, err
	}
	known, all, err := evals.KnownMoves(s, p)
	if err != nil || len(known)+len(all) == 0 {
		return nil, err
	}
	e := &Evaluation{Moves: []MoveWorth{}}
	if len(all) > 0 {
		v := &all[0]
		e.Worth, e.Nodes = new(newWorth(v.Lines[0].Value, v.Depth)), v.Nodes
		source, _ := s.Source(v.Source)
		e.Source = BaseName(source.Name)
		for _, m := range v.Lines[0].Moves {
			e.Line = append(e.Line, Move{UCI: p.UCI(m), SAN: p.SAN(m)})
			p.Make(m)
		}
		for range v.Lines[0].Moves {
			p.Unmake()
		}
	}
	for _, m := range known {
		e.Moves = append(e.Moves, MoveWorth{Move{UCI: p.UCI(m.Move), SAN: p.SAN(m.Move)}, newWorth(m.Value, m.Depth)})
	}
	slices.SortStableFunc(e.Moves, func(a, b MoveWorth) int {
		if p.Turn() == chess.White {
			a, b = b, a
		}
		return a.value.Compare(b.value)
	})
	return e, nil
}

// ValueOf returns what a store knows about a position alone, nil for nothing.
func ValueOf(s *evals.Store[chess.Move], at *chess.Position) (*Worth, error) {
	p, _, err := evals.NewChessReader().Read(at.FEN())
	if err != nil {
		return nil, err
	}
	h, ok, err := s.Head(p.Hash128())
	if !ok || err != nil {
		return nil, err
	}
	return new(newWorth(h.Value, h.Depth)), nil
}
