package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/serve"
)

// A batch may be sent slowly: the server's time for reading a request does not hold
// for slow ones.
func TestSlowBody(t *testing.T) {
	server := httptest.NewUnstartedServer(newServer(t, serve.Options{}))
	server.Config.ReadTimeout = 200 * time.Millisecond
	server.Start()
	defer server.Close()
	body, lines := io.Pipe()
	go func() {
		for range 4 {
			fmt.Fprintln(lines, `{"play": "e2e4"}`)
			time.Sleep(100 * time.Millisecond)
		}
		lines.Close()
	}()
	resp, err := http.Post(server.URL+"/positions", "application/x-ndjson", body)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if n := strings.Count(string(text), `"games":`); err != nil || strings.Count(string(text), "\n") != 4 || n < 4 {
		t.Errorf("%v, answers %s", err, text)
	}
}

// A batch that is stopped with the server says so, and that the request is not to
// blame.
func TestStopBatch(t *testing.T) {
	s := newServer(t, serve.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	lines := strings.Repeat("{\"play\": \"e2e4\"}\n", 100_000)
	resp, err := http.Post("http://"+l.Addr().String()+"/positions", "application/x-ndjson", strings.NewReader(lines))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	cancel() // the answer has begun, and is larger than what a connection holds
	text, err := io.ReadAll(resp.Body)
	if err != nil || !strings.Contains(string(text), `"error":"unavailable: the server is stopping"`) {
		t.Errorf("%v, answers %.300s", err, text)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A limit of 0 is no game, also of an export, and its status is counted as 200.
func TestNoGames(t *testing.T) {
	s := newServer(t, serve.Options{})
	if status, text := get(t, s, "/export.pgn?limit=0"); status != 200 || text != "" {
		t.Errorf("status %d, %.200s", status, text)
	}
	r := httptest.NewRequest("POST", "/positions", strings.NewReader(""))
	s.ServeHTTP(httptest.NewRecorder(), r)
	_, text := get(t, s, "/metrics")
	for _, want := range []string{
		`zobrist_requests_total{path="/export.pgn",status="200"} 1`,
		`zobrist_requests_total{path="/positions",status="200"} 1`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
}

// A page after the last one is empty, however far it is.
func TestFarPage(t *testing.T) {
	s := newServer(t, serve.Options{})
	for _, path := range []string{"/games", "/export.pgn", "/structure"} {
		target := path + "?skip=2000000000"
		if path == "/structure" {
			target += "&by=pawns"
		}
		status, text := get(t, s, target)
		if status != 200 || strings.Contains(text, `"id"`) || strings.Contains(text, "1. ") {
			t.Errorf("%s: status %d, %.200s", target, status, text)
		}
	}
}

// What follows the JSON value of a line is not passed over, and a line that is too long costs
// no other its answer.
func TestBatchErrors(t *testing.T) {
	s := newServer(t, serve.Options{}, serve.Limits{Body: 100_000})
	for body, want := range map[string]string{
		`{"fen": ""} garbage`:     `"error":"bad request: text after the JSON value"`,
		`{"fen": ""}{"fen": "x"}`: `"error":"bad request: text after the JSON value"`,
		`{"fen": ""} `:            `"games":61`,
		"\n" + strings.Repeat("x", 1<<16+1) + "\n" + `{"id":7}`: `{"line":1,"error":"bad request: the line exceeds ` +
			"65536 bytes\"}\n" + `{"line":2,"id":7,"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",` +
			`"opening":null,"games":61,`,
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("POST", "/positions", strings.NewReader(body)))
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) ||
			strings.Count(w.Body.String(), "\n") != 1+strings.Count(want, "\n") {
			t.Errorf("%.40s: status %d, %s; want %s", body, w.Code, w.Body, want)
		}
	}
}

// A browser asks before a page of another origin sends JSON.
func TestPreflight(t *testing.T) {
	for origin, want := range map[string]int{"https://example.org": 204, "": 405} {
		s := newServer(t, serve.Options{Origin: origin})
		r := httptest.NewRequest("OPTIONS", "/positions", nil)
		r.Header.Set("Origin", "https://example.org")
		r.Header.Set("Access-Control-Request-Method", "POST")
		r.Header.Set("Access-Control-Request-Headers", "content-type")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != want {
			t.Errorf("origin %q: status %d, want %d", origin, w.Code, want)
		}
		if want == 204 && (w.Header().Get("Access-Control-Allow-Origin") != origin ||
			!strings.Contains(w.Header().Get("Access-Control-Allow-Methods"), "POST") ||
			w.Header().Get("Access-Control-Allow-Headers") != "Content-Type") {
			t.Errorf("origin %q: %v", origin, w.Header())
		}
	}
}

// A page of an allowed origin may send what it asked for: clients of lichess.org send their token.
func TestPreflightHeaders(t *testing.T) {
	s := newServer(t, serve.Options{Origin: "*"})
	for requested, want := range map[string]string{
		"": "Content-Type", "authorization": "Content-Type, Authorization",
		"authorization,content-type, x-requested-with": "Content-Type, Authorization, X-Requested-With",
	} {
		r := httptest.NewRequest("OPTIONS", "/lichess?fen=", nil)
		r.Header.Set("Origin", "https://www.openingtree.com")
		r.Header.Set("Access-Control-Request-Method", "GET")
		r.Header.Set("Access-Control-Request-Headers", requested)
		r.Header.Set("Access-Control-Request-Private-Network", "true")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		header := w.Header()
		if w.Code != 204 || header.Get("Access-Control-Allow-Origin") != "https://www.openingtree.com" ||
			header.Get("Access-Control-Allow-Headers") != want ||
			header.Get("Access-Control-Allow-Private-Network") != "true" {
			t.Errorf("%q: status %d, %v", requested, w.Code, header)
		}
	}
}

// A preflight allows 64 headers, so that it takes time in proportion to its length, and takes a place as other requests
// do.
func TestPreflightLimits(t *testing.T) {
	s := newServer(t, serve.Options{Origin: "*"}, serve.Limits{Requests: 1})
	ask := func(requested string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("OPTIONS", "/lichess", nil)
		r.Header.Set("Origin", "https://www.openingtree.com")
		r.Header.Set("Access-Control-Request-Method", "GET")
		r.Header.Set("Access-Control-Request-Headers", requested)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	var list []string
	for i := range 15_000 { // 64 kB
		list = append(list, strconv.FormatInt(int64(i+36*36), 36))
	}
	w := ask(strings.Join(list, ","))
	if n := strings.Count(w.Header().Get("Access-Control-Allow-Headers"), ",") + 1; w.Code != 204 || n != 64 {
		t.Errorf("status %d, %d headers", w.Code, n)
	}
	if w := ask(strings.Repeat("a,", 30_000)); w.Header().Get("Access-Control-Allow-Headers") != "Content-Type, A" {
		t.Errorf("%v", w.Header())
	}
	var ended sync.WaitGroup
	begun, leave := make(chan bool), make(chan bool)
	ended.Go(func() {
		s.ServeHTTP(&holding{httptest.NewRecorder(), begun, leave}, httptest.NewRequest("GET", "/odds", nil))
	})
	<-begun
	if w := ask("x"); w.Code != 503 {
		t.Errorf("beside the only request: status %d", w.Code)
	}
	close(leave)
	ended.Wait()
}

// Errors that repeat a part of the request are one line of valid UTF-8.
func TestErrorText(t *testing.T) {
	s := newServer(t, serve.Options{})
	for _, target := range []string{
		"/%ff%0a", "/keys/audit?keys=a%ff%0ab", "/keys/audit?keys=random:%ff%0a:1", "/keys/audit?keys=coded:%ff%0a",
		"/masters?fen=%ff%0a", "/masters?play=%ff%0a", "/masters?moves=%ff%0a", "/masters/pgn/%ff%0a",
	} {
		status, text := get(t, s, target)
		if status < 400 || status >= 500 || !utf8.ValidString(text) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: status %d, %q", target, status, text)
		}
	}
	lines := "{\"id\": \"\xff\"}\n{\"id\": \"\xff\", \"fen\": \"\xff\"}\n"
	r := httptest.NewRequest("POST", "/positions", strings.NewReader(lines))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if text := w.Body.String(); !utf8.ValidString(text) || strings.Count(text, "\"id\":\"\uFFFD\"") != 2 {
		t.Errorf("%q", text)
	}
}

// holding is a client that reads its answer when leave is closed.
type holding struct {
	*httptest.ResponseRecorder
	begun, leave chan bool
}

func (h *holding) Write(p []byte) (int, error) {
	close(h.begun)
	<-h.leave
	return h.ResponseRecorder.Write(p)
}

// Requests that are refused because there are too many fill no log of errors.
func TestOverloadLog(t *testing.T) {
	var log bytes.Buffer
	errors := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	s := newServer(t, serve.Options{Log: errors}, serve.Limits{Requests: 1})
	var ended sync.WaitGroup
	begun, leave := make(chan bool), make(chan bool)
	ended.Go(func() {
		s.ServeHTTP(&holding{httptest.NewRecorder(), begun, leave}, httptest.NewRequest("GET", "/odds", nil))
	})
	<-begun
	if status, text := get(t, s, "/masters"); status != 503 || log.Len() > 0 {
		t.Errorf("status %d, %.200s; logged %s", status, text, &log)
	}
	close(leave)
	ended.Wait()
}

// A method that a path does not have is refused as everything else is answered: with the
// policy, for pages of another origin, and counted.
func TestMethods(t *testing.T) {
	own := httptest.NewRecorder()
	newServer(t, serve.Options{}).ServeHTTP(own, httptest.NewRequest("GET", "/positions", nil))
	if allow := own.Header().Get("Allow"); own.Code != 405 || allow != "POST" {
		t.Errorf("without other origins: status %d, Allow %s", own.Code, allow)
	}
	s := newServer(t, serve.Options{Origin: "https://example.org"})
	for _, test := range []struct{ method, path, allow string }{
		{"POST", "/masters", "GET, HEAD, OPTIONS"}, {"GET", "/positions", "OPTIONS, POST"},
		{"HEAD", "/keys/tables", "OPTIONS, POST"},
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(test.method, test.path, nil))
		if w.Code != 405 || w.Header().Get("Allow") != test.allow || w.Header().Get("Content-Security-Policy") == "" ||
			w.Header().Get("Access-Control-Allow-Origin") != "https://example.org" {
			t.Errorf("%s %s: status %d, %v", test.method, test.path, w.Code, w.Header())
		}
	}
	_, text := get(t, s, "/metrics")
	if !strings.Contains(text, `zobrist_requests_total{path="other",status="405"} 1`) {
		t.Error(text)
	}
}

// An error is named once.
func TestNotFound(t *testing.T) {
	s := newServer(t, serve.Options{})
	for _, id := range []string{"-1", "61"} {
		if status, text := get(t, s, "/masters/pgn/"+id); status != 404 || text != "not found: game "+id+"\n" {
			t.Errorf("game %s: status %d, %s", id, status, text)
		}
	}
}

// A line of POST /positions names a position by a FEN, by moves, or by a game, and all three give the
// same answer.
func TestPositionsLines(t *testing.T) {
	s := newServer(t, serve.Options{})
	answers := func(lines ...string) (list []map[string]any) {
		r := httptest.NewRequest("POST", "/positions", strings.NewReader(strings.Join(lines, "\n")))
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		for text := range strings.SplitSeq(strings.TrimSpace(w.Body.String()), "\n") {
			var v map[string]any
			if err := json.Unmarshal([]byte(text), &v); err != nil {
				t.Fatalf("%v: %s", err, text)
			}
			delete(v, "line")
			list = append(list, v)
		}
		return list
	}
	same := answers(`{"play": "e2e4,e7e5,g1f3"}`, `{"moves": "1. e4 e5 2. Nf3"}`, `{"moves": "e2e4 e7e5 g1f3"}`,
		`{"fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "moves": "e5 Nf3"}`,
		`{"pgn": "[White \"A\"]\n\n1. e4 {x} e5 (1... c5) 2. Nf3 *"}`, `{"pgn": "1. e4 e5 2. Nf3"}`)
	for i, v := range same {
		if v["games"].(float64) == 0 || v["opening"] == nil {
			t.Errorf("line %d: %v", i+1, v)
		}
		if !reflect.DeepEqual(v, same[0]) {
			t.Errorf("line %d: %v, want %v", i+1, v, same[0])
		}
	}
	for i, v := range answers(`{"moves": "e4 e4"}`, `{"pgn": "1. e4 e4 *"}`, `{"pgn": "?"}`,
		`{"pgn": "1. e4 *\n\n1. d4 *"}`,
		`{"pgn": "1. e4 *", "fen": "x"}`, `{"moves": "e4", "play": "e2e4"}`) {
		if text, _ := v["error"].(string); !strings.HasPrefix(text, "bad request: ") {
			t.Errorf("line %d: %v", i+1, v)
		}
	}
}
