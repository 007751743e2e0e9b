package flat_test

import (
	"context"
	"errors"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
)

// A removal that is interrupted, at whatever moment, leaves the files of the index and no other.
func TestInterruptedRemoval(t *testing.T) {
	base := t.TempDir()
	s, err := flat.Open(base, flat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, build := range []step{{from: 0, to: 1500}, {from: 1500, to: 1700}} {
		if err := build.apply(t.Context(), s, crash); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for at, done := 0, false; !done; at += 97 {
		dir := t.TempDir()
		copyDir(t, base, dir)
		s := open(t, dir)
		before := checkFiles(t, dir)
		ctx, cancel := context.WithCancel(t.Context())
		calls := make(chan struct{}, 1<<20)
		_, err := s.Remove(ctx, index.Filter{Event: "event 1"}, func(float64) {
			calls <- struct{}{}
			if len(calls) > at {
				cancel()
			}
		})
		cancel()
		after := checkFiles(t, dir)
		switch done = err == nil; {
		case done && at == 0:
			t.Error("the removal was not interrupted")
		case !done && (!errors.Is(err, context.Canceled) || len(after) != len(before)):
			t.Errorf("interrupted after %d calls: %v, files %v", at, err, after)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
