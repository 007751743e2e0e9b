package serve_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/serve"
)

// A broken store panics at a look-up.
type broken struct{ index.Store }

func (b broken) State() (index.State, error) {
	s, err := b.Store.State()
	return brokenState{s}, err
}

type brokenState struct{ index.State }

func (brokenState) Lookup(context.Context, index.Query, []zobrist.Uint128, func(int, []index.MoveTally) error) error {
	panic("a fault in a store")
}

// A panic of a handler is an answer with the status 500, which says nothing about the program, and the log has the
// stack, so that the place can be found.
func TestPanic(t *testing.T) {
	var log bytes.Buffer
	s := newServer(t, serve.Options{Index: openChess(t, broken{storetest.Memory()}, "1. e4 e5 *\n"),
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", "/position", nil))
	if w.Code != 500 || w.Body.String() != "internal error; see the server's log\n" {
		t.Errorf("status %d, %s", w.Code, w.Body)
	}
	for _, want := range []string{"panic: a fault in a store", "brokenState.Lookup", "path=/position"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("no %q in the log: %s", want, &log)
		}
	}
}

// An error of refreshing is logged once while it lasts, and again if it comes back after a success.
func TestRefreshLog(t *testing.T) {
	var log bytes.Buffer
	note := serve.RefreshLog(slog.New(slog.NewTextHandler(&log, nil)), "the store")
	first, second := errors.New("first"), errors.New("second")
	for _, err := range []error{first, first, second, second, nil, nil, second} {
		note(err == nil, err)
	}
	for want, n := range map[string]int{"error=first": 1, "error=second": 2, "the store has changed": 2} {
		if got := strings.Count(log.String(), want); got != n {
			t.Errorf("%q %d times, want %d: %s", want, got, n, &log)
		}
	}
}
