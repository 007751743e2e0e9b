package clickhouse

import (
	"errors"
	"fmt"
	"net"
	"os"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// TestSilence: a connection gives up if the other side neither sends nor takes anything, as
// a server that was stopped.
func TestSilence(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for what, use := range map[string]func(net.Conn) error{
		"read": func(c net.Conn) error {
			_, err := c.Read(make([]byte, 1))
			return err
		},
		"write": func(c net.Conn) error {
			_, err := c.Write(make([]byte, 64<<20)) // more than the buffers of the system
			return err
		},
	} {
		plain, err := dial(t.Context(), nil, l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer plain.Close()
		conn := watched{plain, func() time.Duration { return 300 * time.Millisecond }}
		done := make(chan error, 1)
		go func() { done <- use(conn) }()
		select {
		case err := <-done:
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%s: %v, want that the time is over", what, err)
			}
		case <-time.After(2 * time.Minute):
			t.Errorf("%s: it waits for ever", what)
		}
	}
}

// TestNewest: a replica that kept a dropped index does not win by its greater version.
func TestNewest(t *testing.T) {
	body := func(format int, origin, version uint64) string {
		return fmt.Sprintf(`{"Format":%d,"Origin":%d,"Version":%d}`, format, origin, version)
	}
	dropped, now, before := body(format, 5, 90), body(format, 6, 3), body(format, 6, 2)
	for name, c := range map[string]struct {
		bodies  []string
		version uint64
		err     error
	}{
		"none": {nil, 0, nil}, "one": {[]string{before}, 2, nil}, "behind": {[]string{now, before}, 3, nil},
		"dropped": {[]string{dropped, now, before}, 3, nil}, "last": {[]string{before, now, dropped}, 3, nil},
		"damaged": {[]string{"{", now}, 3, nil}, "all damaged": {[]string{"{", "}"}, 0, index.ErrCorrupt},
		"of a later release": {[]string{now, body(format+1, 6, 4)}, 0, index.ErrFormat},
	} {
		if m, err := newest(c.bodies); m.Version != c.version || !errors.Is(err, c.err) || c.err == nil && err != nil {
			t.Errorf("%s: version %d, error %v; want %d, %v", name, m.Version, err, c.version, c.err)
		}
	}
}
