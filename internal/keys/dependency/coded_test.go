package dependency_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Coded keys of 64 bits have distance 14 for chess: the exhaustive search
// finds nothing to weight 8, Stern's finds sets of 14 and none below.
func TestCodedExhaustive(t *testing.T) {
	oracle.Long(t, "the exhaustive search of coded keys to weight 8, some minutes")
	r, err := dependency.Exhaustive(context.Background(), dependency.Columns(zobrist.Coded(781, 1).Truncate(64)),
		dependency.ExhaustiveOptions{})
	if err != nil || r.Complete != 8 || len(r.Dependencies) != 0 {
		t.Errorf("complete to %d, %v, error %v", r.Complete, r.Dependencies, err)
	}
}

func TestCodedStern(t *testing.T) {
	seeds := uint64(3)
	if oracle.Short() {
		seeds = 1
	}
	for seed := range seeds {
		found := make(map[int]int)
		_, err := dependency.Stern(context.Background(), dependency.Columns(zobrist.Coded(781, seed).Truncate(64)),
			dependency.SternOptions{
				MaxWeight: 14, Iterations: 300, Seed: seed,
				Found: func(d []zobrist.Feature) bool {
					found[len(d)]++
					return found[14] < 20 || len(d) < 14
				},
			})
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != 1 || found[14] == 0 {
			t.Errorf("coded keys, seed %d: dependencies by weight %v, want some of 14 and no others", seed, found)
		}
	}
}

// Every prefix of coded keys keeps its distance. The words are counted if there
// are few enough. If not, a search looks that finds plenty in random keys of the
// same width.
func TestCodedPrefixes(t *testing.T) {
	ctx := context.Background()
	code, err := zobrist.NewCode(781, 64)
	if err != nil {
		t.Fatal(err)
	}
	set := zobrist.Coded(781, 1)
	for _, bits := range code.Prefixes() {
		distance, prefix := code.PrefixDistance(bits), set.Truncate(bits)
		if oracle.Short() && bits > 20 {
			break
		}
		if bits <= 32 {
			e, err := dependency.MacWilliams(ctx, dependency.Columns(prefix),
				dependency.MacWilliamsOptions{MaxWeight: distance + 2})
			if err != nil {
				t.Fatal(err)
			}
			if w, ok := e.Least(); !ok || w < distance {
				t.Errorf("low %d bits: smallest dependency %d, promised %d", bits, w, distance)
			}
			continue
		}
		search := func(keys zobrist.Set) [][]zobrist.Feature {
			r, err := dependency.Stern(ctx, dependency.Columns(keys),
				dependency.SternOptions{MaxWeight: distance - 1, Iterations: 100, Limit: 1 << 16})
			if err != nil && !errors.Is(err, dependency.ErrTooMany) {
				t.Fatal(err)
			}
			return r.Dependencies
		}
		if found := search(prefix); len(found) > 0 {
			t.Errorf("low %d bits: dependency of weight %d, promised %d", bits, len(found[0]), distance)
		}
		if other := random(781, bits, 1); bits < 64 && len(search(other)) == 0 {
			t.Errorf("%d random bits: no dependency below weight %d found; the search proves nothing", bits, distance)
		}
	}
}

// Coded keys of three blocks and the constant: A1 to A7 are 0, exactly, and the low blocks
// have distance 3 and 5 (DESIGN.md, decision 4). Chess has blocks of 10 bits, 500 features of 9.
func TestCodedMacWilliams(t *testing.T) {
	features, block := 500, 9
	if oracle.Whole(t, "the 781 features of chess") {
		features, block = 781, 10
	}
	code, err := zobrist.NewCode(features, 3*block+1)
	if err != nil {
		t.Fatal(err)
	}
	src, err := zobrist.NewSource("chacha8", 1)
	if err != nil {
		t.Fatal(err)
	}
	set := code.Set(src)
	for _, c := range []struct{ bits, distance int }{{3*block + 1, 8}, {2 * block, 5}, {block, 3}} {
		whole := c.bits == 3*block+1
		if whole && oracle.Short() {
			continue
		}
		e, err := dependency.MacWilliams(context.Background(), dependency.Columns(set.Truncate(c.bits)),
			dependency.MacWilliamsOptions{MaxWeight: 9})
		if err != nil {
			t.Fatal(err)
		}
		if w, ok := e.Least(); !ok || w != c.distance {
			t.Errorf("low %d bits: smallest dependency %d, want %d; %v", c.bits, w, c.distance, e.Counts)
		}
		if whole {
			// The keys have a constant coordinate, so that only even weights
			// are left, with about twice the sets of random keys.
			if e.Counts[9].Sign() != 0 {
				t.Errorf("%d bits: %d dependencies of weight 9", c.bits, e.Counts[9])
			}
			want := 2 * dependency.Expected(features, 8, c.bits)
			got, _ := new(big.Float).SetInt(e.Counts[8]).Float64()
			if got < .9*want || got > 1.1*want {
				t.Errorf("%d bits: %g dependencies of weight 8, want about %g", c.bits, got, want)
			}
		}
	}
}
