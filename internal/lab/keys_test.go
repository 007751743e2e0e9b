package lab_test

import (
	"context"
	"math"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func run(tb testing.TB, e lab.Experiment, o lab.Options) *lab.Report {
	tb.Helper()
	r, err := e.Run(context.Background(), o)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// The measured probabilities against exp(−2^−m): four standard errors and what
// clustering adds, which only makes no error more probable.
func TestErrors(t *testing.T) {
	trials := 100
	switch {
	case oracle.Short():
		trials = 50
	case oracle.Whole(t, "two thirds of the trials"):
		trials = 300
	}
	table := run(t, lab.Errors(), lab.Options{Trials: trials}).Tables[0]
	if len(table.Rows) != 11 {
		t.Fatalf("%d rows", len(table.Rows))
	}
	within := 4 * .5 / math.Sqrt(float64(trials))
	for _, row := range table.Rows {
		want := row[3].(float64)
		for _, column := range []int{4, 7} {
			if got := row[column].(float64); math.Abs(got-want) > within {
				t.Errorf("m = %v, %s: %.4f, want %.4f ± %.4f", row[0], table.Columns[column], got, want, within)
			}
		}
	}
	if table.Rows[0][10] != ".36788" || table.Rows[1][10] != nil {
		t.Errorf("misprints %v, %v", table.Rows[0][10], table.Rows[1][10])
	}
}

// All layouts have the rank they can have, coded keys no dependency, and only
// the layout that forgets castling merges positions.
func TestLayouts(t *testing.T) { checkLayouts(t, run(t, lab.SmallLayouts(), lab.Options{Trials: 1})) }

func TestLayoutsLarge(t *testing.T) {
	oracle.Long(t, "audits of seven layouts, five tables each")
	r := run(t, lab.Layouts(), lab.Options{})
	checkLayouts(t, r)
	if r.Verdict.Word != lab.Sharper {
		t.Errorf("verdict %+v", r.Verdict)
	}
}

func checkLayouts(t *testing.T, r *lab.Report) {
	t.Helper()
	for _, row := range r.Tables[0].Rows {
		name, rank, merged := row[0].(string), row[4].(int), row[8].(float64)
		if (name == "769") != (merged > 0) {
			t.Errorf("%s merges %g positions", name, merged)
		}
		if rank < 60 || name == "781 coded" && rank != 64 {
			t.Errorf("%s has rank %d", name, rank)
		}
		if least, ok := row[5].(int); name == "781 coded" && ok {
			t.Errorf("coded keys have a dependency of weight %d", least)
		}
		t.Log(row...)
	}
	for _, row := range r.Tables[1].Rows {
		got, want, all := float64(row[3].(uint64)), row[4].(float64), row[0] == "added, all of the sum"
		// clusters make the number scatter more widely than its root says
		if got > want+10*math.Sqrt(want)+5 || got < want-10*math.Sqrt(want)-5 && !all {
			t.Errorf("%v at %v bits: %g clashes, uniform hashes have %.1f", row[0], row[1], got, want)
		}
		t.Log(row...)
	}
}

// Every clash that is found goes on with every ending; the constructed one
// brings CAT and DOG, CATNIP and DOGNIP, and not SCAT and SDOG.
func TestWords(t *testing.T) {
	r := run(t, lab.Words(), lab.Options{Trials: 5})
	for _, row := range r.Tables[0].Rows {
		want := "false"
		switch row[0] {
		case "CATS", "CAT", "CATNIP", "CATALOGUES":
			want = "true"
		}
		if row[2] == "DOG" && row[0] == "CATS" {
			want = "false"
		}
		if row[4] != want {
			t.Errorf("%s and %s: clash %s, want %s", row[0], row[2], row[4], want)
		}
	}
	for _, row := range r.Tables[1].Rows {
		pairs, expected, further := row[2].(int), row[5].(float64), row[10].(int)
		if further != pairs {
			t.Errorf("%v bits: %d clashes, %d with every ending", row[0], pairs, further)
		}
		// clusters scatter: within a factor of two at 16 bits, which have many
		if row[0] == 16 && (float64(pairs) < expected/2 || float64(pairs) > expected*2) {
			t.Errorf("16 bits: %d clashes, random hashes have %.0f", pairs, expected)
		}
	}
}
