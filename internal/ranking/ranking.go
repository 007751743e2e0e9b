// Package ranking is what stores of an index that rank positions share: the measure, the
// order, and the list of the first ones. Neither depends on how a store keeps positions.
package ranking

import (
	"cmp"
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// Value returns the measure of a position whose games have this tally. It reports false
// if the ranking does not list the position, whatever its first game is.
func Value(r *index.Ranking, t index.Tally) (value float64, ok bool) {
	decided := t.First + t.Drawn + t.Second
	if t.Games < max(r.MinGames, 1) || decided == 0 && (r.By != index.ByGames || r.MinScore > 0) {
		return 0, false
	}
	points := 2*t.First + t.Drawn // in halves
	if second := 2*t.Second + t.Drawn; r.Side == game.SecondSide || r.Side == game.AnySide && second > points {
		points = second
	}
	if 1000*points < int64(r.MinScore)*2*decided {
		return 0, false
	}
	switch r.By {
	case index.ByScore:
		return float64(points) / float64(2*decided), true
	case index.ByContest:
		return float64(min(t.First, t.Second)) / float64(decided), true
	}
	return float64(t.Games), true
}

// compare orders positions.
func compare(a, b index.RankedPosition) int {
	return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(b.Games, a.Games), a.Key.Compare(b.Key))
}

// FirstRank returns a number that orders games as [index.RankedPosition].FirstGame says. Its
// last 32 bits are the game's number.
func FirstRank(f index.Facts, number int64) uint64 {
	return uint64(f.DateRank()-1)<<32 | uint64(number)
}

// A Top keeps the first positions of a ranking.
type Top struct {
	limit int
	kept  []index.RankedPosition
	last  *index.RankedPosition // of a full list
}

// NewTop returns an empty list for a ranking that was checked.
func NewTop(r *index.Ranking) *Top { return &Top{limit: r.Limit} }

// Wants reports whether a position would be among the first ones so far.
func (t *Top) Wants(p index.RankedPosition) bool { return t.last == nil || compare(p, *t.last) < 0 }

// Add adds a position. It takes O(log limit) on average.
func (t *Top) Add(p index.RankedPosition) {
	if !t.Wants(p) {
		return
	}
	if t.kept = append(t.kept, p); len(t.kept) >= 2*t.limit {
		t.List()
	}
}

// List returns the first positions, in order. It is valid until the next Add.
func (t *Top) List() []index.RankedPosition {
	slices.SortFunc(t.kept, compare)
	if len(t.kept) >= t.limit {
		t.kept = t.kept[:t.limit]
		last := t.kept[t.limit-1]
		t.last = &last
	}
	return t.kept
}
