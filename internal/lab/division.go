package lab

import (
	"context"
	"math"
	"runtime"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/tabulation"
)

// Division compares the report's method with the one it replaces: division of the
// whole position, as one integer, by the number of slots.
func Division() Experiment {
	return newExperiment("division", judgeDivision, []law{lawOf("addresses", trials(30_000, 30_000), addressLaw),
		lawOf("speed", trials(15, 51), speedLaw)}, quotientBits)
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
			if addresses.column("slots")[i] == 1<<14 {
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
			changed := symmetricDifference(now, before)
			v.features, v.changed = append(v.features, now), append(v.changed, changed)
			v.integers = append(v.integers, integer(now))
			before = now
		})
	}
	return v, nil
}

// symmetricDifference returns the features of a that b lacks, and then the features of b that a lacks.
func symmetricDifference(a, b []zobrist.Feature) (all []zobrist.Feature) {
	for range 2 {
		for _, f := range a {
			if !slices.Contains(b, f) {
				all = append(all, f)
			}
		}
		a, b = b, a
	}
	return all
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
	n, h := len(v.features), uint64(0)
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
	var timing []timedWay
	for _, way := range ways {
		timing = append(timing, timedWay{name: way.name, work: func() (int, error) {
			total := uint64(0)
			for i := range n {
				total += way.each(i)
			}
			runtime.KeepAlive(total)
			return n, nil
		}})
	}
	times, err := takeTurns(ctx, rounds, timing, done)
	if times == nil {
		return nil, err
	}
	t := newTable("address-speed", len(times[0]), n, slots, clockNote)
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
		first, _, _ := times[0].median()
		t.Add(way.name, middle, low, high, middle/first, clashing, random)
		t.Plot.Ticks = append(t.Plot.Ticks, way.name)
		points.Between(float64(w), middle, low, high)
	}
	return t, err
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
