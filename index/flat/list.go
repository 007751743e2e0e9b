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
	o index.ListOptions) ([]index.Occurrence, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	first := page{size: int(min(int64(o.Skip)+int64(o.Limit), math.MaxInt))} // the sum may overflow int
	wanted := func(move uint32) bool { return o.Move == 0 || move == o.Move }
	add := func(r *placedRun, move, game, rank uint32) {
		first.add(ranked{rank, index.Occurrence{Number: r.base + int64(game), Move: move}})
	}
	rank := func(facts index.Facts) uint32 {
		if o.Recent {
			return facts.DateRank()
		}
		return facts.RatingRank()
	}
	err := p.eachVisit(ctx, q, hash, func(r *placedRun, move, game uint32) error {
		if !wanted(move) {
			return nil
		}
		facts, err := r.facts(game)
		if err == nil {
			add(r, move, game, rank(facts))
		}
		return err
	}, func(r *placedRun, g *group, m *matcher) error {
		if !wanted(g.move) {
			return nil
		}
		c := r.cells(g)
		for {
			ok, err := c.advance()
			if err != nil || !ok || !o.Recent && !first.wants(c.class.greatestRatingRank()) {
				return err // cells of higher ratings come first
			}
			day := c.class.greatestDateRank(c.days)
			some, all := m.matchCell(c)
			switch {
			case !some || o.Recent && !first.wants(day):
				continue
			case all && (!o.Recent || c.days):
				err = c.each(func(game, ratingRank uint32) error {
					if o.Recent {
						ratingRank = day
					}
					add(r, g.move, game, ratingRank)
					return nil
				})
			default:
				err = c.eachSelected(ctx, m, func(game uint32, facts index.Facts) { add(r, g.move, game, rank(facts)) })
			}
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var list []index.Occurrence
	kept := first.sorted()
	for _, r := range kept[min(o.Skip, len(kept)):] {
		list = append(list, r.Occurrence)
	}
	return list, nil
}

// eachVisit calls f with each game that contains a position and that the query
// selects, or if cells help, calls cells with the group that has them.
func (p *snapshot) eachVisit(ctx context.Context, q index.Query, hash zobrist.Uint128,
	f func(r *placedRun, move, game uint32) error, cells func(*placedRun, *group, *matcher) error) error {
	return p.ask(ctx, &q, func(s *state, t *scratch, matchers []matcher) error {
		for i := range s.runs {
			r := &s.runs[i]
			at, ok, err := r.find(int(q.View), index.KeyOf(hash))
			if err == nil && ok {
				m := of(matchers, i)
				err = r.games(int(q.View), at, m, t, func(move uint32, games []uint32) error {
					for _, game := range games {
						if err := f(r, move, game); err != nil {
							return err
						}
					}
					return ctx.Err()
				}, func(g *group) error { return cells(r, g, m) })
			}
			if err != nil {
				return err
			}
		}
		return nil
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
func (p *snapshot) History(ctx context.Context, q index.Query, hash zobrist.Uint128) ([]index.Period, error) {
	months := make(map[int]*index.Tally)
	month := func(dateRank uint32) *index.Tally {
		key := int(dateRank >> 5)
		t := months[key]
		if t == nil {
			t = new(index.Tally)
			months[key] = t
		}
		return t
	}
	err := p.eachVisit(ctx, q, hash, func(r *placedRun, _, game uint32) error {
		facts, err := r.facts(game)
		if err == nil {
			month(facts.DateRank()).Count(facts)
		}
		return err
	}, func(r *placedRun, g *group, m *matcher) error {
		c := r.cells(g)
		for {
			ok, err := c.advance()
			if err != nil || !ok {
				return err
			}
			switch some, all := m.matchCell(c); {
			case all:
				t := month(c.class.greatestDateRank(c.days))
				*t = t.Add(c.tally)
			case some:
				err = c.eachSelected(ctx, m, func(_ uint32, facts index.Facts) { month(facts.DateRank()).Count(facts) })
			}
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
		}
	})
	if err != nil {
		return nil, err
	}
	var list []index.Period
	for month, t := range months {
		list = append(list, index.Period{Year: month / 16, Month: month % 16, Tally: *t})
	}
	slices.SortFunc(list, func(a, b index.Period) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month))
	})
	return list, nil
}
