package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/serve"
)

// The bounds in openapi.json are the server's.
func TestBounds(t *testing.T) {
	s := newServer(t, serve.Options{Analysis: true})
	_, text := get(t, s, "/openapi.json")
	type parameter struct {
		Ref, Name string
		Schema    struct{ Minimum, Maximum *int }
	}
	var api struct {
		Paths      map[string]map[string]struct{ Parameters []json.RawMessage }
		Components struct{ Parameters map[string]parameter }
	}
	if err := json.Unmarshal([]byte(text), &api); err != nil {
		t.Fatal(err)
	}
	n := 0
	check := func(path, name string, value int) {
		n++
		required := map[string]string{"/prepare": "player=Ann&color=white", "/player": "player=Ann&color=white",
			"/players": "name=a", "/keys/audit": "keys=polyglot", "/structure": "by=pawns"}
		target := fmt.Sprintf("%s?%s&%s=%d", path, required[path], name, value)
		status, text := get(t, s, target)
		if status != 400 || !strings.HasPrefix(text, "bad request: "+name+": not a number from ") {
			t.Errorf("%s: status %d, %.100s", target, status, text)
		}
	}
	for path, methods := range api.Paths {
		for _, raw := range methods["get"].Parameters {
			var p parameter
			if err := json.Unmarshal(bytes.Replace(raw, []byte("$ref"), []byte("ref"), 1), &p); err != nil {
				continue // a minimum that is no integer
			}
			if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
				p = api.Components.Parameters[name]
			}
			if least := p.Schema.Minimum; least != nil {
				check(path, p.Name, *least-1)
			}
			if most := p.Schema.Maximum; most != nil {
				check(path, p.Name, *most+1)
			}
		}
	}
	if n < 20 {
		t.Errorf("openapi.json has %d bounds", n)
	}
}

// The statuses of answers are in openapi.json.
func TestStatuses(t *testing.T) {
	for name, s := range map[string]*serve.Server{
		"chess": newServer(t, serve.Options{}), "go": otherServer(t, "(;SZ[9];B[cc])"),
	} {
		_, text := get(t, s, "/openapi.json")
		var api struct {
			Paths map[string]map[string]struct{ Responses map[string]any }
		}
		if err := json.Unmarshal([]byte(text), &api); err != nil {
			t.Fatal(err)
		}
		for path, methods := range api.Paths {
			for method, m := range methods {
				for _, host := range []string{"localhost", "evil.example"} {
					r := httptest.NewRequest(strings.ToUpper(method), strings.ReplaceAll(path, "{id}", "0"), nil)
					r.Host = host
					r = r.WithContext(context.WithValue(t.Context(), http.LocalAddrContextKey,
						&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}))
					w := httptest.NewRecorder()
					s.ServeHTTP(w, r)
					if m.Responses[fmt.Sprint(w.Code)] == nil {
						t.Errorf("%s: %s %s for %s: status %d is not described", name, method, path, host, w.Code)
					}
				}
				for _, status := range []string{"401", "421", "431"} {
					if m.Responses[status] == nil {
						t.Errorf("%s %s: status %s is not described", method, path, status)
					}
				}
			}
		}
	}
}

// An answer does not repeat a long request.
func TestBriefErrors(t *testing.T) {
	long := strings.Repeat("x", 1000_000)
	fen := strings.Repeat("8/", 7) + "8 w - - 0 "
	for _, text := range []string{long, "e4 " + long, "e4 \x00" + long, fen + long, "1. " + long,
		"https://lichess.org/" + long, "https://lichess.org/?fen=" + long, "https://lichess.org/%zz" + long} {
		for _, s := range []*serve.Server{newServer(t, serve.Options{}), otherServer(t, "(;SZ[9];B[cc])")} {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest("POST", "/read", strings.NewReader(text)))
			if got := w.Body.String(); w.Body.Len() > 3000 || strings.Contains(got, "\x00") {
				t.Errorf("%.40q: status %d, %d bytes: %.100q", text, w.Code, w.Body.Len(), got)
			}
		}
	}
}

// A body that cannot be read is the client's fault, and one that is too long is refused before it comes.
func TestBrokenBody(t *testing.T) {
	var log bytes.Buffer
	server := httptest.NewUnstartedServer(newServer(t, serve.Options{Log: slog.New(slog.NewTextHandler(&log, nil))}))
	server.Config.ReadTimeout = 300 * time.Millisecond
	server.Start()
	defer server.Close()
	for _, path := range []string{"/read", "/keys/tables"} {
		for _, c := range []struct {
			body   string
			ends   bool // the client sends no more
			status int
		}{
			{"Transfer-Encoding: chunked\r\n\r\nZZ\r\n", false, 400},
			{"Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx\r\n", false, 400},
			{"Transfer-Encoding: chunked\r\n\r\n-1\r\n", false, 400},
			{"Transfer-Encoding: chunked\r\n\r\n5\r\n{", true, 400},
			{"Transfer-Encoding: chunked\r\n\r\n5\r\n{", false, 408},
			{"Content-Length: 10\r\n\r\n{}", true, 400},
			{"Content-Length: 10\r\n\r\n{}", false, 408},
			{"Content-Length: 999999999999\r\n\r\n", false, 413},
			{"Content-Length: 999999999999\r\n\r\n{}", false, 413},
		} {
			conn, err := net.Dial("tcp", server.Listener.Addr().String())
			if err != nil {
				t.Fatal(err)
			}
			_ = conn.SetDeadline(time.Now().Add(time.Minute))
			_, err = io.WriteString(conn, "POST "+path+
				" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+c.body)
			if err == nil && c.ends {
				err = conn.(*net.TCPConn).CloseWrite()
			}
			if err != nil {
				t.Fatal(err)
			}
			resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Errorf("%s, %q: %v", path, c.body, err)
			} else if text, err := io.ReadAll(resp.Body); resp.StatusCode != c.status || err != nil {
				t.Errorf("%s, %q: status %d, %s, %v", path, c.body, resp.StatusCode, text, err)
			}
			conn.Close()
		}
	}
	server.Close()
	if strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("%.2000s", &log)
	}
}
