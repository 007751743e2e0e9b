package store

import (
	"cmp"
	"context"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// compareRanked orders positions.
func compareRanked(a, b index.RankedPosition) int {
	return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(b.Games, a.Games), a.Key.Compare(b.Key))
}

// FirstRank returns a number that orders games as [index.RankedPosition].FirstGame says: a
// [index.Store] takes the least of a position. Its last 32 bits are the game's number.
func FirstRank(f index.Facts, number int64) uint64 {
	return uint64(f.DateRank()-1)<<32 | uint64(number)
}

// A Top keeps the first positions of a ranking that are within its bounds of plies, for a
// [index.Store] that finds them in any order. It belongs to one goroutine at a time.
type Top struct {
	r       index.Ranking
	kept    []index.RankedPosition
	checked int                   // how many of them are known to be within the bounds
	last    *index.RankedPosition // of a full list
}

// pliesAtOnce is how many positions are kept at least until their plies are counted.
const pliesAtOnce = 256

// NewTop returns an empty list for a ranking that was checked.
func NewTop(r *index.Ranking) *Top { return &Top{r: *r} }

// Wants reports whether a position would be among the first ones so far, if it is within the
// bounds.
func (t *Top) Wants(p index.RankedPosition) bool {
	return t.last == nil || compareRanked(p, *t.last) < 0
}

// Add adds a position. It takes O(log limit) on average. It returns the errors of Plies.
func (t *Top) Add(ctx context.Context, p index.RankedPosition) error {
	if !t.Wants(p) {
		return nil
	}
	if t.kept = append(t.kept, p); len(t.kept) >= 2*t.r.Limit && len(t.kept)-t.checked >= min(t.r.Limit, pliesAtOnce) {
		_, err := t.List(ctx)
		return err
	}
	return nil
}

// List returns the first positions, in order. It is valid until the next Add.
func (t *Top) List(ctx context.Context) ([]index.RankedPosition, error) {
	if t.r.Bounded() {
		if err := t.bound(ctx); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(t.kept, compareRanked)
	if len(t.kept) >= t.r.Limit {
		t.kept = t.kept[:t.r.Limit]
		last := t.kept[t.r.Limit-1]
		t.last = &last
	}
	t.checked = len(t.kept)
	return t.kept, nil
}

// bound drops positions that are not within the bounds.
func (t *Top) bound(ctx context.Context) error {
	added := t.kept[t.checked:]
	if len(added) == 0 {
		return nil
	}
	plies, err := t.r.Plies(ctx, added)
	if err != nil {
		return err
	}
	t.kept = t.kept[:t.checked]
	for i, p := range added {
		if plies[i] >= t.r.MinPly && (t.r.MaxPly == 0 || plies[i] <= t.r.MaxPly) {
			t.kept = append(t.kept, p)
		}
	}
	return nil
}
