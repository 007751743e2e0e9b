package clickhouse

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/store"
)

// Remove implements [index.Store]. The servers write the runs concerned again, without
// the games.
func (s *Store) Remove(ctx context.Context, f index.Filter, progress func(done float64)) (int64, error) {
	p, err := s.stateFor(ctx, index.Positions)
	if err != nil {
		return 0, err
	}
	if !s.changing.CompareAndSwap(false, true) {
		return 0, fmt.Errorf("%w: a build has not ended", index.ErrLocked)
	}
	defer s.changing.Store(false)
	if !p.built() && !s.options.ReadOnly {
		if _, err := s.Refresh(ctx); err != nil {
			return 0, err
		}
		if p, err = s.state(); err != nil || !p.built() {
			return 0, err
		}
	}
	t, err := s.begin(ctx, time.Now().Add(s.options.Wait))
	if err != nil {
		return 0, err
	}
	defer t.end()
	if progress == nil {
		progress = func(float64) {}
	}
	return t.remove(ctx, f, progress)
}

func (t *session) remove(ctx context.Context, f index.Filter, progress func(float64)) (int64, error) {
	s := t.store
	games, err := s.pick(ctx, newSnapshot(t.base), &f)
	if err != nil || len(games) == 0 {
		return 0, err
	}
	between := func(first, end int64) []uint32 {
		from, _ := slices.BinarySearch(games, uint32(first))
		to, _ := slices.BinarySearch(games, uint32(end))
		return games[from:to]
	}
	m := t.base.clone()
	m.Runs = m.Runs[:0:0]
	for i, r := range t.base.Runs {
		gone := between(r.First, r.End)
		if len(gone) == 0 {
			m.Runs = append(m.Runs, r)
			continue
		}
		t.replace(&m, []run{r})
		m.Index.Visits -= r.Visits
		m.Index.Records -= r.Records
		if int64(len(gone)) == r.Games {
			continue
		}
		without, err := s.rewrite(ctx, []run{r}, gone)
		if err != nil {
			return 0, err
		}
		if without.Games != r.Games-int64(len(gone)) {
			return 0, fmt.Errorf("clickhouse: %d games of %d are left after %d were removed", without.Games, r.Games,
				len(gone))
		}
		m.Index.Visits += without.Visits
		m.Index.Records += without.Records
		m.Runs = append(m.Runs, without)
		progress(float64(i+1) / float64(len(t.base.Runs)+1))
	}
	lost := make([]int64, len(m.Sources))
	for i, from := range m.Sources {
		lost[i] = int64(len(between(from.First, from.End)))
	}
	m.Sources = store.Lose(m.Sources, lost)
	m.Index.Games -= int64(len(games))
	m.Index.Builds++
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	if err := t.publish(ctx, &m); err != nil {
		return 0, fmt.Errorf("clickhouse: remove games: %w", err)
	}
	progress(1)
	return int64(len(games)), nil
}
