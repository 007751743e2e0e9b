package serve_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/serve"
)

// keptTargets are questions whose answers are kept.
var keptTargets = []string{
	"/masters", "/masters?play=e2e4,e7e5", "/masters?play=e2e4&topGames=0", "/master?play=d2d4", "/lichess?history=true",
	"/player?player=Fischer,+Robert+James&color=white", "/personal?player=Fischer,+Robert+James&color=black",
	"/lichess/history?play=e2e4", "/position?play=e2e4", "/games?play=e2e4", "/structure?by=pawns&play=e2e4",
}

// A counting store counts look-ups and lists. Its states have the identities of the other store's.
type counting struct {
	index.Store
	asked atomic.Int64
	away  atomic.Bool // look-ups fail
}

func (c *counting) State() (index.State, error) {
	s, err := c.Store.State()
	return countingState{s, c}, err
}

type countingState struct {
	index.State
	c *counting
}

func (s countingState) Identity() any { return s.State.(index.Identified).Identity() }

func (s countingState) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(int, []index.MoveTally) error) error {
	s.c.asked.Add(1)
	if s.c.away.Load() {
		return index.ErrUnavailable
	}
	return s.State.Lookup(ctx, q, hashes, found)
}

func (s countingState) History(ctx context.Context, q index.Query, hash zobrist.Uint128) ([]index.Period, error) {
	s.c.asked.Add(1)
	return s.State.History(ctx, q, hash)
}

// record is an answer as the client gets it.
func record(s *serve.Server, target string) string {
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
	w.Header().Del("Zobrist-State") // it has the time when the server was started
	return fmt.Sprint(w.Code, w.Flushed, w.Header(), w.Body)
}

// addGames adds games to an index.
func addGames(t testing.TB, ix *index.Index, pgn string) {
	t.Helper()
	input := index.Input{Name: "games.pgn", Reader: strings.NewReader(pgn)}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, input); err != nil {
		t.Fatal(err)
	}
}

func openChess(t testing.TB, store index.Store, pgn string) *index.Index {
	t.Helper()
	ix, err := chessindex.Open(t.Context(), store, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	addGames(t, ix, pgn)
	return ix
}

// A question that was answered is answered by the same bytes and headers, without a look at the index.
func TestKept(t *testing.T) {
	plain := newServer(t, serve.Options{}, serve.Limits{Kept: -1})
	store := &counting{Store: storetest.Memory()}
	ix, err := chessindex.Open(t.Context(), store, chessindex.Options{Views: 3})
	if err != nil {
		t.Fatal(err)
	}
	addGames(t, ix, sample.Famous())
	s := newServer(t, serve.Options{Index: ix})
	for _, target := range keptTargets {
		want := record(plain, target)
		if !strings.HasPrefix(want, "200") || len(want) < 200 {
			t.Errorf("%s: %s", target, want)
		}
		for i := range 3 {
			before := store.asked.Load()
			if got := record(s, target); got != want {
				t.Errorf("%s: %s, want %s", target, got, want)
			}
			if asked := store.asked.Load() != before; asked != (i == 0) {
				t.Errorf("%s, time %d: the index was asked: %t", target, i, asked)
			}
		}
	}
	if n, _ := plain.Kept(); n != 0 {
		t.Errorf("%d answers are kept by a server that keeps none", n)
	}
}

// Errors are not kept: neither the client's, nor the index's, after which the same question is answered.
func TestKeptErrors(t *testing.T) {
	store := &counting{Store: storetest.Memory()}
	s := newServer(t, serve.Options{Index: openChess(t, store, "1. e4 e5 *\n")})
	for _, target := range []string{
		"/masters?fen=x", "/masters?play=e2e5", "/position?fem=x", "/games?by=pawns", "/player", "/masters?moves=x",
	} {
		if got := record(s, target); !strings.HasPrefix(got, "4") {
			t.Errorf("%s: %s", target, got)
		}
	}
	store.away.Store(true)
	if got := record(s, "/masters"); !strings.HasPrefix(got, "503") {
		t.Errorf("while the index is away: %s", got)
	}
	if n, _ := s.Kept(); n != 0 {
		t.Errorf("%d answers are kept after errors", n)
	}
	store.away.Store(false)
	if got := record(s, "/masters"); !strings.HasPrefix(got, "200") {
		t.Errorf("when the index is back: %s", got)
	}
}

// Answers are from the present state after every change: games that are added and removed, by this process and by
// others, and an index in the place of another one.
func TestKeptDropped(t *testing.T) {
	check := func(t *testing.T, s *serve.Server, ix *index.Index, games int) {
		t.Helper()
		plain := newServer(t, serve.Options{Index: ix}, serve.Limits{Kept: -1})
		for range 2 {
			for _, target := range []string{"/masters", "/position", "/games"} {
				got := record(s, target)
				if want := record(plain, target); got != want || games >= 0 && !strings.Contains(got, "games") {
					t.Errorf("%s: %s, want %s", target, got, want)
				}
			}
		}
		if _, text := get(t, s, "/position"); !strings.Contains(text, fmt.Sprintf(`"opening":null,"games":%d,`, games)) {
			t.Errorf("%s, want %d games", text, games)
		}
	}
	stores := map[string]func(t *testing.T) index.Store{
		"memory": func(*testing.T) index.Store { return storetest.Memory() },
		"flat":   func(t *testing.T) index.Store { return openFlat(t, t.TempDir()) },
	}
	for name, open := range stores {
		t.Run(name, func(t *testing.T) {
			ix := openChess(t, open(t), "1. e4 e5 *\n")
			s := newServer(t, serve.Options{Index: ix})
			check(t, s, ix, 1)
			addGames(t, ix, "[White \"A\"]\n\n1. d4 *\n\n1. c4 *\n")
			check(t, s, ix, 3)
			if _, err := ix.Remove(t.Context(), index.Filter{Players: []string{"A"}}, nil); err != nil {
				t.Fatal(err)
			}
			check(t, s, ix, 2)
		})
	}
	t.Run("another process", func(t *testing.T) {
		dir := t.TempDir()
		writer := openChess(t, openFlat(t, dir), "1. e4 e5 *\n")
		reader, err := chessindex.Open(t.Context(), openFlat(t, dir), chessindex.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := newServer(t, serve.Options{Index: reader})
		check(t, s, reader, 1)
		addGames(t, writer, "1. d4 d5 2. c4 *\n")
		check(t, s, reader, 1)
		if news, err := reader.Refresh(t.Context()); !news || err != nil {
			t.Fatal(news, err)
		}
		check(t, s, reader, 2)
	})
	t.Run("another index", func(t *testing.T) {
		store := &replaced{Store: storetest.Memory()}
		ix := openChess(t, store, "1. e4 *\n")
		s := newServer(t, serve.Options{Index: ix})
		check(t, s, ix, 1)
		other := storetest.Memory()
		openChess(t, other, "1. e4 *\n\n1. d4 *\n")
		store.other.Store(&other)
		check(t, s, ix, 2)
	})
}

func openFlat(t *testing.T, dir string) index.Store {
	t.Helper()
	store, err := flat.Open(dir, flat.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// An answer with an evaluation is dropped when the evaluations change.
func TestKeptEvals(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "evals.db")
	add := func(score string) {
		text := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce " + score + "; acd " + score + "; pv e4;\n"
		in := evals.Input{Name: score + ".epd", Reader: strings.NewReader(text)}
		if _, err := evals.Import(t.Context(), dir, evals.ImportOptions{}, in); err != nil {
			t.Fatal(err)
		}
	}
	add("21")
	store, err := evals.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	s := newServer(t, serve.Options{Evals: store})
	for _, score := range []string{"21", "33"} {
		for range 2 {
			if _, text := get(t, s, "/position"); !strings.Contains(text, `"cp":`+score) {
				t.Errorf("%s, want a value of %s", text, score)
			}
		}
		add("33")
		if _, err := store.Refresh(); err != nil {
			t.Fatal(err)
		}
	}
}

// A kept answer is given to nobody who may not have it: the token is checked before, and the header that lets a page
// read it is for the page that asks.
func TestKeptGuards(t *testing.T) {
	const token = "0123456789abcdef"
	ask := func(s *serve.Server, token, origin string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "/position?play=e2e4", nil)
		for name, value := range map[string]string{"Authorization": token, "Origin": origin} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	s := newServer(t, serve.Options{Token: token})
	right := ask(s, "Bearer "+token, "")
	if n, _ := s.Kept(); right.Code != 200 || n != 1 {
		t.Fatalf("with the token: %d, %d answers are kept", right.Code, n)
	}
	for _, wrong := range []string{"", "Bearer x", "Bearer " + token + "0", "Basic eDp4"} {
		if w := ask(s, wrong, ""); w.Code != 401 || strings.Contains(w.Body.String(), "moves") {
			t.Errorf("with %q: %d %s", wrong, w.Code, w.Body)
		}
	}
	if again := ask(s, "Bearer "+token, ""); again.Body.String() != right.Body.String() {
		t.Errorf("%s, at first %s", again.Body, right.Body)
	}
	s = newServer(t, serve.Options{Origin: "*"})
	for _, origin := range []string{"https://a.example", "https://b.example", "https://a.example"} {
		if got := ask(s, "", origin).Header().Get("Access-Control-Allow-Origin"); got != origin {
			t.Errorf("for a page of %s the header is %q", origin, got)
		}
	}
	if got := ask(newServer(t, serve.Options{}), "", "https://a.example").Header().Get("Access-Control-Allow-Origin"); got != "" {
		t.Errorf("without Origin the header is %q", got)
	}
}

// The bytes of kept answers are bounded, and an answer that is asked for again and again stays.
func TestKeptBound(t *testing.T) {
	const most = 256 << 10
	store := &counting{Store: storetest.Memory()}
	s := newServer(t, serve.Options{Index: openChess(t, store, "1. e4 e5 *\n")}, serve.Limits{Kept: most})
	ask := func(target string) (asked bool) {
		before := store.asked.Load()
		if got := record(s, target); !strings.HasPrefix(got, "200") {
			t.Fatalf("%s: %s", target, got)
		}
		return store.asked.Load() != before
	}
	full := int64(0)
	for i := range 2000 {
		ask(fmt.Sprint("/masters?play=e2e4&n=", i))
		if again := ask("/masters"); again && i > 0 {
			t.Fatalf("after %d others the answer is gone that is asked for all the time", i)
		}
		_, bytes := s.Kept()
		full = max(full, bytes)
	}
	if full > most || full < most/2 {
		t.Errorf("%d bytes were kept, want %d to %d", full, most/2, most)
	}
	ask("/masters?play=e2e4&long=" + strings.Repeat("x", most/32))
	if _, bytes := s.Kept(); bytes > most {
		t.Errorf("%d bytes are kept, of %d", bytes, most)
	}
	if !ask("/masters?play=e2e4&long=" + strings.Repeat("x", most/32)) {
		t.Error("an answer is kept that takes a large part of the room")
	}
}

// While games are added, each answer is of a state from the time of the request.
func TestKeptConcurrent(t *testing.T) {
	ix := openChess(t, openFlat(t, t.TempDir()), "1. e4 e5 *\n")
	s := newServer(t, serve.Options{Index: ix}, serve.Limits{Kept: 64 << 10})
	const builds = 12
	var done atomic.Int64
	done.Store(1)
	var asking sync.WaitGroup
	for g := range 4 {
		asking.Go(func() {
			for i := 0; done.Load() < builds && !t.Failed(); i++ {
				target := fmt.Sprint("/position?utm_n=", (i+g)%40) // more than there is room for
				before := done.Load()
				w := httptest.NewRecorder()
				s.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
				after := done.Load() + 1 // a build may be visible before it has ended
				games, ok := fields(t, w.Body.String())["games"].(float64)
				if !ok || int64(games) < before || int64(games) > after {
					t.Errorf("%s: %s, want %d to %d games", target, w.Body, before, after)
				}
			}
		})
	}
	for n := 2; n <= builds; n++ {
		addGames(t, ix, fmt.Sprintf("[Round \"%d\"]\n\n1. d4 *\n", n))
		m, err := ix.Manifest(t.Context())
		if err != nil || m.Games != int64(n) {
			t.Error(errors.Join(err, fmt.Errorf("%d games, want %d", m.Games, n)))
		}
		done.Store(int64(n))
	}
	asking.Wait()
}
