package audit

import (
	"context"
	"math/big"
	"slices"

	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
	"github.com/zobrist-go/zobrist/odds"
)

// truncations fills Report.Truncations.
func (a *job) truncations(ctx context.Context) error {
	for _, bits := range a.Truncations {
		if bits <= 0 || bits >= a.Bits {
			continue
		}
		for _, end := range []string{"low", "high"} {
			keys := slices.Clone(a.words)
			for i, k := range keys {
				if end == "high" {
					k = k.ShiftRight(a.Bits - bits)
				}
				keys[i] = k.And(gf2.Ones(bits))
			}
			t := Truncation{End: end, Bits: bits, Rank: gf2.Rank(keys), Random: odds.RandomDistance(len(keys), bits)}
			if err := least(ctx, keys, &t, a.Options); err != nil {
				return err
			}
			a.report.Truncations = append(a.report.Truncations, t)
		}
	}
	return nil
}

// least finds the smallest weight of a dependency, exactly up to rank 32, and to
// weight 6 beyond.
func least(ctx context.Context, keys []gf2.Word, t *Truncation, o Options) error {
	n := len(keys)
	if canCount(n, t.Rank) {
		e, err := dependency.MacWilliams(ctx, keys, dependency.MacWilliamsOptions{
			MaxWeight: min(n, t.Rank+1), Threads: o.Threads, Progress: o.Progress,
		})
		if err != nil {
			return err
		}
		if w, ok := e.Least(); ok {
			t.Least, t.Count = w, e.Counts[w]
			return nil
		}
		t.Least, t.AtLeast, t.Count = min(n, t.Rank+1)+1, true, new(big.Int)
		return nil
	}
	r, err := dependency.Exhaustive(ctx, keys, dependency.ExhaustiveOptions{
		MaxWeight: truncatedWeight(n, t.Rank), Limit: o.limit(), Pairs: o.pairs(), Threads: o.Threads, Progress: o.Progress,
	})
	if err != nil && !dependency.TooMuch(err) {
		return err
	}
	t.Least, t.AtLeast, t.Count = r.Complete+1, true, new(big.Int)
	for w, c := range r.Counts {
		if w > 0 && c > 0 {
			t.Least, t.AtLeast, t.Count = w, false, new(big.Int).SetUint64(c)
			break
		}
	}
	return nil
}

// truncatedWeight returns the weight to which truncated keys are searched.
func truncatedWeight(n, rank int) int {
	top := 6
	for top > 2 && dependency.Expected(n, top, rank) > listable {
		top--
	}
	return top
}
