package sorted

import (
	"context"
	"sync"
	"sync/atomic"
)

// EachTask does the tasks 0 to total − 1. There are several workers, each with its own function. It ends at the first
// error.
func EachTask(ctx context.Context, total, workers int, worker func() (do func(task int) error)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(workers, total) {
		wg.Go(func() {
			do := worker()
			for ctx.Err() == nil {
				task := int(next.Add(1)) - 1
				if task >= total {
					return
				}
				if err := do(task); err != nil {
					cancel(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}
