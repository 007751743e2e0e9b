// Package ordered does work on the items of a sequence in several goroutines, and takes the
// results in the order of the items.
package ordered

import (
	"context"
	"iter"
	"runtime"
	"sync"
)

// Do does work on each item of a sequence in several goroutines, GOMAXPROCS if workers is 0, and gives
// the results to take in the order of the items, one at a time. The first error ends it
// and is returned.
func Do[T, R any](ctx context.Context, items iter.Seq2[T, error], workers int,
	work func(context.Context, T) (R, error), take func(R) error) error {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, cancel := context.WithCancel(ctx)
	type result struct {
		value R
		err   error
	}
	type task struct {
		item T
		done chan result
	}
	tasks, order := make(chan task), make(chan task, 2*workers)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	wg.Go(func() {
		defer close(order)
		defer close(tasks)
		for item, err := range items {
			t := task{item, make(chan result, 1)}
			if err != nil {
				t.done <- result{err: err}
			}
			select {
			case <-ctx.Done():
				return
			case order <- t:
			}
			if err != nil {
				return
			}
			select {
			case <-ctx.Done():
				return
			case tasks <- t:
			}
		}
	})
	for range workers {
		wg.Go(func() {
			for t := range tasks {
				value, err := work(ctx, t.item)
				t.done <- result{value, err}
			}
		})
	}
	for t := range order {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case r := <-t.done:
			if r.err != nil {
				return r.err
			}
			if err := take(r.value); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}
