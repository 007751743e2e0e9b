package clickhouse

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// Verify implements [index.Store]. Each replica reads all of its rows, whose blocks have
// checksums, and compares their number and the sum of their hashes with what was noted
// when they were written. Then tallies, games and visits are compared with one another.
// If a replica has more rows than were noted, or rows with another sum, the error wraps
// [index.ErrCorrupt]. A replica that does not answer, or that lacks rows, is left out if
// another one of its shard has everything, which unread says. If all replicas answer and
// none has everything, the error wraps [index.ErrCorrupt], too.
func (s *Store) Verify(ctx context.Context, progress func(done float64)) (unread []error, err error) {
	p, err := s.stateFor(ctx, index.Positions)
	if err == nil {
		err = s.cluster.has(p.shards() - 1)
	}
	if err != nil {
		return nil, err
	}
	v := verifier{store: s, snapshot: p, progress: progress, left: make(map[*server]error)}
	for _, r := range p.Runs {
		for shard := range r.Parts {
			v.steps += 1 + len(s.cluster.shards[shard])
		}
	}
	err = v.verify(ctx)
	for x := range s.cluster.servers() {
		if v.left[x] != nil {
			unread = append(unread, v.left[x])
		}
	}
	return unread, err
}

// A verifier is a call of Verify.
type verifier struct {
	store       *Store
	snapshot    *snapshot
	progress    func(float64)
	steps, done int
	left        map[*server]error // replicas that are left out
}

func (v *verifier) step() {
	if v.done++; v.progress != nil {
		v.progress(float64(v.done) / float64(v.steps))
	}
}

func (v *verifier) verify(ctx context.Context) error {
	var games, visits, records int64
	for _, r := range v.snapshot.Runs {
		for shard := range r.Parts {
			if err := v.replicas(ctx, r, shard); err != nil {
				return err
			}
			if err := v.store.verifyTallies(ctx, v.snapshot, r, shard); err != nil {
				return err
			}
			v.step()
		}
		games += r.Games
		visits += r.Visits
		records += r.Records
	}
	if m := v.snapshot.Index; games != m.Games || visits != m.Visits || records != m.Records {
		return fmt.Errorf("%w: the runs have %d games, %d visits and %d records, and the manifest says %d, %d and %d",
			index.ErrCorrupt, games, visits, records, m.Games, m.Visits, m.Records)
	}
	return v.store.verifyGames(ctx, v.snapshot)
}

// replicas compares what the replicas of a shard have of a run with the manifest.
func (v *verifier) replicas(ctx context.Context, r run, shard int) error {
	var problems []error
	away := false
	all := v.store.cluster.shards[shard]
	for _, x := range all {
		err := v.store.verifyPart(ctx, x, r)
		v.step()
		var behind errIncomplete
		switch lacks := errors.As(err, &behind); {
		case err == nil:
			continue
		case errors.Is(err, index.ErrCorrupt) || !lacks && !broken(ctx, err):
			return err
		case !lacks:
			away = true
		}
		if problems = append(problems, err); v.left[x] == nil {
			v.left[x] = err
		}
	}
	switch {
	case len(problems) < len(all):
		return nil
	case away:
		return unavailable(shard, problems)
	}
	return fmt.Errorf("%w: shard %d: no replica has everything: %w", index.ErrCorrupt, shard+1,
		errors.Join(problems...))
}

// verifyPart compares what one replica has of a run with the manifest.
func (s *Store) verifyPart(ctx context.Context, x *server, r run) error {
	x.forget([]run{r})
	err := s.complete(ctx, x, []run{r})
	var other errIncomplete
	if errors.As(err, &other) && other.have > other.want {
		return fmt.Errorf("%w: %w", index.ErrCorrupt, other)
	}
	if err != nil {
		return err
	}
	part := &r.Parts[x.shard]
	for _, t := range []struct {
		table string
		id    uint64
		want  checksum
	}{{"visits", part.ID, part.Visits}, {"games", part.ID, part.Games}, {"tallies", part.TallyID, part.Tallies}} {
		got, err := s.sumTable(ctx, x, t.table, t.id)
		if err != nil {
			return err
		}
		if got != t.want {
			return fmt.Errorf("%w: server %s: run %d of %s has %d rows with the sum %x, and should have %d with %x",
				index.ErrCorrupt, x.address, t.id, t.table, got.Rows, got.Hash, t.want.Rows, t.want.Hash)
		}
	}
	return nil
}

// verifyTallies compares the sums of the tallies of a shard with the sums of its visits.
func (s *Store) verifyTallies(ctx context.Context, p *snapshot, r run, shard int) error {
	q := target[struct{}]{shard: shard, runs: []run{r}}
	where := fmt.Sprintf("%s AND view != %d", q.visitRuns(), linesView)
	var sums [2]subtotal
	for i, from := range [2]string{
		fmt.Sprintf("%s FROM %s WHERE %s AND (view, head, tail) IN (SELECT view, head, tail FROM %s "+
			"WHERE %s GROUP BY view, head, tail HAVING count() >= %d)", visitSums, s.name("visits"), where,
			s.name("visits"), where, popularGames),
		fmt.Sprintf("%s FROM %s WHERE %s", tallySums, s.name("tallies"), q.tallyRuns()),
	} {
		sql := "SELECT toUInt64(0), toUInt16(0), toUInt64(0), toUInt32(0), " + from
		rows, err := queryShard(ctx, s, p, &q, sql, scanSubtotal)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			sums[i] = rows[0]
		}
	}
	if sums[0] != sums[1] {
		return fmt.Errorf("%w: shard %d: the tallies of run %d sum up %+v, and the visits %+v", index.ErrCorrupt,
			shard+1,
			r.Parts[shard].TallyID, sums[1].games, sums[0].games)
	}
	return nil
}

// verifyGames compares the facts that visits repeat with the facts of the games: the line of each
// game has its number, and both have the same sum.
func (s *Store) verifyGames(ctx context.Context, p *snapshot) error {
	const facts = "cityHash64(game, day, first_rating, second_rating, result, speed, mode)"
	var sums [2]checksum
	for _, q := range p.everywhere() {
		for i, sql := range []string{
			fmt.Sprintf("SELECT count(), sum(%s) FROM %s WHERE %s", facts, s.name("games"), q.visitRuns()),
			fmt.Sprintf("SELECT count(), sum(%s) FROM %s WHERE %s AND view = %d", facts, s.name("visits"),
				q.visitRuns(),
				linesView),
		} {
			part, err := queryShard(ctx, s, p, &q, sql,
				func(row rows, to *checksum) error { return row.Scan(&to.Rows, &to.Hash) })
			if err != nil {
				return err
			}
			sums[i].Rows += part[0].Rows
			sums[i].Hash += part[0].Hash
		}
	}
	if sums[0] != sums[1] || sums[0].Rows != uint64(p.Index.Games) {
		return fmt.Errorf("%w: %d games with the sum %x, and %d lines of games with the sum %x; there should be %d",
			index.ErrCorrupt,
			sums[0].Rows, sums[0].Hash, sums[1].Rows, sums[1].Hash, p.Index.Games)
	}
	return nil
}

// Size implements [index.Store]. It counts one replica of each shard. What earlier states
// had counts as "replaced" as long as it is stored.
func (s *Store) Size(ctx context.Context) (parts []index.Part, left int64, err error) {
	p, err := s.stateFor(ctx, index.Positions)
	if err != nil {
		return nil, 0, err
	}
	type column struct {
		table, name string
		run, bytes  uint64
	}
	bytes := make(map[string]int64)
	ids, old := p.ids(), make(map[uint64]bool)
	for _, r := range p.Replaced {
		old[r.ID] = true
	}
	for shard := range max(p.shards(), len(s.cluster.shards)) {
		columns, err := tryReplicas(ctx, s.cluster, shard, func(x *server) ([]column, error) {
			return query(ctx, x, fmt.Sprintf("SELECT table, column, toUInt64(partition) AS run, "+
				"sum(column_data_compressed_bytes) FROM system.parts_columns WHERE active AND database = '%s' "+
				"AND table IN ('visits', 'tallies', 'games') GROUP BY table, column, run", s.address.Database),
				func(row rows, c *column) error { return row.Scan(&c.table, &c.name, &c.run, &c.bytes) })
		})
		if err != nil {
			return nil, 0, err
		}
		for _, c := range columns {
			switch n := int64(c.bytes); {
			case old[c.run]:
				bytes["replaced"] += n
			case !ids[c.run]:
				left += n
			case c.table == "visits":
				bytes["positions"] += n
			case c.table == "tallies":
				bytes["tallies"] += n
			case c.name == "text":
				bytes["texts"] += n
			case c.name == "moves":
				bytes["moves"] += n
			default:
				bytes["facts"] += n
			}
		}
	}
	for name, n := range bytes {
		parts = append(parts, index.Part{Name: name, Bytes: n})
	}
	slices.SortFunc(parts, func(a, b index.Part) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Name, b.Name))
	})
	return parts, left, nil
}
