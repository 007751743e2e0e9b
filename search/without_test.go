package search_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/engines/method"
	"github.com/zobrist-go/zobrist/search"
)

// TestWithout: each method changes how many nodes a search visits, and without any
// of them it still finds a mate.
func TestWithout(t *testing.T) {
	solve := func(without method.Set, fen string, depth int) search.Info[chess.Move] {
		p, err := engine.Parse(fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := search.New(p, search.Options{Table: table(t, 1<<22), Without: without})
		if err != nil {
			t.Fatal(err)
		}
		info, err := s.Search(context.Background(), search.Limits{Depth: depth})
		if err != nil {
			t.Fatal(err)
		}
		return info
	}
	const middle = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	const repeats = "6k1/5p1p/8/4Q3/8/8/rr4PP/7K w - - 0 1"
	const mate = "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1"
	all, err := method.Parse("")
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[string]uint64{middle: solve(0, middle, 9).Nodes, repeats: solve(0, repeats, 9).Nodes}
	for m := method.NullMove; m <= method.Repetition; m <<= 1 {
		fen := middle
		if m == method.Repetition {
			fen = repeats
		}
		if got := solve(m, fen, 9).Nodes; got == nodes[fen] {
			t.Errorf("without %v as many nodes as with it, %d", m, got)
		}
		got, err := method.Parse(m.String())
		if err != nil || got != m {
			t.Errorf("%v is read as %v, %v", m, got, err)
		}
		all |= m
	}
	if info := solve(all, mate, 5); info.Value != search.Win-3 {
		t.Errorf("mate in two is worth %d without %v", info.Value, all)
	}
	if got, err := method.Parse(all.String()); err != nil || got != all {
		t.Errorf("%v is read as %v, %v", all, got, err)
	}
	if _, err := method.Parse("null-move,luck"); err == nil || !strings.Contains(err.Error(), `"luck"`) {
		t.Errorf("a method that is not there: %v", err)
	}
}
