package serve_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/serve"
)

// losing is a store that loses all of its games whenever a position is looked up.
type losing struct{ index.Store }

func (s losing) State() (index.State, error) {
	snapshot, err := s.Store.State()
	return losingSnapshot{snapshot, s.Store}, err
}

type losingSnapshot struct {
	index.State
	whole index.Store
}

func (s losingSnapshot) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	visit func(int, []index.MoveTally) error) error {
	return s.lose(ctx, s.State.Lookup(ctx, q, hashes, visit))
}

func (s losingSnapshot) lose(ctx context.Context, err error) error {
	if _, lost := s.whole.Remove(ctx, index.Filter{}, nil); lost != nil && !errors.Is(lost, index.ErrLocked) {
		return lost
	}
	return err
}

// Each answer, to a batch as a whole too, is about one state of the index, although all games are removed
// after the first look-up.
func TestOneState(t *testing.T) {
	for _, target := range []string{
		"/masters?play=e2e4,e7e5", "/lichess?play=e2e4&history=true", "/player?player=Fischer,+Robert+James&color=white",
		"/games?play=e2e4", "/structure?by=pawns&play=e2e4", "/export.pgn?play=e2e4", "/positions",
	} {
		store := storetest.Memory()
		ix, err := chessindex.Open(t.Context(), losing{store}, chessindex.Options{Views: 3})
		if err != nil {
			t.Fatal(err)
		}
		famous := index.Input{Name: "famous.pgn", Reader: strings.NewReader(sample.Famous())}
		if _, err := ix.Import(t.Context(), index.ImportOptions{}, famous); err != nil {
			t.Fatal(err)
		}
		s, whole := newServer(t, serve.Options{Index: ix}), newServer(t, serve.Options{})
		ask := func(s *serve.Server) string {
			r, w := httptest.NewRequest("GET", target, nil), httptest.NewRecorder()
			if target == "/positions" {
				lines := strings.Repeat("{\"play\": \"e2e4\"}\n{\"play\": \"d2d4\"}\n", 3)
				r = httptest.NewRequest("POST", target+"?topGames=3", strings.NewReader(lines))
			}
			s.ServeHTTP(w, r)
			return fmt.Sprint(w.Code, w.Header().Get("Zobrist-Total"), w.Body)
		}
		if got, want := ask(s), ask(whole); got != want || len(want) < 100 {
			t.Errorf("%s: %.300s, want %.300s", target, got, want)
		}
		if _, err := ix.Manifest(t.Context()); err != nil && !errors.Is(err, index.ErrEmpty) {
			t.Error(err)
		}
		if status, text := get(t, s, "/masters"); status == 200 && !strings.Contains(text, `"games":0`) {
			t.Errorf("%s: the games are still there", target)
		}
	}
}

// The folders of the server are not shown.
func TestStatsPath(t *testing.T) {
	for name, want := range map[string]string{
		"/home/ann/keys.txt": "keys.txt", `C:\Users\ann\keys.txt`: "keys.txt", "keys.txt": "keys.txt",
		"random:pcg:1": "random:pcg:1", "polyglot": "polyglot",
	} {
		set := zobrist.Default(781)
		set.Name = name
		ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{Set: set})
		if err != nil {
			t.Fatal(err)
		}
		games := index.Input{Name: "/home/ann/games.pgn", Reader: strings.NewReader("1. e4 *\n")}
		if _, err := ix.Import(t.Context(), index.ImportOptions{}, games); err != nil {
			t.Fatal(err)
		}
		_, text := get(t, newServer(t, serve.Options{Index: ix}), "/stats")
		if fields(t, text)["keysName"] != want || strings.Contains(text, "ann") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// The header of the state changes with the index.
func TestStateHeader(t *testing.T) {
	ix := flatIndex(t)
	address := start(t, newServer(t, serve.Options{Index: ix}))
	state := func() string { return stateAt(t, address) }
	before := state()
	if before == "" {
		t.Fatal("no state")
	}
	game := index.Input{Name: "one.pgn", Reader: strings.NewReader("[White \"One\"]\n\n1. e4 *\n")}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, game); err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); state() == before; time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > time.Minute {
			t.Fatalf("the state is %q after a build", before)
		}
	}
}

// An answer that may be cached has no state, because a cache would give an old one.
func TestCachedState(t *testing.T) {
	s := newServer(t, serve.Options{})
	for _, target := range []string{"/line?play=e2e4", "/masters", "/stats", "/openapi.json", "/"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		cached, state := w.Header().Get("Cache-Control"), w.Header().Get("Zobrist-State")
		if w.Code != 200 || strings.Contains(cached, "max-age") && state != "" {
			t.Errorf("%s: status %d, Cache-Control %q with state %q", target, w.Code, cached, state)
		}
	}
}

// The state changes if another index takes the place of the server's, although it has as many builds and games.
func TestStateOfAnotherIndex(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "games.db")
	build := func(move string) *index.Index {
		store, err := flat.Open(dir, flat.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		ix, err := chessindex.Open(t.Context(), store, chessindex.Options{})
		if err == nil {
			game := index.Input{Name: "one.pgn", Reader: strings.NewReader("1. " + move + " *\n")}
			_, err = ix.Import(t.Context(), index.ImportOptions{}, game)
		}
		if err != nil {
			t.Fatal(err)
		}
		return ix
	}
	address := start(t, newServer(t, serve.Options{Index: build("e4")}))
	before := stateAt(t, address)
	if err := os.Rename(dir, dir+".old"); err != nil {
		t.Fatal(err)
	}
	build("d4")
	for begin := time.Now(); stateAt(t, address) == before; time.Sleep(50 * time.Millisecond) {
		if time.Since(begin) > 20*time.Second {
			t.Fatalf("the state is still %q", before)
		}
	}
}

func stateAt(t *testing.T, address string) string {
	t.Helper()
	r, err := http.Get("http://" + address + "/position?play=e2e4")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	return r.Header.Get("Zobrist-State")
}
