package lab

import (
	"context"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// Layouts measures what the shapes of key tables cost, and what hosts without
// integers of 64 bits pay.
func Layouts() Experiment {
	return newExperiment("layouts", judgeLayouts, layoutSizes{positions: 100_000, iterations: 1000,
		exhaustive: 6}.laws(), 100*layoutFar)
}

// layoutFar is the greatest relative difference from uniform hashes by the rule of [Layouts].
const layoutFar = .25

// judgeLayouts applies the rule of [Layouts].
func judgeLayouts(r *Report) Verdict {
	layouts, hosts := r.Table("layouts"), r.Table("hosts")
	clashes, random := layouts.column("clashes at 24 bits"), layouts.column("of random hashes")
	row := make(map[string]int)
	for i, cells := range layouts.Rows {
		row[fmt.Sprint(cells[0])] = i
	}
	merged := layouts.column("positions merged")[row["769"]]
	overlapped, turned := row["overlapped"], row["rotated"]
	far := func(i int) float64 { return math.Abs(clashes[i]/random[i] - 1) }
	added := 0.0
	for i, cells := range hosts.Rows {
		if cells[0] == "added" && cells[1] == layoutBits {
			added = hosts.column("clashes ÷ uniform")[i]
		}
	}
	near := far(overlapped) < layoutFar && far(turned) < layoutFar && math.Abs(added-1) < layoutFar
	return r.verdict(merged > 0 && near, Sharper, clashes[overlapped]/random[overlapped],
		clashes[turned]/random[turned], added, merged)
}

// middleGame is the root of the search trees: a position with castling,
// captures, promotions and captures en passant within reach (P. McKenzie's
// "Kiwipete").
const middleGame = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// treeOf returns that many positions of the tree below middleGame.
func treeOf(ctx context.Context, positions int) (*clash.Tree, error) {
	p, err := chess.Parse(middleGame, chess.Options{})
	if err != nil {
		return nil, err
	}
	return clash.Grow(ctx, p, positions)
}

const (
	layoutBits  = 24 // at which clashes are counted
	sternWeight = 8  // to which dependencies are searched for
)

// layoutSizes say how much work the experiment is.
type layoutSizes struct {
	positions  int
	iterations uint64 // of Stern's search
	exhaustive int    // weight to which all dependencies are found
	tables     int    // of keys
}

func (z layoutSizes) laws() []law {
	return []law{
		lawOf("layouts", func(o Options) layoutSizes { return z.sized(o, 2, 5) }, layoutTable),
		lawOf("hosts", func(o Options) layoutSizes { return z.sized(o, 20, 20) }, hostTable),
	}
}

// sized returns the sizes that the options ask for, with usual or full tables.
func (z layoutSizes) sized(o Options, usual, full int) layoutSizes {
	if o.Full {
		z.positions, z.iterations = 200_000, 2000
	}
	z.tables = o.trials(usual, full)
	return z
}

// layoutTable builds, audits and hashes with each layout.
func layoutTable(ctx context.Context, o Options, z layoutSizes, progress func(float64)) (*Table, error) {
	tree, err := treeOf(ctx, z.positions)
	if err != nil {
		return nil, err
	}
	tables := z.tables
	t := newTable("layouts", tables, z.exhaustive, z.iterations, tree.Len(), middleGame, tree.Len(), layoutBits)
	all, err := shapes(o)
	if err != nil {
		return nil, err
	}
	pairs := float64(tree.Len()) * float64(tree.Len()-1) / 2
	law, points := t.Plot.Add(plot.Line, "random hashes"), t.Plot.Add(plot.Points, "measured, 95 %")
	for i, s := range all {
		positions := s.features(tree)
		n := s.Space().Len()
		var found, merged float64
		var clashes sample
		rank, least := 64, math.MaxInt
		for trial := range tables {
			progress(float64(i*tables+trial) / float64(len(all)*tables))
			keys := s.keys(trial)
			set := zobrist.Set{Keys: keys}
			rank = min(rank, dependency.Rank(set))
			sets, err := z.dependencies(ctx, set, uint64(trial))
			if err != nil {
				return t, err
			}
			found += float64(len(sets))
			for _, d := range sets {
				least = min(least, len(d))
			}
			hashes := make([]uint64, len(positions))
			for k, p := range positions {
				hashes[k] = keys.Hash(0, p...)
			}
			merged += float64(len(hashes) - distinct(hashes))
			for k := range hashes {
				hashes[k] &= 1<<layoutBits - 1
			}
			clashes = append(clashes, float64(tree.Count(hashes, 0).Pairs))
		}
		expected := 0.0
		for w := 1; w <= sternWeight; w++ {
			expected += dependency.Expected(n, w, 64)
		}
		var weight any = "none"
		if least < math.MaxInt {
			weight = least
		}
		runs := float64(tables)
		mean, half := clashes.moments()
		t.Add(s.name, s.note, n, int(8*s.words), rank, weight, found/runs, expected,
			merged/runs, mean, mean-half, mean+half, math.Ldexp(pairs, -layoutBits))
		t.Plot.Ticks = append(t.Plot.Ticks, s.name)
		law.Point(float64(i), math.Ldexp(pairs, -layoutBits))
		points.Between(float64(i), mean, mean-half, mean+half)
	}
	return t, nil
}

// features returns the layout's features of each position of the tree.
func (s shape) features(tree *clash.Tree) [][]zobrist.Feature {
	positions := make([][]zobrist.Feature, tree.Len())
	var plain []zobrist.Feature
	for i := range positions {
		plain = tree.AppendFeatures(plain[:0], i)
		positions[i] = s.AppendFeatures(make([]zobrist.Feature, 0, len(plain)+1), plain)
	}
	return positions
}

// dependencies returns the small dependencies that are found.
func (z layoutSizes) dependencies(ctx context.Context, set zobrist.Set, seed uint64) ([][]zobrist.Feature, error) {
	all, err := dependency.Exhaustive(ctx, dependency.Columns(set), dependency.ExhaustiveOptions{MaxWeight: z.exhaustive})
	if err != nil {
		return nil, err
	}
	more, err := dependency.Stern(ctx, dependency.Columns(set), dependency.SternOptions{
		MaxWeight: sternWeight, Iterations: z.iterations, Seed: seed, Missed: 1e-9,
	})
	if err != nil {
		return nil, err
	}
	found := all.Dependencies
	for _, d := range more.Dependencies {
		if len(d) > z.exhaustive {
			found = append(found, d)
		}
	}
	return found, nil
}

func distinct(hashes []uint64) int {
	seen := make(map[uint64]bool, len(hashes))
	for _, h := range hashes {
		seen[h] = true
	}
	return len(seen)
}

// hostTable counts clashes of the hashes that hosts without 64-bit integers
// use, beside the clashes of XOR hashes of the same width.
func hostTable(ctx context.Context, o Options, z layoutSizes, progress func(float64)) (*Table, error) {
	tree, err := treeOf(ctx, z.positions)
	if err != nil {
		return nil, err
	}
	tables := z.tables
	t := newTable("hosts", tree.Len())
	t.Plot.Add(plot.Line, "uniform hashes").Point(23.6, 1).Point(32.8, 1)
	pairs := float64(tree.Len()) * float64(tree.Len()-1) / 2
	kinds := []struct {
		name string
		bits []int
		hash func(keys zobrist.Keys, bits int) []uint64
	}{
		{"XOR", []int{24, 28, 32}, func(k zobrist.Keys, bits int) []uint64 {
			return tree.Hashes(nil, k.Truncate(bits), 0)
		}},
		{"added", []int{24, 28, 32}, func(k zobrist.Keys, bits int) []uint64 {
			sums := tree.Sums(nil, k.Truncate(bits), 0)
			for i := range sums {
				sums[i] &= 1<<bits - 1
			}
			return sums
		}},
		{"added, all of the sum", []int{24, 28, 32, 48}, func(k zobrist.Keys, bits int) []uint64 {
			return tree.Sums(nil, k.Truncate(bits), 0)
		}},
		{"high half of 2×32", []int{32}, func(k zobrist.Keys, _ int) []uint64 {
			h := tree.Hashes(nil, k, 0)
			for i := range h {
				h[i] >>= 32
			}
			return h
		}},
		{"both halves of 2×32", []int{64}, func(k zobrist.Keys, _ int) []uint64 { return tree.Hashes(nil, k, 0) }},
	}
	for i, kind := range kinds {
		points := &plot.Series{Name: kind.name + ", 95 %", Kind: plot.Points}
		if kind.bits[0] <= 32 {
			t.Plot.Series = append(t.Plot.Series, points)
		}
		for _, bits := range kind.bits {
			var each sample
			for trial := range tables {
				if err := ctx.Err(); err != nil {
					return t, err
				}
				progress(float64(i) / float64(len(kinds)))
				keys := zobrist.NewKeys(chess.Space().Len(), o.source(2, uint64(bits), uint64(trial)))
				each = append(each, float64(tree.Count(kind.hash(keys, bits), 0).Pairs))
			}
			expected := float64(tables) * math.Ldexp(pairs, -bits)
			share, half := each.moments()
			share, half = share*float64(tables)/expected, half*float64(tables)/expected
			t.Add(kind.name, bits, tables, uint64(sum(each)), expected, math.Sqrt(expected), share, share-half,
				share+half)
			if bits <= 32 {
				points.Between(float64(bits)+.4*float64(i-1), share, share-half, share+half)
			}
		}
	}
	return t, nil
}
