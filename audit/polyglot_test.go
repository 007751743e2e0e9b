package audit_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/polyglot"
)

// The published table has no dependency of seven or fewer keys (ORACLES.md,
// "Independence and distance"); of eight there is none either, which the
// search to completion shows.
func TestPolyglotExhaustive(t *testing.T) {
	oracle.Long(t, "the exhaustive search of Polyglot's keys to weight 8, some minutes")
	r, err := audit.Exhaustive(context.Background(), audit.Widen(polyglot.Keys()), audit.ExhaustiveOptions{})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%v: %.3g sums", r.Counts, r.Sums)
	for w := 1; w <= 7; w++ {
		if r.Counts[w] != 0 {
			t.Errorf("%d dependencies of weight %d, want none", r.Counts[w], w)
		}
	}
	if r.Complete != 8 {
		t.Errorf("complete to weight %d, want 8", r.Complete)
	}
}
