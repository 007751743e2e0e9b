package clickhouse

import (
	"context"
	"fmt"
	"slices"
	"sync"

	ch "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/ext"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/store"
)

// rankRows is about how many visits one query of a ranking counts: few enough for the
// table of their positions to stay in a processor's cache. If only popular positions are
// wanted, one query counts more of them.
const (
	rankRows        = 1 << 17
	rankPopularRows = 1 << 22
)

// Rank implements [index.State]. The shards work at the same time. Each goes through its
// positions part by part, and sends the first positions of each part.
func (s *Store) Rank(ctx context.Context, r index.Ranking, progress func(float64)) ([]index.RankedPosition, error) {
	if err := r.SetDefaults(); err != nil {
		return nil, err
	}
	p, err := s.stateFor(ctx, r.View)
	if err != nil || !p.built() {
		return nil, err
	}
	q, err := s.rankSQL(ctx, p, &r)
	if err != nil {
		return nil, err
	}
	widths, byWidth := p.widths()
	if q.none || len(widths) == 0 {
		return nil, nil
	}
	if len(widths) > 1 {
		return s.rankAcross(ctx, p, q, progress)
	}
	runs := byWidth[widths[0]]
	shards := make([]int, widths[0])
	pages := make([]uint64, len(shards))
	total, done := uint64(0), uint64(0)
	for shard := range shards {
		shards[shard] = shard
		rows := uint64(0)
		for _, one := range runs {
			rows += one.Parts[shard].Visits.Rows
		}
		if pages[shard] = 1 + rows/rankRows; q.popular(len(runs)) {
			pages[shard] = 1 + rows/rankPopularRows
		}
		total += pages[shard]
	}
	var mu sync.Mutex
	top := store.NewTop(&r)
	err = each(q.context(ctx), shards, func(ctx context.Context, shard int) error {
		from := target[struct{}]{shard: shard, runs: runs}
		first, last := shardRange(shard, len(shards))
		for low, high := range spans(first, last, pages[shard]) {
			part, err := queryShard(ctx, s, p, &from, q.page(&from, low, high), scanRanked)
			if err != nil {
				return err
			}
			mu.Lock()
			for _, one := range part {
				one.Value, _ = r.Value(one.Tally)
				if err := top.Add(ctx, one.RankedPosition); err != nil {
					mu.Unlock()
					return err
				}
			}
			if done++; progress != nil {
				progress(float64(done) / float64(total))
			}
			mu.Unlock()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return top.List(ctx)
}

// rankAcross is Rank for an index whose runs are divided over different numbers of shards.
// Several shards may have visits of a position, so the sums of all positions are read.
func (s *Store) rankAcross(ctx context.Context, p *snapshot, q *rankQuery, progress func(float64)) (
	[]index.RankedPosition, error) {
	rows := uint64(0)
	for _, r := range p.Runs {
		for _, part := range r.Parts {
			rows += part.Visits.Rows
		}
	}
	first, err := s.pick(ctx, p, &q.r.First)
	if err != nil {
		return nil, err
	}
	top := store.NewTop(q.r)
	pages, done := 1+rows/rankRows, uint64(0)
	for low, high := range spans(0, ^uint64(0), pages) {
		sums := make(map[index.Key]rankedRow)
		for _, one := range p.everywhere() {
			part, err := queryShard(q.context(ctx), s, p, &one, q.sums(&one, low, high, "1"), scanRanked)
			if err != nil {
				return nil, err
			}
			for _, row := range part {
				if old, ok := sums[row.Key]; ok {
					row.Tally, row.rank = row.Add(old.Tally), min(row.rank, old.rank)
				}
				sums[row.Key] = row
			}
		}
		for _, row := range sums {
			var ok bool
			if row.Value, ok = q.r.Value(row.Tally); !ok {
				continue
			}
			row.FirstGame = int64(uint32(row.rank))
			if _, ok := slices.BinarySearch(first, uint32(row.FirstGame)); ok {
				if err := top.Add(ctx, row.RankedPosition); err != nil {
					return nil, err
				}
			}
		}
		if done++; progress != nil {
			progress(float64(done) / float64(pages))
		}
	}
	return top.List(ctx)
}

// A rankedRow is a position with the rank of its first game.
type rankedRow struct {
	index.RankedPosition
	rank uint64
}

func scanRanked(row rows, p *rankedRow) error {
	var games, first, drawn, second, ratings, rated, firstRatings, firstRated uint64
	var month uint32
	err := scanKeyed(row, &p.Key, &games, &first, &drawn, &second, &ratings, &rated,
		&firstRatings, &firstRated, &month, &p.rank)
	p.Tally = index.Tally{Games: int64(games), First: int64(first), Drawn: int64(drawn), Second: int64(second),
		Ratings: int64(ratings), Rated: int64(rated), LastYear: int(month >> 4),
		FirstRatings: int64(firstRatings), FirstRated: int64(firstRated)}
	p.FirstGame = int64(uint32(p.rank))
	return err
}

// A rankQuery is a ranking in SQL.
type rankQuery struct {
	r       *index.Ranking
	table   string // of visits
	tallies string
	visits  []string // conditions on visits
	having  []string // on sums
	first   []string // on the day and the number of the first game
	order   string
	tables  []*ext.Table // sets of games that the conditions name
	none    bool         // no game meets the conditions
}

func (s *Store) rankSQL(ctx context.Context, p *snapshot, r *index.Ranking) (*rankQuery, error) {
	q := &rankQuery{r: r, table: s.name("visits"), tallies: s.name("tallies"), visits: factSQL(&r.Filter, p.Sources)}
	if named(&r.Filter) {
		if err := s.addSet(ctx, p, q, "picked", &r.Filter); err != nil {
			return nil, err
		}
		q.visits = append(q.visits, "game IN picked")
	}
	switch dated := (index.Filter{Since: r.First.Since, Until: r.First.Until, Sources: r.First.Sources}); {
	case r.First.Empty():
	case onlyDated(&r.First):
		q.first = factSQL(&dated, p.Sources)
	default:
		if err := s.addSet(ctx, p, q, "earliest", &r.First); err != nil {
			return nil, err
		}
		q.first = []string{"game IN earliest"}
	}
	points := map[game.Side]string{
		game.NoSide: "greatest(2 * w + d, 2 * b + d)", game.FirstSide: "(2 * w + d)",
		game.SecondSide: "(2 * b + d)",
	}[r.Side]
	q.having = []string{fmt.Sprintf("n >= %d", r.MinGames)}
	if r.By != index.ByGames || r.MinScore > 0 {
		q.having = append(q.having, "w + d + b > 0")
	}
	if r.MinScore > 0 {
		q.having = append(q.having, fmt.Sprintf("1000 * %s >= %d * (w + d + b)", points, 2*r.MinScore))
	}
	q.order = map[index.Measure]string{
		index.ByGames: "n", index.ByScore: points + " / (2 * (w + d + b))",
		index.ByContest: "least(w, b) / (w + d + b)",
	}[r.By]
	return q, nil
}

// onlyDated reports whether the day and the number of a game decide what a filter selects.
func onlyDated(f *index.Filter) bool {
	rest := *f
	rest.Since, rest.Until, rest.Sources = index.Date{}, index.Date{}, nil
	return rest.Empty()
}

// addSet sends the games that a filter selects with the query.
func (s *Store) addSet(ctx context.Context, p *snapshot, q *rankQuery, name string, f *index.Filter) error {
	games, err := s.pick(ctx, p, f)
	if err != nil {
		return err
	}
	q.none = q.none || len(games) == 0
	table, err := setTable(name, "game", "UInt32", games)
	q.tables = append(q.tables, table)
	return err
}

// context returns a context that carries the sets of games.
func (q *rankQuery) context(ctx context.Context) context.Context {
	if len(q.tables) == 0 {
		return ctx
	}
	return ch.Context(ctx, ch.WithExternalTable(q.tables...))
}

// sums sums up the visits of a part of the positions. rank is [store.FirstRank].
func (q *rankQuery) sums(one *target[struct{}], low, high uint64, candidates string) string {
	return fmt.Sprintf("SELECT head, tail, count() AS n, countIf(result = 1) AS w, countIf(result = 2) AS d, "+
		"countIf(result = 3) AS b, sum(toUInt64(first_rating + second_rating)) AS ratings, "+
		"sum(toUInt64((first_rating > 0) + (second_rating > 0))) AS rated, sum(toUInt64(first_rating)) AS first_ratings, "+
		"countIf(first_rating > 0) AS first_rated, max(intDiv(day, 32)) AS month, "+
		"min(toUInt64(toUInt32(day - 1)) * 4294967296 + game) AS rank FROM %s PREWHERE %s WHERE %s GROUP BY head, tail",
		q.table, allOf([]string{fmt.Sprintf("view = %d AND %s", q.r.View, loBetween(low, high)), one.visitRuns(),
			candidates}), allOf(q.visits))
}

// popular reports whether a position of enough games must be popular in one of that many
// runs.
func (q *rankQuery) popular(runs int) bool { return q.r.MinGames > int64(runs)*(popularGames-1) }

// candidates returns a condition that positions of enough games meet. Their hashes come
// from the tallies if they must be there, otherwise from a count.
func (q *rankQuery) candidates(one *target[struct{}], low, high uint64) string {
	where := fmt.Sprintf("view = %d AND %s", q.r.View, loBetween(low, high))
	switch {
	case q.popular(len(one.runs)):
		return fmt.Sprintf("(head, tail) IN (SELECT DISTINCT head, tail FROM %s WHERE %s AND %s)", q.tallies, where,
			one.tallyRuns())
	case q.r.MinGames > 1:
		return fmt.Sprintf("(head, tail) IN (SELECT head, tail FROM %s WHERE %s AND %s GROUP BY head, tail "+
			"HAVING count() >= %d)", q.table, where, one.visitRuns(), q.r.MinGames)
	}
	return "1"
}

// page returns the first positions of a part.
func (q *rankQuery) page(one *target[struct{}], low, high uint64) string {
	const columns = "head, tail, n, w, d, b, ratings, rated, first_ratings, first_rated, month, rank"
	sql := q.sums(one, low, high, q.candidates(one, low, high)) + " HAVING " + allOf(q.having)
	if len(q.first) > 0 {
		sql = fmt.Sprintf(
			"SELECT %s FROM (SELECT %s, toUInt32(intDiv(rank, 4294967296) + 1) AS day, toUInt32(rank) AS game "+
				"FROM (%s)) WHERE %s", columns, columns, sql, allOf(q.first))
	}
	if q.r.Bounded() { // how many of the first positions are within the bounds is not known here
		return sql
	}
	return fmt.Sprintf("SELECT %s FROM (%s) ORDER BY %s DESC, n DESC, head, tail LIMIT %d", columns, sql,
		q.order, q.r.Limit)
}
