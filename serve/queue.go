package serve

import (
	"context"
	"net/http"
)

// busy reports that a request may succeed later.
var busy = failure{http.StatusTooManyRequests, "too many requests of this kind at once; try again in a second"}

// A queue limits how many requests of a kind run at once and how many wait. It is safe for
// concurrent use.
type queue struct {
	running  chan struct{} // one for each request that is being answered
	admitted chan struct{} // one for each that is being answered or waits
}

// newQueue returns a queue with these numbers of running and of waiting requests.
func newQueue(places, waiting int) *queue {
	return &queue{make(chan struct{}, places), make(chan struct{}, places+waiting)}
}

// waiting returns the number of waiting requests.
func (q *queue) waiting() int { return len(q.admitted) - len(q.running) }

// enter waits until the request may run. Call leave after use. It returns busy if too many are waiting, and the cause
// of the end of ctx if that ends first. Before it waits, it calls waits, unless that is nil.
func (q *queue) enter(ctx context.Context, waits func()) (leave func(), err error) {
	select {
	case q.admitted <- struct{}{}:
	default:
		return nil, busy
	}
	leave = func() { <-q.running; <-q.admitted }
	select {
	case q.running <- struct{}{}:
		return leave, nil
	default:
	}
	if waits != nil {
		waits()
	}
	select {
	case q.running <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		<-q.admitted
		return nil, context.Cause(ctx)
	}
}
