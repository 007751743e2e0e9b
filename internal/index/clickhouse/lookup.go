package clickhouse

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// A run has tallies of its popular positions, which have at least popularGames games in it.
const popularGames = 64

func keyOfSum(b []byte) index.Key {
	sum := sha256.Sum256(b)
	return index.Key{Lo: binary.BigEndian.Uint64(sum[:]), Hi: binary.BigEndian.Uint16(sum[8:])}
}

// A subtotal is the sum of some visits of a position, by one move or in one month.
type subtotal struct {
	run    uint64 // if it comes from tallies
	key    index.Key
	group  uint32 // the move or the month
	games  index.Tally
	month  uint32 // the last one
	sample uint32
}

func scanSubtotal(row rows, t *subtotal) error {
	var games, first, drawn, second, ratings, rated, firstRatings, firstRated, tail uint64
	var head uint16
	err := row.Scan(&t.run, &head, &tail, &t.group, &games, &first, &drawn, &second, &ratings, &rated,
		&firstRatings, &firstRated, &t.month, &t.sample)
	t.key = joinKey(head, tail)
	t.games = index.Tally{Games: int64(games), First: int64(first), Drawn: int64(drawn), Second: int64(second),
		Ratings: int64(ratings), Rated: int64(rated), LastYear: int(t.month >> 4),
		FirstRatings: int64(firstRatings), FirstRated: int64(firstRated)}
	return err
}

// The sums of visits and of tallies, as scanSubtotal reads them.
const (
	visitCounts = "count(), countIf(result = 1), countIf(result = 2), countIf(result = 3), " +
		"sum(toUInt64(first_rating + second_rating)), sum(toUInt64((first_rating > 0) + (second_rating > 0))), " +
		"sum(toUInt64(first_rating)), countIf(first_rating > 0)"
	visitSums = visitCounts + ", max(intDiv(day, 32)), max(game)"
	tallySums = "sum(games), sum(first), sum(drawn), sum(second), sum(ratings), sum(rated), " +
		"sum(first_ratings), sum(first_rated), max(month), max(sample)"
)

// A grouping names the columns by which visits and tallies are summed up.
type grouping struct{ visits, tallies string }

var (
	byMove  = grouping{"move", "move"}
	byMonth = grouping{"toUInt32(intDiv(day, 32))", "month"}
)

// head returns the first 16 bits of a key.
func head(k index.Key) uint16 { return uint16(k.Lo >> 48) }

// tail returns the other 64.
func tail(k index.Key) uint64 { return k.Lo<<16 | uint64(k.Hi) }

func joinKey(head uint16, tail uint64) index.Key {
	return index.Key{Lo: uint64(head)<<48 | tail>>16, Hi: uint16(tail)}
}

// scanKeyed reads a row that begins with head and tail.
func scanKeyed(row rows, k *index.Key, rest ...any) error {
	var head uint16
	var tail uint64
	err := row.Scan(append([]any{&head, &tail}, rest...)...)
	*k = joinKey(head, tail)
	return err
}

// keyIn is a condition that the key belongs to one of some hashes.
func keyIn(hashes []zobrist.Uint128) string {
	return "(head, tail) IN (" + list(hashes, func(b []byte, h zobrist.Uint128) []byte {
		k := index.KeyOf(h)
		b = strconv.AppendUint(append(b, '('), uint64(head(k)), 10)
		return append(strconv.AppendUint(append(b, ','), tail(k), 10), ')')
	}) + ")"
}

// loBetween is a condition that the low word of the key is from low to high.
func loBetween(low, high uint64) string {
	return fmt.Sprintf("head >= %d AND head <= %d AND %s >= %d AND %s <= %d", low>>48, high>>48, loSQL, low, loSQL,
		high)
}

// sumVisits sums up the visits of positions. It calls add for every subtotal, one at a time. Some may
// have other keys.
func (s *Store) sumVisits(ctx context.Context, p *snapshot, q index.Query, hashes []zobrist.Uint128, by grouping,
	add func(subtotal)) error {
	ctx, visits, err := s.visitSQL(ctx, p, &q.Filter)
	if err != nil {
		return err
	}
	tallies, coarse := tallySQL(&q.Filter)
	targets := p.route(hashes)
	var mu sync.Mutex
	return each(ctx, indices(targets), func(ctx context.Context, i int) error {
		for one := range targets[i].chunks() {
			sums, err := s.sumShard(ctx, p, q.View, one, by, visits, tallies, coarse)
			if err != nil {
				return err
			}
			mu.Lock()
			for _, t := range sums {
				add(t)
			}
			mu.Unlock()
		}
		return nil
	})
}

func indices[T any](list []T) []int {
	all := make([]int, len(list))
	for i := range all {
		all[i] = i
	}
	return all
}

// sumShard sums up the visits of positions on one shard. It first reads the visits of positions that
// have not been found popular before, up to a limit that few exceed, so that one query is enough for
// most. For popular positions, or for all if the limit is reached, it adds tallies from the runs that
// have them and visits from the others.
func (s *Store) sumShard(ctx context.Context, p *snapshot, v index.View, q *target[zobrist.Uint128], by grouping,
	visits, tallies []string, coarse bool) ([]subtotal, error) {
	view := fmt.Sprintf("view = %d", v)
	if !coarse {
		where := allOf(append([]string{view, q.visitRuns(), keyIn(q.items)}, visits...))
		return queryShard(ctx, s, p, q, fmt.Sprintf("SELECT toUInt64(0), head, tail, %s AS grouped, %s FROM %s WHERE %s "+
			"GROUP BY head, tail, grouped", by.visits, visitSums, s.name("visits"), where), scanSubtotal)
	}
	popular, others := p.byPopularity(v, q.items)
	var all []subtotal
	if len(others) > 0 {
		limit := popularGames*len(q.runs) + 16*len(others)
		where := allOf(append([]string{view, q.visitRuns(), keyIn(others)}, visits...))
		list, err := s.visits(ctx, p, q, by, fmt.Sprintf("%s LIMIT %d", where, limit))
		if err != nil {
			return nil, err
		}
		if len(list) < limit {
			all = list
		} else {
			popular = q.items
		}
	}
	if len(popular) == 0 {
		return all, nil
	}
	rest := target[zobrist.Uint128]{q.shard, q.runs, popular}
	where := allOf(append([]string{view, q.tallyRuns(), keyIn(popular)}, tallies...))
	sums, err := queryShard(ctx, s, p, q, fmt.Sprintf("SELECT run, head, tail, %s AS grouped, %s FROM %s WHERE %s "+
		"GROUP BY run, head, tail, grouped", by.tallies, tallySums, s.name("tallies"), where), scanSubtotal)
	if err != nil {
		return nil, err
	}
	p.notePopular(v, sums)
	all = append(all, sums...)
	for _, where := range visitsWithoutTallies(&rest, sums) {
		list, err := s.visits(ctx, p, q, by, allOf(append([]string{view, where}, visits...)))
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, nil
}

// visits returns the visits that meet a condition, each as a sum of its own. For few
// visits that is faster than to let the server sum them up.
func (s *Store) visits(ctx context.Context, p *snapshot, q *target[zobrist.Uint128], by grouping,
	where string) ([]subtotal, error) {
	return queryShard(ctx, s, p, q, fmt.Sprintf("SELECT head, tail, move, game, day, first_rating, second_rating, result "+
		"FROM %s WHERE %s", s.name("visits"), where), func(row rows, t *subtotal) error {
		var move, day uint32
		var first, second uint16
		var result uint8
		err := scanKeyed(row, &t.key, &move, &t.sample, &day, &first, &second, &result)
		if t.group, t.month = move, day>>5; by == byMonth {
			t.group = t.month
		}
		t.games = index.Tally{Games: 1, Ratings: int64(first) + int64(second), LastYear: int(t.month >> 4),
			FirstRatings: int64(first)}
		if first > 0 {
			t.games.Rated, t.games.FirstRated = 1, 1
		}
		if second > 0 {
			t.games.Rated++
		}
		switch game.Result(result) {
		case game.FirstWins:
			t.games.First = 1
		case game.Draw:
			t.games.Drawn = 1
		case game.SecondWins:
			t.games.Second = 1
		}
		return err
	})
}

// maxKnown is how many positions a state remembers to be popular.
const maxKnown = 1 << 16

// byPopularity separates the hashes of positions that are known to be popular from others.
func (p *snapshot) byPopularity(v index.View, hashes []zobrist.Uint128) (popular, others []zobrist.Uint128) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, h := range hashes {
		if p.popular[popularKey{uint8(v), index.KeyOf(h)}] {
			popular = append(popular, h)
		} else {
			others = append(others, h)
		}
	}
	return popular, others
}

// notePopular remembers that positions have tallies.
func (p *snapshot) notePopular(v index.View, sums []subtotal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.popular == nil || len(p.popular) > maxKnown {
		p.popular = make(map[popularKey]bool)
	}
	for _, t := range sums {
		p.popular[popularKey{uint8(v), t.key}] = true
	}
}

// maxText is about how many bytes of conditions one query has at most. The servers'
// default limit is 256 KiB.
const maxText = 100_000

// visitsWithoutTallies returns conditions for the visits that no tally includes, for one query each.
// Positions are grouped by the runs without tallies of them, so that many runs do not make the text
// longer.
func visitsWithoutTallies(q *target[zobrist.Uint128], sums []subtotal) (conditions []string) {
	type place struct {
		run uint64
		key index.Key
	}
	has := make(map[place]bool)
	for _, t := range sums {
		has[place{t.run, t.key}] = true
	}
	var order []string
	groups := make(map[string]*target[zobrist.Uint128])
	for _, h := range q.items {
		var runs []run
		bits := make([]byte, len(q.runs))
		for i, r := range q.runs {
			if !has[place{r.Parts[q.shard].TallyID, index.KeyOf(h)}] {
				bits[i], runs = 1, append(runs, r)
			}
		}
		if len(runs) == 0 {
			continue
		}
		if groups[string(bits)] == nil {
			order = append(order, string(bits))
			groups[string(bits)] = &target[zobrist.Uint128]{shard: q.shard, runs: runs}
		}
		g := groups[string(bits)]
		g.items = append(g.items, h)
	}
	var parts []string
	size := 0
	for _, bits := range order {
		g := groups[bits]
		text := "(" + g.visitRuns() + " AND " + keyIn(g.items) + ")"
		if size += len(text); size > maxText && len(parts) > 0 {
			conditions, parts, size = append(conditions, anyOf(parts)), nil, len(text)
		}
		parts = append(parts, text)
	}
	if len(parts) > 0 {
		conditions = append(conditions, anyOf(parts))
	}
	return conditions
}

// Lookup implements [index.State].
func (s *Store) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(i int, moves []index.MoveTally) error) error {
	if len(hashes) == 0 {
		return nil
	}
	moves, err := s.moves(ctx, q, hashes)
	if err != nil {
		return err
	}
	for i, h := range hashes {
		byMove := moves[index.KeyOf(h)]
		if len(byMove) == 0 {
			continue
		}
		list := sorted(byMove)
		if q.Totals {
			list = total(list)
		}
		if err := found(i, list); err != nil {
			return err
		}
	}
	return nil
}

// total returns one tally with the number of all games.
func total(moves []index.MoveTally) []index.MoveTally {
	var all index.MoveTally
	for _, m := range moves {
		all.Games += m.Games
	}
	return []index.MoveTally{all}
}

// moves returns the tallies of the moves of positions.
func (s *Store) moves(ctx context.Context, q index.Query,
	hashes []zobrist.Uint128) (map[index.Key]map[uint32]index.MoveTally, error) {
	p, err := s.stateFor(ctx, q.View)
	if err != nil {
		return nil, err
	}
	moves := make(map[index.Key]map[uint32]index.MoveTally, len(hashes))
	for _, h := range hashes {
		moves[index.KeyOf(h)] = nil
	}
	err = s.sumVisits(ctx, p, q, distinct(hashes), byMove, func(t subtotal) {
		old, wanted := moves[t.key]
		if !wanted {
			return
		}
		if old == nil {
			old = make(map[uint32]index.MoveTally)
			moves[t.key] = old
		}
		m := old[t.group]
		m.Sample = max(m.Sample, int64(t.sample))
		m.Move, m.Tally = t.group, m.Tally.Add(t.games)
		old[t.group] = m
	})
	return moves, err
}

// distinct returns hashes without repetitions, ascending.
func distinct(hashes []zobrist.Uint128) []zobrist.Uint128 {
	list := slices.Clone(hashes)
	slices.SortFunc(list, func(a, b zobrist.Uint128) int {
		return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi,
			b.Hi))
	})
	return slices.Compact(list)
}

func sorted(moves map[uint32]index.MoveTally) []index.MoveTally {
	list := make([]index.MoveTally, 0, len(moves))
	for _, m := range moves {
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b index.MoveTally) int { return cmp.Compare(a.Move, b.Move) })
	return list
}

// History implements [index.State].
func (s *Store) History(ctx context.Context, q index.Query, hash zobrist.Uint128) ([]index.Period, error) {
	p, err := s.stateFor(ctx, q.View)
	if err != nil {
		return nil, err
	}
	months := make(map[uint32]index.Tally)
	err = s.sumVisits(ctx, p, q, []zobrist.Uint128{hash}, byMonth, func(t subtotal) {
		if t.key == index.KeyOf(hash) {
			months[t.group] = months[t.group].Add(t.games)
		}
	})
	if err != nil {
		return nil, err
	}
	periods := make([]index.Period, 0, len(months))
	for month, t := range months {
		periods = append(periods, index.Period{Year: int(month >> 4), Month: int(month & 15), Tally: t})
	}
	slices.SortFunc(periods, func(a, b index.Period) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month))
	})
	return periods, nil
}

// A listed game is an occurrence with its place in the order.
type listed struct {
	index.Occurrence
	rank uint32
}

// List implements [index.State].
func (s *Store) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) ([]index.Occurrence, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	p, err := s.stateFor(ctx, q.View)
	if err != nil {
		return nil, err
	}
	ctx, conditions, err := s.visitSQL(ctx, p, &q.Filter)
	if err != nil {
		return nil, err
	}
	if o.Move != 0 {
		conditions = append(conditions, fmt.Sprintf("move = %d", o.Move))
	}
	rank := rankSQL
	if o.Recent {
		rank = "day"
	}
	var all []listed
	for _, one := range p.route([]zobrist.Uint128{hash}) {
		here := []string{fmt.Sprintf("view = %d AND %s", q.View, keyIn([]zobrist.Uint128{hash})), one.visitRuns()}
		where := allOf(append(here, conditions...))
		part, err := queryShard(ctx, s, p, &one, fmt.Sprintf("SELECT game, move, toUInt32(%s) AS r FROM %s WHERE %s "+
			"ORDER BY r DESC, game DESC LIMIT %d", rank, s.name("visits"), where, int64(o.Skip)+int64(o.Limit)),
			func(row rows, l *listed) error {
				var game uint32
				err := row.Scan(&game, &l.Move, &l.rank)
				l.Number = int64(game)
				return err
			})
		if err != nil {
			return nil, err
		}
		all = append(all, part...)
	}
	slices.SortFunc(all, func(a, b listed) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.Number, a.Number))
	})
	all = all[min(o.Skip, len(all)):]
	found := make([]index.Occurrence, min(o.Limit, len(all)))
	for i := range found {
		found[i] = all[i].Occurrence
	}
	return found, nil
}
