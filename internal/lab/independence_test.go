package lab_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func start(t *testing.T, e lab.Experiment, o lab.Options) *lab.Report {
	t.Helper()
	r, err := e.Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestIndependence compares counts with formulas, row by row, and with the
// figures of ORACLES.md "Independence and distance".
func TestIndependence(t *testing.T) {
	r := start(t, lab.Independence(), lab.Options{Trials: 300})
	rows := 0
	for _, name := range []string{"independence-ordered", "independence-unordered", "independence-odd"} {
		for _, row := range r.Table(name).Rows {
			rows++
			if row[5] != nil && row[4] != row[5] {
				t.Errorf("%s: %v: %v dependent sets of %v, formula %v", name, row[0], row[4], row[2], row[5])
			}
			if row[7] != nil && row[6] != row[7] {
				t.Errorf("%s: %v: %v sets of %v with none free, formula %v", name, row[0], row[6], row[2], row[7])
			}
		}
	}
	if rows < 50 {
		t.Errorf("%d rows", rows)
	}
	published := []struct {
		table, scenes string
		k, dependent  int
	}{
		{"independence-ordered", "R=2, c=2", 4, 1},
		{"independence-ordered", "R=3, c=2", 4, 9},
		{"independence-ordered", "R=2, c=3", 4, 14},
		{"independence-unordered", "m=2", 3, 1},       // (2²−1)(2²−2)/6
		{"independence-unordered", "m=3", 3, 7},       // (2³−1)(2³−2)/6
		{"independence-unordered", "m=4", 3, 35},      // (2⁴−1)(2⁴−2)/6
		{"independence-odd", "m=5, class of 3", 3, 0}, // the odd-class rule
		{"independence-odd", "m=4 with a start value", 3, 0},
	}
	for _, p := range published {
		found := false
		for _, row := range r.Table(p.table).Rows {
			if row[0] == p.scenes && row[2] == p.k {
				found = true
				if row[4] != p.dependent {
					t.Errorf("%s: %v dependent sets of %d, want %d", p.scenes, row[4], p.k, p.dependent)
				}
			}
		}
		if !found {
			t.Errorf("%s: no row for k = %d", p.scenes, p.k)
		}
	}
	chess := r.Table("independence-chess").Rows
	if chess[0][4] != 0 || chess[1][4] != 0 || chess[2][4] == 0 || chess[3][4] != 1 {
		t.Errorf("chess: %v", chess)
	}
}

// TestIndependenceRealPositions looks at all triples of 2,000 positions of
// real games (endgames of official-stockfish/books, which differ by single
// men): p ⊕ q ⊕ r = 0 for none. Pairs are compared through a map of whole
// incidence vectors, so nothing rests on hashing.
func TestIndependenceRealPositions(t *testing.T) {
	data := oracle.Read(t, "epd/endgames.epd.zst")
	type vector [13]uint64
	seen := make(map[vector]bool)
	var all []vector
	for _, line := range splitLines(data) {
		if len(all) == 2000 {
			break
		}
		p, err := chess.Parse(fenOf(line), chess.Options{})
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		var v vector
		for _, f := range p.AppendFeatures(make([]zobrist.Feature, 0, 40)) {
			v[f/64] |= 1 << (f % 64)
		}
		if !seen[v] {
			seen[v] = true
			all = append(all, v)
		}
	}
	if len(all) != 2000 {
		t.Fatalf("%d positions", len(all))
	}
	for i := range all {
		for j := range i {
			v := all[i]
			for w := range v {
				v[w] ^= all[j][w]
			}
			if seen[v] {
				t.Fatalf("positions %d and %d sum to a third", i, j)
			}
		}
	}
}

func TestSizes(t *testing.T) {
	for _, bad := range []lab.Sizes{
		{}, {Characters: 2}, {Characters: 9, Columns: 9}, {Features: 7}, {Features: 3, Class: 4},
		{Features: 3, Characters: 2, Columns: 2}, {Columns: -1, Characters: -1},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
	r := start(t, lab.IndependenceOf(lab.Sizes{Characters: 3, Columns: 2}), lab.Options{})
	if got := r.Tables[0].Rows[2][4]; got != 9 {
		t.Errorf("%v dependent quadruples of 3 characters and 2 columns, want 9", got)
	}
}

// An interrupted experiment returns the rows it has finished, in a table that is
// marked as partial; tables that were finished are not.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	o := lab.Options{Progress: func(what string, share float64) {
		if share > .3 { // in the second of four tables
			cancel()
		}
	}}
	r, err := lab.Independence().Run(ctx, o)
	if err != context.Canceled || !r.Interrupted || len(r.Tables) != 2 || r.Tables[0].Partial || !r.Tables[1].Partial {
		t.Fatalf("error %v, report %+v", err, r)
	}
	if n := len(r.Tables[1].Rows); n == 0 || n >= 15 {
		t.Errorf("%d rows of 15", n)
	}
}

// Whatever is measured, an interruption in the middle of the first table leaves
// the results so far.
func TestInterruptedFirst(t *testing.T) {
	oracle.Full(t, "all experiments, interrupted")
	for _, e := range lab.Experiments() {
		if e.Name == "effect" || e.Name == "layouts" || e.Name == "recall" { // minutes to the first row
			continue
		}
		ctx, cancel := context.WithCancel(t.Context())
		o := lab.Options{Trials: 6, Progress: func(_ string, share float64) {
			if share > .04 {
				cancel()
			}
		}}
		r, err := e.Run(ctx, o)
		if err != context.Canceled || len(r.Tables) == 0 || len(r.Tables[0].Rows) == 0 {
			t.Errorf("%s: error %v, report %+v", e.Name, err, r)
		}
	}
}
