package store_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/store"
)

// TestTop: the list is the beginning of all positions in order, in whatever order they
// come.
func TestTop(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, limit := range []int{1, 2, 7, 100} {
		r := index.Ranking{Limit: limit}
		if err := r.SetDefaults(); err != nil {
			t.Fatal(err)
		}
		top := store.NewTop(&r)
		var all []index.RankedPosition
		for k := range 60 {
			p := index.RankedPosition{Key: index.Key{Lo: uint64(k)}, Value: float64(rng.IntN(4))}
			p.Games = int64(rng.IntN(3))
			all = append(all, p)
		}
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		for _, p := range all {
			_ = top.Add(t.Context(), p)
		}
		slices.SortFunc(all, func(a, b index.RankedPosition) int {
			return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Lo, b.Lo))
		})
		got, _ := top.List(t.Context())
		if want := all[:min(limit, len(all))]; !slices.Equal(got, want) {
			t.Errorf("%d positions: %v, want %v", limit, got, want)
		}
		if last := all[min(limit, len(all))-1]; limit < len(all) && top.Wants(last) {
			t.Errorf("a full list of %d wants its last position again", limit)
		}
	}
}

// TestRankingValue: the measure of a tally, by hand.
func TestRankingValue(t *testing.T) {
	tally := index.Tally{Games: 12, First: 5, Drawn: 2, Second: 3} // 6 of 10 points for the first player
	for _, test := range []struct {
		r     index.Ranking
		value float64
		ok    bool
	}{
		{index.Ranking{}, 12, true},
		{index.Ranking{MinGames: 13}, 0, false},
		{index.Ranking{By: index.ByScore}, 0.6, true},
		{index.Ranking{By: index.ByScore, Side: game.SecondSide}, 0.4, true},
		{index.Ranking{By: index.ByContest}, 0.3, true},
		{index.Ranking{MinScore: 600}, 12, true},
		{index.Ranking{MinScore: 601}, 0, false},
		{index.Ranking{MinScore: 401, Side: game.SecondSide}, 0, false},
	} {
		if value, ok := test.r.Value(tally); value != test.value || ok != test.ok {
			t.Errorf("%+v: %v, %v; want %v, %v", test.r, value, ok, test.value, test.ok)
		}
	}
}
