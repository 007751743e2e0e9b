package lab

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/odds"
)

// Birthdays checks the usual figures of the birthday problem, by arithmetic and with
// the hashes of positions.
func Birthdays() Experiment {
	return newExperiment("birthdays", judgeBirthdays, []law{
		lawOf("arithmetic", unsized, birthdayFigures),
		lawOf("first clash", firstClashSizes, firstClashes),
		lawOf("pairs", pairSizes, clashingPairs),
	}, pairsFar, firstFar)
}

// What the rule of [Birthdays] allows.
const pairsFar, firstFar = 2.5, .3

// judgeBirthdays applies the rule of [Birthdays].
func judgeBirthdays(r *Report) Verdict {
	exact, first, pairs := r.Table("birthday-figures"), r.Table("first-clash"), r.Table("clashing-pairs")
	far := 0.0
	for i, ratio := range pairs.column("÷ uniform") {
		if half := pairs.column("high")[i] - ratio; half > 0 && half < .5 {
			far = max(far, math.Abs(ratio-1)/half)
		}
	}
	var at []any // of 32 bits: ratio and half its interval, for the tree and for the search
	agrees := far < pairsFar
	for i, b := range first.column("bits") {
		ratio, uniform := first.column("÷ uniform")[i], first.column("uniform")[i]
		half := (first.column("high")[i] - first.column("mean")[i]) / uniform
		if b == 32 {
			at = append(at, ratio, half)
			agrees = agrees && math.Abs(ratio-1) < firstFar+2*half
		}
	}
	p := exact.column("P(clash) by then")[0]
	return r.verdict(agrees, Sharper, append([]any{100 * p, far}, at...)...)
}

// birthdayFigures is arithmetic alone.
func birthdayFigures(context.Context, Options, struct{}, func(float64)) (*Table, error) {
	t := newTable("birthday-figures")
	for _, b := range []int{32, 48, 64} {
		claimed := math.Ldexp(1, b/2)
		t.Add(b, claimed, odds.Clash(claimed, b), odds.ItemsForClash(.5, b), odds.FirstClash(b),
			odds.ClashingPairs(claimed, b))
		curve := t.Plot.Add(plot.Line, fmt.Sprintf("%d bits", b))
		for x := -3.0; x <= 2; x += .1 {
			n := claimed * math.Exp2(x)
			curve.Point(n, odds.Clash(n, b))
		}
	}
	points := t.Plot.Add(plot.Points, "the numbers claimed")
	for i, n := range t.column("claimed at") {
		points.Point(n, t.column("P(clash) by then")[i])
	}
	return t, nil
}

// sources returns positions of three kinds to hash.
func sources(ctx context.Context, o Options, n int) (names []string, all []*sequence, err error) {
	tree, err := treeOf(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	visits, err := searched(ctx, n)
	if err != nil {
		return nil, nil, err
	}
	games, err := famousGames()
	if err != nil {
		return nil, nil, err
	}
	p, err := chess.New(chess.Options{})
	if err != nil {
		return nil, nil, err
	}
	played, seen := &sequence{}, make(map[zobrist.Uint128]bool)
	for _, moves := range games {
		p.Reset()
		for _, m := range moves {
			p.Make(m)
			if h := p.Hash128(); !seen[h] {
				seen[h] = true
				played.add(p.AppendFeatures)
			}
		}
	}
	names = []string{"search tree, in random order", "alpha-beta search, as visited", "famous games, as played"}
	return names, []*sequence{ofTree(tree, o.rand(21)), visits, played}, nil
}

// firstClash returns how many hashes come before one that clashes, all of them if
// none does.
func firstClash(hashes []uint64, b int, seen map[uint64]bool) int {
	clear(seen)
	for i, h := range hashes {
		h &= 1<<b - 1
		if seen[h] {
			return i
		}
		seen[h] = true
	}
	return len(hashes)
}

// birthdaySizes are the tables of keys and the positions that are hashed under each.
type birthdaySizes struct{ tables, positions int }

func firstClashSizes(o Options) birthdaySizes {
	z := birthdaySizes{o.trials(100, 600), 300_000}
	if 0 < o.Trials && o.Trials < 50 {
		z.positions = 100_000
	}
	return z
}

func pairSizes(o Options) birthdaySizes {
	z := birthdaySizes{o.trials(30, 60), 300_000}
	switch {
	case o.Trials > 0:
		z.positions = 100_000
	case o.Full:
		z.positions = 2_000_000
	}
	return z
}

// firstClashes hashes positions under many tables of keys until two hashes are equal.
func firstClashes(ctx context.Context, o Options, z birthdaySizes, progress func(float64)) (*Table, error) {
	tables, n := z.tables, z.positions
	t := newTable("first-clash", n)
	names, all, err := sources(ctx, o, n)
	if err != nil {
		return nil, err
	}
	widths := [][]int{{16, 20, 24, 28, 32}, {16, 20, 24, 28, 32}, {12, 16, 20}}
	found := make([][]sample, len(all))
	none := make([][]int, len(all))
	for s := range all {
		found[s], none[s] = make([]sample, len(widths[s])), make([]int, len(widths[s]))
	}
	var hashes []uint64
	seen := make(map[uint64]bool, 1<<17)
	for trial := 0; trial < tables && ctx.Err() == nil; trial++ {
		progress(float64(trial) / float64(tables))
		keys := zobrist.NewKeys(chess.Space().Len(), o.source(22, uint64(trial)))
		for s, positions := range all {
			hashes = positions.hashes(hashes[:0], keys)
			for w, b := range widths[s] {
				at := firstClash(hashes, b, seen)
				found[s][w] = append(found[s][w], float64(at))
				if at == len(hashes) {
					none[s][w]++
				}
			}
		}
	}
	if len(found[0][0]) == 0 {
		return nil, ctx.Err()
	}
	t.Plot.Add(plot.Line, "uniform hashes").Point(12, 1).Point(32, 1)
	for s := range all {
		points := t.Plot.Add(plot.Points, names[s]+", 95 %")
		for w, b := range widths[s] {
			uniform := odds.FirstClash(b)
			mean, half := found[s][w].moments()
			middle, _, _ := found[s][w].median()
			t.Add(names[s], b, len(found[s][w]), mean, mean-half, mean+half, uniform, mean/uniform, middle, none[s][w])
			points.Between(float64(b)+.25*float64(s-1), mean/uniform, (mean-half)/uniform, (mean+half)/uniform)
		}
	}
	return t, ctx.Err()
}

// clashingPairs counts all pairs of equal hashes at every width. One sort of the hashes
// with their bits reversed serves all widths.
func clashingPairs(ctx context.Context, o Options, z birthdaySizes, progress func(float64)) (*Table, error) {
	tables, n := z.tables, z.positions
	t := newTable("clashing-pairs")
	names, all, err := sources(ctx, o, n)
	if err != nil {
		return nil, err
	}
	names, all = names[:2], all[:2]
	widths := []int{16, 20, 24, 28, 32, 36, 40}
	found := make([][]sample, len(all))
	for s := range all {
		found[s] = make([]sample, len(widths))
	}
	var hashes []uint64
	for trial := 0; trial < tables && ctx.Err() == nil; trial++ {
		progress(float64(trial) / float64(tables))
		keys := zobrist.NewKeys(chess.Space().Len(), o.source(23, uint64(trial)))
		for s, positions := range all {
			hashes = positions.hashes(hashes[:0], keys)
			for i, h := range hashes {
				hashes[i] = bits.Reverse64(h)
			}
			slices.Sort(hashes)
			for w, b := range widths {
				found[s][w] = append(found[s][w], equalPairs(hashes, b))
			}
		}
	}
	if len(found[0][0]) == 0 {
		return nil, ctx.Err()
	}
	law := t.Plot.Add(plot.Line, fmt.Sprintf("uniform hashes, %d positions", all[0].len()))
	for s := range all {
		points := t.Plot.Add(plot.Points, names[s]+", 95 %")
		for w, b := range widths {
			uniform := odds.ClashingPairs(float64(all[s].len()), b)
			mean, half := found[s][w].moments()
			t.Add(names[s], all[s].len(), b, len(found[s][w]), mean, uniform,
				mean/uniform, (mean-half)/uniform, (mean+half)/uniform)
			points.Between(float64(b)+.3*float64(s), mean, mean-half, mean+half)
			if s == 0 {
				law.Point(float64(b), uniform)
			}
		}
	}
	return t, ctx.Err()
}

// equalPairs counts the pairs that agree in their high bits. The hashes are sorted.
func equalPairs(hashes []uint64, b int) float64 {
	pairs, run := 0, 0
	for i := 1; i < len(hashes); i++ {
		if hashes[i]>>(64-b) != hashes[i-1]>>(64-b) {
			run = 0
			continue
		}
		run++
		pairs += run
	}
	return float64(pairs)
}
