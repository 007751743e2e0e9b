package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/polyglot"
	"github.com/zobrist-go/zobrist/serve"
)

// famous returns an index of the sample of famous games.
func famous(t testing.TB) *index.Index {
	t.Helper()
	ix, err := chessindex.Open(t.Context(), storetest.Memory(),
		chessindex.Options{Views: chess.PawnView | chess.MaterialView})
	if err != nil {
		t.Fatal(err)
	}
	games := index.Input{Name: "famous.pgn", Reader: strings.NewReader(sample.Famous())}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, games); err != nil {
		t.Fatal(err)
	}
	return ix
}

func newServer(t testing.TB, o serve.Options, limits ...serve.Limits) *serve.Server {
	t.Helper()
	if len(limits) > 1 {
		t.Fatal("limits given twice")
	}
	if o.Index == nil {
		o.Index = famous(t)
	}
	s, err := serve.NewLimited(o, append(limits, serve.Limits{})[0])
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// get asks a server and returns the status and the body.
func get(t testing.TB, s http.Handler, target string) (int, string) {
	t.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
	return w.Code, w.Body.String()
}

// postTable returns a request that adds a table.
func postTable(body io.Reader) *http.Request {
	r := httptest.NewRequest("POST", "/keys/tables", body)
	r.Header.Set("Content-Type", "application/json")
	return r
}

// fields returns the members of a JSON object.
func fields(t testing.TB, text string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v
}

// The answers have the counts of the index, in the documented fields.
func TestMasters(t *testing.T) {
	s := newServer(t, serve.Options{})
	status, text := get(t, s, "/masters?play=e2e4,e7e5&moves=2&topGames=3")
	if status != 200 {
		t.Fatal(status, text)
	}
	v := fields(t, text)
	opening := v["opening"].(map[string]any)
	if opening["eco"] != "C20" || opening["name"] != "King's Pawn Game" {
		t.Errorf("opening %v", opening)
	}
	moves := v["moves"].([]any)
	if len(moves) != 2 || len(v["topGames"].([]any)) != 3 || v["recentGames"] != nil || v["history"] != nil {
		t.Errorf("moves, games or history in %s", text)
	}
	first := moves[0].(map[string]any)
	if first["uci"] != "g1f3" || first["san"] != "Nf3" || first["game"] != nil {
		t.Errorf("first move %v", first)
	}
	for _, name := range []string{"white", "draws", "black"} {
		sum := 0.0
		_, all := get(t, s, "/masters?play=e2e4,e7e5")
		for _, m := range fields(t, all)["moves"].([]any) {
			sum += m.(map[string]any)[name].(float64)
		}
		if sum != v[name] {
			t.Errorf("%s: %v in the moves, %v in the position", name, sum, v[name])
		}
	}
	for _, g := range v["topGames"].([]any) {
		game := g.(map[string]any)
		for _, name := range []string{"id", "uci", "winner", "white", "black", "year"} {
			if _, ok := game[name]; !ok {
				t.Errorf("a game without %s: %v", name, game)
			}
		}
		if status, pgn := get(t, s, "/masters/pgn/"+game["id"].(string)); status != 200 || !strings.Contains(pgn,
			"[White \""+game["white"].(map[string]any)["name"].(string)) {
			t.Errorf("game %v: status %d, %.200s", game["id"], status, pgn)
		}
	}
}

// The only game of a move comes with it.
func TestOnlyGame(t *testing.T) {
	s := newServer(t, serve.Options{})
	_, text := get(t, s, "/masters?play=e2e4,e7e5")
	for _, m := range fields(t, text)["moves"].([]any) {
		move := m.(map[string]any)
		if (move["games"].(float64) == 1) != (move["game"] != nil) {
			t.Errorf("move %v", move)
		}
	}
}

func TestStatus(t *testing.T) {
	s := newServer(t, serve.Options{})
	for target, want := range map[string]int{
		"/": 200, "/openapi.json": 200, "/healthz": 200, "/metrics": 200, "/stats": 200, "/odds": 200,
		"/lichess": 200,
		"/lichess?variant=standard&speeds=blitz,rapid&ratings=1600,1800&since=2010-01&until=2020-12&history=true": 200,
		"/masters?fen=" + url.QueryEscape("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"):                 200,
		"/player?player=Fischer,+Robert+James&color=white":                                                        200,
		"/export.pgn?play=e2e4": 200, "/export.bin?play=e2e4": 200, "/export.bin?play=e2e4,e7e5&min-games=1000": 404,
		"/export.bin?max-ply=0": 400,
		"/players?name=fis":     200, "/games?limit=3&order=recent": 200, "/structure?by=pawns": 200,
		"/masters?fen=nonsense": 400, "/masters?play=e2e5": 400, "/masters?moves=x": 400, "/masters?since=yesterday": 400,
		"/masters?unknown=1": 200, "/masters?rating=3000-2000": 400, "/masters?history=perhaps": 400, "/masters?%zz": 400,
		"/lichess?variant=atomic": 200, "/lichess?variant=ludo": 400, "/games?variant=atomic": 400,
		"/lichess?speeds=slow": 400, "/lichess?ratings=1700": 400, "/player?color=white": 400,
		"/masters?play=" + strings.Repeat("g1f3,g8f6,f3g1,f6g8,", 400) + "e2e4": 400,
		"/structure":                        400,
		"/structure?by=colours":             400,
		"/games?by=pawns":                   400,
		"/games?order=best":                 400,
		"/odds?errors=-1":                   400,
		"/keys/audit?keys=/etc/passwd":      400,
		"/keys/audit?table=none":            404,
		"/masters/pgn/61":                   404,
		"/masters/pgn/x":                    404,
		"/player?player=Nobody&color=white": 200,
		"/book":                             404,
		"/nothing":                          404,
		"/../serve.go":                      404,
	} {
		status, text := get(t, s, target)
		if status == 301 || status == 307 { // of the path, cleaned
			continue
		}
		if status != want {
			t.Errorf("%.80s: status %d, want %d: %.200s", target, status, want, text)
		}
		if want == 400 && !strings.HasPrefix(text, "bad request: ") {
			t.Errorf("%.80s: %q", target, text)
		}
	}
}

// A batch is answered line by line, and a bad line costs no other its answer.
func TestPositions(t *testing.T) {
	s := newServer(t, serve.Options{}, serve.Limits{Batch: 5})
	body := `"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
{"id": [1], "play": "e2e4"}

nonsense
{"fen": "", "colour": 1}
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
8/8/8/8/8/8/8/8 w - - 0 1
`
	r := httptest.NewRequest("POST", "/positions?moves=1", strings.NewReader(body))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	lines := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
	if w.Code != 200 || len(lines) != 6 {
		t.Fatalf("status %d, %d lines: %s", w.Code, len(lines), w.Body)
	}
	for i, want := range []string{`"games":61`, `"id":[1],`, `"error":"bad request:`, `"error":"bad request:`,
		`"games":61`, `too many lines`} {
		if v := fields(t, lines[i]); v["line"] != float64(i+1) || !strings.Contains(lines[i], want) {
			t.Errorf("line %d: %.300s, want %s in it", i+1, lines[i], want)
		}
	}
}

// A client that goes away does not keep its place: with one place for all, the
// next one is answered.
func TestPlaces(t *testing.T) {
	s := newServer(t, serve.Options{}, serve.Limits{Requests: 1, Slow: 1})
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r := httptest.NewRequest("GET", "/keys/audit?keys=polyglot", nil).WithContext(ctx)
		s.ServeHTTP(httptest.NewRecorder(), r)
		if status, text := get(t, s, "/masters"); status != 200 {
			t.Fatalf("status %d: %s", status, text)
		}
	}
}

// A body that is too large is refused.
func TestLimits(t *testing.T) {
	s := newServer(t, serve.Options{}, serve.Limits{Body: 1000})
	r := postTable(strings.NewReader(`{"text": "` + strings.Repeat("1", 2000) + `"}`))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d: %s", w.Code, w.Body)
	}
	for _, method := range []string{"POST", "PUT", "DELETE"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(method, "/masters", nil))
		if w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s /masters: status %d", method, w.Code)
		}
	}
}

// An audit streams what it finds. Key 3 of this table is the sum of three others.
func TestAudit(t *testing.T) {
	s := newServer(t, serve.Options{})
	table := `{"text": "0x1111111111111111 0x2222222222222222 0x4444444444444444 0x7777777777777777", "name": "four"}`
	r := postTable(strings.NewReader(table))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != 201 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	v := fields(t, w.Body.String())
	if v["features"] != 4.0 || v["layout"] != nil {
		t.Errorf("table %v", v)
	}
	_, text := get(t, s, "/keys/audit?max-weight=4&table="+v["id"].(string))
	var names []string
	for line := range strings.Lines(text) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "event: "); ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if !slices.Equal(names, []string{"table", "rank", "dependency", "weight", "done"}) &&
		!slices.Equal(names, []string{"table", "rank", "progress", "dependency", "weight", "done"}) {
		t.Errorf("events %q", names)
	}
	if !strings.Contains(text, `"rank":3,`) || !strings.Contains(text, `"features":[0,1,2,3]`) {
		t.Error(text)
	}
}

// The history equals the index's, by years from /masters and by months from
// /lichess.
func TestHistory(t *testing.T) {
	s := newServer(t, serve.Options{})
	_, text := get(t, s, "/masters?history=true")
	years := fields(t, text)["history"].([]any)
	sum := 0.0
	for _, y := range years {
		year := y.(map[string]any)
		sum += year["white"].(float64) + year["draws"].(float64) + year["black"].(float64)
	}
	if len(years) < 30 || sum != 61 {
		t.Errorf("%d years, %v games", len(years), sum)
	}
	_, text = get(t, s, "/lichess?history=true")
	if months := fields(t, text)["history"].([]any); len(months) < 10 {
		t.Errorf("history by months: %v", months)
	}
}

// A page on another host may ask only if the options say so.
func TestOrigin(t *testing.T) {
	for _, origin := range []string{"", "https://example.org"} {
		s := newServer(t, serve.Options{Origin: origin})
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", "/masters", nil))
		if got := w.Header().Get("Access-Control-Allow-Origin"); got != origin {
			t.Errorf("origin %q, want %q", got, origin)
		}
		if w.Header().Get("Content-Security-Policy") == "" {
			t.Error("no content security policy")
		}
	}
}

// Serve shows a new build, answers what it has begun when it is stopped, and ends.
func TestServe(t *testing.T) {
	ix := famous(t)
	s := newServer(t, serve.Options{Index: ix})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	base := "http://" + l.Addr().String()
	games := func() float64 {
		resp, err := http.Get(base + "/healthz")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		body, err := io.ReadAll(resp.Body)
		if err != nil {
			t.Fatal(err)
		}
		return fields(t, string(body))["games"].(float64)
	}
	if n := games(); n != 61 {
		t.Errorf("%v games", n)
	}
	more := index.Input{Name: "more.pgn", Reader: strings.NewReader("[White \"A\"]\n\n1. e4 e5 *\n")}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, more); err != nil {
		t.Fatal(err)
	}
	if n := games(); n != 62 {
		t.Errorf("%v games after a build", n)
	}

	// The audit of Polyglot's keys takes some seconds. Stopping ends it with an event.
	resp, err := http.Get(base + "/keys/audit?keys=polyglot&max-weight=10")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	lines := bufio.NewScanner(resp.Body)
	lines.Scan()
	cancel()
	var text strings.Builder
	for lines.Scan() {
		text.WriteString(lines.Text() + "\n")
	}
	if !strings.Contains(text.String(), "event: done") || !strings.Contains(text.String(), `"interrupted":true`) {
		t.Errorf("the audit ended with %q", text.String()[max(0, len(text.String())-300):])
	}
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Minute):
		t.Fatal("Serve does not end")
	}
}

// A store that has the manifest and state of another one after a while.
type replaced struct {
	index.Store
	other atomic.Pointer[index.Store]
}

func (r *replaced) State() (index.State, error) {
	if other := r.other.Load(); other != nil {
		return (*other).State()
	}
	return r.Store.State()
}

// Statistics are of the index that is served, also after another one with as many
// builds has taken its place.
func TestStatsReplaced(t *testing.T) {
	open := func(s index.Store, pgn string) *index.Index {
		ix, err := chessindex.Open(t.Context(), s, chessindex.Options{})
		if err != nil {
			t.Fatal(err)
		}
		games := index.Input{Name: "games.pgn", Reader: strings.NewReader(pgn)}
		if _, err := ix.Import(t.Context(), index.ImportOptions{}, games); err != nil {
			t.Fatal(err)
		}
		return ix
	}
	store := &replaced{Store: storetest.Memory()}
	s := newServer(t, serve.Options{Index: open(store, "1. e4 *\n")})
	other := storetest.Memory()
	open(other, "1. e4 *\n\n1. d4 *\n")
	for want := 1.0; want <= 2; want++ {
		_, text := get(t, s, "/stats")
		v := fields(t, text)
		if v["games"] != want || v["builds"] != 1.0 || v["sources"].([]any)[0].(map[string]any)["games"] != want {
			t.Errorf("want %v: %s", want, text)
		}
		store.other.Store(&other)
	}
}

// Whatever is asked, the server answers, and not with an internal error. The client of an audit is
// gone when that begins: a whole one takes seconds.
func FuzzQuery(f *testing.F) {
	s := newServer(f, serve.Options{Analysis: true})
	for _, seed := range []string{
		"masters?fen=&play=e2e4", "lichess?ratings=1600&speeds=blitz", "player?player=a&color=white", "games?skip=1&limit=2",
		"structure?by=pawns&fen=8/8/8/8/8/8/8/8", "players?name=*", "odds?positions=1e15&payload=1", "masters/pgn/0",
		"masters?since=0000&until=9999-99", "book?fen=x", "keys/audit?keys=random:pcg:1&max-weight=2",
		"line?play=e2e4,0000,e7e5&fen=", "prepare?player=fischer&color=white&plies=3", "analysis?seconds=1&lines=2",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, target string) {
		u, err := url.Parse("/" + strings.TrimLeft(target, "/"))
		if err != nil {
			return
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if strings.Contains(u.Path, "keys/audit") || strings.Contains(u.Path, "analysis") {
			cancel()
		}
		r := httptest.NewRequestWithContext(ctx, "GET", "/", nil)
		r.URL = u
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code >= 500 {
			t.Errorf("%q: status %d: %s", target, w.Code, w.Body)
		}
	})
}

// Options without an index or with a negative number of requests are errors, and so are a book and evaluations of chess
// beside an index of another game.
func TestNewRefuses(t *testing.T) {
	if _, err := serve.New(serve.Options{}); err == nil {
		t.Error("no index: no error")
	}
	o := serve.Options{Index: famous(t)}
	o.Client = -1
	if _, err := serve.New(o); err == nil {
		t.Error("Client is -1: no error")
	}
	other := otherIndex(t, "(;SZ[9];B[cc])")
	for name, o := range map[string]serve.Options{
		"book":  {Index: other, Book: new(polyglot.Book)},
		"evals": {Index: other, Evals: evaluations(t, evaluated)},
	} {
		if _, err := serve.New(o); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
