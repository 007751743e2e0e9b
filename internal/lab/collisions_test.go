package lab_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
)

// Rare collisions leave every search as it was; hashes of 32 bits are wrong at less than a node in a thousand of such
// short searches; the injector errs as often as it is told to, within five standard errors.
func TestCollisions(t *testing.T) {
	r := run(t, lab.SmallCollisions(), lab.Options{Trials: 4})
	wrong := 0
	for _, row := range r.Table("injected").Rows {
		rate, searches, moves := row[1].(float64), row[2].(int), row[4].(int)
		if searches != 4 || rate < 1e-7 && moves != 0 {
			t.Errorf("row %v", row)
		}
		if rate > .01 {
			wrong += row[3].(int)
		}
	}
	if wrong == 0 {
		t.Error("nothing was injected")
	}
	for _, row := range r.Table("short-hashes").Rows {
		if bits, rate := row[1].(int), row[2].(float64); bits == 32 && rate > 1e-3 || bits == 12 && rate < .01 {
			t.Errorf("row %v", row)
		}
	}
	for _, rate := range []float64{.1, .01} {
		const n = 100_000
		got, want := float64(lab.Injections(rate, n)), rate*n
		if d := got - want; d*d > 25*want {
			t.Errorf("%.0f of %d nodes at rate %g", got, n, rate)
		}
	}
}
