package lab

import (
	"context"
	"math"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/tabulation"
)

// cuckooFails reports whether keys with these hashes cannot be placed in two
// tables of m slots: a component of the graph whose edges are the keys has
// more of them than slots. The graph is kept as a forest (union-find).
func cuckooFails(a, b []uint64, m uint64, parent, spare []int32) bool {
	for i := range 2 * m {
		parent[i], spare[i] = int32(i), 1 // a slot of its own is free
	}
	root := func(x int32) int32 {
		for parent[x] != x {
			parent[x] = parent[parent[x]]
			x = parent[x]
		}
		return x
	}
	for i := range a {
		x := root(int32(tabulation.MultiplyHigh(a[i], m)))
		y := root(int32(m + tabulation.MultiplyHigh(b[i], m)))
		if x != y {
			parent[y] = x
			spare[x] += spare[y]
		}
		if spare[x]--; spare[x] < 0 {
			return true
		}
	}
	return false
}

// cuckooLaw places n keys in two tables of 2n slots each.
func cuckooLaw(ctx context.Context, o Options, functions int, done func(float64)) (*Table, error) {
	sets := []keySet{
		{"[4]³", cube(4, 3)}, {"[8]³", cube(8, 3)}, {"[16]³", cube(16, 3)},
		{"0 to 511", dense(512)}, {"0 to 4095", dense(4096)},
	}
	t := newTable("cuckoo", functions)
	all := families()
	curves := make([]*plot.Series, len(all))
	for j, f := range all {
		curves[j] = t.Plot.Add(plot.Points, f.name+", 95 %")
	}
	law := t.Plot.Add(plot.Line, "simple, published: .036·(n/512)^(−1/3)")
	for _, n := range []float64{64, 512, 4096} {
		law.Point(n, .036*math.Cbrt(512/n))
	}
	for i, set := range sets {
		n := len(set.keys)
		for j, f := range all {
			failed := make([]bool, functions)
			err := parallel(ctx, functions, func(mem *scratch, trial int) {
				src := o.source(3, uint64(100*i+j), uint64(trial))
				a, b := mem.batch(0, f.draw(src), set.keys), mem.batch(1, f.draw(src), set.keys)
				failed[trial] = cuckooFails(a, b, uint64(2*n), mem.count(0, 4*n), mem.count(1, 4*n))
			})
			if err != nil {
				return t, err
			}
			p, low, high := shareOf(failed)
			t.Add(set.name, n, f.name, p, low, high)
			if set.name[0] == '[' {
				// Beside each other, so that the bars can be told apart.
				curves[j].Between(float64(n)*math.Pow(1.04, float64(j)-float64(len(all)-1)/2), p, low, high)
			}
			done(float64(i*len(all)+j+1) / float64(len(sets)*len(all)))
		}
	}
	return t, nil
}
