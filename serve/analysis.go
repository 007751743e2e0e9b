package serve

import (
	"context"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Limits on an analysis.
const (
	analysisTable   = 16 << 20 // bytes
	analysisSeconds = 20
	mostSeconds     = 60
	analysisLines   = 3
	mostLines       = 5
	waitingAnalyses = 8
)

// analysisJSON is a line of the answer to GET /analysis: what an iteration of the search found.
type analysisJSON struct {
	Depth   int          `json:"depth"`
	Nodes   uint64       `json:"nodes"`
	Seconds float64      `json:"seconds"`
	Lines   []searchLine `json:"lines"`
	Done    bool         `json:"done"`          // the last line
	End     string       `json:"end,omitempty"` // why it is the last one
}

// A searchLine is one of the best lines. Either Score or Mate is set.
type searchLine struct {
	Score *int       `json:"score,omitempty"` // in hundredths of a pawn, for White
	Mate  *int       `json:"mate,omitempty"`  // in moves, negative if Black mates
	Moves []lineMove `json:"moves"`
}

type lineMove struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
}

// analyses has the running search of each client.
type analyses struct {
	mu      sync.Mutex
	running map[netip.Prefix]*func()
}

// end ends the search of a client, if there is one.
func (a *analyses) end(client netip.Prefix) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.endLocked(client)
}

func (a *analyses) endLocked(client netip.Prefix) {
	if other := a.running[client]; other != nil {
		(*other)()
	}
}

// begin ends the client's other search, if there is one, and remembers how to end this one. Call the result at the
// end.
func (a *analyses) begin(client netip.Prefix, end func()) (ended func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.endLocked(client)
	a.running[client] = &end
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.running[client] == &end {
			delete(a.running, client)
		}
	}
}

// An analysisQuery is the query of GET /analysis.
type analysisQuery struct {
	lines int
	limit time.Duration
	at    spot
}

func readAnalysis(v *values) analysisQuery {
	if !v.s.o.Analysis {
		v.keep(notFound("this server does not analyse; start it with --analysis"))
	}
	return analysisQuery{
		lines: v.within("lines", analysisLines, 1, mostLines),
		limit: time.Duration(v.within("seconds", analysisSeconds, 1, mostSeconds)) * time.Second, at: v.position(),
	}
}

// analysis answers GET /analysis: a line of JSON for each depth that the searcher of `zobrist uci` finishes.
func (s *Server) analysis(w http.ResponseWriter, r *request, q analysisQuery) error {
	ctx, cancel := context.WithCancelCause(r.Context())
	defer cancel(nil)
	defer context.AfterFunc(s.ending, func() { cancel(errStopping) })()
	leave, err := s.enterAnalysis(ctx, s.client(r.Request), func() { cancel(errReplaced) })
	if err != nil {
		return err
	}
	defer leave()
	s.setDeadlines(w)
	w.Header().Set("Content-Type", "application/x-ndjson")
	w.Header().Set("Cache-Control", "no-store")
	return analyse(ctx, s.game.(games.Boarder).Board(q.at.Position), q.lines, q.limit, func(j analysisJSON) {
		text, err := jsontext.Line(j)
		if err == nil {
			_, err = w.Write(text)
		}
		if err != nil || http.NewResponseController(w).Flush() != nil && r.Context().Err() != nil {
			cancel(err)
		}
	})
}

// enterAnalysis waits for a place among the searches, and ends the client's other analysis, whether it runs or waits.
// replaced is called when a later one ends this one. Call leave at the end.
func (s *Server) enterAnalysis(ctx context.Context, client netip.Prefix, replaced func()) (leave func(), err error) {
	waited := func() {}
	free, err := s.searches.enter(ctx, func() {
		waited = s.waiting.begin(client, replaced)
		if s.searches.waiting() == 1 { // this one gets the place of the client's other search
			s.analyses.end(client)
		}
	})
	waited()
	if err != nil {
		return nil, err
	}
	ended := s.analyses.begin(client, replaced)
	return func() { ended(); free() }, nil
}

var (
	errStopping = failure{http.StatusServiceUnavailable, "the server is stopping"}
	errReplaced = failure{http.StatusServiceUnavailable, "another analysis of this client began"}
)

// analyse searches a position for its best lines, for the limit at most, and sends the result of each iteration. The
// last one is sent again with Done.
func analyse(ctx context.Context, p *chess.Position, lines int, limit time.Duration, send func(analysisJSON)) error {
	moves := len(p.AppendMoves(nil))
	if result, _ := p.Result(); moves == 0 || result != 0 && p.InsufficientMaterial() {
		send(analysisJSON{Lines: []searchLine{}, Done: true, End: "the game is over"})
		return nil
	}
	table, err := tt.New(tt.Options{Bytes: analysisTable})
	if err != nil {
		return err
	}
	defer table.Close()
	searcher, err := search.New(engine.New(p), search.Options{Table: table})
	if err != nil {
		return err
	}
	searcher.Lines = min(lines, moves)
	found := analysisJSON{Lines: []searchLine{}}
	searcher.Report = func(i search.Info[chess.Move]) {
		if i.Rank == 1 { // the first line of another iteration
			found.Lines = []searchLine{}
		}
		found.Depth, found.Nodes, found.Seconds = i.Depth, i.Nodes, i.Time.Seconds()
		found.Lines = append(found.Lines, describeLine(p, i))
		if i.Rank == searcher.Lines {
			send(found)
		}
	}
	info, err := searcher.Search(ctx, search.Limits{Time: limit})
	if err != nil {
		return err
	}
	found.Nodes, found.Seconds = info.Nodes, info.Time.Seconds()
	found.Done, found.End = true, whyEnded(ctx, info.Time >= limit)
	send(found)
	return nil
}

// whyEnded says why a search in a context is over.
func whyEnded(ctx context.Context, timeIsOver bool) string {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx).Error()
	case timeIsOver:
		return "the time is over"
	}
	return "the search is complete"
}

// describeLine describes a line from a position.
func describeLine(p *chess.Position, i search.Info[chess.Move]) (l searchLine) {
	sign := 1
	if p.Turn() == chess.Black {
		sign = -1
	}
	if moves, ok := engine.MateIn(i.Value); ok {
		l.Mate = new(sign * moves)
	} else {
		l.Score = new(sign * i.Value)
	}
	for _, m := range i.Line {
		l.Moves = append(l.Moves, lineMove{p.UCI(m), p.SAN(m)})
		p.Make(m)
	}
	for range i.Line {
		p.Unmake()
	}
	return l
}
