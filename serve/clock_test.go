package serve_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"runtime"
	"strings"
	"sync"
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

// sendTo serves s, and returns a client that has sent the start of a request. cancel ends the
// server, whose error is sent to ended.
func sendTo(t *testing.T, s *serve.Server, start string) (client net.Conn, cancel func(), ended <-chan error) {
	ctx, cancel := context.WithCancel(t.Context())
	l := newPiped()
	errs := make(chan error)
	go func() { errs <- s.Serve(ctx, l) }()
	client, server := net.Pipe()
	l.clients <- server
	if _, err := client.Write([]byte(start)); err != nil {
		t.Fatal(err)
	}
	synctest.Wait()
	return client, cancel, errs
}

// A client that does not send the rest of its body does not delay the end of the server, and is told so.
func TestStopSlow(t *testing.T) {
	ix := famous(t)
	for _, c := range bodies {
		synctest.Test(t, func(t *testing.T) {
			s := newServer(t, serve.Options{Index: ix})
			client, cancel, ended := sendTo(t, s, "POST "+c.path+" HTTP/1.1\r\nHost: x\r\n"+c.kind+
				"Content-Length: 100\r\n\r\n{")
			defer client.Close()
			answer := make(chan string, 1)
			go func() {
				text, _ := io.ReadAll(client)
				answer <- string(text)
			}()
			cancel()
			begin := time.Now()
			if err := <-ended; err != nil || time.Since(begin) > time.Second {
				t.Errorf("%s: %v after %v", c.path, err, time.Since(begin))
			}
			if text := <-answer; !strings.HasPrefix(text, "HTTP/1.1 503 ") {
				t.Errorf("%s: %q", c.path, text)
			}
			time.Sleep(time.Second) // net/http closes the connection
		})
	}
}

// slowNames is a store whose Players takes until leave is closed.
type slowNames struct {
	index.Store
	inside atomic.Int64
	leave  chan struct{}
}

func (s *slowNames) State() (index.State, error) {
	snapshot, err := s.Store.State()
	return slowSnapshot{snapshot, s}, err
}

type slowSnapshot struct {
	index.State
	names *slowNames
}

func (s slowSnapshot) Players(context.Context, string) ([]index.Player, error) {
	s.names.inside.Add(1)
	<-s.names.leave
	return nil, nil
}

// No more requests than processors read the names of all players at the same time. Others
// wait, for their time at most.
func TestScans(t *testing.T) {
	store := &slowNames{Store: storetest.Memory()}
	ix, err := chessindex.Open(t.Context(), store, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := index.Input{Name: "games.pgn", Reader: strings.NewReader("1. e4 *\n")}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, games); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		store.leave = make(chan struct{})
		s := newServer(t, serve.Options{Index: ix})
		var asked sync.WaitGroup
		statuses := make(chan int, 100)
		most := runtime.GOMAXPROCS(0)
		ask := func(target string) {
			asked.Go(func() {
				status, _ := get(t, s, target)
				statuses <- status
			})
		}
		for range most {
			ask("/players?name=a")
		}
		synctest.Wait()
		ask("/players?name=a")
		ask("/masters?player=a")
		synctest.Wait()
		if n := store.inside.Load(); n != int64(most) {
			t.Errorf("%d requests read the names, want %d", n, most)
		}
		for range 2 {
			if status := <-statuses; status != 503 { // after 30 s of the bubble's clock
				t.Errorf("status %d, want 503", status)
			}
		}
		close(store.leave)
		asked.Wait()
		for range most {
			if status := <-statuses; status != 200 {
				t.Errorf("status %d", status)
			}
		}
	})
}

// A client of an export that does not read for a minute loses its place. One of a batch that does not send takes none,
// and has its connection for a minute.
func TestSilentClients(t *testing.T) {
	ix := famous(t)
	for start, wanted := range map[string][]int{
		"GET /export.pgn HTTP/1.1\r\nHost: x\r\n\r\n":                          {429, 200},
		"POST /positions HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n\n": {200, 200},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newServer(t, serve.Options{Index: ix}, serve.Limits{Slow: 1})
			client, cancel, ended := sendTo(t, s, start)
			defer client.Close()
			answer := make(chan string, 1)
			if strings.HasPrefix(start, "POST") {
				go func() {
					text, _ := io.ReadAll(client)
					answer <- string(text)
				}()
			}
			for _, want := range wanted {
				if status, text := get(t, s, "/export.pgn?limit=1"); status != want {
					t.Errorf("%.20s: status %d, want %d: %.100s", start, status, want, text)
				}
				if strings.HasPrefix(start, "GET") {
					go io.Copy(io.Discard, io.LimitReader(client, 1))
				}
				time.Sleep(61 * time.Second)
			}
			if strings.HasPrefix(start, "POST") {
				if text := <-answer; !strings.HasPrefix(text, "HTTP/1.1 408 ") {
					t.Errorf("%.20s: %q", start, text)
				}
			}
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
			time.Sleep(time.Second)
		})
	}
}
