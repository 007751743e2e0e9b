package lab_test

import (
	"math"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Every search has a collision, and the share of rare ones that change a move is at most their chance; hashes of 32
// bits are wrong at less than a node in a thousand of such short searches; the injector errs as often as it is told to,
// within five standard errors, and in a search made to err, as often as a binomial count that is not 0.
func TestCollisions(t *testing.T) {
	oracle.Full(t, "the experiment on collisions")
	r := run(t, lab.SmallCollisions(), lab.Options{Trials: 4})
	wrong := 0
	for _, row := range r.Table("injected").Rows {
		rate, chance, searches := row[1].(float64), row[2].(float64), row[3].(int)
		share, high := row[6].(float64), row[8].(float64)
		if searches != 4 || row[4].(int) < 4 || share > chance || high > chance || rate < 1e-7 && chance > 1e-3 {
			t.Errorf("row %v", row)
		}
		if rate > .01 {
			wrong += row[4].(int)
		}
	}
	if wrong < 100 {
		t.Errorf("%d wrong nodes at rates above 1 %%", wrong)
	}
	for _, row := range r.Table("short-hashes").Rows {
		if bits, rate := row[1].(int), row[2].(float64); bits == 32 && rate > 1e-3 || bits == 12 && rate < .01 {
			t.Errorf("row %v", row)
		}
	}
	for _, rate := range []float64{.1, .01} {
		const n = 100_000
		got, want := float64(lab.Injections(rate, n, 0, 1)), rate*n
		if d := got - want; d*d > 25*want {
			t.Errorf("%.0f of %d nodes at rate %g", got, n, rate)
		}
	}
	for _, rate := range []float64{1e-2, 1e-3, 1e-6} {
		const n, searches = 500, 20_000
		errors := 0
		for seed := range searches {
			k := lab.Injections(rate, n, n, uint64(seed))
			if k == 0 {
				t.Fatalf("no error at rate %g", rate)
			}
			errors += k
		}
		got := float64(errors) / searches
		want := rate * n / (1 - math.Pow(1-rate, n))
		if d := got - want; d*d > 25*(rate*n+.01)/searches {
			t.Errorf("%.4f errors a search of %d nodes at rate %g, want %.4f", got, n, rate, want)
		}
	}
}
