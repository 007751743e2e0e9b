package lab_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
)

// TestHistory: the features change the entries found in the table, and so the nodes. They do not
// if a search ends at the second occurrence.
func TestHistory(t *testing.T) {
	oracle.Long(t, "searches near the fifty-move draw and in games that repeat")
	r, err := lab.History().Run(t.Context(), lab.Options{Trials: 2})
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[any]float64{}
	for _, row := range r.Table("fifty-moves").Rows {
		if row[6].(int) != 10 {
			t.Errorf("%v plies: %v positions, want 10", row[1], row[6])
		}
		nodes[row[0]] += row[11].(float64)
	}
	if nodes["the basic set"] >= nodes["with the feature"] {
		t.Errorf("nodes by way: %v; with the feature the table has to know more positions", nodes)
	}
	if second := r.Table("repetitions").Rows; second[0][11] != second[1][11] {
		t.Errorf("%v nodes, and with the feature %v, though no position that occurred before is stored",
			second[0][11], second[1][11])
	}
	if r.Verdict.Word == "" {
		t.Error("no verdict")
	}
}

// TestThird: White, who is ahead, has one legal move out of check. Black can then take the
// bishop back to a position that occurred before, which is a draw in a search that ends at
// the second occurrence, but not by the laws.
func TestThird(t *testing.T) {
	p, err := engine.Parse("6k1/4b3/8/8/P7/8/P5PP/5B1K w - - 0 1", chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{"h1g1", "e7c5"} {
		move, err := p.ParseUCI(m)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(move)
	}
	if v := valueOf(t, lab.Second(p)); v != 0 {
		t.Errorf("value %d if the second occurrence is a draw, want a draw", v)
	}
	if v := valueOf(t, lab.Third(p)); v <= 0 {
		t.Errorf("value %d by the laws, want White ahead", v)
	}
}

func valueOf[P search.Position[chess.Move, P]](t *testing.T, p P) int {
	t.Helper()
	s, err := search.New(p, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Search(t.Context(), search.Limits{Depth: 5})
	if err != nil {
		t.Fatal(err)
	}
	return info.Value
}
