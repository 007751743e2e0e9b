package lab

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/tt"
)

// A table of the engine has 2^address clusters of engineSlots. A tag of t bits is the
// low t bits of the hash, beside the high bits that are the address. A roomy table holds
// all positions of a game at the nodes of a match, a crowded one a few searches.
const (
	roomy       = 13
	crowded     = 7
	engineSlots = 4
)

// tableBytes is the size of a table.
func tableBytes(address int) int64 { return 64 << address }

// engineTags are widths of tags, and wholeTag is what a hash of 64 bits leaves for one in
// a roomy table.
var engineTags = []int{2, 4, 6, 8, 12, 16, 20, 24, 32}

const wholeTag = 64 - roomy

// tagMask keeps the address and a tag of a hash.
func tagMask(tag, address int) uint64 {
	if tag+address >= 64 {
		return ^uint64(0)
	}
	return (1<<address-1)<<(64-address) | (1<<tag - 1)
}

// searchAddress is the address of the tables of these searches, which fill them.
const searchAddress = 9

// engineErrors searches positions with short tags under each function.
func engineErrors(ctx context.Context, o Options, z engineSizes, progress func(float64)) (*Table, error) {
	sets, err := positionSets(z.positions)
	if err != nil {
		return nil, err
	}
	var fens []string
	for _, set := range sets {
		fens = append(fens, set.fens...)
	}
	t := newTable("engine-errors", z.depth, len(fens), tableBytes(searchAddress)>>10, searchAddress)
	found := make([][]outcome, len(fens))
	err = each(ctx, len(fens), progress, func(unit int) (err error) {
		found[unit], err = z.tagErrors(ctx, o, fens[unit], uint64(unit))
		return err
	})
	found = slices.DeleteFunc(found, func(all []outcome) bool { return all == nil }) // not finished
	if len(found) == 0 {
		return nil, err
	}
	kinds := engineKinds()
	for _, k := range kinds {
		t.Plot.Add(plot.Points, k.name+", 95 %")
	}
	for j, tag := range engineTags {
		changed := make([][]bool, len(found))
		for unit, all := range found {
			for i := range kinds {
				changed[unit] = append(changed[unit], all[i*len(engineTags)+j].scores > 0)
			}
		}
		p := equalShares(changed, o.rand(155, uint64(j)))
		for i, k := range kinds {
			var c outcome
			for _, all := range found {
				c.join(all[i*len(engineTags)+j])
			}
			row := c.row(1)
			t.Add(append([]any{k.name, tag, c.searches, c.hashes, c.wrong}, append(row[2:10:10], p)...)...)
			p = math.NaN() // once for all functions
			t.Plot.Series[i].Between(float64(tag)+.2*float64(i-2), row[7].(float64), row[8].(float64), row[9].(float64))
		}
	}
	return t, err
}

// tagErrors searches a position under a function of each kind with each tag, and compares with the whole hash.
func (z engineSizes) tagErrors(ctx context.Context, o Options, fen string, unit uint64) ([]outcome, error) {
	table, err := tt.New(tt.Options{Bytes: tableBytes(searchAddress)})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	var all []outcome
	for i, k := range engineKinds() {
		e := k.draw(o.source(154, unit, uint64(i)))
		reference, err := z.look(ctx, fen, e, ^uint64(0), table, nil)
		if err != nil {
			return nil, err
		}
		for _, tag := range engineTags {
			seen := confusion{last: make(map[uint64]uint64)}
			f, err := z.look(ctx, fen, e, tagMask(tag, searchAddress), table, seen.see)
			if err != nil {
				return nil, err
			}
			var c outcome
			c.add(reference, f, seen.wrong)
			all = append(all, c)
		}
	}
	return all, nil
}

// equalShares returns the p of a permutation test that every column of the rows is true
// equally often: values change places within their row.
func equalShares(rows [][]bool, r *rand.Rand) float64 {
	const permutations = 9999
	differ := func() int {
		sums := make([]int, len(rows[0]))
		for _, row := range rows {
			for i, v := range row {
				if v {
					sums[i]++
				}
			}
		}
		squares := 0
		for _, s := range sums {
			squares += s * s
		}
		return squares
	}
	found, atLeast := differ(), 1
	for range permutations {
		for _, row := range rows {
			r.Shuffle(len(row), func(i, j int) { row[i], row[j] = row[j], row[i] })
		}
		if differ() >= found {
			atLeast++
		}
	}
	return float64(atLeast) / (permutations + 1)
}
