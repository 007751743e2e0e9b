package clickhouse

import (
	"errors"
	"net"
	"os"
	"testing"
	"time"
)

// TestSilence: a connection gives up if the other side neither sends nor takes anything, as
// that of a server that was stopped does.
func TestSilence(t *testing.T) {
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
		conn := watched{plain, 300 * time.Millisecond}
		done := make(chan error, 1)
		go func() { done <- use(conn) }()
		select {
		case err := <-done:
			if !errors.Is(err, os.ErrDeadlineExceeded) {
				t.Errorf("%s: %v, want that the time is over", what, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: it waits for ever", what)
		}
	}
}
