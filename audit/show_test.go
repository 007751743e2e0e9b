package audit_test

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/legal"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

// The published Polyglot table has rank 64 and no dependency of weight 7 or
// less (ORACLES.md, "Independence and distance"). To weight 6 by the
// exhaustive search, at 7 by Stern's, which misses one with a chance of one in
// ten.
func TestPolyglotQuick(t *testing.T) {
	o := audit.Options{Space: chess.Space(), MaxWeight: 7, Exhaustive: 5, Missed: .1, Truncations: []int{16, 24}}
	if testing.Short() {
		o.Missed, o.Exhaustive = .9, 4
	}
	r, err := audit.Run(context.Background(), keyfile.Polyglot(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rank != 64 || len(r.Zero)+len(r.Equal)+len(r.Aliased) != 0 {
		t.Errorf("rank %d, zero %v, equal %v, aliased %v", r.Rank, r.Zero, r.Equal, r.Aliased)
	}
	if w, _, found := r.Views[0].Least(); found {
		t.Errorf("a dependency of weight %d: %v", w, r.Dependencies)
	}
	if l := r.Views[0].Weights[6]; l.Weight != 7 || l.Missed > o.Missed {
		t.Errorf("weight 7: %+v", l)
	}
	for i, want := range []int{2, 2, 3, 3} { // random keys: 2.00 and 2.99
		if tr := r.Truncations[i]; tr.Least != want || tr.AtLeast {
			t.Errorf("%s %d bits: smallest dependency %d, want %d", tr.End, tr.Bits, tr.Least, want)
		}
	}
}

// A certificate for a published table: every dependency to weight 8, those of
// weight 9 with a stated chance. Stockfish's keys are those of the layout
// castling16.
func TestCertificates(t *testing.T) {
	oracle.Long(t, "the audits of Polyglot's and Stockfish's keys to weight 9, some minutes each")
	castling16, err := keyfile.OpenLayout(chess.Space(), "castling16")
	if err != nil {
		t.Fatal(err)
	}
	stockfish, err := keyfile.Open("stockfish", keyfile.Options{Features: 793})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		set    zobrist.Set
		space  *zobrist.Space
		occurs func(zobrist.Feature) bool
		differ func([]zobrist.Feature) bool
	}{
		{"polyglot", keyfile.Polyglot(), chess.Space(), legal.Occurs, legal.Differ},
		{"stockfish", stockfish.Set, castling16.Space(), nil, audit.Differences(castling16.Space())},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := audit.Run(context.Background(), c.set, audit.Options{
				Space: c.space, Occurs: c.occurs, Differ: c.differ, Exhaustive: 8, MaxWeight: 9, Missed: 0.01,
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := r.WriteText(t.Output()); err != nil {
				t.Fatal(err)
			}
			if r.Rank != 64 {
				t.Errorf("rank %d, want 64", r.Rank)
			}
			for _, l := range r.Views[0].Weights {
				if l.Weight <= 7 && (l.Count.Sign() != 0 || !l.Exact) {
					t.Errorf("weight %d: %v dependencies, exact %v; want none", l.Weight, l.Count, l.Exact)
				}
				if l.Weight == 8 && !l.Exact || l.Weight == 9 && l.Missed > .01 {
					t.Errorf("weight %d: exact %v, missed %g", l.Weight, l.Exact, l.Missed)
				}
			}
		})
	}
}

// Coded keys of 64 bits have distance 14 for chess: the exhaustive search
// finds nothing to weight 8, Stern's finds sets of 14 and none below.
func TestCodedExhaustive(t *testing.T) {
	oracle.Long(t, "the exhaustive search of coded keys to weight 8, some minutes")
	r, err := audit.Exhaustive(context.Background(), zobrist.Coded(781, 1).Truncate(64), audit.ExhaustiveOptions{})
	if err != nil || r.Complete != 8 || len(r.Dependencies) != 0 {
		t.Errorf("complete to %d, %v, error %v", r.Complete, r.Dependencies, err)
	}
}

func TestCodedStern(t *testing.T) {
	seeds := uint64(3)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		found := make(map[int]int)
		_, err := audit.Stern(context.Background(), zobrist.Coded(781, seed).Truncate(64), audit.SternOptions{
			MaxWeight: 14, Iterations: 300, Seed: seed,
			Found: func(d audit.Dependency) bool {
				found[d.Weight()]++
				return found[14] < 20 || d.Weight() < 14
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
		if testing.Short() && bits > 20 {
			break
		}
		if bits <= 32 {
			e, err := audit.MacWilliams(ctx, prefix, audit.MacWilliamsOptions{MaxWeight: distance + 2})
			if err != nil {
				t.Fatal(err)
			}
			if w, ok := e.Least(); !ok || w < distance {
				t.Errorf("low %d bits: smallest dependency %d, promised %d", bits, w, distance)
			}
			continue
		}
		search := func(keys zobrist.Set) []audit.Dependency {
			r, err := audit.Stern(ctx, keys,
				audit.SternOptions{MaxWeight: distance - 1, Iterations: 100, Limit: 1 << 16})
			if err != nil && !errors.Is(err, audit.ErrTooMany) {
				t.Fatal(err)
			}
			return r.Dependencies
		}
		if found := search(prefix); len(found) > 0 {
			t.Errorf("low %d bits: dependency of weight %d, promised %d", bits, found[0].Weight(), distance)
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
		if whole && testing.Short() {
			continue
		}
		e, err := audit.MacWilliams(context.Background(), set.Truncate(c.bits), audit.MacWilliamsOptions{MaxWeight: 9})
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
			want := 2 * audit.Expected(features, 8, c.bits)
			got, _ := new(big.Float).SetInt(e.Counts[8]).Float64()
			if got < .9*want || got > 1.1*want {
				t.Errorf("%d bits: %g dependencies of weight 8, want about %g", c.bits, got, want)
			}
		}
	}
}
