package serve_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A good request that the machine is too slow for is sent again, up to lateTries times within lateTime.
const (
	lateTries = 5
	lateTime  = 3 * time.Minute
)

// headerTime is how long the server waits for the header of a request. Then it may close the connection.
const headerTime = 5 * time.Second

// isLate says whether a request failed because the machine was too slow: its connection was not accepted in time, or
// was closed without an answer after headerTime or later. Any other error is a fault of the server.
func isLate(err error, took time.Duration) bool {
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return op.Timeout()
	}
	closed := errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
	return closed && took >= headerTime
}

// fetch returns an answer and how long its last try took. It sends a request again if the server is busy, and within
// limits if the machine is slow. Once an answer has begun, it is final. net/http itself sends again what met a closed
// connection that was in use before.
func (s *siege) fetch(method, target, body string) (status int, text []byte, took time.Duration, err error) {
	first := time.Now()
	for tries := 1; ; {
		r, err := http.NewRequest(method, "http://"+s.address+target, strings.NewReader(body))
		if err != nil {
			return 0, nil, 0, err
		}
		// The key, which is not sent as it has no value, lets net/http send any request again, POST too, if a reused
		// connection closes before an answer begins. Requests of good clients change nothing. These tries are not counted.
		r.Header["Idempotency-Key"] = []string{}
		begin := time.Now()
		resp, err := s.client.Do(r)
		switch {
		case err != nil && isLate(err, time.Since(begin)) && tries < lateTries && time.Since(first) < lateTime:
			tries++
			s.late.Add(1)
			s.t.Logf("%s %s, try %d: %v", method, target, tries, err)
			continue
		case err != nil:
			return 0, nil, 0, err
		}
		text, err = io.ReadAll(resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusTooManyRequests { // batches have four places
			return resp.StatusCode, text, time.Since(begin), err
		}
		s.busy.Add(1)
		time.Sleep(50 * time.Millisecond)
	}
}

// TestSiegeLate checks which requests the good client sends again: those whose connection was not accepted in time. An
// answer is final, right or wrong, and so is a new connection closed early without one.
func TestSiegeLate(t *testing.T) {
	answer := func(text string) func(net.Conn) {
		return func(c net.Conn) {
			_, _ = http.ReadRequest(bufio.NewReader(c))
			_, _ = io.WriteString(c, text)
		}
	}
	timeout := &net.OpError{Op: "dial", Net: "tcp", Err: os.ErrDeadlineExceeded}
	tests := []struct {
		name   string
		late   int // dials that time out
		dial   error
		answer func(net.Conn)
		dials  int // of one fetch
		good   bool
	}{
		{"taken at once", 0, timeout, answer("HTTP/1.0 200 OK\r\n\r\nx"), 1, true},
		{"taken at the third try", 2, timeout, answer("HTTP/1.0 200 OK\r\n\r\nx"), 3, true},
		{"never taken", 100, timeout, nil, lateTries, false},
		{"nobody listens", 100, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}, nil, 1, false},
		{"no answer", 0, timeout, answer(""), 1, false},
		{"half an answer", 0, timeout, answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"), 1, false},
		{"no HTTP", 0, timeout, answer("x\r\n\r\n"), 1, false},
		{"a wrong status", 0, timeout, answer("HTTP/1.0 500 No\r\n\r\nx"), 1, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dials := 0
			s := &siege{t: t, address: "localhost", client: http.Client{Transport: &http.Transport{
				DialContext: func(context.Context, string, string) (net.Conn, error) {
					if dials++; dials <= test.late {
						return nil, test.dial
					}
					near, far := net.Pipe()
					go func() {
						defer far.Close()
						test.answer(far)
					}()
					return near, nil
				},
			}}}
			defer s.client.CloseIdleConnections()
			status, text, _, err := s.fetch("GET", "/", "")
			if good := err == nil && status == 200 && string(text) == "x"; good != test.good || dials != test.dials {
				t.Errorf("status %d, %q, %v after %d dials; want %t after %d", status, text, err, dials, test.good, test.dials)
			}
			if int(s.late.Load()) != dials-1 {
				t.Errorf("%d counted, %d dials", s.late.Load(), dials)
			}
		})
	}
	closed := &url.Error{Op: "Get", URL: "/", Err: io.EOF} // as net/http reports it
	if isLate(closed, headerTime-1) || !isLate(closed, headerTime) || isLate(errors.New("malformed"), time.Hour) {
		t.Error("a connection closed without an answer is late from headerTime on, and nothing else")
	}
}
