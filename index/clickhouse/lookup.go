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
	"github.com/zobrist-go/zobrist/index"
)

// popular is the number of games of a position in a run from which on the run has
// tallies of it.
const popular = 64

// maxAsked is how many hashes one query has at most: the text of a query is limited.
const maxAsked = 2000

func keyOfSum(b []byte) index.Key {
	sum := sha256.Sum256(b)
	return index.Key{Lo: binary.BigEndian.Uint64(sum[:]), Hi: binary.BigEndian.Uint16(sum[8:])}
}

// A tallied row is the sum of some visits: of one move of a position, or of one month.
type tallied struct {
	run    uint64 // if it comes from tallies
	key    index.Key
	group  uint32 // the move or the month
	games  index.Tally
	month  uint32 // the last one
	sample uint32
}

func scanTallied(row rows, t *tallied) error {
	var games, first, drawn, second, ratings, rated uint64
	err := row.Scan(&t.run, &t.key.Lo, &t.key.Hi, &t.group, &games, &first, &drawn, &second, &ratings, &rated, &t.month,
		&t.sample)
	t.games = index.Tally{Games: int64(games), First: int64(first), Drawn: int64(drawn), Second: int64(second),
		Ratings: int64(ratings), Rated: int64(rated), LastYear: int(t.month >> 4)}
	return err
}

// The sums of visits and of tallies, as scanTallied reads them.
const (
	visitCounts = "count(), countIf(result = 1), countIf(result = 2), countIf(result = 3), " +
		"sum(toUInt64(first_rating + second_rating)), sum(toUInt64((first_rating > 0) + (second_rating > 0)))"
	visitSums = visitCounts + ", max(intDiv(day, 32)), max(game)"
	tallySums = "sum(games), sum(first), sum(drawn), sum(second), sum(ratings), sum(rated), max(month), max(sample)"
)

// A grouping is by what visits are summed up.
type grouping struct{ visits, tallies string }

var (
	byMove  = grouping{"move", "move"}
	byMonth = grouping{"toUInt32(intDiv(day, 32))", "month"}
)

// loIn is a condition that the low word is that of some hashes.
func loIn(hashes []zobrist.Uint128) string {
	return "lo IN (" + list(hashes, func(b []byte, h zobrist.Uint128) []byte {
		return strconv.AppendUint(b, h.Lo,
			10)
	}) + ")"
}

// sum sums up the visits of positions. It calls add for every part of a sum, one at a
// time, also for keys that were not asked for.
func (s *Store) sum(ctx context.Context, p *snapshot, q index.Query, hashes []zobrist.Uint128, by grouping,
	add func(tallied)) error {
	ctx, visits, err := s.visitSQL(ctx, p, &q.Filter)
	if err != nil {
		return err
	}
	tallies, coarse := tallySQL(&q.Filter)
	questions := p.route(hashes)
	var mu sync.Mutex
	return each(ctx, indices(questions), func(ctx context.Context, i int) error {
		for about := range slices.Chunk(questions[i].about, maxAsked) {
			one := question[zobrist.Uint128]{questions[i].shard, questions[i].runs, about}
			sums, err := s.sumShard(ctx, p, q.View, &one, by, visits, tallies, coarse)
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

// sumShard sums up the visits of positions on one shard: from the tallies of the runs
// that have some, from the visits of the others.
func (s *Store) sumShard(ctx context.Context, p *snapshot, v index.View, q *question[zobrist.Uint128], by grouping,
	visits, tallies []string, coarse bool) ([]tallied, error) {
	var all []tallied
	where := fmt.Sprintf("view = %d AND %s", v, q.visitRuns()+" AND "+loIn(q.about))
	if coarse {
		sums, err := answer(ctx, s, p, q, fmt.Sprintf(
			"SELECT run, lo, hi, %s AS grouped, %s FROM %s WHERE %s GROUP BY run, lo, hi, grouped",
			by.tallies, tallySums, s.name("tallies"),
			allOf(append([]string{fmt.Sprintf("view = %d", v), q.tallyRuns(), loIn(q.about)}, tallies...))), scanTallied)
		if err != nil {
			return nil, err
		}
		if len(sums) > 0 {
			if where = q.rest(v, sums); where == "" {
				return sums, nil
			}
			all = sums
		}
	}
	sums, err := answer(ctx, s, p, q, fmt.Sprintf(
		"SELECT toUInt64(0), lo, hi, %s AS grouped, %s FROM %s WHERE %s GROUP BY lo, hi, grouped",
		by.visits, visitSums, s.name("visits"), allOf(append([]string{where}, visits...))), scanTallied)
	return append(all, sums...), err
}

// rest returns the condition for the visits that no tally has summed up, "" for none.
func (q *question[T]) rest(v index.View, sums []tallied) string {
	has := make(map[uint64]map[index.Key]bool) // by run
	for _, t := range sums {
		if has[t.run] == nil {
			has[t.run] = make(map[index.Key]bool)
		}
		has[t.run][t.key] = true
	}
	var parts []string
	var none []run
	for _, r := range q.runs {
		keys := has[r.Parts[q.shard].TallyID]
		if len(keys) == 0 {
			none = append(none, r)
			continue
		}
		var left []zobrist.Uint128
		for _, h := range any(q.about).([]zobrist.Uint128) {
			if !keys[index.KeyOf(h)] {
				left = append(left, h)
			}
		}
		if len(left) > 0 {
			parts = append(parts, fmt.Sprintf("(run = %d AND %s)", r.Parts[q.shard].ID, loIn(left)))
		}
	}
	if len(none) > 0 {
		rest := question[T]{shard: q.shard, runs: none}
		parts = append(parts, fmt.Sprintf("(%s AND %s)", rest.visitRuns(), loIn(any(q.about).([]zobrist.Uint128))))
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("view = %d AND %s", v, anyOf(parts))
}

// Lookup implements [index.Store].
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
		if err := found(i, sorted(byMove)); err != nil {
			return err
		}
	}
	return nil
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
	err = s.sum(ctx, p, q, distinct(hashes), byMove, func(t tallied) {
		old, asked := moves[t.key]
		if !asked {
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

// Count implements [index.Store].
func (s *Store) Count(ctx context.Context, q index.Query, hashes []zobrist.Uint128, counts []int64) error {
	clear(counts[:len(hashes)])
	return s.Lookup(ctx, q, hashes, func(i int, moves []index.MoveTally) error {
		for _, m := range moves {
			counts[i] += m.Games
		}
		return nil
	})
}

// History implements [index.Store].
func (s *Store) History(ctx context.Context, q index.Query, hash zobrist.Uint128) ([]index.Period, error) {
	p, err := s.stateFor(ctx, q.View)
	if err != nil {
		return nil, err
	}
	months := make(map[uint32]index.Tally)
	err = s.sum(ctx, p, q, []zobrist.Uint128{hash}, byMonth, func(t tallied) {
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

// List implements [index.Store].
func (s *Store) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) ([]index.Occurrence, error) {
	if err := o.Check(); err != nil {
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
		where := allOf(append([]string{fmt.Sprintf("view = %d AND lo = %d AND hi = %d", q.View, hash.Lo, uint16(hash.Hi)),
			one.visitRuns()}, conditions...))
		part, err := answer(ctx, s, p, &one, fmt.Sprintf("SELECT game, move, toUInt32(%s) AS r FROM %s WHERE %s "+
			"ORDER BY r DESC, game DESC LIMIT %d", rank, s.name("visits"), where, o.Skip+o.Limit),
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
