package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
)

// parseGo reads the words after "go". It skips unknown words with a remark.
func (e *session) parseGo(ctx context.Context, args []string) goLimits {
	var l goLimits
	number := func(i int) int64 {
		if i+1 >= len(args) {
			e.remark("%s needs a number", args[i])
			return 0
		}
		whole, _, _ := strings.Cut(args[i+1], ".")
		n, err := strconv.ParseInt(whole, 10, 64) // the nearest number if it is out of range
		if err != nil && !errors.Is(err, strconv.ErrRange) {
			e.remark("%s needs a number, not %q", args[i], args[i+1])
			return 0
		}
		return n
	}
	millis := func(i int) time.Duration {
		return time.Duration(min(max(number(i), 0), 1<<40)) * time.Millisecond
	}
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "infinite":
			l.infinite = true
			continue
		case "ponder":
			l.pondered = true
			continue
		case "searchmoves":
			for ; i+1 < len(args) && moveLike(args[i+1]); i++ {
				if l.moves == nil {
					l.moves = []chess.Move{} // no legal one so far
				}
				if m, err := e.position.ParseUCI(strings.ToLower(args[i+1])); err != nil {
					e.remark("%v", err)
				} else if !slices.Contains(l.moves, m) {
					l.moves = append(l.moves, m)
				}
			}
			continue
		case "wtime":
			l.time[chess.White], l.clocked[chess.White] = millis(i), true
		case "btime":
			l.time[chess.Black], l.clocked[chess.Black] = millis(i), true
		case "winc":
			l.increment[chess.White] = millis(i)
		case "binc":
			l.increment[chess.Black] = millis(i)
		case "movestogo":
			l.movesToGo = int(min(max(number(i), 0), 1000))
		case "depth":
			l.depth = int(min(max(number(i), 1), search.MaxPly))
		case "nodes":
			l.nodes = uint64(max(number(i), 1))
		case "mate":
			l.mate = int(min(max(number(i), 1), search.MaxPly/4))
		case "movetime":
			l.moveTime = max(millis(i), time.Millisecond)
		case "perft":
			if e.refused {
				e.remark("perft: the last position was refused")
				l.depth = -1
				return l
			}
			e.perft(ctx, int(min(max(number(i), 1), maxPerft)))
			l.depth = -1
			return l
		default:
			e.remark("unknown word %s after go", args[i])
			continue
		}
		i++
	}
	return l
}

// moveLike reports whether a word has the form of a move, so that it belongs to
// the list after "searchmoves".
func moveLike(word string) bool {
	if len(word) != 4 && len(word) != 5 {
		return false
	}
	if piece, square, drop := strings.Cut(word, "@"); drop && len(piece) == 1 {
		_, ok := chess.ParseSquare(strings.ToLower(square))
		return ok
	}
	word = strings.ToLower(word)
	_, from := chess.ParseSquare(word[:2])
	_, to := chess.ParseSquare(word[2:4])
	return from && to
}

// unfinished reports why a count has no result.
func (e *session) unfinished(what string, err error) {
	if errors.Is(err, context.Canceled) {
		err = errors.New("stopped")
	}
	e.remark("%s: %v", what, err)
}

// maxPerft is the greatest depth of "go perft".
const maxPerft = 9

// perft starts to count the paths of each move, and prints them as Stockfish does.
func (e *session) perft(ctx context.Context, depth int) {
	p, o := e.rules.clone(e.position), search.PerftOptions{Threads: e.options.threads}
	rules := e.rules
	ctx, cancel := context.WithCancel(ctx)
	e.ends = true
	e.begin(cancel, func() {
		r, err := rules.perft(ctx, p, depth, o)
		if err != nil {
			e.unfinished("perft", err)
			return
		}
		var text strings.Builder
		for i, m := range r.Moves {
			fmt.Fprintf(&text, "%s: %d\n", p.UCI(m), r.Counts[i])
		}
		e.printf("%s\nNodes searched: %d\n", text.String(), r.Nodes)
	})
}

// search executes "go", which was read at the given time: it starts the search and returns.
func (e *session) search(ctx context.Context, args []string, at time.Time) {
	l := e.parseGo(ctx, args)
	if l.depth < 0 || e.playBook(l) || e.playStored(l) {
		return
	}
	e.prepare()
	ctx, cancel := context.WithCancel(ctx)
	e.release = make(chan struct{})
	e.clock = newClock(l, e.position.Turn(), time.Duration(e.options.overhead)*time.Millisecond, cancel)
	e.infinite, e.bounded, e.ends = l.infinite, l.bounded(e.position.Turn()), false
	if !l.pondered {
		e.startClock(at)
	}
	c, release := e.clock, e.release
	if e.refused {
		e.begin(cancel, func() {
			<-release
			e.remark("the last position was refused")
			e.printf("bestmove 0000\n")
		})
		return
	}
	p := e.rules.clone(e.position)
	e.begin(cancel, func() { e.run(ctx, l, p, c, release) })
}

// run searches and answers.
func (e *session) run(ctx context.Context, l goLimits, p board, c *clock, release chan struct{}) {
	defer c.end()
	q := query{moves: l.moves, lines: e.options.multiPV, limits: search.Limits{Depth: l.depth, Nodes: l.nodes}}
	if l.mate > 0 && !l.infinite && l.depth == 0 {
		q.limits.Depth = 2*l.mate - 1 + mateMore
	}
	handicap := e.options.handicap()
	if l.infinite || l.mate > 0 { // an analysis
		handicap = nil
	}
	if handicap != nil {
		handicap.limit(&q.limits)
		q.lines = max(q.lines, candidates)
	}
	var lines []search.Info[chess.Move] // of the last iteration
	var shown []chess.Move              // the best of them
	wdl := e.options.showWDL
	began := time.Now()
	q.current = func(depth int, m chess.Move, n int) {
		if time.Since(began) >= time.Second {
			e.printf("info depth %d currmove %s currmovenumber %d\n", depth, p.UCI(m), n)
		}
	}
	q.report = func(i search.Info[chess.Move]) {
		if i.Rank == 1 {
			lines, shown = lines[:0], i.Line
		}
		lines = append(lines, i)
		if i.Rank <= e.options.multiPV {
			e.printf("%s\n", describe(p, i, e.hashfull(), wdl, false))
		}
		if c.enough() || l.mate > 0 && i.Value >= search.Win-2*l.mate {
			c.stop()
		}
	}
	info, err := e.searcher.search(ctx, p, q)
	if err == nil && l.mate > 0 && !l.infinite && info.Value < search.Win-2*l.mate {
		if mated, found := e.mate(ctx, l, p, info.Nodes); found {
			info = mated
			e.printf("%s\n", describe(p, info, e.hashfull(), wdl, false))
			shown = info.Line
		}
	}
	// The answer to "infinite" waits for "stop", the answer to "ponder" for "stop" or "ponderhit".
	<-release
	if err != nil {
		score, _ := p.Score()
		switch over := len(p.AppendMoves(nil)) == 0; {
		case over && score != 0:
			e.printf("info depth 0 score mate 0\n")
		case over:
			e.printf("info depth 0 score cp 0\n")
		default:
			e.remark("%v", err)
		}
		e.printf("bestmove 0000\n")
		return
	}
	if handicap != nil && len(lines) > 0 {
		info = handicap.choose(lines, e.random)
	}
	if !slices.Equal(info.Line, shown) {
		// An unfinished iteration has found a better move, or the handicap chooses another one.
		info.Rank = 1
		e.printf("%s\n", describe(p, info, e.hashfull(), wdl, handicap == nil))
	}
	best := "bestmove " + p.UCI(info.Line[0])
	if len(info.Line) > 1 {
		p.Make(info.Line[0])
		best += " ponder " + p.UCI(info.Line[1])
	}
	e.printf("%s\n", best)
}

// hashfull returns the permille of the table in use.
func (e *session) hashfull() int {
	if e.table == nil {
		return 0
	}
	return e.table.Hashfull()
}

// describe returns the line about an iteration. The value of an unfinished one may be a lower
// bound.
func describe(p board, i search.Info[chess.Move], hashfull int, wdl, bound bool) string {
	var b strings.Builder
	value := score(i.Value)
	if bound {
		value += " lowerbound"
	}
	if wdl {
		win, draw, loss := chances(i.Value)
		value += fmt.Sprintf(" wdl %d %d %d", win, draw, loss)
	}
	fmt.Fprintf(&b, "info depth %d seldepth %d multipv %d score %s nodes %d nps %d hashfull %d time %d pv",
		i.Depth, max(i.Deepest, i.Depth), i.Rank, value, i.Nodes,
		uint64(float64(i.Nodes)/max(i.Time.Seconds(), 1e-6)), hashfull, i.Time.Milliseconds())
	for _, m := range i.Line {
		b.WriteByte(' ')
		b.WriteString(p.UCI(m))
		p.Make(m)
	}
	for range i.Line {
		p.Unmake()
	}
	return b.String()
}

// score writes a value in centipawns, or as the number of moves to mate.
func score(value int) string {
	if moves, ok := engine.MateIn(value); ok {
		return fmt.Sprintf("mate %d", moves)
	}
	return fmt.Sprintf("cp %d", value)
}

// startClock starts the clock of the search as of at. From now on the search may answer, unless it
// is infinite.
func (e *session) startClock(at time.Time) {
	e.clock.start(at)
	if !e.infinite {
		e.free()
	}
	e.ends = e.bounded
}

// free allows the search to answer.
func (e *session) free() {
	select {
	case <-e.release:
	default:
		close(e.release)
	}
}

// begin does work while commands are read; stop ends it.
func (e *session) begin(stop context.CancelFunc, work func()) {
	done := make(chan struct{})
	e.stop, e.done = stop, done
	go func() {
		defer close(done)
		work()
	}()
}

// settle waits until a bounded search, a perft or a bench has ended, and stops any other search.
// Commands read meanwhile are queued. A "stop" or "quit" ends the wait, unless it belongs to a "go"
// that is queued before it.
func (e *session) settle() {
	goQueued := false
	for e.done != nil && e.ends {
		select {
		case <-e.done:
			e.ends = false
		case next, ok := <-e.lines:
			if !ok {
				e.lines = nil
				continue
			}
			e.waiting = append(e.waiting, next)
			switch verb, _, _ := cutVerb(next.text); verb {
			case "go":
				goQueued = true
			case "stop", "quit":
				e.ends = goQueued
			}
		}
	}
	e.halt()
}

// halt ends the running search, count or benchmark. A search gives its answer.
func (e *session) halt() {
	if e.done == nil {
		return
	}
	e.stop()
	if e.clock != nil {
		e.free()
	}
	<-e.done
	e.stop, e.done, e.clock = nil, nil, nil
}
