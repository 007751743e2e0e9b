package dependency_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// plant makes the keys of the first weight features dependent.
func plant(set zobrist.Set, weight int) zobrist.Set {
	keys := words(set)
	keys[0] = zobrist.Uint128{}
	for _, k := range keys[1:weight] {
		keys[0] = keys[0].Xor(k)
	}
	return setOf(keys)
}

// The bound that Stern states is only as good as its chance of success an
// iteration. Count the iterations that find a planted set: the number is
// binomial with P_w, and must be within five standard deviations (a false
// alarm in 10^6).
func TestSternSuccessChance(t *testing.T) {
	runs := 1000
	if oracle.Short() {
		runs = 300
	}
	for _, c := range []struct {
		name   string
		keys   zobrist.Set
		weight int
	}{
		{"random 80×64", random(80, 64, 1), 6},
		{"random 120×64", random(120, 64, 2), 7},
		{"random 130×100", random(130, 100, 3), 8},
		{"random 60×24", random(60, 24, 4), 5},
		{"sparse 80×60", sparse(80, 60, 2), 6},
	} {
		keys := plant(c.keys, c.weight)
		want := make([]zobrist.Feature, c.weight)
		for i := range want {
			want[i] = zobrist.Feature(i)
		}
		met, void, chance := 0, 0, 0.0
		for seed := range uint64(runs) {
			o := dependency.SternOptions{MaxWeight: c.weight, Iterations: 1, Missed: 1e-300, Seed: seed, Threads: 1}
			r, err := dependency.Stern(context.Background(), dependency.Columns(keys), o)
			if err != nil {
				t.Fatal(err)
			}
			if void += int(r.Void); r.Void == 0 {
				chance = 1 - r.Missed(c.weight)
			}
			for _, d := range r.Dependencies {
				if slices.Equal(d, want) {
					met++
				}
			}
		}
		mean := chance * float64(runs-void)
		if d := math.Abs(float64(met) - mean); d > 5*math.Sqrt(mean*(1-chance)) || void > runs/100 {
			t.Errorf("%s: set of weight %d met %d times in %d iterations, %d void; P_w says %.1f",
				c.name, c.weight, met, runs, void, mean)
		}
		t.Logf("%s, weight %d: met %d times, expected %.1f, void %d", c.name, c.weight, met, mean, void)
	}
}

func TestSternTarget(t *testing.T) {
	for _, bits := range []int{24, 64, 80} {
		set := random(200, bits, uint64(bits))
		keys := words(set)
		r := rand.New(rand.NewPCG(9, 9))
		want := r.Perm(200)[:6]
		slices.Sort(want)
		var planted []zobrist.Feature
		var target zobrist.Uint128
		for _, f := range want {
			planted = append(planted, zobrist.Feature(f))
			target = target.Xor(keys[f])
		}
		hit := false
		_, err := dependency.Stern(context.Background(), dependency.Columns(set), dependency.SternOptions{
			MaxWeight: 6, Missed: 1e-9, Target: gf2.Word(target), Limit: 1 << 22,
			Found: func(d []zobrist.Feature) bool {
				var sum zobrist.Uint128
				for _, f := range d {
					sum = sum.Xor(keys[f])
				}
				if sum != target {
					t.Errorf("%d bits: %v has the sum %v, want %v", bits, d, sum, target)
				}
				hit = slices.Equal(d, planted)
				return !hit
			},
		})
		if err != nil || !hit {
			t.Errorf("%d bits: the planted set %v was not found: %v", bits, planted, err)
		}
	}
	o := dependency.SternOptions{Target: gf2.Word{Hi: 1}}
	if _, err := dependency.Stern(context.Background(), dependency.Columns(bounded(100, 64, 20)), o); !errors.Is(err,
		dependency.ErrNoSet) {
		t.Errorf("a target beyond the span: error %v, want ErrNoSet", err)
	}
}
