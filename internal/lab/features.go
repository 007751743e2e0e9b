package lab

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/tabulation"
)

// place makes the generator of a trial.
type place func() rand.Source

// errorsOf adds to t one row for each family: the errors of an estimate of
// truth under many functions. The last family is fully random; its error
// divides the others in the last column. The plot gets the errors, and as a line
// the one that theory has for full randomness.
func errorsOf(
	ctx context.Context, o Options, done func(float64), t *Table, number uint64, functions int, truth, theory float64,
	once func(family, place, *scratch) float64,
) error {
	all := families()
	t.Plot.X, t.Plot.Y, t.Plot.LogY = "family", "root mean square error", true
	law, points := t.Plot.Add(plot.Line, "full randomness, by theory"), t.Plot.Add(plot.Points, "measured, 95 %")
	for j, f := range all {
		s, squares := make(sample, functions), make(sample, functions)
		err := parallel(ctx, functions, func(mem *scratch, trial int) {
			s[trial] = once(f, func() rand.Source { return o.source(number, uint64(j), uint64(trial)) }, mem)
		})
		if err != nil {
			return err
		}
		for i, x := range s {
			squares[i] = (x - truth) * (x - truth)
		}
		mean, half := s.moments()
		square, halfSquare := squares.moments()
		low, high := math.Sqrt(max(0, square-halfSquare)), math.Sqrt(square+halfSquare)
		t.Add(f.name, mean-truth, mean-half-truth, mean+half-truth, math.Sqrt(square), low, high, nil)
		t.Plot.Ticks = append(t.Plot.Ticks, f.name)
		law.Point(float64(j), theory)
		points.Between(float64(j), math.Sqrt(square), low, high)
		done(float64(j+1) / float64(len(all)))
	}
	random := t.Rows[len(all)-1][4].(float64)
	for _, row := range t.Rows {
		row[7] = row[4].(float64) / random
	}
	return nil
}

// featureLaw hashes the features of a vector of length 1 to few dimensions
// (Weinberger and others 2009) and measures its length again.
func featureLaw(ctx context.Context, o Options, functions int, done func(float64)) (*Table, error) {
	shared, onlyA, _ := pairOfSets(o, setSize)
	set := slices.Concat(shared, onlyA)
	random := math.Sqrt(2.0 / sketches * (1 - 1/float64(len(set))))
	t := newTable("feature-hashing", len(set), sketches, functions, sketches, len(set), random)
	return t, errorsOf(ctx, o, done, t, 5, functions, 1, random, func(f family, src place, mem *scratch) float64 {
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
