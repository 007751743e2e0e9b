package lab

import (
	"context"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist/internal/plot"
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
	kinds := engineKinds()
	t := newTable("engine-errors", z.depth, len(fens), tableBytes(searchAddress)>>10, searchAddress)
	type result struct {
		outcome
		changed bool
	}
	results := make([]result, len(fens)*len(kinds)*len(engineTags))
	at := func(unit, kind, tag int) *result { return &results[(unit*len(kinds)+kind)*len(engineTags)+tag] }
	errs, whole := make([]error, len(fens)), make([]bool, len(fens))
	done := make(chan struct{}, len(fens))
	stopped := make(chan error, 1)
	go func() {
		stopped <- parallel(ctx, len(fens), func(_ *scratch, unit int) {
			errs[unit] = func() error {
				table, err := tt.New(tt.Options{Bytes: tableBytes(searchAddress)})
				if err != nil {
					return err
				}
				defer table.Close()
				for i, k := range kinds {
					e := k.draw(o.source(154, uint64(unit), uint64(i)))
					reference, err := z.look(ctx, fens[unit], e, ^uint64(0), table, nil)
					if err != nil {
						return err
					}
					for j, tag := range engineTags {
						wrong, last := 0, make(map[uint64]uint64)
						f, err := z.look(ctx, fens[unit], e, tagMask(tag, searchAddress), table,
							func(whole, short uint64) {
								if before, ok := last[short]; ok && before != whole {
									wrong++
								}
								last[short] = whole
							})
						if err != nil {
							return err
						}
						r := at(unit, i, j)
						r.add(reference, f, wrong)
						r.changed = f.value != reference.value
					}
				}
				whole[unit] = true
				return nil
			}()
			done <- struct{}{}
		})
		close(done)
	}()
	n := 0
	for range done {
		n++
		progress(float64(n) / float64(len(fens)))
	}
	err = <-stopped
	for _, e := range errs {
		err = errorOr(err, e)
	}
	var units []int
	for unit, all := range whole {
		if all {
			units = append(units, unit)
		}
	}
	if len(units) == 0 {
		return nil, err
	}
	for j, tag := range engineTags {
		changed := make([][]bool, len(units))
		for row, unit := range units {
			for i := range kinds {
				changed[row] = append(changed[row], at(unit, i, j).changed)
			}
		}
		for i, k := range kinds {
			var c outcome
			for _, unit := range units {
				r := at(unit, i, j)
				c.searches += r.searches
				c.moves, c.scores = c.moves+r.moves, c.scores+r.scores
				c.wrong, c.hashes = c.wrong+r.wrong, c.hashes+r.hashes
			}
			row := c.row(1)
			var p any
			if i == 0 {
				p = equalShares(changed, o.rand(155, uint64(j)))
			}
			t.Add(k.name, tag, c.searches, c.hashes, c.wrong, row[2], row[3], row[4], row[5], row[6], row[7], row[8],
				row[9], p)
			if j == 0 {
				t.Plot.Add(plot.Points, k.name+", 95 %")
			}
			t.Plot.Series[i].Between(float64(tag)+.2*float64(i-2), row[7].(float64), row[8].(float64), row[9].(float64))
		}
	}
	return t, err
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
