package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

const (
	defaultMaxWeight = 8
	auditTime        = 10 * time.Minute // of one processor
)

// options returns the options of an audit: the rules of the features, and its limits.
func (t *table) options(maxWeight int) audit.Options {
	var o audit.Options
	if t.layout != nil {
		o = audit.ForLayout(t.layout)
	}
	o.Bits, o.MaxWeight, o.Exhaustive, o.Truncations = width(t.File), maxWeight, min(maxWeight, 6), []int{}
	o.Threads, o.Memory = 1, t.memory
	return o
}

// An auditQuery is the query of GET /keys/audit.
type auditQuery struct {
	maxWeight int
	table     table
}

func readAudit(v *values) (q auditQuery) {
	q.maxWeight = v.within("max-weight", defaultMaxWeight, 2, 10)
	id, keys := v.Get("table"), v.Get("keys")
	if v.err != nil {
		return q
	}
	if id == "" {
		var err error
		q.table, err = newTable(tableRequest{Keys: keys})
		v.keep(err)
		return q
	}
	var ok bool
	if q.table, ok = v.s.tables.get(id); !ok {
		v.keep(notFound("no such table, or it has expired; send it again"))
	}
	return q
}

// audit answers GET /keys/audit with server-sent events.
func (s *Server) audit(w http.ResponseWriter, r *request, q auditQuery) error {
	t, maxWeight := q.table, q.maxWeight
	t.memory = s.limits.Audit
	about, err := t.describe(maxWeight)
	if err != nil {
		return badRequest("%v", err)
	}
	ctx, cancel := s.untilStopped(r)
	defer cancel()
	s.setDeadlines(w)
	e := &events{w: w, control: http.NewResponseController(w), cancel: cancel, sent: make(map[string]bool),
		weights: make(map[int]string)}
	begin := sync.OnceFunc(func() {
		header := w.Header()
		header.Set("Content-Type", "text/event-stream")
		header.Set("Cache-Control", "no-store")
		e.send("table", about)
	})
	waiting, stop := context.WithTimeout(ctx, auditTime)
	defer stop()
	leave, err := s.audits.enter(waiting, func() {
		begin()
		e.send("progress", map[string]any{"stage": "waiting for another audit", "done": 0, "seconds": 0})
	})
	if err == busy {
		return err
	}
	begin()
	if err != nil {
		e.send("failed", map[string]string{"error": "other audits took too long, or the server is stopping"})
		return nil
	}
	defer leave()
	s.setDeadlines(w)
	return e.audit(ctx, &t, maxWeight, about.Seconds)
}

// audit audits a table within auditTime.
func (e *events) audit(ctx context.Context, t *table, maxWeight int, seconds float64) error {
	ctx, cancel := context.WithTimeout(ctx, auditTime)
	defer cancel()
	start := time.Now()
	report, err := e.run(ctx, t, maxWeight, seconds)
	if report == nil {
		e.send("failed", map[string]string{"error": err.Error()})
		return nil
	}
	e.witness(ctx, t)
	e.send("done", map[string]any{
		"seconds": time.Since(start).Seconds(), "interrupted": err != nil, "flaws": flawsOf(report),
		"verdict": strings.Join(report.Verdict.Words, " "),
	})
	return nil
}

// flawsOf returns the flaws of a report, never nil.
func flawsOf(r *audit.Report) []audit.Flaw { return append([]audit.Flaw{}, r.Verdict.Flaws...) }

// events writes server-sent events.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	cancel  func() // ends the audit: the client is gone
	mu      sync.Mutex
	shown   time.Time
	sent    map[string]bool // dependencies
	weights map[int]string  // the last line sent, by weight
}

func (e *events) send(name string, v any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	text, err := jsontext.Marshal(v)
	if err != nil {
		return
	}
	_, err = fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", name, text)
	if flushed := e.control.Flush(); err != nil || flushed != nil && !errors.Is(flushed, errors.ErrUnsupported) {
		e.cancel()
	}
}

// run audits a table to small weights first, so that quick results are shown early.
func (e *events) run(ctx context.Context, t *table, maxWeight int, seconds float64) (report *audit.Report, err error) {
	start := time.Now()
	e.send("rank", e.rank(ctx, t))
	steps := []int{min(4, maxWeight), min(6, maxWeight), maxWeight}
	steps = slices.Compact(steps)
	for _, weight := range steps {
		o := t.options(weight)
		o.Progress = func(stage string, _, _ float64) {
			if now := time.Now(); now.Sub(e.shown) > 250*time.Millisecond {
				e.shown = now
				passed := now.Sub(start).Seconds()
				e.send("progress", map[string]any{
					"stage": stage, "done": min(passed/max(seconds, passed), .99), "seconds": passed,
				})
			}
		}
		next, runErr := audit.Run(ctx, t.Set, o)
		if next != nil {
			report = next
			e.show(report, t)
		}
		if runErr != nil {
			return report, runErr
		}
	}
	return report, nil
}

// mostDependencies is the number of dependencies that are sent.
const mostDependencies = 500

// show sends the new parts of a report.
func (e *events) show(report *audit.Report, t *table) {
	differ := func([]zobrist.Feature) bool { return false }
	if o := t.options(defaultMaxWeight); o.Differ != nil {
		differ = o.Differ
	}
	for _, d := range report.Dependencies {
		id := fmt.Sprint(d.Features)
		if e.sent[id] || len(e.sent) >= mostDependencies {
			continue
		}
		e.sent[id] = true
		e.send("dependency", map[string]any{
			"weight": len(d.Features), "features": d.Features, "names": append([]string{}, d.Names...),
			"legal": differ(d.Features),
		})
	}
	if len(report.Distributions) == 0 {
		return
	}
	for _, line := range report.Distributions[0].Weights {
		event := map[string]any{
			"weight": line.Weight, "count": fmt.Sprint(line.Count), "exact": line.Exact,
			"expected": line.Expected, "missed": line.Missed,
		}
		if text := fmt.Sprint(event); e.weights[line.Weight] != text {
			e.weights[line.Weight] = text
			e.send("weight", event)
		}
	}
}

type rankJSON struct {
	Rank     int          `json:"rank"`
	Features int          `json:"features"`
	Bits     int          `json:"bits"`
	Zero     []int        `json:"zero"`
	Equal    [][]int      `json:"equal"`
	Aliased  int          `json:"aliased"`
	Flaws    []audit.Flaw `json:"flaws"`
}

// rank returns the results that need no search.
func (e *events) rank(ctx context.Context, t *table) rankJSON {
	j := rankJSON{
		Rank: dependency.Rank(t.Set), Features: len(t.Keys), Bits: width(t.File), Zero: []int{}, Equal: [][]int{},
		Flaws: []audit.Flaw{},
	}
	o := t.options(2)
	o.Iterations = 1
	report, err := audit.Run(ctx, t.Set, o)
	if err != nil {
		return j
	}
	for _, f := range report.Zero {
		j.Zero = append(j.Zero, int(f))
	}
	for _, group := range report.Equal {
		var same []int
		for _, f := range group {
			same = append(same, int(f))
		}
		j.Equal = append(j.Equal, same)
	}
	j.Aliased, j.Flaws = len(report.Aliased), flawsOf(report)
	return j
}

// witness sends two legal positions with one 64-bit hash, if it finds any.
func (e *events) witness(ctx context.Context, t *table) {
	if t.layout == nil {
		return
	}
	set := t.layout.ForGame(t.Set)
	clash, err := attack.Collide(ctx, set, legal.Chess(),
		attack.Options{Iterations: 40_000, Polish: 2000, Threads: 1})
	if err != nil {
		return
	}
	hash := fmt.Sprintf("%016x", clash.Hash.Lo)
	if width(t.File) > 64 {
		hash = fmt.Sprintf("%016x%016x", clash.Hash.Hi, clash.Hash.Lo)
	}
	names := []string{}
	for _, f := range clash.Difference {
		names = append(names, chess.Space().FeatureName(f))
	}
	e.send("witness", map[string]any{
		"positions": []string{clash.Positions[0].Text, clash.Positions[1].Text}, "hash": hash,
		"features": clash.Difference, "names": names,
	})
}
