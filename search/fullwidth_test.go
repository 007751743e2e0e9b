package search_test

import (
	"context"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
)

// A still position is chess evaluated as it stands, without quiescence.
type still struct{ stillMethods }

type stillMethods interface {
	game.Position[chess.Move]
	game.Scored
	search.Evaluator
}

func (p still) Clone() still { return still{p.stillMethods.(*engine.Position).Clone()} }

// minimax returns the value of a position depth plies deep by trying every move. path has the
// hashes of the positions between it and the root: a repetition is a draw.
func minimax(p still, depth, ply int, path []uint64) int {
	if slices.Contains(path, p.Hash()) {
		return 0
	}
	if ply > 0 {
		path = append(path, p.Hash())
	}
	moves := p.AppendMoves(nil)
	switch {
	case len(moves) == 0:
		score, _ := p.Score()
		return score * (search.Win - ply)
	case depth == 0:
		return p.Evaluate()
	}
	best := -search.Win - 1
	for _, m := range moves {
		p.Make(m)
		best = max(best, -minimax(p, depth-1, ply+1, path))
		p.Unmake()
	}
	return best
}

// TestFullWidth: the value is the same as after trying every move, to the same depth everywhere.
func TestFullWidth(t *testing.T) {
	for _, test := range []struct {
		fen   string
		depth int
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3},
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4},
	} {
		p, err := engine.Parse(test.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := search.New(still{p}, search.Options{FullWidth: true})
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= test.depth; depth++ {
			want := minimax(still{p}, depth, 0, nil)
			info, err := s.Search(context.Background(), search.Limits{Depth: depth})
			if err != nil || info.Value != want || info.Deepest > depth {
				t.Errorf("%s, depth %d: %+v, %v; every line gives %d", test.fen, depth, info, err, want)
			}
		}
	}
}

// TestFullWidthMate: a mate is found at the depth at which it stands. The key of this one, by P. Morphy, is a quiet
// move that gives up the rook, and Black would hold if it could pass.
func TestFullWidthMate(t *testing.T) {
	p, err := engine.Parse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []search.Options{{FullWidth: true}, {FullWidth: true, Table: table(t, 1<<20)}} {
		s, err := search.New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		info, err := s.Search(context.Background(), search.Limits{Depth: 3})
		if err != nil || info.Value != search.Win-3 || info.Line[0].String() != "a1a6" {
			t.Errorf("%+v, %v; a1a6 mates in 3 plies", info, err)
		}
	}
}
