package lab

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// Distances compares tables of keys that have better Hamming distances and worse
// independence with others that have the reverse.
func Distances() Experiment {
	return newExperiment("hamming", judgeDistances, []law{lawOf("made tables", trials(8, 40), madeTables),
		lawOf("random tables", trials(200, 1000), randomTables)})
}

// judgeDistances applies the rule of [Distances].
func judgeDistances(r *Report) Verdict {
	made, random := r.Table("hamming-made"), r.Table("hamming-correlation")
	ratio, least := made.column("clashes ÷ uniform"), made.column("least Hamming distance")
	low, high := made.column("low"), made.column("high")
	uniform := made.column("uniform")[0]
	near := made.column(fmt.Sprintf("clashes nearer than %d", nearPositions))
	row := make(map[any]int)
	for i, cells := range made.Rows {
		row[cells[0]] = i
	}
	golay, moved := row["words of the Golay code"], row["coded, moved to distance 1"]
	const distance, dependencies = 0, 2 // rows of random
	figure := func(column string, row int) float64 { return random.column(column)[row] }
	contains := func(suffix string, row int) bool {
		return figure("low"+suffix, row) <= 0 && 0 <= figure("high"+suffix, row)
	}
	word := NotReproduced
	switch unconnected := contains("", distance) && contains(", all", distance); {
	case unconnected && contains(", all", dependencies):
		word = Sharper
	case unconnected:
		word = Reproduced
	}
	predict := "predicts them"
	if contains(", all", dependencies) {
		predict = "does not predict them either: random tables hardly differ in it, and which of them occur on " +
			"the board decides"
	}
	return r.verdict(true, word, random.Rows[distance][1], figure("with all clashes", distance),
		figure("low, all", distance), figure("high, all", distance), figure("rank correlation", distance),
		figure("low", distance), figure("high", distance), figure("with all clashes", dependencies),
		figure("low, all", dependencies), figure("high, all", dependencies), predict, least[golay], ratio[golay],
		least[moved], ratio[moved], low[moved]/uniform, high[moved]/uniform, near[moved])
}

// distanceBits is the width of the keys. The Golay code has it.
const distanceBits = 24

// nearPositions is the distance below which two positions are near.
const nearPositions = 6

// leastDistance returns the least and the mean Hamming distance of two keys.
func leastDistance(keys zobrist.Keys) (least int, mean float64) {
	least = 64
	total := 0
	for i, a := range keys {
		for _, b := range keys[:i] {
			d := bits.OnesCount64(a ^ b)
			least = min(least, d)
			total += d
		}
	}
	return least, float64(total) / (float64(len(keys)) * float64(len(keys)-1) / 2)
}

// golay returns n different words of the extended Golay code: distance 8, rank 12.
func golay(n int, r *rand.Rand) zobrist.Keys {
	const generator = 0b1100_0111_0101
	var keys zobrist.Keys
	for _, m := range r.Perm(4095)[:n] {
		word := uint64(0)
		for bit := range 12 {
			if (m+1)>>bit&1 != 0 {
				word ^= generator << bit
			}
		}
		keys = append(keys, word|uint64(bits.OnesCount64(word)&1)<<23)
	}
	return keys
}

// apart draws random keys and drops those nearer than a distance to an earlier one.
func apart(n, width, distance int, src rand.Source) zobrist.Keys {
	var keys zobrist.Keys
	for len(keys) < n {
		k := src.Uint64() & (1<<width - 1)
		if !slices.ContainsFunc(keys, func(o uint64) bool { return bits.OnesCount64(k^o) < distance }) {
			keys = append(keys, k)
		}
	}
	return keys
}

// moved maps keys by an invertible matrix so that pairs of them differ in one bit:
// each key is written in the basis of the differences of such pairs. Dependencies
// stay as they are.
func moved(keys zobrist.Keys) zobrist.Keys {
	type vector struct{ value, from uint64 }
	var basis [64]vector
	// reduce removes the leading bits that the basis has, and returns what it used.
	reduce := func(v vector) (vector, int) {
		for b := 63; b >= 0; b-- {
			if v.value>>b&1 == 0 {
				continue
			}
			if basis[b].value == 0 {
				return v, b
			}
			v.value ^= basis[b].value
			v.from ^= basis[b].from
		}
		return v, -1
	}
	size := 0
	for i := 0; i+1 < len(keys); i += 2 {
		if v, at := reduce(vector{keys[i] ^ keys[i+1], 1 << size}); at >= 0 {
			basis[at] = v
			size++
		}
	}
	for _, k := range keys { // differences do not reach a coordinate that is 1 in all keys
		if v, at := reduce(vector{k, 1 << size}); at >= 0 {
			basis[at] = v
			size++
		}
	}
	image := make(zobrist.Keys, len(keys))
	for i, k := range keys {
		v, _ := reduce(vector{k, 0})
		image[i] = v.from
	}
	return image
}

// smallDependencies returns the number of sets of up to 4 keys that XOR to 0, and
// how many of them can be the difference of two legal positions of chess.
func smallDependencies(ctx context.Context, keys zobrist.Keys) (all, differences int, err error) {
	options := dependency.ExhaustiveOptions{MaxWeight: 4, Threads: 1}
	found, err := dependency.Exhaustive(ctx, gf2.Columns(keys, nil), options)
	for _, d := range found.Dependencies {
		if len(d) <= 4 {
			all++
			if audit.ChessDiffer(d) {
				differences++
			}
		}
	}
	return all, differences, err
}

// countWeights returns the exact number of dependencies of up to 4 keys and the
// least weight of one.
func countWeights(ctx context.Context, keys zobrist.Keys) (count float64, least int, err error) {
	e, err := dependency.MacWilliams(ctx, gf2.Columns(keys, nil), dependency.MacWilliamsOptions{MaxWeight: 12})
	if err != nil {
		return 0, 0, err
	}
	for w := 1; w <= 4; w++ {
		n, _ := e.Counts[w].Float64()
		count += n
	}
	least, _ = e.Least()
	return count, least, nil
}

// madeTables compares tables that are made for one of the two measures.
func madeTables(ctx context.Context, o Options, tables int, progress func(float64)) (*Table, error) {
	tree, err := treeOf(ctx, 50_000)
	if err != nil {
		return nil, err
	}
	features := chess.Space().Len()
	kinds := []struct {
		name string
		draw func(trial int) (zobrist.Keys, error)
	}{
		{"random", func(t int) (zobrist.Keys, error) {
			return zobrist.NewKeys(features, o.source(131, 0, uint64(t))).Truncate(distanceBits), nil
		}},
		{"random, 6 bits apart", func(t int) (zobrist.Keys, error) {
			return apart(features, distanceBits, 6, o.source(131, 1, uint64(t))), nil
		}},
		{"words of the Golay code", func(t int) (zobrist.Keys, error) {
			return golay(features, o.rand(131, 2, uint64(t))), nil
		}},
		{"coded", func(t int) (zobrist.Keys, error) {
			return codedKeys(features, distanceBits, o.source(131, 3, uint64(t)))
		}},
		{"coded, moved to distance 1", func(t int) (zobrist.Keys, error) {
			keys, err := codedKeys(features, distanceBits, o.source(131, 3, uint64(t)))
			return moved(keys), err
		}},
	}
	t := newTable("hamming-made", distanceBits, tree.Len(), nearPositions)
	uniform := math.Ldexp(float64(tree.Len())*float64(tree.Len()-1)/2, -distanceBits)
	law, points := t.Plot.Add(plot.Line, "uniform hashes"), t.Plot.Add(plot.Points, "all, 95 %")
	nearPoints := t.Plot.Add(plot.Points, "of near positions, 95 %")
	var hashes []uint64
	for k, kind := range kinds {
		progress(float64(k) / float64(len(kinds)))
		var least, rank, weight = 64, 64, 781
		var mean, dependencies, clashes, near sample
		for trial := range tables {
			if ctx.Err() != nil {
				return t, ctx.Err()
			}
			keys, err := kind.draw(trial)
			if err != nil {
				return t, err
			}
			d, m := leastDistance(keys)
			n, w, err := countWeights(ctx, keys)
			if err != nil {
				return t, err
			}
			least, rank, weight = min(least, d), min(rank, dependency.Rank(zobrist.Set{Keys: keys})), min(weight, w)
			hashes = tree.Hashes(hashes[:0], keys, 0)
			c := tree.Count(hashes, nearPositions)
			mean, dependencies = append(mean, m), append(dependencies, n)
			clashes, near = append(clashes, float64(c.Pairs)), append(near, float64(c.Near))
		}
		average, half := clashes.moments()
		nearMean, nearHalf := near.moments()
		t.Add(kind.name, tables, least, mean.mean(), rank, weight, dependencies.mean(), average, average-half,
			average+half, uniform, average/uniform, nearMean, nearMean-nearHalf, nearMean+nearHalf)
		t.Plot.Ticks = append(t.Plot.Ticks, kind.name)
		law.Point(float64(k), uniform)
		points.Between(float64(k)-.08, average, average-half, average+half)
		nearPoints.Between(float64(k)+.08, nearMean, nearMean-nearHalf, nearMean+nearHalf)
	}
	return t, nil
}

// codedKeys returns coded keys of a width.
func codedKeys(features, width int, src rand.Source) (zobrist.Keys, error) {
	code, err := zobrist.NewCode(features, width)
	if err != nil {
		return nil, err
	}
	return code.Set(src).Keys, nil
}

// measuredTable is a table of random keys with its measures and its clashes.
type measuredTable struct{ least, mean, dependencies, differences, clashes, near float64 }

// measureTable measures random keys of [distanceBits] against a tree.
func measureTable(ctx context.Context, keys zobrist.Keys, tree *clash.Tree) (m measuredTable, err error) {
	least, mean := leastDistance(keys)
	all, differences, err := smallDependencies(ctx, keys)
	if err != nil {
		return m, err
	}
	c := tree.Count(tree.Hashes(nil, keys, 0), nearPositions)
	return measuredTable{float64(least), mean, float64(all), float64(differences), float64(c.Pairs), float64(c.Near)},
		nil
}

// leastTables is the fewest tables whose correlation has an interval.
const leastTables = 4

// randomTables correlates the measures of random tables with their clashes.
func randomTables(ctx context.Context, o Options, tables int, progress func(float64)) (*Table, error) {
	tables = max(tables, leastTables)
	tree, err := treeOf(ctx, 150_000)
	if err != nil {
		return nil, err
	}
	all := make([]measuredTable, tables)
	progress(.01)
	stopped := parallel(ctx, tables, func(_ *scratch, trial int) {
		keys := zobrist.NewKeys(chess.Space().Len(), o.source(132, uint64(trial))).Truncate(distanceBits)
		all[trial], _ = measureTable(ctx, keys, tree) // it fails only if ctx ends
	})
	all = slices.DeleteFunc(all, func(m measuredTable) bool { return m == measuredTable{} }) // not finished
	if len(all) < leastTables {
		return nil, stopped
	}
	t := newTable("hamming-correlation", len(all), distanceBits, nearPositions)
	column := func(of func(measuredTable) float64) (x []float64) {
		for _, m := range all {
			x = append(x, of(m))
		}
		return x
	}
	near := column(func(m measuredTable) float64 { return m.near })
	every := column(func(m measuredTable) float64 { return m.clashes })
	for _, measure := range []struct {
		name string
		of   func(measuredTable) float64
	}{
		{"least Hamming distance", func(m measuredTable) float64 { return m.least }},
		{"mean Hamming distance", func(m measuredTable) float64 { return m.mean }},
		{"differences among the dependencies", func(m measuredTable) float64 { return m.differences }},
		{"all dependencies of up to 4 keys", func(m measuredTable) float64 { return m.dependencies }},
	} {
		x := column(measure.of)
		r, low, high := correlation(ranks(x), ranks(near))
		a, allLow, allHigh := correlation(ranks(x), ranks(every))
		t.Add(measure.name, len(all), r, low, high, a, allLow, allHigh)
	}
	points := t.Plot.Add(plot.Points, "a table of keys")
	for _, m := range all {
		points.Point(m.differences, m.near)
	}
	return t, stopped
}

// ranks replaces each number by its place in order, equal ones by their mean place.
func ranks(x []float64) []float64 {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		switch {
		case x[a] < x[b]:
			return -1
		case x[a] > x[b]:
			return 1
		}
		return 0
	})
	r := make([]float64, len(x))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && x[order[j]] == x[order[i]] {
			j++
		}
		for k := i; k < j; k++ {
			r[order[k]] = float64(i+j-1) / 2
		}
		i = j
	}
	return r
}
