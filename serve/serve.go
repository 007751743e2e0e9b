package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

// Options say what is served. Index is required.
type Options struct {
	Index    *chessindex.Index
	Name     string         // of the index, for headings
	Version  string         // of the program
	Book     *polyglot.Book // nil: none
	BookName string         // for headings
	Origin   string         // of pages on other hosts that may ask; "*" for all, "" for none
	Log      *slog.Logger   // of requests; nil: silent
	Limits   Limits
}

// Limits protect the server. Zero fields mean the defaults.
type Limits struct {
	Body     int64         // bytes of a request's body; 16 MiB
	Batch    int           // lines of POST /positions; 100,000
	Export   int64         // games of an export, more of which are an error; no limit
	Memory   int64         // bytes for sorting the moves of a book, 16 MiB at least; 128 MiB
	Requests int           // answered at the same time; 256
	Slow     int           // of these batches, exports and audits; 4
	Time     time.Duration // for one answer; 30 s. A slow one ends if its client is idle for twice as long
}

func (l *Limits) setDefaults() {
	set := func(v *int, d int) {
		if *v == 0 {
			*v = d
		}
	}
	set(&l.Batch, 100_000)
	set(&l.Requests, 256)
	set(&l.Slow, 4)
	if l.Body == 0 {
		l.Body = 16 << 20
	}
	if l.Memory == 0 {
		l.Memory = 128 << 20
	}
	if l.Time == 0 {
		l.Time = 30 * time.Second
	}
}

// A Server answers requests. It is safe for concurrent use.
type Server struct {
	o       Options
	mux     *http.ServeMux
	other   http.Handler // of requests without a pattern
	metrics *metrics
	all     chan struct{} // a place for each request
	slow    chan struct{} // a place for each slow one
	posted  chan struct{} // a place for each table whose text is being read
	scans   chan struct{} // a place for each request that reads the names of all players
	tables  *tables
	stats   statsCache
	ending  context.Context // ends when the server stops
	stop    context.CancelFunc
}

// New returns a server. It does not listen yet. It returns an error if o.Index is nil, or
// Requests or Slow of o.Limits negative.
func New(o Options) (*Server, error) {
	if o.Index == nil {
		return nil, errors.New("serve: no index")
	}
	if o.Limits.Requests < 0 || o.Limits.Slow < 0 {
		return nil, errors.New("serve: Limits.Requests and Limits.Slow cannot be negative")
	}
	o.Limits.setDefaults()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		o: o, metrics: newMetrics(), tables: newTables(),
		all:    make(chan struct{}, o.Limits.Requests),
		slow:   make(chan struct{}, o.Limits.Slow),
		posted: make(chan struct{}, min(mostPosted, max(1, o.Limits.Requests/2))), scans: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	s.ending, s.stop = context.WithCancel(context.Background())
	mux := http.NewServeMux()
	handle := func(pattern string, h handlerFunc) { mux.Handle(pattern, s.wrap(pattern, h)) }
	handle("GET /masters", s.masters)
	handle("GET /lichess", s.lichess)
	handle("GET /player", s.player)
	handle("GET /masters/pgn/{id}", s.game)
	handle("GET /master", s.masters) // this and the next three as clients of old know them
	handle("GET /master/pgn/{id}", s.game)
	handle("GET /personal", s.player)
	handle("GET /lichess/history", s.lichessHistory)
	handle("GET /position", s.onePosition)
	handle("POST /positions", s.limitSlow(s.positions))
	handle("GET /games", s.games)
	handle("GET /structure", s.structure)
	handle("GET /export.pgn", s.limitSlow(s.exportPGN))
	handle("GET /export.bin", s.limitSlow(s.exportBook))
	handle("GET /players", s.players)
	handle("GET /book", s.book)
	handle("POST /keys/tables", s.addTable)
	handle("GET /keys/audit", s.limitSlow(s.audit))
	handle("GET /odds", s.odds)
	handle("GET /stats", s.statistics)
	handle("GET /healthz", s.health)
	handle("GET /metrics", s.metrics.write)
	handle("GET /openapi.json", description)
	for _, path := range []string{"/positions", "/keys/tables"} {
		handle("GET "+path, s.postOnly)
	}
	handle("GET /", files())
	if o.Origin != "" {
		handle("OPTIONS /", preflight)
	}
	s.mux = mux
	s.other = s.wrap("ANY other", func(w http.ResponseWriter, r *http.Request) error {
		mux.ServeHTTP(w, r)
		return nil
	})
	return s, nil
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pattern := s.mux.Handler(r); pattern == "" { // a wrong method
		s.other.ServeHTTP(w, r)
		return
	}
	s.mux.ServeHTTP(w, r)
}

// Serve accepts connections until ctx ends. Then it stops batches, exports and audits,
// answers the other requests that have begun, for ten seconds at most, and returns nil.
// If l fails before that, it returns the error of l.Accept and does not wait for
// requests. If closing l fails, the error wraps that of l.Close. It closes the listener
// in any case.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.o.Log.Handler(), slog.LevelWarn),
	}
	ctx, cancel := context.WithCancel(ctx)
	var following sync.WaitGroup
	defer following.Wait()
	defer cancel()
	following.Go(func() { s.follow(ctx) })
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		s.stop()
		grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		err := server.Shutdown(grace)
		if errors.Is(err, context.DeadlineExceeded) { // clients that are too slow are no failure of the server
			s.o.Log.Warn("stopped before all requests were answered")
			err = server.Close()
		}
		if err != nil {
			err = fmt.Errorf("serve: stop: %w", err)
		}
		stopped <- err
	}()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// follow shows new builds of the index until ctx ends.
func (s *Server) follow(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last := "" // error that was logged
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		switch changed, err := s.o.Index.Refresh(ctx); {
		case ctx.Err() != nil:
		case err != nil && !errors.Is(err, index.ErrEmpty):
			if text := err.Error(); text != last { // not every second
				s.o.Log.Error("refresh: the index is shown as it was", "error", err)
				last = text
			}
		case changed:
			s.o.Log.Info("the index has changed")
			last = ""
		default:
			last = ""
		}
	}
}
