package flat

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// Select implements [index.State].
func (p *snapshot) Select(ctx context.Context, f index.Filter, from int64) iter.Seq2[int64, error] {
	return held(p, func(s *state) iter.Seq2[int64, error] { return s.selectGames(ctx, f, from) })
}

// held returns a list of a state that is not released while the list is read.
func held[T any](p *snapshot, list func(*state) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s, err := p.acquire()
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		defer s.Release()
		list(s)(yield)
	}
}

// selectGames returns the numbers of the games that a filter selects.
func (s *state) selectGames(ctx context.Context, f index.Filter, from int64) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		var matchers []matcher
		err := s.guard(func() (err error) { matchers, err = s.matchers(ctx, &f); return err })
		if err != nil {
			yield(0, err)
			return
		}
		const chunk = 4096
		var games []uint32
		for i := range s.runs {
			r := &s.runs[i]
			next := max(from, r.base) - r.base
			for ; next < int64(r.header.games); next += chunk {
				end := min(next+chunk, int64(r.header.games))
				err := s.guard(func() (err error) {
					games, err = r.selected(games[:0], uint32(next), uint32(end), of(matchers, i))
					return err
				})
				if err == nil {
					err = ctx.Err()
				}
				if err != nil {
					yield(0, err)
					return
				}
				for _, game := range games {
					if !yield(r.base+int64(game), nil) {
						return
					}
				}
			}
		}
	}
}

// selected appends the games with the numbers from from to to − 1 that m selects.
func (r *run) selected(dst []uint32, from, to uint32, m *matcher) ([]uint32, error) {
	for game := from; game < to; game++ {
		if absent, err := r.absent(game); err != nil {
			return nil, err
		} else if absent {
			continue
		}
		if m != nil {
			if ok, err := m.match(game); err != nil {
				return nil, err
			} else if !ok {
				continue
			}
		}
		dst = append(dst, game)
	}
	return dst, nil
}

// Games implements [index.State].
func (p *snapshot) Games(ctx context.Context, numbers []int64, texts bool) ([]index.Game, error) {
	list := make([]index.Game, 0, len(numbers))
	err := p.ask(ctx, &index.Query{}, func(s *state, _ *scratch, _ []matcher) error {
		if err := s.gamesAhead(numbers, texts); err != nil {
			return err
		}
		readers := make(map[*run]*gameReader)
		for i, number := range numbers {
			if i%64 == 63 && ctx.Err() != nil {
				return ctx.Err()
			}
			r, game, ok := s.runOf(number)
			if ok {
				absent, err := r.absent(game)
				if err != nil {
					return err
				}
				ok = !absent
			}
			if !ok {
				return fmt.Errorf("%w: game %d", index.ErrNotFound, number)
			}
			reader := readers[r.run]
			if reader == nil {
				reader = &gameReader{r: r.run}
				readers[r.run] = reader
			}
			g, err := reader.game(game, texts)
			if err != nil {
				return err
			}
			list = append(list, g)
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// Players implements [index.State].
func (p *snapshot) Players(ctx context.Context, name string) ([]index.Player, error) {
	games := make(map[string]*index.Player)
	err := p.ask(ctx, &index.Query{}, func(s *state, _ *scratch, _ []matcher) error {
		for i := range s.runs {
			if err := s.runs[i].countPlayers(ctx, name, games); err != nil {
				return err
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	var list []index.Player
	for _, player := range games {
		list = append(list, *player)
	}
	slices.SortFunc(list, func(a, b index.Player) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	return list, nil
}

// A gameCount is the number of games of a player.
type gameCount struct{ games, first, second uint32 }

// playerGames returns the numbers of games of all players, in the order of their names. They are counted once, and
// take 12 bytes a player.
func (r *run) playerGames(ctx context.Context) ([]gameCount, error) {
	if counts := r.players.Load(); counts != nil {
		return *counts, nil
	}
	counts := make([]gameCount, r.sections[playersSection].arg)
	for game := range r.header.games {
		if game%65536 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		first, err := r.column(firstSection, game)
		if err != nil {
			return nil, err
		}
		second, err := r.column(secondSection, game)
		if err != nil {
			return nil, err
		}
		if max(first, second) >= uint32(len(counts)) {
			return nil, r.Corrupt(r.sections[firstSection].offset, 1, "a player is not in the dictionary")
		}
		if absent, err := r.absent(game); err != nil {
			return nil, err
		} else if absent {
			continue
		}
		counts[first].games++
		counts[first].first++
		counts[second].second++
		if second != first {
			counts[second].games++
		}
	}
	r.players.Store(&counts)
	return counts, nil
}

// countPlayers adds the games of the players whose names fit.
func (r *run) countPlayers(ctx context.Context, pattern string, games map[string]*index.Player) error {
	match := index.NameMatcher(pattern)
	set, err := r.matchNames(ctx, playersSection, func(name string) bool { return name != "" && match(name) })
	if err != nil || isEmpty(set) {
		return err
	}
	counts, err := r.playerGames(ctx)
	if err != nil {
		return err
	}
	for id, n := range counts {
		if n.games > 0 && set[id/64]>>(id%64)&1 == 1 {
			name, err := r.name(playersSection, uint32(id))
			if err != nil {
				return err
			}
			player := games[string(name)]
			if player == nil {
				player = &index.Player{Name: string(name)}
				games[player.Name] = player
			}
			player.Games += int64(n.games)
			player.First += int64(n.first)
			player.Second += int64(n.second)
		}
	}
	return nil
}
