package audit

import (
	"context"
	"math/big"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/odds"
)

// truncations fills Report.Truncations.
func (a *job) truncations(ctx context.Context) error {
	for _, bits := range a.Truncations {
		if bits <= 0 || bits >= a.Bits {
			continue
		}
		for _, end := range []string{"low", "high"} {
			keys := Low(a.keys, bits)
			if end == "high" {
				keys = High(a.keys, a.Bits, bits)
			}
			t := Truncation{End: end, Bits: bits, Rank: Rank(keys), Random: odds.RandomDistance(len(keys), bits)}
			if err := least(ctx, keys, &t, a.Options); err != nil {
				return err
			}
			a.report.Truncations = append(a.report.Truncations, t)
		}
	}
	return nil
}

// least finds the smallest weight of a dependency, exactly to rank 32 and to
// weight 6 beyond.
func least(ctx context.Context, keys zobrist.Keys128, t *Truncation, o Options) error {
	n := len(keys)
	if min(t.Rank, n-t.Rank) <= countable && n <= maxLane {
		e, err := MacWilliams(ctx, keys, MacWilliamsOptions{MaxWeight: min(n, t.Rank+1), Threads: o.Threads, Progress: o.Progress})
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
	top := 6
	for top > 2 && Expected(n, top, t.Rank) > listable {
		top--
	}
	r, err := Exhaustive(ctx, keys, ExhaustiveOptions{MaxWeight: top, Threads: o.Threads, Progress: o.Progress})
	if err != nil && !tooMuch(err) {
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
