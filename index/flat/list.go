package flat

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// List implements [index.State].
func (p *snapshot) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) (list []index.Occurrence, err error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	l := lister{o: o, first: page{size: int(min(int64(o.Skip)+int64(o.Limit), math.MaxInt))}} // the sum may overflow int
	if err := p.eachVisit(ctx, q, hash, &l); err != nil {
		return nil, err
	}
	kept := l.first.sorted()
	for _, r := range kept[min(o.Skip, len(kept)):] {
		list = append(list, r.Occurrence)
	}
	return list, nil
}

// A lister is a visitor that keeps the first games of an order.
type lister struct {
	o     index.ListOptions
	first page
}

func (l *lister) wants(move uint32) bool { return l.o.Move == 0 || move == l.o.Move }

func (l *lister) game(r *placedRun, move, game uint32, facts index.Facts) {
	rank := facts.RatingRank()
	if l.o.Recent {
		rank = facts.DateRank()
	}
	l.add(r, move, game, rank)
}

func (l *lister) add(r *placedRun, move, game, rank uint32) {
	l.first.add(ranked{rank, index.Occurrence{Number: r.base + int64(game), Move: move}})
}

// cell leaves out games that cannot be among the first ones, without reading them. Cells of higher ratings come first.
func (l *lister) cell(ctx context.Context, r *placedRun, g *group, c *cellReader, m *matcher) (more bool, err error) {
	if !l.o.Recent && !l.first.wants(c.class.greatestRatingRank()) {
		return false, nil
	}
	day := c.class.greatestDateRank(c.days)
	some, all := m.matchCell(c)
	switch {
	case !some || l.o.Recent && !l.first.wants(day):
		return true, nil
	case all && (!l.o.Recent || c.days):
		err = c.each(func(game, rank uint32) error {
			if l.o.Recent {
				rank = day
			}
			l.add(r, g.move, game, rank)
			return nil
		})
	default:
		err = c.eachSelected(ctx, m, func(game uint32, facts index.Facts) { l.game(r, g.move, game, facts) })
	}
	return true, err
}

// A visitor is shown the games that contain a position and that a query selects: one by one or, if cells help, by cell.
type visitor interface {
	wants(move uint32) bool // or else its games are not shown

	// game takes a game of a run.
	game(r *placedRun, move, game uint32, facts index.Facts)

	// cell takes the games of a cell of a group that m selects. It reports whether it wants further cells.
	cell(ctx context.Context, r *placedRun, g *group, c *cellReader, m *matcher) (more bool, err error)
}

// eachVisit shows the games that contain a position and that the query selects.
func (p *snapshot) eachVisit(ctx context.Context, q index.Query, hash zobrist.Uint128, v visitor) error {
	return p.ask(ctx, &q, func(s *state, t *scratch, matchers []matcher) error {
		for i := range s.runs {
			at, ok, err := s.runs[i].find(int(q.View), index.KeyOf(hash))
			if err == nil && ok {
				err = s.runs[i].eachVisit(ctx, int(q.View), at, of(matchers, i), t, v)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// eachVisit shows the games of a run that contain a position and that m selects.
func (r *placedRun) eachVisit(ctx context.Context, view int, at found, m *matcher, t *scratch, v visitor) error {
	return r.games(view, at, m, t, func(move uint32, games []uint32) error {
		if !v.wants(move) {
			return ctx.Err()
		}
		for _, game := range games {
			facts, err := r.facts(game)
			if err != nil {
				return err
			}
			v.game(r, move, game, facts)
		}
		return ctx.Err()
	}, func(g *group) error {
		if !v.wants(g.move) {
			return nil
		}
		for c := r.cells(g); ; {
			more, err := c.advance()
			if err == nil && more {
				more, err = v.cell(ctx, r, g, c, m)
			}
			if err == nil {
				err = ctx.Err()
			}
			if err != nil || !more {
				return err
			}
		}
	})
}

// A ranked game has a rank in an order. Greater ranks come first.
type ranked struct {
	rank uint32
	index.Occurrence
}

// before reports whether r is listed before o, another game.
func (r ranked) before(o ranked) bool {
	return r.rank > o.rank || r.rank == o.rank && r.Number > o.Number
}

// A page keeps the first games of an order.
type page struct {
	size int
	kept []ranked // up to 2·size games, the first ones among them
	full bool     // last is the last game of a full page
	last ranked
}

func (p *page) add(r ranked) {
	if p.full && p.last.before(r) {
		return
	}
	if p.kept = append(p.kept, r); len(p.kept)-p.size >= p.size { // 2·size may overflow
		p.sorted()
	}
}

// wants reports whether a game of that rank, or of a lower one, may be among the first ones.
func (p *page) wants(rank uint32) bool {
	if !p.full && len(p.kept) >= p.size {
		p.sorted() // once; afterwards add does, and until then the last game of the page is one of lower rank
	}
	return !p.full || rank >= p.last.rank
}

// sorted drops all but the first games and returns them in order.
func (p *page) sorted() []ranked {
	slices.SortFunc(p.kept, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.Number, a.Number))
	})
	if len(p.kept) >= p.size {
		p.kept = p.kept[:p.size]
		p.last, p.full = p.kept[p.size-1], true
	}
	return p.kept
}

// History implements [index.State].
func (p *snapshot) History(ctx context.Context, q index.Query, hash zobrist.Uint128) (list []index.Period, err error) {
	h := make(history)
	if err := p.eachVisit(ctx, q, hash, h); err != nil {
		return nil, err
	}
	for month, t := range h {
		list = append(list, index.Period{Year: month / 16, Month: month % 16, Tally: *t})
	}
	slices.SortFunc(list, func(a, b index.Period) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month))
	})
	return list, nil
}

// A history is a visitor that tallies games by months, each 16 times the year and the month.
type history map[int]*index.Tally

func (h history) month(dateRank uint32) *index.Tally {
	key := int(dateRank >> 5)
	t := h[key]
	if t == nil {
		t = new(index.Tally)
		h[key] = t
	}
	return t
}

func (h history) wants(uint32) bool { return true }

func (h history) game(_ *placedRun, _, _ uint32, facts index.Facts) {
	h.month(facts.DateRank()).Count(facts)
}

func (h history) cell(ctx context.Context, r *placedRun, g *group, c *cellReader, m *matcher) (more bool, err error) {
	switch some, all := m.matchCell(c); {
	case all:
		t := h.month(c.class.greatestDateRank(c.days))
		*t = t.Add(c.tally)
	case some:
		err = c.eachSelected(ctx, m, func(game uint32, facts index.Facts) { h.game(r, g.move, game, facts) })
	}
	return true, err
}
