package serve

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
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

// An analysis that gave way to a newer one of its client while it waited is no error in the log; a failure of the
// server is one.
func TestReplacedIsNoError(t *testing.T) {
	ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Index: ix})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		err  error
		want slog.Level
	}{
		{errReplaced, slog.LevelInfo},
		{fmt.Errorf("wait: %w", errReplaced), slog.LevelInfo},
		{full, slog.LevelInfo},
		{errStopping, slog.LevelError},
		{failure{http.StatusInternalServerError, "broken"}, slog.LevelError},
	} {
		w := &recorder{ResponseWriter: httptest.NewRecorder()}
		s.fail(w, httptest.NewRequest(http.MethodGet, "/analysis", nil), test.err)
		if got := logLevel(w); got != test.want {
			t.Errorf("%v with status %d is logged as %v, want %v", test.err, w.status, got, test.want)
		}
	}
}

// An analysis that is refused, or has to wait behind other clients, leaves the client's running one alone.
// One that waits for nobody else ends it, to get its place.
func TestAnalysisPlaces(t *testing.T) {
	ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(Options{Index: ix, Analysis: true})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(ctx context.Context) error {
		r := &request{Request: httptest.NewRequestWithContext(ctx, "GET", "/analysis?seconds=1", nil)}
		return lenient(asked(readAnalysis, (*Server).analysis))(s, httptest.NewRecorder(), r)
	}
	client := s.client(httptest.NewRequest("GET", "/", nil))
	for _, c := range []struct {
		name            string
		places, waiting int
		taken, admitted int // before the request
		ends            bool
	}{
		{"refused", 1, 1, 1, 2, false},
		{"behind others", 1, 2, 1, 2, false},
		{"alone", 1, 2, 1, 1, true},
	} {
		s.searches = newQueue(c.places, c.waiting)
		for range c.taken {
			s.searches.running <- struct{}{}
		}
		for range c.admitted {
			s.searches.admitted <- struct{}{}
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := false
		stop := s.analyses.begin(client, func() { ended = true })
		if c.admitted < c.places+c.waiting {
			cancel() // it would wait for ever
		}
		if err := ask(ctx); err == nil || ended != c.ends {
			t.Errorf("%s: error %v, the running analysis has ended: %v, want %v", c.name, err, ended, c.ends)
		}
		cancel()
		stop()
	}
}
