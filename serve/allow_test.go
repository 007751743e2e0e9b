package serve_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/serve"
)

// A connection to loopback is answered for localhost, its addresses and names that were given, so
// that no site can read an index under a name of its own.
func TestHost(t *testing.T) {
	loopback, far := net.IPv4(127, 0, 0, 1), net.IPv4(192, 0, 2, 1)
	for _, test := range []struct {
		at    net.IP
		hosts string
		host  string
		want  int
	}{
		{loopback, "", "localhost", 200}, {loopback, "", "LOCALHOST.:8080", 200}, {loopback, "", "127.0.0.1:8080", 200},
		{loopback, "", "[::1]:8080", 200}, {loopback, "", "[::1]", 200}, {loopback, "", "", 200},
		{loopback, "", "evil.example", 421}, {loopback, "", "evil.example:8080", 421}, {loopback, "", "192.0.2.1", 421},
		{loopback, "", "localhost.evil.example", 421}, {loopback, "", "127.0.0.1.evil.example", 421},
		{loopback, "", "user@localhost", 421}, {loopback, "", "0x7f000001", 421},
		{loopback, "", "localhost,evil.example", 421},
		{loopback, "games.example", "Games.Example:443", 200}, {loopback, "games.example", "evil.example", 421},
		{far, "", "evil.example", 200}, {far, "games.example", "evil.example", 421},
		{far, "games.example", "games.example", 200},
		{far, "games.example", "192.0.2.1:8080", 200}, {far, "games.example", "192.0.2.2:8080", 421},
	} {
		s := newServer(t, serve.Options{Hosts: strings.Fields(test.hosts)})
		r := httptest.NewRequest("GET", "/stats", nil)
		r.Host = test.host
		at := context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: test.at, Port: 8080})
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r.WithContext(at))
		if w.Code != test.want {
			t.Errorf("at %v for %q, host %q: status %d, want %d", test.at, test.hosts, test.host, w.Code, test.want)
		}
	}
	// The host of an absolute target counts, not the header.
	c, err := net.Dial("tcp", start(t, newServer(t, serve.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "GET http://evil.example/stats HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
	if text, err := io.ReadAll(c); err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 421 ") {
		t.Errorf("absolute target: %v, %s", err, text)
	}
}

// Posts that change something, and audits, are not taken from pages of other sites.
func TestSameOrigin(t *testing.T) {
	s := newServer(t, serve.Options{Origin: "https://friend.example"})
	for _, test := range []struct {
		method, target, header string
		want                   int
	}{
		{"POST", "/keys/tables", "Content-Type: application/json", 201},
		{"POST", "/keys/tables", "Content-Type: application/json; charset=utf-8|Sec-Fetch-Site: same-origin", 201},
		{"POST", "/keys/tables", "Content-Type: application/json|Origin: http://example.com", 201}, // its own
		{"POST", "/keys/tables",
			"Content-Type: application/json|Origin: https://friend.example|Sec-Fetch-Site: cross-site", 201},
		{"POST", "/keys/tables", "", 415}, {"POST", "/keys/tables", "Content-Type: text/plain", 415},
		{"POST", "/keys/tables", "Content-Type: application/x-www-form-urlencoded", 415},
		{"POST", "/keys/tables", "Content-Type: application/json|Sec-Fetch-Site: cross-site", 403},
		{"POST", "/keys/tables", "Content-Type: application/json|Sec-Fetch-Site: same-site", 403},
		{"POST", "/keys/tables", "Content-Type: application/json|Origin: https://evil.example", 403},
		{"POST", "/keys/tables", "Content-Type: application/json|Origin: null", 403},
		{"POST", "/positions", "Content-Type: text/plain|Origin: https://evil.example", 403},
		{"GET", "/keys/audit?keys=coded:1&max-weight=2", "Sec-Fetch-Site: cross-site", 403},
		{"GET", "/masters", "Sec-Fetch-Site: cross-site", 200},
		{"GET", "/export.pgn?limit=1", "Sec-Fetch-Site: cross-site", 403},
		{"GET", "/export.bin?play=e2e4", "Sec-Fetch-Site: same-site", 403},
		{"GET", "/prepare?player=Fischer&color=white", "Origin: https://evil.example", 403},
		{"GET", "/export.pgn?limit=1", "Sec-Fetch-Site: none", 200}, // typed
		{"GET", "/export.pgn?limit=1", "Sec-Fetch-Site: same-origin", 200},
		{"GET", "/export.pgn?limit=1", "Origin: https://friend.example|Sec-Fetch-Site: cross-site", 200},
	} {
		r := httptest.NewRequest(test.method, test.target, strings.NewReader(`{"text": "0x11 0x22 0x33"}`))
		for one := range strings.SplitSeq(test.header, "|") {
			if name, value, ok := strings.Cut(one, ": "); ok {
				r.Header.Set(name, value)
			}
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != test.want {
			t.Errorf("%s %s, %s: status %d, want %d: %s", test.method, test.target, test.header, w.Code, test.want, w.Body)
		}
	}
}

// What Chromium sends for pages of other sites: under a name that resolves to this machine, and from
// another origin.
func TestBrowser(t *testing.T) {
	path := oracle.Program(t, "chromium", "chromium")
	address := start(t, newServer(t, serve.Options{}))
	_, port, _ := net.SplitHostPort(address)
	page := fmt.Sprintf(`<script>
const post = (mode, type) => fetch('http://localhost:%s/keys/tables', {method: 'POST', mode,
	headers: {'Content-Type': type}, body: '{"text": "0x11 0x22 0x33"}'}).then((r) => r.type + r.status, () => 'refused')
const read = fetch('http://localhost:%s/stats').then((r) => r.text(), () => 'refused')
Promise.all([post('no-cors', 'text/plain'), post('cors', 'application/json'), read]).then((all) => {
	document.title = all.join()
	document.body.textContent = all.join()
})
</script><body>`, port, port)
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		io.WriteString(w, page)
	}))
	defer evil.Close()
	_, evilPort, _ := net.SplitHostPort(evil.Listener.Addr().String())
	show := func(url string) string {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
		defer cancel()
		out, err := exec.CommandContext(ctx, path, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
			"--disable-background-networking", "--disable-component-update", "--user-data-dir="+t.TempDir(),
			"--host-resolver-rules=MAP evil.example 127.0.0.1", "--virtual-time-budget=5000", "--dump-dom", url).Output()
		if err != nil {
			t.Fatalf("chromium %s: %v", url, err)
		}
		return string(out)
	}
	if text := show("http://evil.example:" + port + "/stats"); !strings.Contains(text, "misdirected request") {
		t.Errorf("rebinding: %s", text)
	}
	if text := show("http://localhost:" + port + "/stats"); !strings.Contains(text, `"games":61`) {
		t.Errorf("the right name: %s", text)
	}
	if text := show("http://evil.example:" + evilPort + "/"); !strings.Contains(text, "refused,refused</body>") {
		t.Errorf("another origin: %s", text)
	}
	resp, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || strings.Contains(string(text), `path="/keys/tables",status="201"`) {
		t.Errorf("a table was added: %v, %s", err, text)
	}
}

// A token is needed if there is one, as Bearer token or as the password of anybody.
func TestToken(t *testing.T) {
	s := newServer(t, serve.Options{Token: "open sesame", Origin: "*"})
	for _, test := range []struct {
		user, token string
		want        int
	}{{"", "", 401}, {"", "open sesame", 200}, {"", "open", 401}, {"me", "open sesame", 200}, {"open sesame", "x", 401}} {
		for _, path := range []string{"/", "/masters", "/metrics", "/healthz", "/nothing"} {
			r := httptest.NewRequest("GET", path, nil)
			if test.user != "" {
				r.SetBasicAuth(test.user, test.token)
			} else if test.token != "" {
				r.Header.Set("Authorization", "Bearer "+test.token)
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			want := test.want
			if path == "/nothing" && want == 200 {
				want = 404
			}
			if w.Code != want || (want == 401) != (w.Header().Get("WWW-Authenticate") != "") {
				t.Errorf("%s, %v: status %d, %v", path, test, w.Code, w.Header())
			}
		}
	}
	for _, header := range []string{"bearer open sesame", "BEARER open sesame", "bEaReR  open sesame",
		"basic bWU6b3BlbiBzZXNhbWU=", "BASIC bWU6b3BlbiBzZXNhbWU="} { // schemes are words in any case, RFC 9110, 11.1
		r := httptest.NewRequest("GET", "/masters", nil)
		r.Header.Set("Authorization", header)
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code != 200 {
			t.Errorf("Authorization: %s: status %d", header, w.Code)
		}
	}
	w := httptest.NewRecorder() // a browser asks without it
	s.ServeHTTP(w, httptest.NewRequest("OPTIONS", "/masters", nil))
	if w.Code != 204 {
		t.Errorf("preflight: status %d", w.Code)
	}
}

// Paths that net/http redirects to their clean form are for clients that have the token and name the right host alone.
func TestRedirected(t *testing.T) {
	at := context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
	s := newServer(t, serve.Options{Token: "open sesame"})
	for _, path := range []string{"//masters", "/./masters", "/x/../masters", "//", "/masters//pgn/7", "/keys/../read"} {
		for _, c := range []struct {
			method, host, token string
			want                int
		}{
			{"GET", "localhost", "", 401}, {"HEAD", "localhost", "", 401}, {"GET", "evil.example", "open sesame", 421},
			{"GET", "localhost", "open sesame", 307}, {"POST", "localhost", "", 401},
		} {
			r := httptest.NewRequestWithContext(at, c.method, "http://"+c.host+path, nil)
			if c.token != "" {
				r.Header.Set("Authorization", "Bearer "+c.token)
			}
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			if w.Code != c.want || w.Header().Get("Content-Security-Policy") == "" || (w.Header().Get("Location") != "") !=
				(c.want == 307) {
				t.Errorf("%s %s: status %d, want %d: %v", c.method, r.URL, w.Code, c.want, w.Header())
			}
		}
	}
}

// The front end of lichess.org and lichessTools ask with credentials: 'include'. Then a browser wants the origin of the
// page and Access-Control-Allow-Credentials (Fetch Standard, CORS check). With a token no page of any site gets them.
func TestCredentials(t *testing.T) {
	const page = "https://lichess.org"
	for _, c := range []struct{ option, token, origin, want, credentials string }{
		{"https://lichess.org", "", page, page, "true"},
		{"HTTPS://Lichess.org", "", page, page, "true"},
		{"https://lichess.org", "0123456789abcdef", page, page, "true"},
		{"https://lichess.org", "", "https://evil.example", page, "true"}, // another origin: the browser refuses
		{"https://lichess.org", "", "", page, "true"},
		{"*", "", page, page, "true"},
		{"*", "", "null", "null", "true"}, // of a file
		{"*", "", "", "*", ""},
		{"*", "0123456789abcdef", page, "*", ""},
		{"", "", page, "", ""},
	} {
		s := newServer(t, serve.Options{Origin: c.option, Token: c.token})
		for _, method := range []string{"GET", "OPTIONS"} {
			r := httptest.NewRequest(method, "/masters?source=analysis", nil)
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			r.Header.Set("Authorization", "Bearer "+c.token)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			header := w.Header()
			if header.Get("Access-Control-Allow-Origin") != c.want ||
				header.Get("Access-Control-Allow-Credentials") != c.credentials ||
				(c.option != "") != slices.Contains(header.Values("Vary"), "Origin") {
				t.Errorf("%s, %+v: status %d, %v", method, c, w.Code, header)
			}
		}
	}
}

// Addresses in requests are text: the server calls none of them.
func TestNoCalls(t *testing.T) {
	called := make(chan string, 100)
	far := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { called <- r.URL.Path }))
	defer far.Close()
	s := newServer(t, serve.Options{})
	link := far.URL + "/?play=e2e4"
	for _, c := range []struct {
		request *http.Request
		status  int
	}{
		{httptest.NewRequest("POST", "/read", strings.NewReader(link)), 200},
		{httptest.NewRequest("POST", "/read", strings.NewReader(far.URL+"/abcdefgh")), 400},
		{httptest.NewRequest("POST", "/read", strings.NewReader("[Site \""+link+"\"]\n\n1. e4 *")), 200},
		{httptest.NewRequest("GET", "/keys/audit?keys="+url.QueryEscape(link), nil), 400},
		{httptest.NewRequest("GET", "/masters?fen="+url.QueryEscape(link), nil), 400},
		{httptest.NewRequest("GET", "/players?name="+url.QueryEscape(link), nil), 200},
		{postTable(strings.NewReader(`{"keys": "` + link + `"}`)), 400},
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, c.request)
		if w.Code != c.status {
			t.Errorf("%s %s: status %d, %s", c.request.Method, c.request.URL, w.Code, w.Body)
		}
	}
	if len(called) > 0 {
		t.Errorf("the server called %s", <-called)
	}
}

// A client has the requests that the options say, and X-Forwarded-For is believed from proxies alone.
func TestClientLimit(t *testing.T) {
	s := newServer(t, serve.Options{Client: 2,
		Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}})
	ask := func(from, forwarded string, body io.Reader) *httptest.ResponseRecorder {
		r := postTable(body)
		r.RemoteAddr = from
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	var ended sync.WaitGroup
	hold := func(from, forwarded string) *io.PipeWriter {
		body, pipe := io.Pipe()
		ended.Go(func() { ask(from, forwarded, body) })
		if _, err := pipe.Write([]byte("{")); err != nil {
			t.Fatal(err)
		}
		return pipe
	}
	pipes := []*io.PipeWriter{
		hold("192.0.2.1:1", ""), hold("10.0.0.1:2", "1.1.1.1, 192.0.2.1"), // one client, directly and through a proxy
		hold("[2001:db8::1]:1", ""), hold("[2001:db8::2]:1", ""), // one network
	}
	table := func() io.Reader { return strings.NewReader(`{"text": "0x11 0x22 0x33"}`) }
	for _, test := range []struct {
		from, forwarded string
		want            int
	}{
		{"192.0.2.1:3", "", 429}, {"192.0.2.1:3", "192.0.2.9", 429}, {"10.0.0.1:3", "192.0.2.1", 429},
		{"[::1]:3", "192.0.2.1, 10.0.0.2", 429}, {"10.0.0.1:3", "192.0.2.1, 192.0.2.9", 201},
		{"10.0.0.1:3", "192.0.2.2", 201},
		{"192.0.2.2:3", "192.0.2.1", 201}, {"10.0.0.1:3", "", 201}, {"10.0.0.1:3", "nonsense", 201},
		{"[2001:db8::3]:1", "", 429}, {"[2001:db8:1::3]:1", "", 201},
	} {
		if w := ask(test.from, test.forwarded, table()); w.Code != test.want {
			t.Errorf("%v: status %d: %s", test, w.Code, w.Body)
		}
	}
	if status, text := get(t, s, "/healthz"); status != 200 {
		t.Errorf("status %d: %s", status, text)
	}
	for _, pipe := range pipes {
		pipe.Close()
	}
	ended.Wait()
	if w := ask("192.0.2.1:3", "", table()); w.Code != 201 {
		t.Errorf("afterwards: status %d: %s", w.Code, w.Body)
	}
}
