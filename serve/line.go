package serve

import (
	"context"
	"net/http"
)

// busy says that a request may succeed later.
var busy = failure{http.StatusTooManyRequests, "too many requests of this kind at once; try again in a second"}

// A line is where requests of a kind wait until one of a few places is free, so that those that
// take long do not hold up others. It is safe for concurrent use.
type line struct {
	places chan struct{} // one for each request that is being answered
	all    chan struct{} // one for each that is being answered or waits
}

// newLine returns a line with so many places, in which so many more may wait.
func newLine(places, waiting int) *line {
	return &line{make(chan struct{}, places), make(chan struct{}, places+waiting)}
}

// enter waits for a place. Call leave after use. It returns busy if too many are waiting, and the error
// of ctx if that ends first. If it has to wait, it calls waits before, unless that is nil.
func (l *line) enter(ctx context.Context, waits func()) (leave func(), err error) {
	select {
	case l.all <- struct{}{}:
	default:
		return nil, busy
	}
	leave = func() { <-l.places; <-l.all }
	select {
	case l.places <- struct{}{}:
		return leave, nil
	default:
	}
	if waits != nil {
		waits()
	}
	select {
	case l.places <- struct{}{}:
		return leave, nil
	case <-ctx.Done():
		<-l.all
		return nil, ctx.Err()
	}
}
