package lab_test

import (
	"context"
	"errors"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func effect(t *testing.T, less int) *lab.Table {
	t.Helper()
	table, err := lab.EffectTable(t.Context(), lab.Options{}, lab.EffectSizes(1, less), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestEffect: the same nodes every time, and fewer with a table and with
// symmetry than without, because lines of play meet again.
func TestEffect(t *testing.T) {
	a := effect(t, 5)
	b := effect(t, 5)
	without, with := uint64(0), uint64(0)
	for i, row := range a.Rows {
		for _, c := range []int{2, 3, 4} {
			if row[c] != b.Rows[i][c] {
				t.Errorf("%s: %s is %v once and %v then", row[0], a.Columns[c], row[c], b.Rows[i][c])
			}
		}
		without, with = without+row[2].(uint64), with+row[3].(uint64)
	}
	if len(a.Rows) != 9 || with >= without {
		t.Errorf("%d games, %d nodes without a table and %d with one", len(a.Rows), without, with)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := lab.EffectTable(ctx, lab.Options{}, lab.EffectSizes(1, 0), func(float64) {}); !errors.Is(err,
		context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestEffectErrors: every game has probes, and the false hits of its short tags are about as many as predicted.
func TestEffectErrors(t *testing.T) {
	table, err := lab.EffectErrors(t.Context(), lab.Options{}, lab.EffectSizes(1, 2), func(float64) {})
	if err != nil {
		t.Fatal(err)
	}
	predicted, measured := 0.0, 0.0
	for _, row := range table.Rows {
		probes, whole := row[3].(uint64), row[10].(float64)
		predicted, measured = predicted+row[7].(float64), measured+float64(row[6].(uint64))
		if probes == 0 && row[1] != 1 || whole > 1e-6 {
			t.Errorf("row %v", row)
		}
	}
	if d := measured - predicted; predicted < 1 || d*d > 16*predicted {
		t.Errorf("%.0f errors, predicted %.1f", measured, predicted)
	}
}

// TestEffectLong: at full depth the table saves work in every game.
func TestEffectLong(t *testing.T) {
	oracle.Long(t, "a search of every game, three ways")
	table := effect(t, 0)
	for _, row := range table.Rows {
		t.Log(row...)
		if row[5].(float64) >= 1 {
			t.Errorf("%s: %v nodes without a table and %v with one", row[0], row[2], row[3])
		}
	}
}

// The verdict does not depend on load, which slows some of the searches, and can come out otherwise: a game that
// takes no fewer nodes refutes the claim, and so do times that are not clearly shorter. A game of a few nodes has no
// say in time.
func TestEffectVerdict(t *testing.T) {
	verdict := func(nodes, seconds [9]float64) string {
		table := &lab.Table{Name: "table-effect",
			Columns: []string{"nodes without", "with ÷ without", "time with ÷ without", "least", "most"}}
		for i := range nodes {
			without := 200_000
			if i == 0 {
				without = 1_000
			}
			table.Add(without, nodes[i], seconds[i], .9*seconds[i], 1.1*seconds[i])
		}
		wrong := &lab.Table{Name: "table-errors", Columns: []string{"predicted at 64 bits", "within"}}
		wrong.Add(1e-12, "yes")
		return lab.Effect().Judge([]*lab.Table{table, wrong}).Word
	}
	// Ratios of docs/lab.md; the first is of tic-tac-toe.
	nodes := [9]float64{.59, .51, .38, .72, .39, .82, .24, .23, .37}
	idle := [9]float64{.79, .55, .62, .76, .40, .79, .25, .24, .31}
	loaded, slow := idle, idle
	loaded[0] = 3
	for i := 1; i < len(idle); i++ {
		if i%2 == 1 {
			loaded[i] *= 1.3 // only the search with a table met the load
		}
		slow[i] *= 2.5
	}
	worse := nodes
	worse[3] = 1
	for _, test := range []struct {
		nodes, seconds [9]float64
		want           string
	}{
		{nodes, idle, lab.Reproduced}, {nodes, loaded, lab.Reproduced},
		{nodes, slow, lab.NotReproduced}, {worse, idle, lab.NotReproduced},
	} {
		if got := verdict(test.nodes, test.seconds); got != test.want {
			t.Errorf("nodes %v, times %v: %s, want %s", test.nodes, test.seconds, got, test.want)
		}
	}
}
