package lab_test

import (
	"math"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestType1: every row of the report within four standard errors, and the
// predicted numbers of wrong hits within the limits of the measured ones, of
// which one row in a hundred may be outside; the seed is fixed.
func TestType1(t *testing.T) {
	trials := 100
	switch {
	case oracle.Short():
		trials = 20
	case oracle.Whole(t, "half of the trials"):
		trials = 200
	}
	r := run(t, lab.SmallType1(), lab.Options{Trials: trials})
	if len(r.Tables) != 3 {
		t.Fatalf("%d tables", len(r.Tables))
	}
	for _, row := range r.Tables[0].Rows {
		want, got, se := row[2].(float64), row[3].(float64), row[4].(float64)
		if math.Abs(got-want) > 4*se {
			t.Errorf("m = %v: no error in %.4f, formula %.4f, standard error %.4f", row[0], got, want, se)
		}
	}
	outside := 0
	for _, table := range r.Tables[1:] {
		for _, row := range table.Rows {
			if row[len(row)-1] != "yes" {
				outside++
				t.Logf("%s: %v", table.Name, row)
			}
		}
	}
	if outside > 1 {
		t.Errorf("%d of 36 rows are outside their limits", outside)
	}
}
