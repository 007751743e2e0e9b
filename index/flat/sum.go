package flat

import (
	"context"
	"runtime"
	"sync"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// Sums implements [index.Summer]. It uses all processors, but calls progress by one goroutine at a time.
func (p *snapshot) Sums(ctx context.Context, progress func(done float64)) ([]index.Sum, error) {
	s, err := p.acquire()
	if err != nil {
		return nil, err
	}
	defer s.Release()
	views := len(s.manifest.Views) + 1
	var mu sync.Mutex // guards sums and done
	sums, done := make([]index.Sum, views), 0
	tasks := len(s.runs) * views * 256
	err = sorted.EachTask(ctx, tasks, runtime.GOMAXPROCS(0), func() func(int) error {
		var c cursor
		return func(task int) error {
			view := task / 256 % views
			var sum index.Sum
			err := s.guard(func() error { return c.sum(&s.runs[task/256/views], view, byte(task%256), &sum) })
			mu.Lock()
			defer mu.Unlock()
			sums[view].Join(sum)
			if done++; progress != nil {
				progress(float64(done) / float64(tasks))
			}
			return err
		}
	})
	return sums, err
}

// sum adds the visits of a segment.
func (c *cursor) sum(r *placedRun, view int, first byte, sum *index.Sum) error {
	if err := c.reset(r.run, view, first); err != nil {
		return err
	}
	for {
		k, ok, err := c.advance()
		if err != nil || !ok {
			return err
		}
		if _, err := c.count(); err != nil {
			return err
		}
		err = c.each(k, func(visits []visit) error {
			for _, v := range visits {
				sum.Add(k, v.Value.move, r.base+int64(v.Value.game))
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}
