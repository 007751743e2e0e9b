package dependency_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
)

// brute counts the dependent sets of each weight to 8 by depth-first search.
func brute(set zobrist.Set, max int) []uint64 {
	keys, counts := words(set), make([]uint64, max+1)
	var walk func(from, weight int, sum zobrist.Uint128)
	walk = func(from, weight int, sum zobrist.Uint128) {
		if sum == (zobrist.Uint128{}) {
			counts[weight]++
		}
		if weight == max {
			return
		}
		for i := from; i < len(keys); i++ {
			walk(i+1, weight+1, sum.Xor(keys[i]))
		}
	}
	walk(0, 0, zobrist.Uint128{})
	return counts
}

func TestExhaustiveAgainstBruteForce(t *testing.T) {
	for _, c := range []struct{ n, bits int }{{1, 1}, {5, 3}, {12, 4}, {20, 8}, {24, 12}, {26, 100}} {
		keys := random(c.n, c.bits, uint64(c.n))
		want := brute(keys, min(8, c.n))
		got, err := dependency.Exhaustive(context.Background(), dependency.Columns(keys), dependency.ExhaustiveOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for w, n := range want {
			if got.Counts[w] != n {
				t.Errorf("%d keys of %d bits: %d dependencies of weight %d, brute force finds %d", c.n, c.bits,
					got.Counts[w], w, n)
			}
		}
	}
}

// What was found before an end is kept, and said to be incomplete.
func TestExhaustiveStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	r, err := dependency.Exhaustive(ctx, dependency.Columns(random(300, 30, 1)),
		dependency.ExhaustiveOptions{Progress: func(stage string, _, _ float64) {
			if stage == "exhaustive, weight 6" {
				cancel()
			}
		}})
	if !errors.Is(err, context.Canceled) || r.Complete != 4 || len(r.Counts) != 5 {
		t.Errorf("complete to %d, counts %v, error %v; want 4, five and Canceled", r.Complete, r.Counts, err)
	}
	r, err = dependency.Exhaustive(context.Background(), dependency.Columns(random(300, 24, 1)),
		dependency.ExhaustiveOptions{Limit: 1000})
	if !errors.Is(err, dependency.ErrTooMany) || r.Complete != 4 {
		t.Errorf("complete to %d, error %v; want 4 and ErrTooMany", r.Complete, err)
	}
	// As many dependencies as there are pairs of keys end the search as soon.
	equal := zobrist.Set{Keys: make(zobrist.Keys, 65535)}
	r, err = dependency.Exhaustive(context.Background(), dependency.Columns(equal),
		dependency.ExhaustiveOptions{Limit: 100})
	if !errors.Is(err, dependency.ErrTooMany) || len(r.Dependencies) > 101 {
		t.Errorf("zero keys: %d dependencies, error %v, want 101 at most and ErrTooMany", len(r.Dependencies), err)
	}
	for n, complete := range map[int]int{8300: 4, 12000: 4, 65536: 0} {
		set := random(n, 64, 1)
		set.Keys[7], set.Keys[n-1] = 0, set.Keys[1000]
		set.Keys[2000] = set.Keys[3000] ^ set.Keys[4000]
		set.Keys[5000] = set.Keys[6000] ^ set.Keys[7000] ^ set.Keys[8000]
		r, err = dependency.Exhaustive(context.Background(), dependency.Columns(set), dependency.ExhaustiveOptions{})
		if !errors.Is(err, dependency.ErrTooLarge) || r.Complete != complete {
			t.Errorf("%d keys: complete to %d, error %v, want %d and ErrTooLarge", n, r.Complete, err, complete)
		}
		// With the zero key every other set is one more.
		want := fmt.Sprintf("[[7] [1000 %d] [7 1000 %d] [2000 3000 4000] [7 2000 3000 4000] [5000 6000 7000 8000]]", n-1, n-1)
		if complete > 0 && fmt.Sprint(r.Dependencies) != want {
			t.Errorf("%d keys: dependencies %v, want %s", n, r.Dependencies, want)
		}
	}
}

// Every search ends soon after its context, also in tables whose sums are all alike.
func TestSearchesEndWithContext(t *testing.T) {
	alike := zobrist.Set{Keys: make(zobrist.Keys, 2000)}
	for i := range alike.Keys {
		alike.Keys[i] = 5 // rank 1, no key is 0
	}
	few := random(4000, 64, 3)
	for i := range few.Keys {
		few.Keys[i] &= 1<<20 - 1
	}
	for name, set := range map[string]zobrist.Set{"equal keys": alike, "rank 20": few, "random": random(5000, 64, 4)} {
		keys := dependency.Columns(set)
		for search, run := range map[string]func(context.Context) error{
			"exhaustive": func(ctx context.Context) error {
				_, err := dependency.Exhaustive(ctx, keys, dependency.ExhaustiveOptions{Limit: math.MaxInt})
				return err
			},
			"Stern": func(ctx context.Context) error {
				_, err := dependency.Stern(ctx, keys, dependency.SternOptions{Missed: 1e-300, Limit: math.MaxInt})
				return err
			},
			"MacWilliams": func(ctx context.Context) error {
				_, err := dependency.MacWilliams(ctx, keys[:min(3000, len(keys))], dependency.MacWilliamsOptions{})
				return err
			},
		} {
			ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
			ended := make(chan error, 1)
			go func() { ended <- run(ctx) }()
			select {
			case err := <-ended: // nil if it was done before
				if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, dependency.ErrTooLarge) {
					t.Errorf("%s, %s: error %v", name, search, err)
				}
			case <-time.After(2 * time.Minute): // whole searches take hours
				t.Errorf("%s, %s: it goes on after its context has ended", name, search)
			}
			cancel()
		}
	}
}
