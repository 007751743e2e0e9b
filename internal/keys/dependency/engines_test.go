package dependency_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// sparse returns keys with few set bits: many relations among any of them.
func sparse(n, bits, ones int) zobrist.Set {
	r := rand.New(rand.NewPCG(1, 2))
	keys := make([]zobrist.Uint128, n)
	for i := range keys {
		for range ones {
			if b := r.IntN(bits); b < 64 {
				keys[i].Lo |= 1 << b
			} else {
				keys[i].Hi |= 1 << (b - 64)
			}
		}
	}
	return setOf(keys)
}

// bounded returns keys of the given width and rank.
func bounded(n, bits, rank int) zobrist.Set {
	r := rand.New(rand.NewPCG(3, 4))
	basis := words(random(rank, bits, 5))
	keys := make([]zobrist.Uint128, n)
	for i := range keys {
		for _, b := range basis {
			if r.IntN(2) == 1 {
				keys[i] = keys[i].Xor(b)
			}
		}
	}
	return setOf(keys)
}

// words returns the keys in words of 128 bits, and setOf the set with such keys.
func words(set zobrist.Set) []zobrist.Uint128 {
	keys := make([]zobrist.Uint128, len(set.Keys))
	for i, k := range set.Keys {
		keys[i].Lo = k
		if set.Second != nil {
			keys[i].Hi = set.Second[i]
		}
	}
	return keys
}

func setOf(keys []zobrist.Uint128) (set zobrist.Set) {
	for _, k := range keys {
		set.Keys, set.Second = append(set.Keys, k.Lo), append(set.Second, k.Hi)
	}
	return set
}

// The three engines share no code beyond the echelon form; they must count
// the same sets at every weight that they share. Stern runs until a set of
// weight 4 to 8 is missed with less than 10^−12.
func TestEnginesAgree(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name string
		keys zobrist.Set
	}{
		{"random 60×24", random(60, 24, 1)},
		{"random 40×16", random(40, 16, 2)},
		{"random 70×27", random(70, 27, 3)},
		{"random 44×70", random(44, 70, 4)},
		{"rank 20 of 64 bits", bounded(48, 64, 20)},
		{"rank 22 of 128 bits", bounded(50, 128, 22)},
		{"sparse 40×30", sparse(40, 30, 2)},
		{"sparse 40×100", sparse(40, 100, 3)},
		{"equal keys and a zero", zobrist.Set{Keys: append(random(24, 14, 5).Keys, append(random(10, 14, 5).Keys, 0)...)}},
		{"extended Golay", golay(true)},
	} {
		if oracle.Short() && dependency.Rank(c.keys) > 24 {
			continue
		}
		exact, err := dependency.MacWilliams(ctx, dependency.Columns(c.keys), dependency.MacWilliamsOptions{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		listed, err := dependency.Exhaustive(ctx, dependency.Columns(c.keys), dependency.ExhaustiveOptions{})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		found, err := dependency.Stern(ctx, dependency.Columns(c.keys), dependency.SternOptions{MaxWeight: 8, Missed: 1e-12})
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var stern [9]uint64
		for _, d := range found.Dependencies {
			stern[len(d)]++
		}
		for w := 0; w <= 8; w++ {
			want := exact.Counts[w].Uint64()
			if listed.Counts[w] != want {
				t.Errorf("%s: exhaustive lists %d sets of weight %d, MacWilliams counts %d", c.name, listed.Counts[w],
					w, want)
			}
			if missed := found.Missed(w); w >= 4 && (stern[w] > want || missed < 1e-9 && stern[w] != want) {
				t.Errorf("%s: Stern finds %d sets of weight %d in %d iterations, not %d; chance to miss one %.2g",
					c.name, stern[w], w, found.Iterations, want, missed)
			}
		}
		t.Logf("%s: rank %d, %v; Stern %d iterations, %d void, missed %.2g %.2g %.2g", c.name, exact.Rank,
			listed.Counts,
			found.Iterations, found.Void, found.Missed(6), found.Missed(7), found.Missed(8))
	}
}
