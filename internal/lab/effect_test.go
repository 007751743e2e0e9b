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
	table, err := lab.EffectTable(t.Context(), lab.Options{Trials: 1}, func(float64) {}, less)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// TestEffect: the same nodes every time, and fewer with a table and with
// symmetry than without, because lines of play meet again.
func TestEffect(t *testing.T) {
	a := effect(t, 4)
	b := effect(t, 4)
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
	if _, err := lab.EffectTable(ctx, lab.Options{}, func(float64) {}, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
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
