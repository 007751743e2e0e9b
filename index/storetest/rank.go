package storetest

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// Rank implements [index.State].
func (s *state) Rank(ctx context.Context, r index.Ranking, _ func(float64)) ([]index.RankedPosition, error) {
	if err := r.SetDefaults(); err != nil {
		return nil, err
	}
	if err := s.check(ctx, r.View); err != nil {
		return nil, err
	}
	var list []index.RankedPosition
	for k := range s.positions[r.View] {
		p, ok := s.rank(&r, k)
		if ok && r.Bounded() {
			plies, err := r.Plies(ctx, []index.RankedPosition{p})
			if err != nil {
				return nil, err
			}
			ok = plies[0] >= r.MinPly && (r.MaxPly == 0 || plies[0] <= r.MaxPly)
		}
		if ok {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b index.RankedPosition) int {
		return cmp.Or(cmp.Compare(b.Value, a.Value), cmp.Compare(b.Games, a.Games), cmp.Compare(a.Lo, b.Lo),
			cmp.Compare(a.Hi, b.Hi))
	})
	return list[:min(len(list), r.Limit)], nil
}

// rank returns a position as a ranking lists it, and false if it does not.
func (s *state) rank(r *index.Ranking, k index.Key) (p index.RankedPosition, ok bool) {
	p = index.RankedPosition{Key: k}
	var first *stored
	for o, g := range s.visits(r.Query, zobrist.Uint128{Hi: uint64(k.Hi), Lo: k.Lo}) { // in the order of numbers
		p.Count(index.FactsOf(&g.Game))
		if first == nil || g.Date != (index.Date{}) && (first.Date == index.Date{} || g.Date.ISO() < first.Date.ISO()) {
			first, p.FirstGame = g, o.Number
		}
	}
	if p.Games < max(r.MinGames, 1) || !r.First.Matcher().Match(&first.Game, first.source) {
		return p, false
	}
	results := p.First + p.Drawn + p.Second
	if results == 0 {
		p.Value = float64(p.Games)
		return p, r.By == index.ByGames && r.MinScore == 0
	}
	scores := []int64{2*p.First + p.Drawn, 2*p.Second + p.Drawn}
	score := max(scores[0], scores[1])
	if r.Side != game.NoSide {
		score = scores[r.Side-game.FirstSide]
	}
	p.Value = map[index.Measure]float64{
		index.ByGames: float64(p.Games), index.ByScore: float64(score) / float64(2*results),
		index.ByContest: float64(min(p.First, p.Second)) / float64(results),
	}[r.By]
	return p, 500*score >= int64(r.MinScore)*results
}

// ranking returns a random ranking.
func (s *suite) ranking() index.Ranking {
	r := index.Ranking{
		Query: index.Query{View: index.View(s.rng.IntN(1 + len(s.config.Views)))}, By: index.Measure(s.rng.IntN(3)),
		MinGames: int64(s.rng.IntN(20)), Side: game.Side(s.rng.IntN(3)), Limit: s.rng.IntN(60),
	}
	if s.rng.IntN(2) == 0 {
		r.MinScore = []int{0, 400, 500, 600, 667, 1000}[s.rng.IntN(6)]
	}
	if s.rng.IntN(2) == 0 {
		r.Filter = s.filter()
	}
	if s.rng.IntN(2) == 0 {
		r.First = s.filter()
	}
	if s.rng.IntN(2) == 0 {
		r.MinPly, r.Plies = s.rng.IntN(40), standInPlies
		if s.rng.IntN(2) == 0 {
			r.MaxPly = max(r.MinPly, 1) + s.rng.IntN(20)
		}
	}
	if s.rng.IntN(10) == 0 {
		r.Limit, r.MinGames = index.MaxRanked, 0
	}
	return r
}

// standInPlies stands in for rules: any function of a position and its first game will do.
func standInPlies(_ context.Context, list []index.RankedPosition) ([]int, error) {
	plies := make([]int, len(list))
	for i, p := range list {
		plies[i] = int((p.Lo + uint64(p.FirstGame)) % 50)
	}
	return plies, nil
}

// rankings compares rankings of one build, of several, and after a removal.
func (s *suite) rankings() {
	compare := func(r index.Ranking) (found int) {
		s.Helper()
		got, err := s.got().Rank(s.Context(), r, func(done float64) {
			if done <= 0 || done > 1 {
				s.Errorf("%v of the positions are compared", done)
			}
		})
		s.noError(err)
		want, err := s.want().Rank(s.Context(), r, nil)
		s.noError(err)
		s.equal("ranking", got, want)
		return len(want)
	}
	if n := compare(index.Ranking{}); n > 0 {
		s.Errorf("%d positions of an empty index", n)
	}
	for round := range 3 {
		s.build(index.BuildOptions{}, s.short(400, 150))
		if round == 1 {
			s.removeAll(index.Filter{Event: "rated"})
		}
		s.reopen()
		listed := 0
		for range s.short(30, 12) {
			if compare(s.ranking()) > 0 {
				listed++
			}
		}
		if listed == 0 {
			s.Error("no ranking has a position")
		}
	}
	for _, r := range []index.Ranking{
		{By: index.ByContest + 1}, {Side: game.SecondSide + 1}, {Limit: -1}, {Limit: index.MaxRanked + 1},
		{MinScore: -1}, {MinScore: 1001}, {MinPly: 1}, {MaxPly: 1}, {MinPly: -1, Plies: standInPlies},
		{MinPly: 2, MaxPly: 1, Plies: standInPlies},
	} {
		if _, err := s.got().Rank(s.Context(), r, nil); !errors.Is(err, index.ErrRanking) {
			s.Errorf("ranking %+v: %v, want ErrRanking", r, err)
		}
	}
	failing := func(context.Context, []index.RankedPosition) ([]int, error) { return nil, index.ErrCorrupt }
	_, err := s.got().Rank(s.Context(), index.Ranking{MinPly: 1, Plies: failing}, nil)
	if !errors.Is(err, index.ErrCorrupt) {
		s.Errorf("plies that cannot be counted: %v", err)
	}
	_, err = s.got().Rank(s.Context(), index.Ranking{Query: index.Query{View: 5}}, nil)
	if !errors.Is(err, index.ErrNotFound) {
		s.Errorf("ranking of view 5: %v, want ErrNotFound", err)
	}
	ctx, cancel := context.WithCancel(s.Context())
	cancel()
	if _, err := s.got().Rank(ctx, index.Ranking{}, nil); !errors.Is(err, context.Canceled) {
		s.Errorf("ranking after it was canceled: %v", err)
	}
}
