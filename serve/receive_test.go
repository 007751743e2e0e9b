package serve_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/serve"
)

// The paths that take a body, with a whole one.
var bodies = []struct{ path, kind, body string }{
	{"/positions", "", "\"\"\n"}, {"/read", "", "e4"},
	{"/keys/tables", "Content-Type: application/json\r\n", `{"text": "0x11 0x22 0x33"}`},
}

// halfSent opens connections, each with a request whose body does not come to its end, and waits until the server reads
// the bodies.
func halfSent(t *testing.T, address, path, kind string, n int) (open []net.Conn) {
	t.Helper()
	for i := range n {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		framing := "Content-Length: 1000\r\n\r\n{"
		if i%2 == 1 {
			framing = "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"
		}
		fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n%s%s", path, kind, framing)
		if _, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil { // 100 Continue: the server reads
			t.Fatal(err)
		}
		open = append(open, c)
	}
	return open
}

// Clients that do not send the rest of a body take no place: all others are answered, whatever they ask. Beyond the
// number of requests the oldest of these bodies are cut off.
func TestSlowBodies(t *testing.T) {
	for _, slow := range bodies {
		t.Run(slow.path, func(t *testing.T) {
			const requests = 16
			address := start(t, newServer(t, serve.Options{}, serve.Limits{Requests: requests, Slow: 1}))
			open := halfSent(t, address, slow.path, slow.kind, 3*requests)
			for _, path := range []string{"/masters", "/prepare?player=Fischer,+Robert+James&color=white&plies=2",
				"/export.pgn?limit=1", "/export.bin?play=e2e4", "/players?name=a"} {
				resp, err := http.Get("http://" + address + path)
				if err != nil {
					t.Fatal(err)
				}
				if resp.Body.Close(); resp.StatusCode != 200 {
					t.Errorf("%s: status %d", path, resp.StatusCode)
				}
			}
			for _, good := range bodies {
				resp, err := http.Post("http://"+address+good.path, "application/json", strings.NewReader(good.body))
				if err != nil {
					t.Fatal(err)
				}
				text, err := io.ReadAll(resp.Body)
				if resp.Body.Close(); err != nil || resp.StatusCode/100 != 2 {
					t.Errorf("POST %s: status %d, %v, %s", good.path, resp.StatusCode, err, text)
				}
			}
			_ = open[0].SetReadDeadline(time.Now().Add(time.Minute))
			resp, err := http.ReadResponse(bufio.NewReader(open[0]), nil)
			if err != nil || resp.StatusCode != 429 || resp.Header.Get("Retry-After") == "" {
				t.Errorf("the oldest: %v, %+v", err, resp)
			}
		})
	}
}

// The bytes of bodies are bounded together: a client that sends large ones and never ends them loses the oldest, and
// another client is answered.
func TestHeldBytes(t *testing.T) {
	const most = 1 << 16
	address := start(t, newServer(t, serve.Options{}, serve.Limits{Body: most}))
	var open []net.Conn
	for range 20 {
		c, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /positions HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n%s", most,
			strings.Repeat("\n", most-1))
		open = append(open, c)
	}
	_ = open[0].SetReadDeadline(time.Now().Add(time.Minute))
	if resp, err := http.ReadResponse(bufio.NewReader(open[0]), nil); err != nil || resp.StatusCode != 429 {
		t.Errorf("the oldest: %v, %+v", err, resp)
	}
	resp, err := http.Post("http://"+address+"/positions", "", strings.NewReader(strings.Repeat("\n", most-3)+"\"\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if text, err := io.ReadAll(resp.Body); err != nil || !strings.Contains(string(text), `"games":61`) {
		t.Errorf("status %d, %v, %s", resp.StatusCode, err, text)
	}
	if _, err := open[19].Write([]byte("\n")); err != nil { // nobody needed its place
		t.Error(err)
	}
	_ = open[19].SetReadDeadline(time.Now().Add(time.Minute))
	if resp, err := http.ReadResponse(bufio.NewReader(open[19]), nil); err != nil || resp.StatusCode != 200 {
		t.Errorf("the newest: %v, %+v", err, resp)
	}
}

// A table with too many keys is refused at the first key too many, whatever its form, before the others take memory.
// All keys took 110 MiB a table; to the first too many it is under 48, with the race detector, which empties pools, 52.
func TestTableMemory(t *testing.T) {
	s := newServer(t, serve.Options{})
	for name, text := range map[string]string{
		"prefixed": strings.Repeat("0x1 ", 1<<20-100), "decimal": strings.Repeat("4000000000 ", 370_000),
		"bare": strings.Repeat("deadbeef ", 460_000),
		"JSON": `{\"format\": \"zobrist-keys\", \"version\": 1, \"bits\": 64, \"start\": \"0\", \"keys\": [` +
			strings.Repeat(`\"1\",`, 690_000) + `\"1\"]}`,
	} {
		body := `{"text": "` + text + `"}`
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, postTable(strings.NewReader(body)))
		runtime.ReadMemStats(&after)
		if w.Code != 400 || !strings.Contains(w.Body.String(), "too many keys") ||
			!strings.Contains(w.Body.String(), "zobrist keys audit") {
			t.Errorf("%s: status %d, %.300s", name, w.Code, w.Body)
		}
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 80 {
			t.Errorf("%s: %d MiB for a body of %d", name, mb, len(body)>>20)
		}
	}
	many := strings.Repeat("0x123456789abcdef0 ", 8191) // the most
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, postTable(strings.NewReader(`{"text": "`+many+`"}`))); w.Code != 201 {
		t.Errorf("8191 keys: status %d, %.300s", w.Code, w.Body)
	}
}
