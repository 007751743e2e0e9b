package flat

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/store"
)

// Rank implements [index.State]. It uses all processors.
func (p *snapshot) Rank(ctx context.Context, r index.Ranking, progress func(float64)) ([]index.RankedPosition, error) {
	s, err := p.acquire()
	if err != nil {
		return nil, err
	}
	defer s.Release()
	if err := r.SetDefaults(); err != nil {
		return nil, err
	}
	if err := s.check(ctx, r.View); err != nil {
		return nil, err
	}
	workers := min(runtime.GOMAXPROCS(0), 256)
	found, errs := make([][]index.RankedPosition, workers), make([]error, workers)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next, done atomic.Int64
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			errs[i] = s.guard(func() error {
				w, err := s.newRankWorker(ctx, &r)
				for err == nil {
					first := next.Add(1) - 1
					if first > 255 {
						break
					}
					err = w.segment(ctx, byte(first))
					if n := done.Add(1); err == nil && progress != nil {
						progress(float64(n) / 256)
					}
				}
				if err == nil {
					found[i], err = w.top.List(ctx)
				}
				return err
			})
			if errs[i] != nil {
				cancel(errs[i])
			}
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	r.MinPly, r.MaxPly = 0, 0 // the lists are within them
	top := store.NewTop(&r)
	for _, list := range found {
		for _, p := range list {
			if err := top.Add(ctx, p); err != nil {
				return nil, err
			}
		}
	}
	return top.List(ctx)
}

// A rankWorker goes through segments of all runs.
type rankWorker struct {
	s        *state
	r        *index.Ranking
	matchers []matcher // of the games that are tallied; nil for all
	first    []matcher // of first games; likewise
	heads    heads
	t        *scratch
	top      *store.Top
}

func (s *state) newRankWorker(ctx context.Context, r *index.Ranking) (*rankWorker, error) {
	w := &rankWorker{s: s, r: r, heads: make(heads, len(s.runs)), t: new(scratch), top: store.NewTop(r)}
	var err error
	if w.matchers, err = s.matchers(ctx, &r.Filter); err != nil {
		return nil, err
	}
	w.first, err = s.matchers(ctx, &r.First)
	return w, err
}

// segment compares the positions of a segment.
func (w *rankWorker) segment(ctx context.Context, first byte) error {
	if err := w.heads.reset(int(w.r.View), first, func(i int) *run { return w.s.runs[i].run }); err != nil {
		return err
	}
	for n := 0; ; n++ {
		if n%1024 == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		k, ok := w.heads.least()
		if !ok {
			return nil
		}
		if err := w.position(ctx, k); err != nil {
			return err
		}
		for i := range w.heads {
			if h := &w.heads[i]; h.ok && h.key == k {
				if err := h.move(); err != nil {
					return err
				}
			}
		}
	}
}

// position compares a position, which is the next one of some runs. Lists of games are
// read only if there are enough games.
func (w *rankWorker) position(ctx context.Context, k index.Key) error {
	games := int64(0)
	for i := range w.heads {
		if h := &w.heads[i]; h.ok && h.key == k {
			n, err := h.r.count(ctx, h.view, h.now, nil, w.t)
			if err != nil {
				return err
			}
			games += n
		}
	}
	if games < w.r.MinGames {
		return nil
	}
	p := index.RankedPosition{Key: k}
	earliest, runOf := ^uint64(0), 0
	for i := range w.heads {
		h := &w.heads[i]
		if !h.ok || h.key != k {
			continue
		}
		err := h.r.games(h.view, h.now, of(w.matchers, i), w.t, func(_ uint32, games []uint32) error {
			for _, game := range games {
				facts, err := h.r.facts(game)
				if err != nil {
					return err
				}
				p.Count(facts)
				if rank := store.FirstRank(facts, w.s.runs[i].base+int64(game)); rank < earliest {
					earliest, runOf = rank, i
				}
			}
			return nil
		}, nil)
		if err != nil {
			return err
		}
	}
	var ok bool
	if p.Value, ok = w.r.Value(p.Tally); !ok || !w.top.Wants(p) {
		return nil
	}
	p.FirstGame = int64(uint32(earliest))
	if m := of(w.first, runOf); m != nil {
		if ok, err := m.match(uint32(p.FirstGame - w.s.runs[runOf].base)); err != nil || !ok {
			return err
		}
	}
	return w.top.Add(ctx, p)
}
