package lab

import (
	"context"
	"slices"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/tabulation"
)

// keySet is a named set of 32-bit keys.
type keySet struct {
	name string
	keys []uint32
}

// cube returns [side]^dims, one character a byte, low bytes first.
func cube(side, dims int) []uint32 {
	keys := []uint32{0}
	for d := range dims {
		var longer []uint32
		for c := range side {
			for _, k := range keys {
				longer = append(longer, k|uint32(c)<<(8*d))
			}
		}
		keys = longer
	}
	return keys
}

// dense returns 0 to n−1.
func dense(n int) []uint32 {
	keys := make([]uint32, n)
	for i := range keys {
		keys[i] = uint32(i)
	}
	return keys
}

// different returns n different random keys.
func different(o Options, n int) []uint32 {
	r := o.rand(9, 9, 9)
	seen := make(map[uint32]bool)
	var keys []uint32
	for len(keys) < n {
		if k := r.Uint32(); !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	return keys
}

const probingBits = 15 // slots of the linear-probing table: 2^15, half of them used

// probes returns the average number of slots that an insertion of these hashes
// looks at in a table of 2^bits slots. The order of insertion does not change
// it, so counting how many keys run past each slot is enough.
func probes(hashes []uint64, bits int, load []int32) float64 {
	clear(load)
	for _, h := range hashes {
		load[tabulation.MultiplyHigh(h, 1<<bits)]++
	}
	carried, total := int32(0), int64(len(hashes))
	for range 2 { // the second round starts with what runs past the end
		total = int64(len(hashes))
		for _, n := range load {
			carried = max(carried+n-1, 0)
			total += int64(carried)
		}
	}
	return float64(total) / float64(len(hashes))
}

// probingLaw inserts half as many keys as there are slots.
func probingLaw(ctx context.Context, o Options, functions int, done func(float64)) (*Table, error) {
	const n = 1 << (probingBits - 1)
	sets := []keySet{
		{"0 to n−1", dense(n)},
		{"[26]³ of 3 bytes", cube(26, 3)[:n]},
		{"[12]⁴ of 4 bytes", cube(12, 4)[:n]},
		{"random", different(o, n)},
	}
	t := newTable("linear-probing", n, probingBits, functions)
	all := families()
	random := t.Plot.Add(plot.Line, "mean of full randomness")
	for j, f := range all {
		t.Plot.Ticks = append(t.Plot.Ticks, f.name)
		random.Point(float64(j), 1.5)
	}
	for i, set := range sets {
		points := t.Plot.Add(plot.Points, set.name+", 95 %")
		for j, f := range all {
			s := make(sample, functions)
			err := parallel(ctx, functions, func(mem *scratch, trial int) {
				h := f.draw(o.source(1, uint64(100*i+j), uint64(trial)))
				s[trial] = probes(mem.batch(0, h, set.keys), probingBits, mem.count(0, 1<<probingBits))
			})
			if err != nil {
				return t, err
			}
			slices.Sort(s)
			mean, half := s.moments()
			q, low, high := s.quantiles(.99)
			t.Add(set.name, f.name, mean, mean-half, mean+half, s.quantile(.5), q, low, high, s[len(s)-1])
			points.Between(float64(j)+.16*(float64(i)-1.5), q, low, high)
			done(float64(i*len(all)+j+1) / float64(len(sets)*len(all)))
		}
	}
	return t, nil
}
