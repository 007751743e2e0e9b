package flat

import (
	"context"
	"errors"
	"sort"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/store"
)

// Remove implements [index.Store]. Runs that have such games are written anew, with
// holes at their numbers.
func (s *Store) Remove(ctx context.Context, f index.Filter, progress func(done float64)) (removed int64, err error) {
	t, err := s.change(nil)
	if errors.Is(err, index.ErrEmpty) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, t.end()) }()
	if progress == nil {
		progress = func(float64) {}
	}
	r := removal{session: t, old: t.manifest.Runs, m: t.manifest.clone()}
	if err := r.options.SetDefaults(); err != nil {
		return 0, err
	}
	if err := r.find(ctx, &f); err != nil || r.total == 0 {
		return 0, err
	}
	left, written := r.left()
	share := 1 - mergeShare(left, written)
	err = r.write(ctx, func(done float64) { progress(share * done) })
	if err == nil {
		r.m.Builds++
		err = t.publish(r.m)
	}
	if err != nil {
		t.change.RemoveStray()
		return 0, err
	}
	// As after a build.
	_ = t.merge(ctx, &r.options, func(done float64) { progress(share + (1-share)*done) })
	progress(1)
	return r.total, nil
}

// A removal removes games.
type removal struct {
	*session
	options index.BuildOptions // the defaults
	old     []runEntry
	m       manifest // to be
	removed []bitmap // games to remove, of each old run
	counts  []int64  // likewise
	total   int64
}

// find selects the games.
func (r *removal) find(ctx context.Context, f *index.Filter) error {
	r.removed, r.counts = make([]bitmap, len(r.old)), make([]int64, len(r.old))
	i, lost := 0, make([]int64, len(r.m.Sources))
	for number, err := range r.base.selectGames(ctx, *f, 0) {
		if err != nil {
			return err
		}
		for number >= r.old[i].end() {
			i++
		}
		if r.removed[i] == nil {
			r.removed[i] = make(bitmap, (r.old[i].Numbers+63)/64)
		}
		game := uint64(number - r.old[i].Base)
		r.removed[i][game/64] |= 1 << (game % 64)
		r.counts[i]++
		r.total++
		// Sources come in the order of their numbers.
		k := sort.Search(len(lost), func(k int) bool { return r.m.Sources[k].End > number })
		if k < len(lost) && number >= r.m.Sources[k].First {
			lost[k]++
		}
	}
	r.m.Sources = store.Lose(r.m.Sources, lost)
	return nil
}

// left returns the runs that there will be, by their numbers of games, and the games of
// those to be written.
func (r *removal) left() (runs []runEntry, written int64) {
	for i, e := range r.old {
		if e.Games -= r.counts[i]; e.Games > 0 {
			runs = append(runs, e)
		}
		if r.counts[i] > 0 {
			written += e.Games
		}
	}
	return runs, written
}

// write writes the runs without the games.
func (r *removal) write(ctx context.Context, progress func(float64)) error {
	r.m.Runs = nil
	for i, e := range r.old {
		switch r.counts[i] {
		case 0:
			r.m.Runs = append(r.m.Runs, e)
			continue
		case e.Games:
			continue // nothing is left
		}
		t := rewrite{workers: r.options.Workers, memory: memory(r.options.Memory), cells: r.store.cells}
		t.add(r.base.runs[i].run, e.Base, r.removed[i])
		name := r.m.nextRun()
		info, err := t.write(ctx, r.path(name), func(done float64) {
			progress((float64(i) + done) / float64(len(r.old)))
		})
		if err != nil {
			return err
		}
		r.m.Runs = append(r.m.Runs, info.entry(name, e.Base))
	}
	return ctx.Err()
}
