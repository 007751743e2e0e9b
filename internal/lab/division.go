package lab

import (
	"context"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/plot"
	"github.com/zobrist-go/zobrist/tabulation"
)

// Division compares the report's method with the one it replaces: division of the
// whole position, as one integer, by the number of slots.
func Division() Experiment {
	return newExperiment("division", judgeDivision, []law{lawOf("addresses", trials(30_000, 30_000), addressLaw), lawOf("speed", trials(15, 51), speedLaw)}, quotientBits)
}

// quotientBits are two words, which the rule of [Division] says that the quotients exceed.
const quotientBits = 128

// judgeDivision applies the rule of [Division].
func judgeDivision(r *Report) Verdict {
	addresses, speed := r.Table("addresses"), r.Table("address-speed")
	ns := speed.column("ns")
	stored, clash := 0.0, 0.0
	for i, row := range addresses.Rows {
		if row[0] == "division of the position" {
			stored = addresses.column("bits stored to tell positions apart")[i]
			if row[1] == uint64(1<<14) {
				clash = addresses.column("share that clashes")[i]
			}
		}
	}
	return r.verdict(ns[2] > ns[0] && stored > quotientBits, Sharper, ns[0], ns[2], ns[2]/ns[0], stored, 100*clash)
}

// visited is positions of games in order, as each method needs them.
type visited struct {
	features [][]zobrist.Feature
	changed  [][]zobrist.Feature // by the move that led there
	integers []placement
}

// visit plays random games until n positions were visited.
func visit(o Options, n int) (visited, error) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		return visited{}, err
	}
	var v visited
	r := o.rand(6, 4)
	for len(v.features) < n {
		p.Reset()
		before := p.AppendFeatures(nil)
		playRandom(p, r, 120, func() {
			now := p.AppendFeatures(nil)
			var changed []zobrist.Feature
			for _, f := range now {
				if !slices.Contains(before, f) {
					changed = append(changed, f)
				}
			}
			for _, f := range before {
				if !slices.Contains(now, f) {
					changed = append(changed, f)
				}
			}
			v.features, v.changed = append(v.features, now), append(v.changed, changed)
			v.integers = append(v.integers, integer(now))
			before = now
		})
	}
	return v, nil
}

// speedLaw times the ways to an address, taking turns.
func speedLaw(ctx context.Context, o Options, rounds int, done func(float64)) (*Table, error) {
	rounds = min(rounds, 51)
	v, err := visit(o, 20_000)
	if err != nil {
		return nil, err
	}
	const slots = 1<<20 - 3
	keys := zobrist.NewKeys(chess.Space().Len(), o.source(6, 5))
	n, h, total := len(v.features), uint64(0), uint64(0)
	ways := []struct {
		name string
		each func(i int) uint64
	}{
		{"XOR of the changed keys, multiply-high", func(i int) uint64 {
			for _, f := range v.changed[i] {
				h ^= keys[f]
			}
			return tabulation.MultiplyHigh(h, slots)
		}},
		{"XOR of all keys, multiply-high", func(i int) uint64 {
			return tabulation.MultiplyHigh(keys.Hash(0, v.features[i]...), slots)
		}},
		{"division of the integer", func(i int) uint64 {
			words := v.integers[i]
			return Divide(words[:], slots)
		}},
		{"division, the integer written first", func(i int) uint64 {
			words := integer(v.features[i])
			return Divide(words[:], slots)
		}},
	}
	times := make([]sample, len(ways))
	round := 0
	for ; round < rounds && ctx.Err() == nil; round++ {
		for w, way := range ways {
			took := timed(func() {
				for i := range n {
					total += way.each(i)
				}
			})
			times[w] = append(times[w], float64(took.Nanoseconds())/float64(n))
		}
		done(float64(round+1) / float64(rounds))
	}
	if round == 0 {
		return nil, ctx.Err()
	}
	t := newTable("address-speed", round, n, slots, clockNote)
	points := t.Plot.Add(plot.Points, "median, 95 %")
	for w, way := range ways {
		var addresses []uint64
		seen := make(map[placement]bool)
		for i, x := range v.integers {
			if !seen[x] {
				seen[x] = true
				addresses = append(addresses, ways[max(w, 1)].each(i)) // both sums of keys are the same hash
			}
		}
		_, clashing := spread(addresses, slots)
		random := 1 - math.Pow(1-1/float64(slots), float64(len(addresses)-1))
		middle, low, high := times[w].median()
		t.Add(way.name, middle, low, high, nil, clashing, random)
		t.Rows[w][4] = middle / t.Rows[0][1].(float64)
		t.Plot.Ticks = append(t.Plot.Ticks, way.name)
		points.Between(float64(w), middle, low, high)
	}
	if total == 1 { // never: the sum keeps the compiler from dropping the work
		t.Notes = append(t.Notes, "")
	}
	return t, ctx.Err()
}

// median returns the median of the sample and its interval at 95 % confidence, from
// the order of the sample. It sorts the sample.
func (s sample) median() (middle, low, high float64) {
	slices.Sort(s)
	n := float64(len(s))
	half := .98 * math.Sqrt(n)
	at := func(x float64) float64 { return s[min(max(int(x), 0), len(s)-1)] }
	return at(n / 2), at(math.Floor(n/2 - half)), at(math.Ceil(n/2 + half))
}
