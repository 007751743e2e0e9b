package serve_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/serve"
)

// An analysisLine is a line of the answer to GET /analysis.
type analysisLine struct {
	Depth int
	Nodes uint64
	Lines []struct {
		Score, Mate *int
		Moves       []struct{ UCI, SAN string }
	}
	Done bool
	End  string
}

// analyse reads an analysis to its end.
func analyse(t *testing.T, base, query string) (all []analysisLine) {
	t.Helper()
	r, err := http.Get(base + "/analysis?" + query)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if kind := r.Header.Get("Content-Type"); r.StatusCode != 200 || kind != "application/x-ndjson" {
		t.Fatalf("%s: status %d, type %s", query, r.StatusCode, kind)
	}
	for in := bufio.NewScanner(r.Body); in.Scan(); {
		var line analysisLine
		if err := json.Unmarshal(in.Bytes(), &line); err != nil {
			t.Fatalf("%v in %s", err, in.Text())
		}
		all = append(all, line)
	}
	return all
}

// The table of an analysis is outside the heap, so no collection gives it back.
func TestAnalysisMemory(t *testing.T) {
	before, _ := processMemory()
	if before == 0 {
		t.Skip("does not apply: this system does not tell a process how much memory it has")
	}
	server := httptest.NewServer(newServer(t, serve.Options{Analysis: true}))
	defer server.Close()
	const analyses = 40 // of 16 MiB
	for range analyses {
		ctx, cancel := context.WithCancel(t.Context())
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/analysis?seconds=60", nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(resp.Body).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		cancel()
		resp.Body.Close()
	}
	server.Close() // waits for the last one
	if after, _ := processMemory(); after-before > analyses/2*16<<20 {
		t.Errorf("%d analyses: %d MiB, %d before", analyses, after>>20, before>>20)
	}
}

// processMemory returns how much address space and how much memory the process has, in bytes, 0 if the system does not
// tell. Unlike heapBytes they include memory mapped outside the heap.
func processMemory() (space, memory int) {
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, 0
	}
	if n, err := fmt.Sscan(string(text), &space, &memory); n != 2 {
		panic(err)
	}
	return space * os.Getpagesize(), memory * os.Getpagesize()
}

// The mates are by hand; that White is better without Black's queen needs no oracle.
func TestAnalysis(t *testing.T) {
	server := httptest.NewServer(newServer(t, serve.Options{Analysis: true}))
	defer server.Close()
	for _, c := range []struct {
		fen, best string
		mate      int
		lines     int
	}{
		{"6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "Rd8#", 1, 3},
		{"k2r4/8/8/8/8/8/5PPP/6K1 b - - 0 1", "Rd1#", -1, 3},
		{"7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg7#", 1, 3},
		{"7k/8/8/8/8/8/8/K5r1 w - - 0 1", "Ka2", 0, 2},
		{"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", 0, 3},
		{"4k2r/8/8/8/8/8/8/R3K2R b Kk - 0 1", "", 0, 3},
	} {
		var all []analysisLine
		var last analysisLine
		for seconds := 1; seconds <= 60 && (last.Depth < 4 || len(last.Lines) == 0); seconds *= 3 { // a busy machine
			all = analyse(t, server.URL, fmt.Sprintf("seconds=%d&fen=%s", seconds, url.QueryEscape(c.fen)))
			last = all[len(all)-1]
		}
		if !last.Done || last.End == "" || last.Depth < 2 || len(last.Lines) == 0 {
			t.Fatalf("%s: ends with %+v", c.fen, last)
		}
		best := last.Lines[0]
		if c.mate != 0 && (best.Mate == nil || *best.Mate != c.mate || best.Moves[0].SAN != c.best) {
			t.Errorf("%s: %+v, want %s, mate in %d", c.fen, best, c.best, c.mate)
		}
		if strings.HasPrefix(c.fen, "rnb1") && (best.Score == nil || *best.Score < 500) {
			t.Errorf("a queen more is worth %v", best.Score)
		}
		for _, line := range all[:len(all)-1] {
			if line.Done || len(line.Lines) > 3 {
				t.Errorf("%s: %+v", c.fen, line)
			}
		}
	}
	over := analyse(t, server.URL, "fen="+url.QueryEscape("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"))
	if len(over) != 1 || !over[0].Done || len(over[0].Lines) != 0 {
		t.Errorf("of a mate: %+v", over)
	}
}

// A second analysis of a client ends its first one, and a client that goes away ends its own.
func TestAnalysisOneEach(t *testing.T) {
	s := newServer(t, serve.Options{Analysis: true})
	server := httptest.NewServer(s)
	defer server.Close()
	ended := make(chan analysisLine, 1)
	first, err := http.Get(server.URL + "/analysis?seconds=60")
	if err != nil {
		t.Fatal(err)
	}
	defer first.Body.Close()
	go func() {
		var line analysisLine
		for in := bufio.NewScanner(first.Body); in.Scan(); {
			_ = json.Unmarshal(in.Bytes(), &line)
		}
		ended <- line
	}()
	second, err := http.Get(server.URL + "/analysis?seconds=60&play=e2e4")
	if err != nil {
		t.Fatal(err)
	}
	select {
	case line := <-ended:
		if !line.Done || !strings.Contains(line.End, "another analysis") {
			t.Errorf("the first ends with %+v", line)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("the first analysis goes on")
	}
	second.Body.Close()
	gone := time.Now().Add(30 * time.Second)
	for {
		_, text := get(t, s, "/metrics")
		if strings.Contains(text, `zobrist_requests_total{path="/analysis",status="200"} 2`) {
			return
		}
		if time.Now().After(gone) {
			t.Fatal("the analysis of a client that is gone goes on")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func TestAnalysisRefused(t *testing.T) {
	if status, text := get(t, newServer(t, serve.Options{}), "/analysis"); status != 404 {
		t.Errorf("without Analysis: status %d, %s", status, text)
	}
	s := newServer(t, serve.Options{Analysis: true})
	for query, want := range map[string]int{"fen=x": 400, "play=e2e5": 400, "lines=x": 400, "seconds=-1": 400} {
		if status, text := get(t, s, "/analysis?"+query); status != want {
			t.Errorf("%s: status %d, %s", query, status, text)
		}
	}
	r := httptest.NewRequest("GET", "/analysis", nil)
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusForbidden {
		t.Errorf("for a page of another origin: status %d", w.Code)
	}
	for o, want := range map[bool]bool{true: true, false: false} {
		_, text := get(t, newServer(t, serve.Options{Analysis: o}), "/stats")
		if got := strings.Contains(text, `"analysis"`); got != want {
			t.Errorf("Analysis %v: %s", o, text)
		}
		if strings.Contains(text, `"evaluations"`) {
			t.Errorf("evaluations of a server without any: %s", text)
		}
	}
}

// TestStatsEvaluations checks that clients learn of evaluations.
func TestStatsEvaluations(t *testing.T) {
	_, text := get(t, newServer(t, serve.Options{Evals: evaluations(t, evaluated)}), "/stats")
	if !strings.Contains(text, `"evaluations"`) {
		t.Errorf("no evaluations in %s", text)
	}
}
