package lab_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Means over seeds of good generators are as for uniform hashes; the worst seed's clashes have few causes.
// At 64 bits good generators have full rank and no clash; drand48 leaves 16 bits empty, and xorshift32 has 32 bits of
// state, so that its hashes clash as 32-bit ones do, the same ones under every seed.
func TestSeeds(t *testing.T) {
	oracle.Full(t, "the experiment on seeds")
	trials := 3
	if oracle.Whole(t, "half of the seeds") {
		trials = 6
	}
	r := run(t, lab.Seeds(), lab.Options{Trials: trials})
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
	wide := r.Table("seeds-64")
	ranks := map[any]int{"xorshift32": 32, "drand48": 48}
	for i, name := range zobrist.Generators() {
		row := wide.Rows[i]
		least, most, clashes, with := row[2].(int), row[3].(int), row[4].(float64), row[8].(int)
		if row[0] != name || ranks[name] != 0 && (least != ranks[name] || most != least) || least > most || most > 64 {
			t.Errorf("row %v", row)
		}
		if i < 9 && least != 64 || least > 48 && clashes != 0 || (with > 0) != (clashes > 0) {
			t.Errorf("rank and clashes %v", row)
		}
		if expected := row[9].(float64); name == "xorshift32" &&
			(math.Abs(expected-10.48) > .01 || clashes < 1 || clashes > 5*expected || row[7] != clashes) {
			t.Errorf("xorshift32 clashes %v times a seed, expected %v", clashes, expected)
		}
	}
	if !strings.Contains(r.Verdict.Text, "xorshift32 (32)") {
		t.Errorf("%+v", r.Verdict)
	}
}

// Groups of one distribution are told apart as often as chance says, shifted ones always; the largest of n numbers of
// Poisson's law by its definition.
func TestSeedStatistics(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	low := 0
	for range 20 {
		groups := make([]lab.Sample, 5)
		for i := range groups {
			for range 10 {
				groups[i] = append(groups[i], r.NormFloat64())
			}
		}
		if lab.EqualMeans(groups, r) < .05 {
			low++
		}
		for i := range groups[0] {
			groups[0][i] += 4
		}
		if p := lab.EqualMeans(groups, r); p > .001 {
			t.Errorf("p = %g of a group that is 4 standard deviations off", p)
		}
	}
	if low > 5 { // probability 3e-4
		t.Errorf("%d of 20 sets of equal groups at the level of 5 %%", low)
	}
	for _, c := range []struct {
		mean, want float64
		n, k       int
	}{
		{.3, 1 - math.Exp(-.3), 1, 1}, {2, 1 - math.Pow(math.Exp(-2)*5, 10), 10, 3}, {.291, 2.0174e-63, 330, 38},
	} {
		if got := lab.PoissonMaximum(c.mean, c.n, c.k); math.Abs(got/c.want-1) > .01 {
			t.Errorf("%d numbers of mean %g reach %d with %g, want %g", c.n, c.mean, c.k, got, c.want)
		}
	}
}
