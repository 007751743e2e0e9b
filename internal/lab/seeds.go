package lab

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// Seeds measures how much errors differ between seeds of good and bad generators.
func Seeds() Experiment {
	return newExperiment("seeds", judgeSeeds, []law{lawOf("clashes by seed", sizesOfSeeds, seedTable),
		lawOf("the worst seeds", sizesOfSeeds, worstSeeds), lawOf("64 bits", trials(10, 30), wideTable)})
}

// firstSeed is the first seed of the generators, of which some take 32 bits. Those to 200 were used
// while the rule of the verdict was written. Each seed of a run stands for other seeds of the generators.
func (o Options) firstSeed() uint64 { return (10_000*o.seed() + 1) % (1 << 31) }

// judgeSeeds applies the rule of [Seeds].
func judgeSeeds(r *Report) Verdict {
	t, worst := r.Table("seeds"), r.Table("worst-seeds")
	ratios, spreads := t.column("÷ uniform"), t.column("variance ÷ mean")
	var ratio, spread sample
	for i, row := range t.Rows {
		if row[1] == seedWidths[0] {
			ratio, spread = append(ratio, ratios[i]), append(spread, spreads[i])
		}
	}
	p := t.column("p of equal means")[0]
	first, most := worst.Rows[0], worst.column("clashes")[0]
	uniform := t.column("uniform")[len(seedWidths)-1]
	chance := worst.column("chance by Poisson's law")[0]
	low, predicts, high := pooled(t.column("correlation with small dependencies"), t.column("seeds"))

	poor, clashing := lowRanks(r.Table("seeds-64"))
	foretells := "does not foretell"
	if low > 0 {
		foretells = "foretells"
	}
	return r.verdict(spread.mean() > 1.5 && chance < .001, Reproduced, seedWidths[0], spread.mean(), first[1], first[0],
		most, uniform, chance, cmp.Or(poor, "none"), cmp.Or(clashing, "none clashes"), slices.Min(ratio),
		slices.Max(ratio), p, first[3],
		foretells, predicts, low, high)
}

// pooled returns the mean of correlation coefficients, each of its number of pairs, and its
// interval at 95 % confidence, by Fisher's transform. It leaves out NaN.
func pooled(r, pairs []float64) (low, mean, high float64) {
	total, weight := 0.0, 0.0
	for i, x := range r {
		if !math.IsNaN(x) && math.Abs(x) < 1 && pairs[i] > 3 {
			total += math.Atanh(x) * (pairs[i] - 3)
			weight += pairs[i] - 3
		}
	}
	z, half := total/weight, 1.96/math.Sqrt(weight)
	return math.Tanh(z - half), math.Tanh(z), math.Tanh(z + half)
}

// equalMeans returns the chance, over permutations of all figures, that the means of
// the groups differ at least as much as they do: the p of a permutation test of equal
// distributions, with the variance of the means as its statistic.
func equalMeans(groups []sample, r *rand.Rand) float64 {
	const permutations = 9999
	var all sample
	for _, g := range groups {
		all = append(all, g...)
	}
	differ := func() float64 {
		var means sample
		rest := all
		for _, g := range groups {
			means, rest = append(means, rest[:len(g)].mean()), rest[len(g):]
		}
		return means.deviation(means.mean())
	}
	found, atLeast := differ(), 1
	for range permutations {
		r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		if differ() >= found {
			atLeast++
		}
	}
	return float64(atLeast) / (permutations + 1)
}

// poissonMaximum returns the chance that the largest of n numbers of Poisson's law is at
// least k.
func poissonMaximum(mean float64, n, k int) float64 {
	tail, term := 0.0, math.Exp(-mean)
	for i := 1; i <= k; i++ {
		term *= mean / float64(i)
	}
	for i := k; i < k+1000; i++ { // the terms from k on, so that a small sum keeps its digits
		tail += term
		term *= mean / float64(i+1)
	}
	return -math.Expm1(float64(n) * math.Log1p(-min(tail, 1)))
}

// generator draws keys under seeds.
type generator struct {
	name, kind string
	source     func(seed uint64) rand.Source
}

// generatorOf returns a named generator of package zobrist.
func generatorOf(name, kind string) generator {
	return generator{name, kind, func(seed uint64) rand.Source {
		src, err := zobrist.NewSource(name, seed)
		if err != nil {
			panic(err) // the names are the package's own, and seeds begin at firstSeed
		}
		return src
	}}
}

// generators lists the named generators whose low bits are meant as keys, and two linear ones that
// old programs used.
func generators() []generator {
	names := []string{"gnuchess", "mt19937-64", "kiss64", "rkiss", "xorshift64star", "splitmix64", "poly", "pcg",
		"chacha8"}
	var all []generator
	for _, name := range names {
		all = append(all, generatorOf(name, ""))
	}
	return append(all, generatorOf("ansi-rand", "linear"), generatorOf("lcg32", "linear"))
}

// seedTable counts clashes under every generator and seed.
func seedTable(ctx context.Context, o Options, z seedSizes, progress func(float64)) (*Table, error) {
	seeds := z.seeds
	tree, err := treeOf(ctx, z.positions)
	if err != nil {
		return nil, err
	}
	t := newTable("seeds", tree.Len(), seedWidths[0])
	all := generators()
	groups := make([][]sample, len(seedWidths))
	law := t.Plot.Add(plot.Line, "uniform hashes")
	means, each := t.Plot.Add(plot.Points, "mean, 95 %"), t.Plot.Add(plot.Points, "least and most of the seeds")
	for g, gen := range all {
		counts, dependencies, err := clashesOf(ctx, gen, o.firstSeed(), seeds, tree)
		if err != nil {
			return t, err
		}
		for w, width := range seedWidths {
			uniform := math.Ldexp(float64(tree.Len())*float64(tree.Len()-1)/2, -width)
			mean, half := counts[w].moments()
			ratio := counts[w].variance() / mean
			spread := 1.96 * math.Sqrt(2/float64(max(seeds-1, 1)))
			row := []any{
				gen.name, width, gen.kind, seeds, uniform, mean, mean - half, mean + half, mean / uniform,
				slices.Min(counts[w]), slices.Max(counts[w]), ratio, ratio * max(0, 1-spread), ratio * (1 + spread),
				nil, nil, nil,
				nil,
			}
			if w < len(dependencies) {
				r, low, high := correlation(ranks(dependencies[w]), ranks(counts[w]))
				row[14], row[15], row[16] = r, low, high
			}
			t.Add(row...)
			groups[w] = append(groups[w], counts[w])
			if w == 0 {
				t.Plot.Ticks = append(t.Plot.Ticks, gen.name)
				law.Point(float64(g), uniform)
				means.Between(float64(g)-.12, mean, mean-half, mean+half)
				each.Point(float64(g)+.12, slices.Min(counts[w])).Point(float64(g)+.12, slices.Max(counts[w]))
			}
		}
		progress(float64(g+1) / float64(len(all)))
	}
	for w, group := range groups {
		t.Rows[w][len(t.Columns)-1] = equalMeans(group, o.rand(33, uint64(w)))
	}
	return t, nil
}

// seedSizes are the seeds of each generator and the positions of the tree.
type seedSizes struct{ seeds, positions int }

func sizesOfSeeds(o Options) seedSizes {
	z := seedSizes{o.trials(30, 100), 50_000}
	if o.Full {
		z.positions = 100_000
	}
	return z
}

// worstSeeds looks at what the clashes of the worst seeds at 32 bits have in common.
func worstSeeds(ctx context.Context, o Options, z seedSizes, progress func(float64)) (*Table, error) {
	seeds := z.seeds
	tree, err := treeOf(ctx, z.positions)
	if err != nil {
		return nil, err
	}
	type result struct {
		generator int
		seed      uint64
		clashes   int
	}
	all := generators()
	found := make([]result, len(all)*seeds)
	err = parallel(ctx, len(found), func(_ *scratch, k int) {
		g, seed := k/seeds, o.firstSeed()+uint64(k%seeds)
		keys := zobrist.NewKeys(chess.Space().Len(), all[g].source(seed)).Truncate(32)
		found[k] = result{g, seed, int(equalHashes(tree.Hashes(nil, keys, 0)))}
	})
	if err != nil {
		return nil, err
	}
	progress(.9)
	t := newTable("worst-seeds", seeds, len(all), tree.Len())
	slices.SortStableFunc(found, func(a, b result) int { return b.clashes - a.clashes })
	measured, law := t.Plot.Add(plot.Points, "seeds, 95 %"), t.Plot.Add(plot.Line, "Poisson's law")
	uniform := math.Ldexp(float64(tree.Len())*float64(tree.Len()-1)/2, -32)
	for k, term, below := 0, math.Exp(-uniform), 0.0; k <= found[0].clashes; k++ {
		n := slices.IndexFunc(found, func(r result) bool { return r.clashes < k })
		if n < 0 {
			n = len(found)
		}
		if slices.ContainsFunc(found, func(r result) bool { return r.clashes == k }) {
			low, high := proportion(n, len(found))
			measured.Between(float64(k), float64(n), low*float64(len(found)), high*float64(len(found)))
		}
		if left := float64(len(found)) * (1 - below); left > .01 {
			law.Point(float64(k), left)
		}
		below += term
		term *= uniform / float64(k+1)
	}
	for _, r := range found[:min(8, len(found))] {
		keys := zobrist.NewKeys(chess.Space().Len(), all[r.generator].source(r.seed)).Truncate(32)
		kinds, pairs, common := causes(tree, tree.Hashes(nil, keys, 0))
		var names strings.Builder
		for i, f := range common {
			if i > 0 {
				names.WriteString(", ")
			}
			names.WriteString(chess.Space().FeatureName(f))
		}
		t.Add(all[r.generator].name, r.seed, r.clashes, kinds, pairs, len(common), names.String(),
			poissonMaximum(uniform, len(found), r.clashes))
	}
	return t, nil
}

// causes counts the distinct differences of pairs of positions with equal hashes. It
// returns the most frequent one and the number of pairs that have it.
func causes(tree *clash.Tree, hashes []uint64) (kinds, pairs int, common []zobrist.Feature) {
	order := make([]int, len(hashes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(hashes[a], hashes[b]) })
	count := make(map[string]int)
	sets := make(map[string][]zobrist.Feature)
	for i := range order {
		for j := i - 1; j >= 0 && hashes[order[j]] == hashes[order[i]]; j-- {
			a, b := tree.AppendFeatures(nil, order[i]), tree.AppendFeatures(nil, order[j])
			set := symmetricDifference(a, b)
			slices.Sort(set)
			name := fmt.Sprint(set)
			sets[name] = set
			if count[name]++; count[name] > pairs || count[name] == pairs && len(set) < len(common) {
				pairs, common = count[name], set
			}
		}
	}
	return len(count), pairs, common
}

// seedWidths are the bits at which clashes are counted. At the first two the small
// dependencies are counted as well.
var seedWidths = []int{24, 28, 32}

// clashesOf counts, for each width and each seed from first on, the clashes and the
// small dependencies of the keys.
func clashesOf(
	ctx context.Context, g generator, first uint64, seeds int, tree *clash.Tree,
) (counts, dependencies []sample, err error) {
	counts, dependencies = make([]sample, len(seedWidths)), make([]sample, 2)
	for w := range counts {
		counts[w] = make(sample, seeds)
	}
	for w := range dependencies {
		dependencies[w] = make(sample, seeds)
	}
	errs := make([]error, seeds)
	err = parallel(ctx, seeds, func(_ *scratch, trial int) {
		keys := zobrist.NewKeys(chess.Space().Len(), g.source(first+uint64(trial)))
		for w, width := range seedWidths {
			short := keys.Truncate(width)
			counts[w][trial] = equalHashes(tree.Hashes(nil, short, 0))
			if w < len(dependencies) && g.kind == "" && errs[trial] == nil {
				_, small, err := smallDependencies(ctx, short)
				dependencies[w][trial], errs[trial] = float64(small), err
			}
		}
	})
	if g.kind != "" { // more dependencies than can be listed
		dependencies = nil
	}
	for _, e := range errs {
		err = cmp.Or(err, e)
	}
	return counts, dependencies, err
}

// equalHashes counts the pairs of equal hashes, and sorts them.
func equalHashes(hashes []uint64) float64 {
	slices.Sort(hashes)
	return equalPairs(hashes, 64)
}
