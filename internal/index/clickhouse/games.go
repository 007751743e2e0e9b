package clickhouse

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// Games implements [index.State].
func (s *Store) Games(ctx context.Context, numbers []int64, texts bool) ([]index.Game, error) {
	p, err := s.stateFor(ctx, index.Positions)
	if err != nil {
		return nil, err
	}
	wanted := slices.Clone(numbers)
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	found := make(map[int64]index.Game, len(wanted))
	for _, n := range wanted {
		if n < 0 || n >= p.Index.Next {
			return nil, fmt.Errorf("%w: game %d", index.ErrNotFound, n)
		}
	}
	for _, q := range route(p, wanted, gameShard) {
		for one := range q.chunks() {
			games, err := queryShard(ctx, s, p, one, s.gameQuery(one, texts), scanGame)
			if err != nil {
				return nil, err
			}
			for _, g := range games {
				found[g.number] = g.Game
			}
		}
	}
	list := make([]index.Game, len(numbers))
	for i, n := range numbers {
		g, ok := found[n]
		if !ok {
			return nil, fmt.Errorf("%w: game %d", index.ErrNotFound, n)
		}
		g.Moves, g.Text = slices.Clone(g.Moves), slices.Clone(g.Text)
		list[i] = g
	}
	return list, nil
}

func (s *Store) gameQuery(q *target[int64], texts bool) string {
	text := "''"
	if texts {
		text = "text"
	}
	return fmt.Sprintf("SELECT game, first, second, day, first_rating, second_rating, result, speed, mode, event, "+
		"site, round, opening, start, moves, %s FROM %s WHERE %s AND game IN (%s)", text, s.name("games"),
		q.visitRuns(),
		list(q.items, func(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }))
}

type numbered struct {
	number int64
	index.Game
}

func scanGame(row rows, g *numbered) error {
	var number, day uint32
	var first, second uint16
	var result, speed, mode uint8
	var text string
	err := row.Scan(&number, &g.First, &g.Second, &day, &first, &second, &result, &speed, &mode, &g.Event, &g.Site,
		&g.Round, &g.Opening, &g.Start, &g.Moves, &text)
	g.number = int64(number)
	g.FirstRating, g.SecondRating = int(first), int(second)
	g.Date = index.Date{Year: int(day >> 9), Month: int(day >> 5 & 15), Day: int(day & 31)}
	g.Result, g.Speed, g.Mode = game.Result(result), index.Speed(speed), index.Mode(mode)
	if text != "" {
		g.Text = []byte(text)
	}
	return err
}

// Select implements [index.State].
func (s *Store) Select(ctx context.Context, f index.Filter, from int64) iter.Seq2[int64, error] {
	return func(yield func(int64, error) bool) {
		p, err := s.stateFor(ctx, index.Positions)
		var conditions []string
		ctx := ctx
		if err == nil && p.built() {
			ctx, conditions, err = s.gameSQL(ctx, p, &f)
		}
		if err != nil {
			yield(0, err)
			return
		}
		// The first page is small, because most callers want few games.
		from := max(from, 0)
		for page := int64(1 << 13); from < p.Index.Next; page = min(4*page, 1<<22) {
			numbers, err := s.selectPage(ctx, p, conditions, from, from+page)
			if err != nil {
				yield(0, err)
				return
			}
			for _, n := range numbers {
				if !yield(int64(n), nil) {
					return
				}
			}
			from += page
		}
	}
}

// selectPage returns the games from one number to another that meet conditions.
func (s *Store) selectPage(ctx context.Context, p *snapshot, conditions []string, from, end int64) ([]uint32, error) {
	var numbers []uint32
	for _, q := range p.everywhere() {
		where := append([]string{q.visitRuns(), fmt.Sprintf("game >= %d AND game < %d", from, end)}, conditions...)
		part, err := queryShard(ctx, s, p, &q, "SELECT game FROM "+s.name("games")+" WHERE "+allOf(where), one[uint32])
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, part...)
	}
	slices.Sort(numbers)
	return numbers, nil
}

// Players implements [index.State]. The first call reads the names of all players of
// the state from the cluster.
func (s *Store) Players(ctx context.Context, name string) ([]index.Player, error) {
	p, err := s.stateFor(ctx, index.Positions)
	if err != nil {
		return nil, err
	}
	all, err := s.allPlayers(ctx, p)
	if err != nil {
		return nil, err
	}
	var list []index.Player
	match := index.NameMatcher(name)
	for _, one := range all {
		if match(one.Name) {
			list = append(list, one)
		}
	}
	return list, nil
}

// allPlayers returns the players of a state. One caller at a time reads them, and the
// others wait for it until their contexts end.
func (s *Store) allPlayers(ctx context.Context, p *snapshot) ([]index.Player, error) {
	select {
	case p.filling <- struct{}{}:
		defer func() { <-p.filling }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if p.players != nil {
		return p.players, nil
	}
	if err := s.cluster.happens(readsPlayers, ""); err != nil {
		return nil, err
	}
	players := make(map[string]index.Player)
	for _, q := range p.everywhere() {
		table, where := s.name("games"), q.visitRuns()
		part, err := queryShard(ctx, s, p, &q, fmt.Sprintf("SELECT name, sum(g), sum(f), sum(s) FROM ("+
			"SELECT first AS name, count() AS g, count() AS f, toUInt64(0) AS s FROM %s WHERE %s GROUP BY name "+
			"UNION ALL SELECT second AS name, countIf(first != second) AS g, toUInt64(0) AS f, count() AS s FROM %s WHERE %s "+
			"GROUP BY name) GROUP BY name", table, where, table, where),
			func(row rows, one *index.Player) error {
				var games, first, second uint64
				err := row.Scan(&one.Name, &games, &first, &second)
				one.Games, one.First, one.Second = int64(games), int64(first), int64(second)
				return err
			})
		if err != nil {
			return nil, err
		}
		for _, one := range part {
			sum := players[one.Name]
			players[one.Name] = index.Player{Name: one.Name, Games: sum.Games + one.Games, First: sum.First + one.First,
				Second: sum.Second + one.Second}
		}
	}
	delete(players, "")
	list := make([]index.Player, 0, len(players))
	for _, one := range players {
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b index.Player) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	})
	p.players = list
	return list, nil
}

// eachRows is about how many rows a page of Each reads on all shards together.
const eachRows = 1 << 18

// Each implements [index.State].
func (s *Store) Each(ctx context.Context, v index.View) iter.Seq2[index.Entry, error] {
	return func(yield func(index.Entry, error) bool) {
		p, err := s.stateFor(ctx, v)
		if err != nil {
			yield(index.Entry{}, err)
			return
		}
		rows := uint64(0)
		for _, r := range p.Runs {
			for _, part := range r.Parts {
				rows += part.Visits.Rows
			}
		}
		for first, last := range spans(0, ^uint64(0), 1+rows/eachRows) {
			sums, err := s.eachPage(ctx, p, v, first, last)
			if err != nil {
				yield(index.Entry{}, err)
				return
			}
			for len(sums) > 0 {
				n := 1
				for n < len(sums) && sums[n].key == sums[0].key {
					n++
				}
				position := index.Entry{Key: sums[0].key}
				for _, t := range sums[:n] {
					m := index.MoveTally{Move: t.group, Tally: t.games, Sample: int64(t.sample)}
					if last := len(position.Moves) - 1; last >= 0 && position.Moves[last].Move == m.Move {
						m.Tally = m.Tally.Add(position.Moves[last].Tally)
						m.Sample = max(m.Sample, position.Moves[last].Sample)
						position.Moves[last] = m
						continue
					}
					position.Moves = append(position.Moves, m)
				}
				if !yield(position, nil) {
					return
				}
				sums = sums[n:]
			}
		}
	}
}

// eachPage returns the sums of all visits with a low word from first to last, in
// order. A key with visits on several shards, as after the cluster has grown, has several.
func (s *Store) eachPage(ctx context.Context, p *snapshot, v index.View, first, last uint64) ([]subtotal, error) {
	var sums []subtotal
	for _, q := range p.everywhere() {
		part, err := queryShard(ctx, s, p, &q, fmt.Sprintf(
			"SELECT toUInt64(0), head, tail, move AS grouped, %s FROM %s WHERE %s AND view = %d "+
				"AND %s GROUP BY head, tail, grouped", visitSums, s.name("visits"), q.visitRuns(), v,
			loBetween(first, last)),
			scanSubtotal)
		if err != nil {
			return nil, err
		}
		sums = append(sums, part...)
	}
	slices.SortFunc(sums, func(a, b subtotal) int { return cmp.Or(a.key.Compare(b.key), cmp.Compare(a.group, b.group)) })
	return sums, nil
}
