package flat

import (
	"context"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// Lookup implements [index.State].
func (p *snapshot) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(int, []index.MoveTally) error) error {
	return p.ask(ctx, &q, func(s *state, t *scratch, matchers []matcher) error {
		if err := s.findAll(ctx, int(q.View), hashes, t); err != nil {
			return err
		}
		for i := range hashes {
			if i%64 == 63 && ctx.Err() != nil {
				return ctx.Err()
			}
			t.all = t.all[:0]
			for j := range s.runs {
				r, at := &s.runs[j], t.places[i*len(s.runs)+j]
				if !at.ok {
					continue
				}
				if q.Totals {
					if err := t.addCount(ctx, r.run, int(q.View), at.found, of(matchers, j)); err != nil {
						return err
					}
					continue
				}
				if err := r.tally(ctx, int(q.View), at.found, of(matchers, j), t); err != nil {
					return err
				}
				t.add(r.base)
			}
			if len(t.all) == 0 {
				continue
			}
			if err := found(i, t.all); err != nil {
				return err
			}
		}
		return nil
	})
}

// tally sets t.moves to the tallies of a position of the run, of the games that m
// selects. Samples are numbers in the run.
func (r *run) tally(ctx context.Context, view int, f found, m *matcher, t *scratch) error {
	t.moves = t.moves[:0]
	switch {
	case m != nil && m.none:
		return nil
	case !f.several:
		return r.tallyOne(view, f, m, t)
	}
	t.in = newBitReader(r.File, f.area, f.end)
	t.groups = r.readGroups(t.groups[:0], &t.in, view)
	switch {
	case t.in.err != nil:
		return t.in.err
	case m != nil:
		return r.tallySelected(ctx, m, t)
	}
	for i := range t.groups {
		g := &t.groups[i]
		t.moves = append(t.moves, index.MoveTally{Move: g.move, Tally: g.tally, Sample: int64(g.sample)})
	}
	return r.tallyGroups(looseGroups, nil, t)
}

// tallyOne is tally for a position of one game.
func (r *run) tallyOne(view int, f found, m *matcher, t *scratch) error {
	game, move, err := r.single(view, f)
	if err != nil {
		return err
	}
	if m != nil {
		if ok, err := m.match(game); !ok {
			return err
		}
	}
	facts, err := r.facts(game)
	if err != nil {
		return err
	}
	t.moves = append(t.moves, index.MoveTally{Move: move, Sample: int64(game)})
	t.moves[0].Count(facts)
	return nil
}

// tallySelected tallies t.groups if a filter selects games. It leaves out moves without such games.
func (r *run) tallySelected(ctx context.Context, m *matcher, t *scratch) error {
	which := allGroups
	if m.byClass() {
		which = groupsWithoutCells
	}
	for i := range t.groups {
		g := &t.groups[i]
		t.moves = append(t.moves, index.MoveTally{Move: g.move, Sample: int64(g.sample)})
		if g.heads > 0 && m.byClass() {
			if err := r.tallyCells(ctx, g, m, &t.moves[i]); err != nil {
				return err
			}
		}
	}
	err := r.tallyGroups(which, m, t)
	t.moves = slices.DeleteFunc(t.moves, func(move index.MoveTally) bool { return move.Games == 0 })
	return err
}

// tallyGroups counts the games of some of t.groups that m selects.
func (r *run) tallyGroups(which int, m *matcher, t *scratch) error {
	return r.eachGroup(t.groups, &t.in, &t.games, which, func(i int, games []uint32) error {
		games, err := m.filter(games)
		if err != nil {
			return err
		}
		for _, game := range games {
			facts, err := r.facts(game)
			if err != nil {
				return err
			}
			t.moves[i].Count(facts)
			t.moves[i].Sample = int64(game)
		}
		return nil
	})
}

// add adds the tallies of a run to the totals. Samples of later runs replace earlier
// ones.
func (t *scratch) add(base int64) {
	for i := range t.moves {
		t.moves[i].Sample += base
	}
	if len(t.all) == 0 {
		t.all, t.moves = t.moves, t.all
		return
	}
	t.merged = t.merged[:0]
	a, b := t.all, t.moves
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].Move < b[0].Move:
			t.merged, a = append(t.merged, a[0]), a[1:]
		case a[0].Move > b[0].Move:
			t.merged, b = append(t.merged, b[0]), b[1:]
		default:
			b[0].Tally = b[0].Add(a[0].Tally)
			t.merged = append(t.merged, b[0])
			a, b = a[1:], b[1:]
		}
	}
	t.merged = append(append(t.merged, a...), b...)
	t.all, t.merged = t.merged, t.all
}

// addCount adds the number of games of a position of a run to the only tally of all runs.
func (t *scratch) addCount(ctx context.Context, r *run, view int, f found, m *matcher) error {
	n, err := r.count(ctx, view, f, m, t)
	if n == 0 || err != nil {
		return err
	}
	if len(t.all) == 0 {
		t.all = append(t.all, index.MoveTally{})
	}
	t.all[0].Games += n
	return nil
}

// count returns the number of games of a position of the run that m selects.
func (r *run) count(ctx context.Context, view int, f found, m *matcher, t *scratch) (n int64, err error) {
	if !f.several && m == nil {
		return 1, nil
	}
	if m == nil {
		t.in = newBitReader(r.File, f.area, f.end)
		t.groups = r.readGroups(t.groups[:0], &t.in, view)
		for i := range t.groups {
			n += int64(t.groups[i].games)
		}
		return n, t.in.err
	}
	err = r.games(view, f, m, t, func(_ uint32, games []uint32) error {
		n += int64(len(games))
		return ctx.Err()
	}, func(g *group) error {
		var selected index.MoveTally
		err := r.tallyCells(ctx, g, m, &selected)
		n += selected.Games
		return err
	})
	return n, err
}

// games calls f with each move that was played in a position of the run, and with the
// games that played it, of those that m selects, in ascending order. If cells is not nil and cells
// help, it is called instead with each group that has some.
func (r *run) games(view int, at found, m *matcher, t *scratch, f func(move uint32, games []uint32) error,
	cells func(*group) error) error {
	if m != nil && m.none {
		return nil
	}
	if at.several {
		t.in = newBitReader(r.File, at.area, at.end)
		t.groups = r.readGroups(t.groups[:0], &t.in, view)
		if t.in.err != nil {
			return t.in.err
		}
		which := allGroups
		if cells != nil && m.byClass() {
			which = groupsWithoutCells
			for i := range t.groups {
				if g := &t.groups[i]; g.heads > 0 {
					if err := cells(g); err != nil {
						return err
					}
				}
			}
		}
		return r.eachGroup(t.groups, &t.in, &t.games, which, func(i int, games []uint32) error {
			games, err := m.filter(games)
			if err != nil || len(games) == 0 {
				return err
			}
			return f(t.groups[i].move, games)
		})
	}
	game, move, err := r.single(view, at)
	if err != nil {
		return err
	}
	t.games = append(t.games[:0], game)
	games, err := m.filter(t.games)
	if err != nil || len(games) == 0 {
		return err
	}
	return f(move, games)
}
