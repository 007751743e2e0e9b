package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist/tabulation"
)

// place makes the generator of a trial.
type place func() rand.Source

// errorColumns are those of the table of errorsOf.
var errorColumns = []string{
	"family", "bias", "standard error of the bias", "root mean square error", "of full randomness",
}

// errorsOf adds to t one row for each family: the errors of an estimate of
// truth under many functions.
func errorsOf(ctx context.Context, o Options, done step, t *Table, number uint64, functions int, truth float64,
	once func(family, place, *scratch) float64) error {
	all := families()
	results := make([]sample, len(all))
	for j, f := range all {
		s := make(sample, functions)
		err := trials(ctx, functions, func(mem *scratch, trial int) {
			s[trial] = once(f, func() rand.Source { return o.Source(number, uint64(j), uint64(trial)) }, mem)
		})
		if err != nil {
			return err
		}
		results[j] = s
		done(float64(j+1) / float64(len(all)))
	}
	random := results[len(all)-1].deviation(truth)
	for j, f := range all {
		s := results[j]
		mean, rms := s.mean(), s.deviation(truth)
		t.Add(f.name, mean-truth, s.deviation(mean)/math.Sqrt(float64(functions)), rms, rms/random)
		t.Plot.Series = append(t.Plot.Series, s.tail(f.name))
	}
	return nil
}

// featureLaw hashes the features of a vector of length 1 to few dimensions
// (Weinberger and others 2009) and measures its length again.
func featureLaw(ctx context.Context, o Options, done step) (*Table, error) {
	functions := o.TrialsOr(2000)
	shared, onlyA, _ := pairOfSets(o, setSize)
	set := slices.Concat(shared, onlyA)
	random := math.Sqrt(2.0 / sketches * (1 - 1/float64(len(set))))
	t := &Table{
		Name: "feature-hashing",
		Title: fmt.Sprintf("Feature hashing: squared length 1 of a vector of %d equal features in %d dimensions, "+
			"%d functions each", len(set), sketches, functions),
		Columns: errorColumns,
		Notes: []string{
			fmt.Sprintf("dimension and sign by two functions of the family; the error of full randomness is "+
				"√(2/%d·(1−1/%d)) = %.4f", sketches, len(set), random),
			"the last column is the error divided by that of the fully random function",
		},
		Plot: &Plot{Title: "Feature hashing", X: "squared length", Y: "fraction of functions at or above", LogY: true},
	}
	return t, errorsOf(ctx, o, done, t, 5, functions, 1, func(f family, src place, mem *scratch) float64 {
		s := src()
		dimension, sign := f.draw(s), f.draw(s)
		d, e := mem.batch(0, dimension, set), mem.batch(1, sign, set)
		var sums [sketches]int
		for i := range d {
			sums[tabulation.MultiplyHigh(d[i], sketches)] += 1 - 2*int(e[i]>>63)
		}
		squares := 0
		for _, x := range sums {
			squares += x * x
		}
		return float64(squares) / float64(len(set))
	})
}
