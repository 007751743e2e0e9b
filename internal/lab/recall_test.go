package lab_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Short walks of all kinds are the same whatever is remembered, states recur more
// at lower temperatures, and every wrong recall by a short tag is noticed.
func TestRecall(t *testing.T) {
	o := lab.Options{Trials: 2}
	if oracle.Short() {
		o.Trials = 1
	}
	r, err := lab.SmallRecall().Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	shares, speed, wrong := r.Table("recall-share"), r.Table("recall-speed"), r.Table("recall-errors")
	if len(shares.Rows) != 14 || len(speed.Rows) != 14 || len(wrong.Rows) != 6 {
		t.Fatalf("%d, %d and %d rows", len(shares.Rows), len(speed.Rows), len(wrong.Rows))
	}
	for i, row := range shares.Rows {
		trials, states := row[3].(float64), row[6].(float64)
		if row[8] != "yes" || !(0 < states && states < trials && trials < 100) {
			t.Errorf("%v", row)
		}
		if i%7 == 6 && trials > shares.Rows[i-6][3].(float64) {
			t.Errorf("more recalled at the highest temperature than at the lowest: %v", row)
		}
	}
	for i, row := range wrong.Rows {
		if row[6] != "yes" || row[7] != "yes" || i == 0 && row[1] != uint64(0) || i == 5 && row[1].(uint64) < 10 {
			t.Errorf("%v", row)
		}
	}
	if !strings.HasPrefix(r.Verdict.Text, "the same trajectory") {
		t.Errorf("%+v", r.Verdict)
	}
}

// Walks are made again if only the first of their two tables was saved.
func TestRecallResumed(t *testing.T) {
	oracle.Full(t, "an experiment that goes on")
	o := lab.Options{Trials: 1}
	before := interrupted(t, lab.SmallRecall(), o, .7)
	before.Tables = before.Tables[:1]
	r, err := lab.SmallRecall().Resume(t.Context(), o, before)
	if err != nil {
		t.Fatal(err)
	}
	if speed := r.Table("recall-speed"); speed == nil || len(speed.Rows) != 14 {
		t.Errorf("times of the walks: %+v", speed)
	}
}

// What was finished before an interruption is in the table.
func TestRecallInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r, err := lab.SmallRecall().Run(ctx, lab.Options{Trials: 2, Progress: func(_ string, share float64) {
		if share > .03 {
			cancel()
		}
	}})
	if err != context.Canceled || !r.Interrupted || len(r.Tables) != 1 || !r.Tables[0].Partial {
		t.Fatalf("error %v, report %+v", err, r)
	}
	if n := len(r.Tables[0].Rows); n != 2 {
		t.Errorf("%d rows, want one whole and one of a single walk", n)
	}
}
