package serve_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/serve"
)

// failing is a store whose Refresh fails as long as there is an error.
type failing struct {
	index.Store
	err atomic.Pointer[error]
}

func (f *failing) Refresh(context.Context) (bool, error) {
	if err := f.err.Load(); err != nil {
		return false, *err
	}
	return false, nil
}

// piped is a listener of connections that are not of the network.
type piped struct {
	clients chan net.Conn
	closed  chan struct{}
}

func newPiped() piped { return piped{make(chan net.Conn), make(chan struct{})} }

func (p piped) Accept() (net.Conn, error) {
	select {
	case c := <-p.clients:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p piped) Close() error {
	close(p.closed)
	return nil
}

func (p piped) Addr() net.Addr { return &net.TCPAddr{} }

// An index that cannot be read again is logged once, not each second, and once more after
// it could be read in between.
func TestFollow(t *testing.T) {
	store := &failing{Store: storetest.Memory()}
	ix, err := chessindex.Open(t.Context(), store, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		s := newServer(t, serve.Options{Index: ix, Log: slog.New(slog.NewTextHandler(&log, nil))})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- s.Serve(ctx, newPiped()) }()
		gone := errors.New("the manifest is gone")
		for _, err := range []*error{&gone, nil, &gone} {
			store.err.Store(err)
			time.Sleep(10 * time.Second) // of the bubble's clock
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		if n := strings.Count(log.String(), gone.Error()); n != 2 {
			t.Errorf("logged %d times, want 2: %s", n, &log)
		}
	})
}

// A client that does not send the rest of its request delays the end by ten seconds, and is
// no error.
func TestStopSlow(t *testing.T) {
	ix := famous(t)
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, serve.Options{Index: ix})
		ctx, cancel := context.WithCancel(t.Context())
		l := newPiped()
		ended := make(chan error)
		go func() { ended <- s.Serve(ctx, l) }()
		client, server := net.Pipe()
		defer client.Close()
		l.clients <- server
		const start = "POST /keys/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
		if _, err := client.Write([]byte(start)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		cancel()
		begin := time.Now()
		if err := <-ended; err != nil || time.Since(begin) > 11*time.Second {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
	})
}
