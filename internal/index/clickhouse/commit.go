package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// Commit implements [index.Builder]. It sends what was kept, checks that the servers
// have it, and makes it part of the index; see [Store.publish]. Then it merges runs, if
// there are many; see [merges].
func (b *builder) Commit(ctx context.Context, progress func(done float64)) (index.Summary, error) {
	if err := b.usable(ctx); err != nil {
		return index.Summary{}, err
	}
	if progress == nil {
		progress = func(float64) {}
	}
	if err := b.prepare(); err != nil {
		return index.Summary{}, err
	}
	b.ended = true
	b.drop()
	summary := index.Summary{Games: b.draft.Games, Duplicates: b.KeptDuplicates, Resumed: b.Resumed, Sources: b.Sources,
		Dropped: b.Dropped}
	if summary.Games == 0 && len(summary.Sources) == 0 {
		return summary, b.spool.remove()
	}
	m := b.base.clone()
	if !m.built() {
		m.Index = b.config.Manifest()
	}
	if b.draft.Games > 0 {
		r, err := b.send(ctx, func(done float64) { progress(0.7 * done) })
		if errors.Is(err, errLost) { // the replicas that are left take all of it
			lost := manifest{Runs: []run{r}}
			_ = b.store.drop(ctx, lost.ids()) // what stays is removed next time
			r, err = b.send(ctx, func(float64) {})
		}
		if err != nil {
			return index.Summary{}, fmt.Errorf("clickhouse: send the build: %w", err)
		}
		summary.Visits, summary.Records = r.Visits, r.Records
		m.Runs = append(m.Runs, r)
	}
	progress(0.95)
	m.Sources = append(m.Sources, b.Sources...)
	m.Index.Texts = m.Index.Texts && !b.KeptTextless
	m.Index.Next += b.draft.Games
	m.Index.Games += b.draft.Games
	m.Index.Visits += summary.Visits
	m.Index.Records += summary.Records
	m.Index.Builds++
	if ctx.Err() != nil {
		return index.Summary{}, context.Cause(ctx)
	}
	if err := b.publish(ctx, &m); err != nil {
		return index.Summary{}, fmt.Errorf("clickhouse: end the build: %w", err)
	}
	// The build took effect. What follows saves time later: no error of it counts.
	_ = b.spool.remove()
	_ = b.merge(ctx)
	progress(1)
	return summary, nil
}

// send sends what was kept, and finishes the run.
func (b *builder) send(ctx context.Context, progress func(float64)) (run, error) {
	r, err := b.upload(ctx, progress)
	if err == nil {
		err = b.store.finish(ctx, &r)
	}
	return r, err
}

// upload sends what was kept. The run is complete afterwards on one replica of each
// shard at least.
func (b *builder) upload(ctx context.Context, progress func(float64)) (run, error) {
	u := newUploader(ctx, b.store, newID(), b.options.Memory)
	r := run{First: b.base.Index.Next, End: b.base.Index.Next + b.draft.Games, Games: b.draft.Games}
	number, buffer := r.First, []byte(nil)
	err := b.spool.read(b.From, b.Gaps, func(g *index.Game, visits [][]index.Visit, at int64) error {
		var line index.Key
		line, buffer = digest(buffer, g)
		err := u.game(uint32(number), g, visits, line)
		if number++; number%1024 == 0 {
			progress(float64(at) / float64(b.From))
		}
		return err
	})
	if err != nil {
		u.cancel(err)
	}
	if sent := u.close(); err == nil {
		err = sent
	}
	if err == nil && number != r.End {
		err = fmt.Errorf("%w: %s holds %d games in place of %d", index.ErrDamaged, b.spool.file.Name(),
			number-r.First, r.Games)
	}
	r.Parts = u.parts
	return r, err
}

// finish makes the tallies of a run whose visits and games are sent, and fills in what
// the servers say about it. The number of rows decides whether they have everything.
func (s *Store) finish(ctx context.Context, r *run) error {
	shards := make([]int, len(r.Parts))
	visits, records := make([]int64, len(shards)), make([]int64, len(shards))
	for i := range shards {
		shards[i] = i
	}
	err := each(ctx, shards, func(ctx context.Context, shard int) error {
		part := &r.Parts[shard]
		summarize := func(x *server) error {
			if have, err := s.has(ctx, x, part); err != nil {
				return err
			} else if !have {
				return fmt.Errorf("server %s is catching up", x.address)
			}
			part.TallyID, part.Tallies = newID(), checksum{}
			if err := s.tally(ctx, x, shard, len(shards), part, &records[shard]); err != nil {
				return err
			}
			var err error
			visits[shard], err = s.sums(ctx, x, part)
			return err
		}
		// The replica that has everything may be lost meanwhile. So each try begins with arrive,
		// which finds out whether another one gets there.
		for end, pause := time.Now().Add(s.cluster.patience), 50*time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
			if err := s.arrive(ctx, shard, part); err != nil {
				return err
			}
			err := s.cluster.retry(ctx, shard, 0, summarize)
			if !errors.Is(err, index.ErrUnavailable) || time.Now().After(end) {
				return err
			}
			if err := sleep(ctx, pause); err != nil {
				return err
			}
		}
	})
	if err != nil {
		return err
	}
	for shard := range shards {
		r.Visits += visits[shard]
		r.Records += records[shard]
	}
	return s.spread(ctx, r)
}

// count returns how many rows a server has of a part.
func (s *Store) count(ctx context.Context, x *server, part *stored) (have stored, err error) {
	parts, err := s.parts(ctx, x)
	for _, p := range parts {
		switch {
		case p.run == part.ID && p.table == "visits":
			have.Visits.Rows = p.rows
		case p.run == part.ID && p.table == "games":
			have.Games.Rows = p.rows
		case p.run == part.TallyID && p.table == "tallies":
			have.Tallies.Rows = p.rows
		}
	}
	return have, err
}

// has reports whether a server has the visits and games of a part.
func (s *Store) has(ctx context.Context, x *server, part *stored) (bool, error) {
	have, err := s.count(ctx, x, part)
	return err == nil && have.Visits.Rows == part.Visits.Rows && have.Games.Rows == part.Games.Rows, err
}

// A growth tells whether a number of rows has grown lately.
type growth struct {
	most uint64
	at   time.Time
}

// stopped reports whether rows has not grown for some time.
func (g *growth) stopped(rows uint64, standstill time.Duration) bool {
	if rows > g.most || g.at.IsZero() {
		g.most, g.at = rows, time.Now()
	}
	return time.Since(g.at) > standstill
}

// arrive waits until one replica has all of a part: if its blocks went to several,
// they exchange them. If none of those that answer gets more rows, the error wraps errLost.
func (s *Store) arrive(ctx context.Context, shard int, part *stored) error {
	if err := s.cluster.has(shard); err != nil {
		return err
	}
	got := make(map[*server]*growth) // of the replicas that answer
	for end := time.Now().Add(s.cluster.patience); ; {
		var problems []error
		stopped := true
		for _, x := range s.cluster.replicas(shard, nil) {
			have, err := s.count(ctx, x, part)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if err != nil {
				delete(got, x)
				problems = append(problems, err)
				continue
			}
			if have.Visits.Rows == part.Visits.Rows && have.Games.Rows == part.Games.Rows {
				return nil
			}
			if got[x] == nil {
				got[x] = new(growth)
			}
			stopped = got[x].stopped(have.Visits.Rows+have.Games.Rows, s.cluster.standstill()) && stopped
			problems = append(problems, fmt.Errorf("server %s does not have all blocks", x.address))
		}
		if len(got) > 0 && stopped {
			return unavailable(shard, append(problems, errLost))
		}
		if time.Now().After(end) {
			return unavailable(shard, problems)
		}
		if err := sleep(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

// spread waits until all replicas that answer have a run, so that any one of them may
// fail. It does not wait for those that get no more of it: they may catch up later.
func (s *Store) spread(ctx context.Context, r *run) error {
	var wg sync.WaitGroup
	for x := range s.cluster.servers() {
		if x.shard >= len(r.Parts) {
			continue
		}
		wg.Go(func() {
			part := &r.Parts[x.shard]
			all := part.Visits.Rows + part.Games.Rows + part.Tallies.Rows
			for got := (growth{}); ; {
				have, err := s.count(ctx, x, part)
				rows := have.Visits.Rows + have.Games.Rows + have.Tallies.Rows
				if err != nil || rows == all || got.stopped(rows, s.cluster.standstill()) ||
					sleep(ctx, 20*time.Millisecond) != nil {
					return
				}
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// countRows is about how many visits one query counts: the table of their positions
// fits into a processor's cache. Four million at once take more than twice as long.
const countRows = 1 << 17

// tallyKeys is how many popular positions one query sums up at most.
const tallyKeys = 1000

// A popularKey is a position of a view that is popular in a part.
type popularKey struct {
	view uint8
	index.Key
}

// tally makes the tallies of a part from its visits, and counts its positions.
func (s *Store) tally(ctx context.Context, x *server, shard, shards int, part *stored, records *int64) error {
	first, last := shardRange(shard, shards)
	*records = 0
	var keys []popularKey
	for low, high := range spans(first, last, 1+part.Visits.Rows/countRows) {
		counted := fmt.Sprintf("(SELECT view, head, tail, count() AS games FROM %s WHERE run = %d AND view != %d "+
			"AND %s GROUP BY view, head, tail)", s.name("visits"), part.ID, linesView, loBetween(low, high))
		popularSQL := func(column string) string {
			return fmt.Sprintf("groupArrayIf(%s, games >= %d)", column,
				popularGames)
		}
		type page struct {
			records uint64
			views   []uint8
			heads   []uint16
			tails   []uint64
		}
		found, err := query(ctx, x, fmt.Sprintf("SELECT countIf(view = 0), %s, %s, %s FROM %s",
			popularSQL("view"), popularSQL("head"), popularSQL("tail"), counted),
			func(row rows, p *page) error { return row.Scan(&p.records, &p.views, &p.heads, &p.tails) })
		if err != nil {
			return err
		}
		for _, p := range found {
			*records += int64(p.records)
			for k, view := range p.views {
				keys = append(keys, popularKey{view, joinKey(p.heads[k], p.tails[k])})
			}
		}
		for len(keys) >= tallyKeys || high == last && len(keys) > 0 {
			n := min(len(keys), tallyKeys)
			if err := s.tallyOf(ctx, x, part, keys[:n]); err != nil {
				return err
			}
			keys = keys[n:]
		}
	}
	return nil
}

// tallyOf makes the tallies of some positions. The condition without the view comes first:
// it is what the order of the table serves.
func (s *Store) tallyOf(ctx context.Context, x *server, part *stored, keys []popularKey) error {
	return x.exec(ctx, fmt.Sprintf("INSERT INTO %s (%s) SELECT toUInt64(%d), view, head, tail, move, "+
		"toUInt32(intDiv(day, 32)) AS month, %s AS band, speed, mode, %s, max(game) FROM %s "+
		"PREWHERE run = %d AND (head, tail) IN (%s) WHERE (view, head, tail) IN (%s) "+
		"GROUP BY view, head, tail, move, month, band, speed, mode",
		s.name("tallies"), tallyColumns, part.TallyID, bandSQL, visitCounts, s.name("visits"), part.ID,
		list(keys, func(b []byte, k popularKey) []byte { return fmt.Appendf(b, "(%d,%d)", head(k.Key), tail(k.Key)) }),
		list(keys, func(b []byte, k popularKey) []byte {
			return fmt.Appendf(b, "(%d,%d,%d)", k.view, head(k.Key), tail(k.Key))
		})))
}

// shardRange returns the low words that a shard of n has.
func shardRange(shard, n int) (first, last uint64) {
	start := func(i int) uint64 {
		if i == n {
			return 0
		}
		q, rest := bits.Div64(uint64(i), 0, uint64(n))
		if rest > 0 {
			q++
		}
		return q
	}
	return start(shard), start(shard+1) - 1
}

// Hashes of rows, for sums that do not depend on their order.
var rowHashes = map[string]string{
	"visits": "cityHash64(view, lo, hi, move, game, day, first_rating, second_rating, result, speed, mode)",
	"tallies": "cityHash64(view, lo, hi, move, month, band, speed, mode, games, first, drawn, second, " +
		"ratings, rated, sample)",
	"games": "cityHash64(game, first, second, day, first_rating, second_rating, result, speed, mode, " +
		"event, event_lower, site, round, opening, start, moves, text)",
}

// sumTable returns the sum of a part of a table on a server.
func (s *Store) sumTable(ctx context.Context, x *server, table string, id uint64) (checksum, error) {
	sums, err := query(ctx, x, fmt.Sprintf("SELECT count(), sum(%s) FROM %s WHERE run = %d", rowHashes[table],
		s.name(table), id),
		func(row rows, to *checksum) error { return row.Scan(&to.Rows, &to.Hash) })
	if err != nil {
		return checksum{}, err
	}
	return sums[0], nil
}

// sums fills in the sums of a part, and returns its visits of whole positions.
func (s *Store) sums(ctx context.Context, x *server, part *stored) (visits int64, err error) {
	for _, t := range []struct {
		table string
		id    uint64
		to    *checksum
	}{{"visits", part.ID, &part.Visits}, {"games", part.ID, &part.Games}, {"tallies", part.TallyID, &part.Tallies}} {
		got, err := s.sumTable(ctx, x, t.table, t.id)
		if err != nil {
			return 0, err
		}
		if t.table != "tallies" && got.Rows != t.to.Rows {
			return 0, fmt.Errorf("server %s has %d rows of %s in place of %d", x.address, got.Rows, t.table, t.to.Rows)
		}
		*t.to = got
	}
	n, err := query(ctx, x, fmt.Sprintf("SELECT count() FROM %s WHERE run = %d AND view = 0", s.name("visits"),
		part.ID),
		one[uint64])
	if err != nil {
		return 0, err
	}
	return int64(n[0]), nil
}
