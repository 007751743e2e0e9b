package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/polyglot"
)

// Options configure a server. Index is required.
type Options struct {
	// Index is what the server answers from: an index of chess or one of its variants, of Go or of checkers.
	Index *index.Index

	// Name is the name of the index in headings of the page.
	Name string

	// Version is the version of the program, as /stats shows it.
	Version string

	// Book is shown beside the games of a chess index. Nil means that there is none.
	Book *polyglot.Book

	// BookName is the name of the book in headings of the page.
	BookName string

	// Evals are shown on the page of a chess index, and answer /api/cloud-eval and /cdb.php. Index may have no games.
	// Nil means that there are none.
	Evals *evals.Store[chess.Move]

	// Aliases are names of players that count as one. Nil means that each name is a player.
	Aliases *index.Aliases

	// Origin is the origin of pages on other hosts that may ask, such as "https://example.org", "*" for all and "" for
	// none. Such pages may ask with credentials, such as a password that a browser remembers, unless Origin is "*" and
	// there is a Token.
	Origin string

	// Hosts are names of this server besides localhost and its addresses. If there are none, requests over loopback are
	// answered for localhost and addresses alone, and others for every name.
	Hosts []string

	// Token is what clients must send as Bearer token or as the password of any user. If it is "", they need none.
	Token string

	// Proxies are the addresses whose X-Forwarded-For is believed.
	Proxies []netip.Prefix

	// Client is the number of requests that one client may have at the same time, apart from the page, /metrics and
	// /healthz. 0 means any number.
	Client int

	// Analysis makes the server answer GET /analysis: a search for a minute at most, one for each client.
	Analysis bool

	// Verify is the time between verifications of the index in the background. 0 means that there are none.
	Verify time.Duration

	// Log gets a line for each request. Nil means that there is no log.
	Log *slog.Logger
}

// limits protect the server. Zero fields mean the defaults.
type limits struct {
	Body     int64         // bytes of a request's body; 16 MiB. Eight times as much is held at the same time
	Batch    int           // lines of POST /positions; 100,000
	Export   int64         // games of one export, a larger one is refused; 0: no limit
	Sorted   int64         // games of one list in an order for which they are read; 100,000
	Memory   int64         // bytes for sorting the moves of a book, 16 MiB at least; 128 MiB
	Audit    int64         // bytes for an audit, about; 256 MiB
	Requests int           // answered at the same time; 256
	Slow     int           // batches and exports at the same time; 4
	Audits   int           // at the same time, each on one processor; 1. Eight more wait
	Kept     int64         // bytes of answers that are kept; 16 MiB, none if negative
	Time     time.Duration // for one answer; 30 s. A slow one ends if its client is idle for twice as long
}

// complete fills in the defaults.
func (l limits) complete() limits {
	l.Body = cmp.Or(l.Body, 16<<20)
	l.Batch = cmp.Or(l.Batch, 100_000)
	l.Sorted = cmp.Or(l.Sorted, 100_000)
	l.Memory = cmp.Or(l.Memory, 128<<20)
	l.Audit = cmp.Or(l.Audit, 256<<20)
	l.Requests = cmp.Or(l.Requests, 256)
	l.Slow = cmp.Or(l.Slow, 4)
	l.Audits = cmp.Or(l.Audits, 1)
	l.Kept = cmp.Or(l.Kept, 16<<20)
	l.Time = cmp.Or(l.Time, 30*time.Second)
	return l
}

// A Server answers requests. It is safe for concurrent use.
type Server struct {
	o        Options
	limits   limits
	game     games.Game
	mux      *http.ServeMux
	other    http.Handler // of requests without a pattern
	metrics  *metrics
	origins  *http.CrossOriginProtection
	clients  *clients
	all      *queue // of all requests but a few that take no time
	slow     *queue // of batches and exports
	receiver *receiver
	reads    *queue // of texts for /read and of tables
	scans    *queue // of requests that read the names of all players, or many games
	audits   *queue
	searches *queue
	analyses *analyses     // that run
	waiting  *analyses     // that wait
	changes  *atomic.Int64 // of the index, as far as the server has seen them
	kept     *keptAnswers
	tables   *tables
	stats    *statsCache
	damaged  *atomic.Bool // at the last verification
	started  time.Time
	ending   context.Context // ends when the server stops
	stop     context.CancelFunc
}

// Limits on waiting requests. Together with the running ones they leave most of 256 requests to short ones.
const (
	waitingScans  = 48
	waitingAudits = 8
)

// heldBodies is how many times limits.Body the bytes of all bodies may be at the same time.
const heldBodies = 8

// New returns a server, which does not listen yet. The errors are about o: no Index, an Index of another game than
// chess with a Book or Evals, an Origin that is none, or a negative Client.
func New(o Options) (*Server, error) { return newServer(o, limits{}) }

// newServer is New with other limits, for tests.
func newServer(o Options, l limits) (*Server, error) {
	if o.Index == nil {
		return nil, errors.New("serve: no index")
	}
	g, err := games.Named(o.Index.Config().Game)
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	if _, chess := g.(games.Boarder); !chess && (o.Evals != nil || o.Book != nil) {
		return nil, errors.New("serve: Options.Evals and Options.Book are for an index of chess")
	}
	if o.Client < 0 {
		return nil, fmt.Errorf("serve: Options.Client is %d; want 0 for any number of requests, or more", o.Client)
	}
	l = l.complete()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	o.Hosts = slices.Clone(o.Hosts)
	for i, host := range o.Hosts {
		o.Hosts[i] = strings.TrimSuffix(strings.ToLower(host), ".")
	}
	s := &Server{
		o: o, limits: l, game: g, started: time.Now(), metrics: newMetrics(), tables: newTables(), stats: new(statsCache),
		kept:    &keptAnswers{most: l.Kept},
		damaged: new(atomic.Bool),
		origins: http.NewCrossOriginProtection(), clients: &clients{count: make(map[netip.Prefix]int)},
		all:      newQueue(l.Requests, 0),
		slow:     newQueue(l.Slow, 0),
		receiver: &receiver{most: l.Requests, bytes: heldBodies * l.Body},
		reads:    newQueue(runtime.GOMAXPROCS(0), l.Requests),
		scans:    newQueue(runtime.GOMAXPROCS(0), min(waitingScans, l.Requests/4)),
		audits:   newQueue(l.Audits, min(waitingAudits, l.Requests/8)),
		searches: newQueue(runtime.GOMAXPROCS(0), min(waitingAnalyses, l.Requests/8)),
		analyses: &analyses{running: make(map[netip.Prefix]*func())},
		waiting:  &analyses{running: make(map[netip.Prefix]*func())},
		changes:  new(atomic.Int64),
	}
	o.Origin = strings.ToLower(o.Origin) // as browsers write it
	s.o.Origin = o.Origin
	if o.Origin != "" && o.Origin != "*" {
		if err := s.origins.AddTrustedOrigin(o.Origin); err != nil {
			return nil, fmt.Errorf("serve: Options.Origin: %w", err)
		}
	}
	s.ending, s.stop = context.WithCancel(context.Background())
	s.route()
	return s, nil
}

// route fills in the handlers of all paths.
func (s *Server) route() {
	mux := http.NewServeMux()
	free := func(pattern string, h handlerFunc) { mux.Handle(pattern, s.wrap(pattern, h)) }
	handle := func(pattern string, h handlerFunc) { free(pattern, limitClient(limit(h))) }
	own := func(pattern string, h handlerFunc) {
		_, path, _ := strings.Cut(pattern, " ")
		if path == "/export"+s.game.About().Ending {
			path = "/export.pgn" // as openapi.json calls it
		}
		handle(pattern, strict(path, h))
	}
	post := func(path string, h handlerFunc) { free("POST "+path, limitClient(strict(path, h))) }
	explorer := func(path string, read func(*values) question) {
		handle("GET "+path, only[games.Variety](keep(lenient(asked(read, (*Server).explore)))))
	}
	explorer("/masters", readMasters)
	explorer("/lichess", readLichess)
	explorer("/player", readPlayer)
	handle("GET /masters/pgn/{id}", (*Server).gameText)
	explorer("/master", readMasters) // this and the next three are old paths
	handle("GET /master/pgn/{id}", (*Server).gameText)
	explorer("/personal", readPlayer)
	explorer("/lichess/history", readLichessHistory)
	free("GET /api/cloud-eval", limitClient(limitPlain((*Server).cloudEval)))
	free("GET /cdb.php", cdbFaults(limitClient(limitPlain((*Server).cdb))))
	own("GET /position", keep(asked(readPosition, (*Server).onePosition)))
	post("/positions", posted(s.limits.Body, slowTime, limitSlow(asked(readPositions, (*Server).positions))))
	own("GET /prepare", notForOthers(limitSlow(asked(readPrepare, (*Server).prepare))))
	own("GET /games", keep(asked(readGames, (*Server).games)))
	own("GET /structure", keep(asked(readStructure, (*Server).games)))
	own("GET /export"+s.game.About().Ending, notForOthers(limitSlow(asked(readExport, (*Server).exportGames))))
	own("GET /export.bin", notForOthers(limitSlow(only[games.Boarder](asked(readMake, (*Server).exportBook)))))
	own("GET /players", asked(readPlayers, (*Server).players))
	own("GET /book", only[games.Boarder](asked(readBook, (*Server).book)))
	post("/keys/tables", jsonOnly(posted(mostTableText, 0, (*Server).addTable)))
	own("GET /keys/audit", notForOthers(asked(readAudit, (*Server).audit)))
	own("GET /odds", asked(readOdds, (*Server).odds))
	own("GET /line", asked(readLine, (*Server).line))
	post("/read", posted(mostReadText, 0, asked((*values).position, (*Server).read)))
	own("GET /analysis", notForOthers(only[games.Boarder](asked(readAnalysis, (*Server).analysis))))
	own("GET /stats", (*Server).statistics)
	free("GET /healthz", (*Server).health)
	free("GET /metrics", (*Server).showMetrics)
	free("GET /openapi.json", description)
	for _, path := range []string{"/positions", "/keys/tables", "/read"} {
		free("GET "+path, postOnly)
	}
	free("GET /", files())
	if s.o.Origin != "" {
		handle("OPTIONS /", preflight)
	}
	s.mux = mux
	s.other = s.wrap("ANY other", func(_ *Server, w http.ResponseWriter, r *request) error {
		mux.ServeHTTP(w, r.Request)
		return nil
	})
}

// only refuses requests to an index of a game without the interface G, which chess has.
func only[G any](h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		if _, ok := s.game.(G); !ok {
			return notFound("%s is for chess, and this index holds %s; ask /position or /games", r.URL.Path,
				s.game.About().Name)
		}
		return h(s, w, r)
	}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, _ := s.mux.Handler(r)
	if !isWrapped(h) { // a wrong method, or a path that is redirected
		h = s.other
	}
	h.ServeHTTP(w, r)
}

// Serve accepts connections until ctx ends. Then it stops batches, exports, audits and analyses, refuses requests
// whose bodies are not there, answers the others that have begun, for ten seconds at most, and returns nil. If l
// fails before that, it returns the error of l.Accept and does not wait for requests. If closing l fails, its error
// wraps the error of l.Close. It closes the listener in any case. Call it once.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	server := &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       time.Minute,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(s.o.Log.Handler(), slog.LevelInfo), // of clients: TLS and the like
	}
	ctx, cancel := context.WithCancel(ctx)
	var following sync.WaitGroup
	defer following.Wait()
	defer cancel()
	following.Go(func() { s.follow(ctx) })
	following.Go(func() { s.followEvals(ctx) })
	following.Go(func() { s.verify(ctx) })
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		s.stop()
		s.receiver.stop()
		grace, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		err := server.Shutdown(grace)
		if errors.Is(err, context.DeadlineExceeded) { // clients that are too slow are not an error of the server
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

// verify verifies the index every Options.Verify until ctx ends, to find pages that are damaged after they were first
// read. It sleeps nine times as long as it works, so that it hardly slows requests.
func (s *Server) verify(ctx context.Context) {
	if s.o.Verify <= 0 {
		return
	}
	for wait(ctx, s.o.Verify) {
		var mu sync.Mutex // progress may be reported by several goroutines
		last := time.Now()
		_, err := s.o.Index.Check(ctx, func(float64) {
			mu.Lock()
			defer mu.Unlock()
			wait(ctx, 9*time.Since(last))
			last = time.Now()
		})
		switch {
		case ctx.Err() != nil || errors.Is(err, index.ErrEmpty):
		case errors.Is(err, index.ErrCorrupt):
			if !s.damaged.Swap(true) {
				s.o.Log.Error("the index is damaged, and answers may be wrong", "error", err)
			}
		case err != nil:
			s.o.Log.Warn("the index could not be verified", "error", err)
		default:
			s.damaged.Store(false)
		}
	}
}

// wait reports false if ctx ends before the time has passed.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// followEvals shows new builds of the evaluations until ctx ends.
func (s *Server) followEvals(ctx context.Context) {
	if s.o.Evals == nil {
		return
	}
	log := refreshLog{log: s.o.Log, what: "the store of evaluations"}
	for wait(ctx, time.Second) {
		changed, err := s.o.Evals.Refresh()
		log.note(changed, err)
		if changed {
			s.changes.Add(1)
		}
	}
}

// follow shows new builds of the index until ctx ends.
func (s *Server) follow(ctx context.Context) {
	log := refreshLog{log: s.o.Log, what: "the index"}
	of, _ := s.o.Index.Manifest(ctx) // zero if nothing has been built yet
	for wait(ctx, time.Second) {
		changed, err := s.o.Index.Refresh(ctx)
		if ctx.Err() != nil {
			return
		}
		if errors.Is(err, index.ErrEmpty) {
			err = nil
		}
		log.note(changed, err)
		// The manifest shows builds of this process, which Refresh does not report; Refresh reports another index with
		// the same numbers.
		m, err := s.o.Index.Manifest(ctx)
		if changed || err == nil && (m.Builds != of.Builds || m.Games != of.Games || m.Next != of.Next) {
			s.changes.Add(1)
		}
		if err == nil {
			of = m
		}
	}
}

// A refreshLog logs the results of refreshes of a store. An error that lasts is logged once, not every second.
type refreshLog struct {
	log  *slog.Logger
	what string // the store
	last string // error; "" after a success
}

func (l *refreshLog) note(changed bool, err error) {
	switch {
	case err == nil:
		l.last = ""
		if changed {
			l.log.Info(l.what + " has changed")
		}
	case err.Error() != l.last:
		l.last = err.Error()
		l.log.Error("refresh: "+l.what+" is shown as it was", "error", err)
	}
}
