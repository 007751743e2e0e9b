package lab

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
)

// widePositions is the number of positions whose hashes of 64 bits are compared.
const widePositions = 300_000

// wideTable has the rank of chess keys of 64 bits of every named generator, and their clashes.
func wideTable(ctx context.Context, o Options, seeds int, progress func(float64)) (*Table, error) {
	tree, err := treeOf(ctx, widePositions)
	if err != nil {
		return nil, err
	}
	t := newTable("seeds-64", tree.Len())
	pairs := float64(tree.Len()) * float64(tree.Len()-1) / 2
	names := zobrist.Generators()
	for i, name := range names {
		g := generatorOf(name, "")
		ranks, clashes := make([]int, seeds), make(sample, seeds)
		err := parallel(ctx, seeds, func(_ *scratch, trial int) {
			keys := zobrist.NewKeys(chess.Space().Len(), g.source(o.firstSeed()+uint64(trial)))
			ranks[trial] = dependency.Rank(zobrist.Set{Keys: keys})
			clashes[trial] = equalHashes(tree.Hashes(nil, keys, 0))
		})
		if err != nil {
			return t, err
		}
		expected, with := 0.0, 0
		for trial, rank := range ranks {
			expected += math.Ldexp(pairs, -rank) / float64(seeds)
			if clashes[trial] > 0 {
				with++
			}
		}
		mean, half := clashes.moments()
		t.Add(name, seeds, slices.Min(ranks), slices.Max(ranks), mean, mean-half, mean+half, slices.Max(clashes), with,
			expected, math.Ldexp(pairs, -64))
		progress(float64(i+1) / float64(len(names)))
	}
	return t, nil
}

// lowRanks names the generators of the table of [wideTable] with a rank below 64 under some seed, and
// those with clashes; both are empty if there are none.
func lowRanks(t *Table) (poor, clashing string) {
	ranks, clashes := t.column("least rank"), t.column("clashes a seed")
	var low, bad []string
	for i, row := range t.Rows {
		if ranks[i] < 64 {
			low = append(low, fmt.Sprintf("%s (%.0f)", row[0], ranks[i]))
		}
		if clashes[i] > 0 {
			bad = append(bad, fmt.Sprintf("%s clashes %.2g times a seed", row[0], clashes[i]))
		}
	}
	return strings.Join(low, ", "), strings.Join(bad, ", ")
}
