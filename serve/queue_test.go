package serve

import (
	"context"
	"testing"
)

// A request that stops waiting says why: an analysis that another one replaced is not merely cancelled.
func TestQueueCause(t *testing.T) {
	q := newQueue(1, 1)
	leave, err := q.enter(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	ctx, cancel := context.WithCancelCause(t.Context())
	if _, err := q.enter(ctx, func() { cancel(errReplaced) }); err != error(errReplaced) {
		t.Errorf("error %v, want %v", err, errReplaced)
	}
	if len(q.admitted) != 1 {
		t.Errorf("%d are admitted", len(q.admitted))
	}
}
