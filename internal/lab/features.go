package lab

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist/internal/plot"
	"github.com/zobrist-go/zobrist/tabulation"
)

// place makes the generator of a trial.
type place func() rand.Source

// errorColumns are those of the table of errorsOf.
var errorColumns = []string{
	"family", "bias", "standard error of the bias", "root mean square error", "of full randomness",
}

// errorsOf adds to t one row for each family: the errors of an estimate of
// truth under many functions. The last family is fully random; its error
// divides the others in the last column.
func errorsOf(
	ctx context.Context, o Options, done func(float64), t *Table, number uint64, functions int, truth float64,
	once func(family, place, *scratch) float64,
) error {
	all := families()
	for j, f := range all {
		s := make(sample, functions)
		err := parallel(ctx, functions, func(mem *scratch, trial int) {
			s[trial] = once(f, func() rand.Source { return o.source(number, uint64(j), uint64(trial)) }, mem)
		})
		if err != nil {
			return err
		}
		mean := s.mean()
		t.Add(f.name, mean-truth, s.deviation(mean)/math.Sqrt(float64(functions)), s.deviation(truth), nil)
		s.tail(t.Plot, f.name)
		done(float64(j+1) / float64(len(all)))
	}
	random := t.Rows[len(all)-1][3].(float64)
	for _, row := range t.Rows {
		row[4] = row[3].(float64) / random
	}
	return nil
}

// featureLaw hashes the features of a vector of length 1 to few dimensions
// (Weinberger and others 2009) and measures its length again.
func featureLaw(ctx context.Context, o Options, functions int, done func(float64)) (*Table, error) {
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
		Plot: &plot.Plot{Title: "Feature hashing", X: "squared length", Y: "fraction of functions at or above",
			LogY: true},
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
