package storetest

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/store"
)

// List implements [index.State].
func (s *state) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) ([]index.Occurrence, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	if err := s.check(ctx, q.View); err != nil {
		return nil, err
	}
	var list []index.Occurrence
	rank := make(map[int64]uint32)
	for at, g := range s.visits(q, hash) {
		if o.Move != 0 && at.Move != o.Move {
			continue
		}
		facts := index.FactsOf(&g.Game)
		list, rank[at.Number] = append(list, at), facts.RatingRank()
		if o.Recent {
			rank[at.Number] = facts.DateRank()
		}
	}
	slices.SortFunc(list, func(a, b index.Occurrence) int {
		return cmp.Or(cmp.Compare(rank[b.Number], rank[a.Number]), cmp.Compare(b.Number, a.Number))
	})
	list = list[min(o.Skip, len(list)):]
	return list[:min(o.Limit, len(list))], nil
}

// History implements [index.State].
func (s *state) History(ctx context.Context, q index.Query, hash zobrist.Uint128) ([]index.Period, error) {
	if err := s.check(ctx, q.View); err != nil {
		return nil, err
	}
	months := make(map[[2]int]index.Tally)
	for _, g := range s.visits(q, hash) {
		facts := index.FactsOf(&g.Game)
		month := [2]int{facts.Date().Year, facts.Date().Month}
		t := months[month]
		t.Count(facts)
		months[month] = t
	}
	var list []index.Period
	for month, t := range months {
		list = append(list, index.Period{Year: month[0], Month: month[1], Tally: t})
	}
	slices.SortFunc(list, func(a, b index.Period) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month))
	})
	return list, nil
}

// Select implements [index.State].
func (s *state) Select(ctx context.Context, f index.Filter, from int64) iter.Seq2[int64, error] {
	m := f.Matcher()
	return func(yield func(int64, error) bool) {
		for number, g := range s.games {
			if int64(number) < from || g == nil || !m.Match(&g.Game, g.source) {
				continue
			}
			if err := ctx.Err(); err != nil {
				yield(0, err)
				return
			}
			if !yield(int64(number), nil) {
				return
			}
		}
	}
}

// Games implements [index.State].
func (s *state) Games(ctx context.Context, numbers []int64, texts bool) ([]index.Game, error) {
	list := make([]index.Game, len(numbers))
	for i, n := range numbers {
		if n < 0 || n >= int64(len(s.games)) || s.games[n] == nil {
			return nil, fmt.Errorf("%w: game %d", index.ErrNotFound, n)
		}
		list[i] = s.games[n].Game
		list[i].Moves = slices.Clone(list[i].Moves)
		if list[i].Text = slices.Clone(list[i].Text); !texts {
			list[i].Text = nil
		}
	}
	return list, ctx.Err()
}

// Players implements [index.State].
func (s *state) Players(ctx context.Context, name string) ([]index.Player, error) {
	games := make(map[string]index.Player)
	for _, g := range s.games {
		if g == nil {
			continue
		}
		first := games[g.First]
		first.Games, first.First = first.Games+1, first.First+1
		games[g.First] = first
		second := games[g.Second]
		second.Second++
		if g.Second != g.First {
			second.Games++
		}
		games[g.Second] = second
	}
	delete(games, "")
	var list []index.Player
	match := index.NameMatcher(name)
	for player, p := range games {
		if p.Name = player; match(player) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b index.Player) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	return list, ctx.Err()
}

// Remove implements [index.Store].
func (m *memory) Remove(ctx context.Context, f index.Filter, _ func(float64)) (int64, error) {
	if !m.building.CompareAndSwap(false, true) {
		return 0, fmt.Errorf("%w: a build has not ended", index.ErrLocked)
	}
	defer m.building.Store(false)
	s := *m.state.Load()
	s.games = slices.Clone(s.games)
	lost := make([]int64, len(s.sources))
	removed, matcher := int64(0), f.Matcher()
	for number, g := range s.games {
		if g == nil || !matcher.Match(&g.Game, g.source) {
			continue
		}
		s.games[number] = nil
		s.manifest.Visits -= int64(len(g.visits[index.Positions]))
		removed++
		for i := range s.sources {
			if from := s.sources[i]; int64(number) >= from.First && int64(number) < from.End {
				lost[i]++
			}
		}
	}
	if removed == 0 || ctx.Err() != nil {
		return 0, ctx.Err()
	}
	s.sources = store.Lose(s.sources, lost)
	s.manifest.Games -= removed
	s.manifest.Builds++
	m.state.Store(&s)
	return removed, nil
}

// Sums implements [index.Summer].
func (s *state) Sums(context.Context, func(float64)) ([]index.Sum, error) {
	sums := make([]index.Sum, 1+len(s.manifest.Views))
	for number, g := range s.games {
		if g == nil {
			continue
		}
		for view, visits := range g.visits {
			for _, v := range visits {
				sums[view].Add(v.Key, v.Move, int64(number))
			}
		}
	}
	return sums, nil
}
