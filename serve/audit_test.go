package serve_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/serve"
)

// largeTableJSON returns a table of as many keys as the server takes, of 128 bits.
func largeTableJSON() []byte {
	src := rand.NewPCG(1, 2)
	var text strings.Builder
	for range 8191 {
		fmt.Fprintf(&text, "%016x%016x ", src.Uint64(), src.Uint64())
	}
	return fmt.Appendf(nil, `{"text": %q}`, text.String())
}

// largeTable adds this table and returns its identifier.
func largeTable(t *testing.T, s http.Handler) string {
	t.Helper()
	body := largeTableJSON()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, postTable(strings.NewReader(string(body))))
	if w.Code != 201 {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	v := fields(t, w.Body.String())
	if v["features"] != 8191.0 || v["bits"] != 128.0 {
		t.Fatalf("%s", w.Body)
	}
	return v["id"].(string)
}

// The audit of the largest table takes about the memory that the limits say, and ends within a second
// of its client's going, in whatever stage.
func TestAuditBudget(t *testing.T) {
	s := newServer(t, serve.Options{})
	id := largeTable(t, s)
	var before, now runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	peak := uint64(0)
	for _, after := range []time.Duration{300 * time.Millisecond, 2 * time.Second, 12 * time.Second} {
		if after > 10*time.Second && oracle.Cut(t, "a client that leaves after "+after.String()) {
			continue
		}
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			r := httptest.NewRequest("GET", "/keys/audit?max-weight=10&table="+id, nil).WithContext(ctx)
			s.ServeHTTP(httptest.NewRecorder(), r)
		}()
		for begin := time.Now(); time.Since(begin) < after; time.Sleep(20 * time.Millisecond) {
			runtime.ReadMemStats(&now)
			peak = max(peak, now.HeapAlloc-min(now.HeapAlloc, before.HeapAlloc))
		}
		cancel()
		gone := time.Now()
		select {
		case <-ended:
			t.Logf("after %v the audit ended within %v", after, time.Since(gone))
		case <-time.After(5 * time.Minute): // half a second on an idle machine
			t.Fatalf("the audit goes on after its client, who left after %v", after)
		}
	}
	t.Logf("%d MB", peak>>20)
	if peak > 400<<20 {
		t.Errorf("an audit took %d MB", peak>>20)
	}
}

// One audit works, eight wait and say so, further ones are refused, and all end with the server.
func TestAuditLine(t *testing.T) {
	s := newServer(t, serve.Options{})
	id := largeTable(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var ended sync.WaitGroup
	begin := func() *bufio.Scanner {
		r, w := io.Pipe()
		ended.Go(func() {
			request := httptest.NewRequest("GET", "/keys/audit?max-weight=10&table="+id, nil).WithContext(ctx)
			s.ServeHTTP(pipeWriter{httptest.NewRecorder(), w}, request)
			w.Close()
		})
		return bufio.NewScanner(r)
	}
	events := func(lines *bufio.Scanner, most int) (names []string) {
		for len(names) < most && lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				names = append(names, name)
			} else if strings.Contains(lines.Text(), "waiting") {
				names[len(names)-1] = "waiting"
			}
		}
		go io.Copy(io.Discard, readAll{lines})
		return names
	}
	if names := events(begin(), 2); strings.Join(names, " ") != "table rank" {
		t.Errorf("the first one: %q", names)
	}
	for i := range 8 {
		lines := begin()
		lines.Scan()
		var text strings.Builder
		for range 4 {
			text.WriteString(lines.Text())
			lines.Scan()
		}
		text.WriteString(lines.Text())
		if !strings.Contains(text.String(), "waiting for another audit") {
			t.Errorf("audit %d: %s", i+2, text.String())
		}
		go io.Copy(io.Discard, readAll{lines})
	}
	if status, text := get(t, s, "/keys/audit?keys=polyglot"); status != 429 {
		t.Errorf("status %d: %.200s", status, text)
	}
	for _, target := range []string{"/masters", "/players?name=a", "/export.pgn?limit=1", "/healthz", "/metrics"} {
		if status, text := get(t, s, target); status != 200 {
			t.Errorf("%s: status %d: %.200s", target, status, text)
		}
	}
	cancel()
	ended.Wait()
}

// pipeWriter is a recorder whose body goes to a pipe.
type pipeWriter struct {
	*httptest.ResponseRecorder
	out *io.PipeWriter
}

func (p pipeWriter) Write(b []byte) (int, error) { return p.out.Write(b) }

// readAll reads the lines that are left.
type readAll struct{ *bufio.Scanner }

func (r readAll) Read([]byte) (int, error) {
	if r.Scan() {
		return 0, nil
	}
	return 0, io.EOF
}

// A client that posts many tables drops its own oldest ones, not other clients'.
func TestManyTables(t *testing.T) {
	s, ids := newServer(t, serve.Options{}), map[string]bool{}
	post := func(from string) string {
		r, w := postTable(strings.NewReader(`{"text": "0x11 0x22 0x33"}`)), httptest.NewRecorder()
		r.RemoteAddr = from
		s.ServeHTTP(w, r)
		if w.Code != 201 {
			t.Fatalf("status %d: %s", w.Code, w.Body)
		}
		id := fields(t, w.Body.String())["id"].(string)
		if len(id) != 26 || ids[id] {
			t.Fatalf("id %q is not 26 random characters of base 32", id)
		}
		ids[id] = true
		return id
	}
	audit := func(id string) int {
		status, _ := get(t, s, "/keys/audit?max-weight=2&table="+id)
		return status
	}
	good := post("192.0.2.1:1")
	first := post("192.0.2.2:1")
	for range 200 {
		post("192.0.2.2:1")
	}
	last := post("192.0.2.2:1")
	if a, b, c := audit(good), audit(first), audit(last); a != 200 || b != 404 || c != 200 {
		t.Errorf("statuses %d, %d and %d", a, b, c)
	}
}

// The distance of coded keys is proven, and stated; docs/keys.md has the figures. Other keys have none.
func TestTableDistance(t *testing.T) {
	s := newServer(t, serve.Options{})
	for keys, want := range map[string]string{
		`"coded:1"`: `"distance":14,`, `"coded:1", "bits": 128`: `"distance":26,`, `"polyglot"`: "",
	} {
		r := httptest.NewRequest("POST", "/keys/tables", strings.NewReader(`{"keys": `+keys+`}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		text := w.Body.String()
		if w.Code != 201 || !strings.Contains(text, want) || want == "" && strings.Contains(text, "distance") {
			t.Errorf("%s: status %d, %s; want %s", keys, w.Code, text, want)
		}
	}
}

// Seeds in a program are no table.
func TestTableOfSeeds(t *testing.T) {
	s := newServer(t, serve.Options{})
	w := httptest.NewRecorder()
	s.ServeHTTP(w, postTable(strings.NewReader(`{"text": "r = rand.NewPCG(0xdeadbeeff0dbaad, 0xbaadf00ddeadbeef)"}`)))
	if want := "arguments of NewPCG, 2 numbers in line 1"; w.Code != 400 || !strings.Contains(w.Body.String(), want) {
		t.Errorf("status %d, %s; want 400 and %q", w.Code, w.Body.String(), want)
	}
}

// Verdict, flaws and weights agree on a planted set of four keys, in which no two positions differ.
func TestAuditFlaws(t *testing.T) {
	s := newServer(t, serve.Options{})
	r := rand.New(rand.NewPCG(1, 2))
	keys := make([]uint64, 781)
	for i := range keys {
		keys[i] = r.Uint64()
	}
	keys[100] = keys[20] ^ keys[300] ^ keys[700] // one is black king e8
	w := httptest.NewRecorder()
	s.ServeHTTP(w, postTable(strings.NewReader(fmt.Sprintf(`{"text": "%#x"}`, keys))))
	_, text := get(t, s, "/keys/audit?max-weight=4&table="+fields(t, w.Body.String())["id"].(string))
	_, done, _ := strings.Cut(text, "event: done\ndata: ")
	v := fields(t, done)
	for _, name := range []string{"flaws", "verdict"} {
		if !strings.Contains(fmt.Sprint(v[name]), "black king e8 XOR to 0") {
			t.Errorf("%s: %s", name, done)
		}
	}
	if !strings.Contains(text, `{"count":"1","exact":true,"expected":8`) {
		t.Errorf("no weight with one set: %.2000s", text)
	}
}
