package lab

import (
	"context"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// denseByte returns {0,1}³×[256], 2048 keys, the byte that takes all values
// being number place, 0 the lowest.
func denseByte(place int) []uint32 {
	var keys []uint32
	for bits := range uint32(8) {
		k, bit := uint32(0), uint32(0)
		for byteNumber := range 4 {
			if byteNumber != place {
				k |= bits >> bit & 1 << (8 * byteNumber)
				bit++
			}
		}
		for c := range uint32(256) {
			keys = append(keys, k|c<<(8*place))
		}
	}
	return keys
}

// simpleTwoBins is the probability that simple tabulation of {0,1}³×[256] to
// two bins is more than 3 standard deviations off. The difference between the
// bins is the product of four sums of signs: three of 2 signs, which are 0 or
// ±2 with probability ½ each, and one of 256.
func simpleTwoBins() float64 {
	p := 0.0
	for ones := range 257 {
		sum := math.Abs(float64(2*ones - 256))
		if 8*sum > 3*math.Sqrt(2048) {
			a, _ := math.Lgamma(257)
			b, _ := math.Lgamma(float64(ones + 1))
			c, _ := math.Lgamma(float64(257 - ones))
			p += math.Exp(a - b - c - 256*math.Ln2)
		}
	}
	return p / 8
}

// binsLaw throws 2048 keys into two bins by the top bit.
func binsLaw(ctx context.Context, o Options, functions int, done func(float64)) (*Table, error) {
	t := newTable("two-bins", functions, simpleTwoBins(), math.Erfc(3/math.Sqrt2))
	all := families()
	random := t.Plot.Add(plot.Line, "full randomness")
	simple := t.Plot.Add(plot.Line, "simple tabulation, exactly")
	var points [4]*plot.Series
	for place := range points {
		points[place] = t.Plot.Add(plot.Points, fmt.Sprintf("dense byte %d, 95 %%", place))
	}
	const n = 2048
	for j, f := range all {
		t.Plot.Ticks = append(t.Plot.Ticks, f.name)
		random.Point(float64(j), math.Erfc(3/math.Sqrt2))
		simple.Point(float64(j), simpleTwoBins())
		for place := range 4 {
			keys := denseByte(place)
			off := make([]bool, functions)
			err := parallel(ctx, functions, func(mem *scratch, trial int) {
				h := f.draw(o.source(2, uint64(10*j+place), uint64(trial)))
				ones := 0
				for _, x := range mem.batch(0, h, keys) {
					ones += int(x >> 63)
				}
				off[trial] = math.Abs(float64(2*ones-n)) > 3*math.Sqrt(n)
			})
			if err != nil {
				return t, err
			}
			share, low, high := shareOf(off)
			t.Add(f.name, place, share, low, high)
			points[place].Between(float64(j)+.16*(float64(place)-1.5), share, low, high)
			done(float64(4*j+place+1) / float64(4*len(all)))
		}
	}
	return t, nil
}
