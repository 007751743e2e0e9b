package lab_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/oracle"
)

// TestHistory: the features change what is found in the table, and so the nodes. They do not
// if the table is cleared and no position repeats.
func TestHistory(t *testing.T) {
	oracle.Long(t, "searches near the fifty-move draw and in games that repeat")
	r, err := lab.History().Run(t.Context(), lab.Options{Trials: 2})
	if err != nil {
		t.Fatal(err)
	}
	nodes := map[any]float64{}
	for _, row := range r.Table("fifty-moves").Rows {
		if row[2].(int) != 10 {
			t.Errorf("%v plies: %v searches, want 10", row[1], row[2])
		}
		if row[1].(int) >= 80 {
			nodes[row[0]] += row[9].(float64)
		}
	}
	if nodes["shared"] >= nodes["shared, history"] || nodes["shared"] >= nodes["cleared"] {
		t.Errorf("nodes by way: %v; a table that is kept saves some, history fewer", nodes)
	}
	second := r.Table("repetitions").Rows[:4]
	for i := range 2 {
		if second[i][9] != second[i+2][9] {
			t.Errorf("%v: %v nodes, and with history %v, though no position that occurred before is stored", second[i][1],
				second[i][9], second[i+2][9])
		}
	}
	if r.Verdict.Word == "" {
		t.Error("no verdict")
	}
}
