package lab_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
)

// Means over seeds of good generators are those of uniform hashes; the worst seed's clashes have few causes. The example
// of rand in the C standard, with seed 1, begins 16838 5758 10113 17515 (widely published for that program).
func TestSeeds(t *testing.T) {
	r := run(t, lab.Seeds(), lab.Options{Trials: 6})
	total, uniform := 0.0, 0.0
	for _, row := range r.Table("seeds").Rows {
		if row[1] == 24 && row[2] == "" {
			total, uniform = total+row[5].(float64), uniform+row[4].(float64)
		}
	}
	if total < .75*uniform || total > 1.35*uniform {
		t.Errorf("%.0f clashes at 24 bits, uniform hashes have %.0f", total, uniform)
	}
	for _, row := range r.Table("worst-seeds").Rows {
		clashes, kinds, pairs := row[2].(int), row[3].(int), row[4].(int)
		if kinds > clashes || pairs > clashes || clashes > 0 && (kinds == 0 || row[6] == "") {
			t.Errorf("row %v", row)
		}
	}
	w := lab.CRand(1)
	if w&32767 != 16838 || w>>15&32767 != 5758 || w>>30 != 10113 {
		t.Errorf("rand begins %d %d %d", w&32767, w>>15&32767, w>>30)
	}
}
