package lab_test

import (
	"context"
	"errors"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/oracle"
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
