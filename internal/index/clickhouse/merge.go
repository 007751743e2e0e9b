package clickhouse

import (
	"context"
	"fmt"
	"slices"
	"strings"

	ch "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/ext"
)

// After a merge, each run has at least mergeRatio times as many games as the next one.
const mergeRatio = 4

// merges returns how many of the last runs to join, 0 for none. It takes another run as long
// as that has less than four times as many games as those after it. So an index of n games
// has at most log4(n) + 1 runs. It takes no run over another number of shards.
func merges(runs []run) int {
	if len(runs) == 0 {
		return 0
	}
	last := len(runs) - 1
	n, games := 1, runs[last].Games
	for n <= last && runs[last-n].Games < mergeRatio*games && len(runs[last-n].Parts) == len(runs[last].Parts) {
		games += runs[last-n].Games
		n++
	}
	if n == 1 {
		return 0
	}
	return n
}

// merge joins runs. The index holds the same games before and after it.
func (t *session) merge(ctx context.Context) error {
	n := merges(t.base.Runs)
	if n == 0 {
		return nil
	}
	m := t.base.clone()
	first := len(m.Runs) - n
	joined, err := t.store.rewrite(ctx, m.Runs[first:], nil)
	if err != nil {
		return err
	}
	t.replace(&m, m.Runs[first:])
	m.Runs = append(m.Runs[:first:first], joined)
	m.Index.Records = 0
	for _, r := range m.Runs {
		m.Index.Records += r.Records
	}
	return t.publish(ctx, &m)
}

// replace notes that runs are no longer part of the state.
func (t *session) replace(m *manifest, runs []run) {
	for _, r := range runs {
		for _, p := range r.Parts {
			for _, id := range []uint64{p.ID, p.TallyID} {
				if !slices.ContainsFunc(m.Replaced, func(r replaced) bool { return r.ID == id }) {
					m.Replaced = append(m.Replaced, replaced{id, t.now})
				}
			}
		}
	}
}

// rewrite makes one run of several over the same number of shards, which lie side by side.
// Each server does that with what it has. The games in gone are left out.
func (s *Store) rewrite(ctx context.Context, runs []run, gone []uint32) (run, error) {
	condition, table, err := "", (*ext.Table)(nil), error(nil)
	if len(gone) > 0 {
		condition = " AND game NOT IN removed"
		if table, err = setTable("removed", "game", "UInt32", gone); err != nil {
			return run{}, err
		}
	}
	r := run{First: runs[0].First, End: runs[len(runs)-1].End, Parts: make([]stored, len(runs[0].Parts))}
	shards := make([]int, len(r.Parts))
	for i := range shards {
		shards[i] = i
	}
	err = each(ctx, shards, func(ctx context.Context, shard int) error {
		from := target[struct{}]{shard: shard, runs: runs}
		return s.cluster.retry(ctx, shard, s.cluster.patience, func(x *server) error {
			if err := s.complete(ctx, x, runs); err != nil {
				return err
			}
			ctx := ctx // with the games, which each statement sends
			if table != nil {
				ctx = ch.Context(ctx, ch.WithExternalTable(table))
			}
			part := stored{ID: newID()}
			for table, to := range map[string]*checksum{"visits": &part.Visits, "games": &part.Games} {
				columns := visitColumns
				if table == "games" {
					columns = gameColumns
				}
				err := x.exec(ctx, fmt.Sprintf("INSERT INTO %s (%s) SELECT toUInt64(%d), %s FROM %s WHERE %s%s",
					s.name(table),
					columns,
					part.ID, strings.TrimPrefix(columns, "run, "), s.name(table), from.visitRuns(), condition))
				if err != nil {
					return err
				}
				n, err := query(ctx, x, fmt.Sprintf("SELECT count() FROM %s WHERE %s%s", s.name(table),
					from.visitRuns(),
					condition), one[uint64])
				if err != nil {
					return err
				}
				to.Rows = n[0]
			}
			r.Parts[shard] = part
			return nil
		})
	})
	if err != nil {
		return run{}, err
	}
	for _, p := range r.Parts {
		r.Games += int64(p.Games.Rows)
	}
	return r, s.finish(ctx, &r)
}
