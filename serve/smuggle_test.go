package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/serve"
)

// start serves s on loopback until the test ends and returns the address.
func start(t testing.TB, s *serve.Server) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// chunked returns the body in chunks of at most 50,000 bytes.
func chunked(body string) string {
	var b strings.Builder
	for len(body) > 0 {
		n := min(len(body), 50_000)
		fmt.Fprintf(&b, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	return b.String() + "0\r\n\r\n"
}

// The rest of a body that was not read is never a request, whatever the reason: the connection
// is closed, or the request after the body is the next one.
func TestUnreadBody(t *testing.T) {
	var log bytes.Buffer
	address := start(t, newServer(t, serve.Options{Log: slog.New(slog.NewTextHandler(&log, nil))},
		serve.Limits{Body: 1 << 20, Batch: 3, Slow: 200}))
	inner := "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
	long, few := strings.Repeat("x", 70_000)+"\n", "\"\"\n\"\"\n\"\"\n\"\"\n"
	var group sync.WaitGroup
	for head, starts := range map[string][]string{
		"POST /positions": {long, few, "\x00"}, "POST /positions?moves=x": {few}, "POST /keys/tables": {"{", "\x00"},
		"POST /masters": {few}, "GET /masters": {few}, "GET /nothing": {few}, "GET /export.pgn?limit=1": {few},
		"GET /keys/audit": {few}, "GET /positions": {few}, "OPTIONS /masters": {few},
	} {
		for _, start := range starts {
			for _, rest := range []int{1, 6000, 8000, 30_000} { // below and above 256 KiB, and above Limits.Body
				body := start + strings.Repeat(inner, rest)
				length := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
				for _, framed := range []string{
					length, "Expect: 100-continue\r\n" + length, "Transfer-Encoding: chunked\r\n\r\n" + chunked(body),
					fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\nno number\r\n%s", len(start), start,
						body[len(start):]),
				} {
					group.Go(func() {
						err := oneAnswer(address, head+" HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+framed+
							"GET /odds?probes=77 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
						if err != nil {
							t.Errorf("%s, %.40q, %d: %v", head, framed, rest, err)
						}
					})
				}
			}
		}
	}
	group.Wait()
	if strings.Contains(log.String(), "panic") {
		t.Errorf("%.2000s", &log)
	}
}

// oneAnswer sends text, a request followed by one of /odds?probes=77, and reads all answers.
func oneAnswer(address, text string) error {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(5 * time.Minute))
	go io.WriteString(c, text)
	r := bufio.NewReader(c)
	for n := 0; ; n++ {
		resp, err := http.ReadResponse(r, nil)
		for err == nil && resp.StatusCode == http.StatusContinue {
			resp, err = http.ReadResponse(r, nil)
		}
		if err != nil && n > 0 { // closed
			return nil
		} else if err != nil {
			return err
		}
		answer, _ := io.ReadAll(resp.Body)
		if n > 1 || n == 1 && !bytes.Contains(answer, []byte(`{"probes":77,`)) {
			return fmt.Errorf("answer %d has status %d: %.100s", n+1, resp.StatusCode, answer)
		}
	}
}
