package variants_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/search"
)

var (
	_ search.Position[chess.Move, *variants.Position] = (*variants.Position)(nil)
	_ search.Evaluator                                = (*variants.Position)(nil)
	_ search.Orderer[chess.Move]                      = (*variants.Position)(nil)
)

// TestEvaluate: the start is worth little, and a value has the opposite sign for the other side.
func TestEvaluate(t *testing.T) {
	for _, c := range []struct {
		v            variants.Variant
		better, less string
	}{
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w", "4k3/8/8/8/8/8/8/4K3[P] w"},
		{variants.ThreeCheck, "4k2r/8/8/8/8/8/8/4K2R w - - 1+3 0 1", "4k2r/8/8/8/8/8/8/4K2R w - - 2+3 0 1"},
		{variants.KingOfTheHill, "7k/8/8/8/8/4K3/8/8 w", "7k/8/8/8/8/8/8/4K3 w"},
		{variants.Antichess, "7k/8/8/8/8/8/8/K7 w", "7k/8/8/8/8/8/8/KQ6 w"},
		{variants.Atomic, "7k/8/8/8/8/8/8/KQ6 w", "7k/8/8/8/8/8/8/KR6 w"},
		{variants.Horde, "7k/8/8/8/P7/P7/P7/P7 w", "7k/8/8/8/8/P7/P7/P7 w"},
		{variants.RacingKings, "8/8/8/7K/k7/8/8/8 w", "8/8/8/8/k6K/8/8/8 w"},
	} {
		better, less := parse(c.better, c.v).Evaluate(), parse(c.less, c.v).Evaluate()
		if better <= less {
			t.Errorf("%v: %s is worth %d, %s is worth %d", c.v, c.better, better, c.less, less)
		}
	}
}

// TestSearch: the searcher finds the move that wins.
func TestSearch(t *testing.T) {
	for _, c := range []struct {
		v         variants.Variant
		fen, move string
	}{
		{variants.Crazyhouse, "7k/6pp/8/8/8/8/8/K7[R] w", "R@"},
		{variants.ThreeCheck, "4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1", "Rh8#"},
		{variants.KingOfTheHill, "7k/8/8/8/8/3K4/8/8 w", "K"},
		{variants.Antichess, "8/8/8/8/8/1p6/8/R7 w", "Ra2"}, // it must be taken
		{variants.Atomic, "3qk3/8/8/8/8/8/8/3QK3 w", "Qxd8#"},
		{variants.Horde, "7k/6pp/8/8/8/8/8/R7 w", "Ra8#"},
		{variants.RacingKings, "8/6K1/8/8/8/8/k7/8 w", "K"},
	} {
		p := parse(c.fen, c.v)
		s, err := search.New(p, search.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, err := s.Search(context.Background(), search.Limits{Depth: 3})
		if err != nil {
			t.Fatal(err)
		}
		if san := p.SAN(found.Line[0]); !strings.HasPrefix(san, c.move) || found.Value < search.WinBound {
			t.Errorf("%v, %s: plays %s, value %d; want %s…, and a win", c.v, c.fen, san, found.Value, c.move)
		}
	}
}
