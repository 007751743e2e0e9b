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

// silent is a listener without a connection.
type silent struct{ closed chan struct{} }

func (s silent) Accept() (net.Conn, error) {
	<-s.closed
	return nil, net.ErrClosed
}

func (s silent) Close() error {
	close(s.closed)
	return nil
}

func (s silent) Addr() net.Addr { return &net.TCPAddr{} }

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
		go func() { ended <- s.Serve(ctx, silent{make(chan struct{})}) }()
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
