// Package uci is a chess engine for graphical interfaces and tournament programs, by the Universal
// Chess Interface. It consists of the rules of package chess, or by the option UCI_Variant of package variants, and the
// searcher of package search.
//
//	err := uci.Run(ctx, os.Stdin, os.Stdout)
//
// # Guarantees
//
// Every "go" but "go perft" is answered by exactly one "bestmove": a legal move, or "0000" if there is none or the
// last "position" was invalid. It is the first move of the last "info" line with a "pv" and multipv 1, if any. A
// search finishes depth 1 whatever its limits, so that there is such a line, except for a move of the book. A stored
// evaluation has its own depth. With a clock the answer comes before the flag falls, as long as the machine gives the
// program time; the option Move Overhead is the reserve for that. "go mate N" ends with a mate in at most N moves, or
// with a remark that there is none, once all lines of 2N − 1 plies are searched: seconds for N to 4, and some 30
// times more for each further move. Unknown commands and options are reported with "info string" and otherwise
// ignored, as the protocol demands. So are impossible rights to castle: see [chess.Position.SetLenient].
//
// # Limits
//
// Variants are played by material and mobility, without a search of captures at the end of each line. Books, stored
// evaluations, "bench" and the proofs of "go mate" are of chess. A command has at most 1 MiB. "go perft" counts to
// depth 9. "stop", "quit" and the end of the context end it and "bench" without a result. Any other command that
// needs the engine waits for their end, or for the end of a bounded search. So does the end of the input.
//
// # Cost
//
// The table, 64 MiB by default, is allocated at the first "isready" or "go".
//
// # Sources
//
// R. Huber and S. Meyer-Kahlen, Description of the universal chess interface,
// 2006.
package uci

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/polyglot"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// The answer to "uci".
const (
	name   = "zobrist"
	author = "the zobrist authors"
	module = "github.com/zobrist-go/zobrist"
)

// version returns the version of this module in the program, "devel" for a checkout.
var version = sync.OnceValue(func() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "devel"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if v := strings.Trim(m.Version, "()"); m.Path == module && v != "" {
			return v
		}
	}
	return "devel"
})

// A session is an engine with one input and one output.
type session struct {
	out    *bufio.Writer
	outMu  sync.Mutex
	failed error // of out

	options  options
	rules    rules
	position board
	setup    setup                    // of position
	refused  bool                     // the last "position" was refused: there is nothing to search
	book     *polyglot.Book           // nil if there is none
	store    *evals.Store[chess.Move] // of evaluations, nil if there is none
	random   func() uint64            // chooses among moves
	table    *tt.Table
	searcher searcher // nil until it is needed

	// The running search, count or benchmark, if any.
	stop     context.CancelFunc
	done     chan struct{}
	release  chan struct{} // closed when the answer may be given; see startClock
	clock    *clock        // nil for "go perft" and "bench"
	infinite bool          // the answer waits for stop, even after ponderhit
	bounded  bool          // the search ends by itself after its clock has started
	ends     bool          // the running work ends by itself

	lines   <-chan line // nil at the end of the input
	waiting []line      // read, but not executed yet
}

// A line of the input, and when it was read.
type line struct {
	text string
	at   time.Time
}

// maxLine is the longest command in bytes. A game of 5000 moves takes 50 KiB.
const maxLine = 1 << 20

// Run reads commands from r and answers on w until "quit", the end of r, or the end of ctx, which
// ends the search and gives its answer. The error comes from r or w, or is [context.Cause] of ctx.
// r is read ahead, and one goroutine may stay in r until r returns.
func Run(ctx context.Context, r io.Reader, w io.Writer) error {
	e := &session{out: bufio.NewWriter(w), options: defaults(), random: rand.Uint64, rules: standard}
	e.position, _ = standard.start(false)
	defer func() {
		e.halt()
		e.closeBook()
		e.closeStore()
		if e.table != nil {
			e.table.Close()
		}
	}()
	in := interrupt.Reader(ctx, r)
	defer in.Close()
	scanner := bufio.NewScanner(in)
	scanner.Buffer(nil, maxLine)
	read, ended := make(chan line), make(chan struct{})
	defer close(ended)
	var failed error // of reading; set before read is closed
	go func() {
		defer close(read)
		defer func() { failed = scanner.Err() }()
		for mark := "\ufeff"; scanner.Scan(); mark = "" { // a byte-order mark may stand before the first line
			select {
			case read <- line{strings.TrimPrefix(scanner.Text(), mark), time.Now()}:
			case <-ended:
				return
			}
		}
	}()
	e.lines = read
	if err := e.obey(ctx); err != nil {
		return err
	}
	var err error
	select {
	case _, more := <-read:
		if !more {
			err = failed
		}
	default: // "quit" stands before the end of the input
	}
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == bufio.ErrTooLong:
		return fmt.Errorf("uci: read: a command has more than %d bytes", maxLine)
	case err != nil:
		return fmt.Errorf("uci: read: %w", err)
	}
	return nil
}

// obey executes commands until "quit", the end of the input or of ctx. The error comes from the
// output.
func (e *session) obey(ctx context.Context) error {
	for ctx.Err() == nil {
		var next line
		if len(e.waiting) > 0 {
			next, e.waiting = e.waiting[0], e.waiting[1:]
		} else if e.lines == nil {
			break
		} else if l, ok := <-e.lines; ok {
			next = l
		} else {
			e.lines = nil
			break
		}
		verb, text, skipped := cutVerb(next.text)
		if skipped != "" {
			e.remark("unknown: %.80s", skipped)
		}
		if verb == "quit" {
			e.halt()
			return e.broken()
		}
		if verb != "" {
			e.command(ctx, verb, text, next.at)
		}
		if err := e.broken(); err != nil {
			return err
		}
	}
	e.settle()
	return e.broken()
}

var verbs = []string{"uci", "isready", "setoption", "ucinewgame", "position", "go", "stop", "ponderhit", "bench", "d",
	"debug", "register", "quit"}

// cutVerb returns the first word of a line that is a command, and the text after it. The protocol says that unknown
// words before it are skipped.
func cutVerb(text string) (verb, rest, skipped string) {
	fields := strings.Fields(text)
	i := slices.IndexFunc(fields, func(word string) bool { return slices.Contains(verbs, word) })
	if i < 0 {
		return "", "", strings.Join(fields, " ")
	}
	_, rest, _ = cutWord(text, fields[i])
	return fields[i], rest, strings.Join(fields[:i], " ")
}

// cutWord splits a text at the first occurrence of a word.
func cutWord(text, word string) (before, after string, found bool) {
	for i := 0; i < len(text); {
		start := i + strings.IndexFunc(text[i:]+"x", func(r rune) bool { return !unicode.IsSpace(r) })
		end := start + strings.IndexFunc(text[start:]+" ", unicode.IsSpace)
		if end > start && text[start:end] == word {
			return text[:start], text[end:], true
		}
		i = max(end, i+1)
	}
	return text, "", false
}

// command executes one command, which was read at the given time.
func (e *session) command(ctx context.Context, verb, text string, at time.Time) {
	args := strings.Fields(text)
	switch verb {
	case "uci":
		e.printf("id name %s %s\nid author %s\n%suciok\n", name, version(), author, describeOptions())
	case "isready":
		e.prepare()
		e.printf("readyok\n")
	case "setoption":
		e.settle()
		e.setOption(text)
	case "ucinewgame":
		e.settle()
		if e.table != nil {
			e.table.Clear()
		}
		e.searcher = nil
	case "position":
		e.settle()
		e.setPosition(args)
	case "go":
		e.settle()
		e.search(ctx, args, at)
	case "stop":
		e.halt()
	case "ponderhit":
		if e.clock != nil {
			e.startClock(at)
		}
	case "bench":
		e.settle()
		e.bench(ctx, args)
	case "d":
		if e.refused {
			e.remark("there is no position: the last one was refused")
			return
		}
		e.printf("fen %s\nkey %016x\n", e.position.FEN(), e.position.Hash())
	}
}

// printf writes to the interface at once.
func (e *session) printf(format string, args ...any) {
	e.outMu.Lock()
	defer e.outMu.Unlock()
	fmt.Fprintf(e.out, format, args...)
	if err := e.out.Flush(); err != nil && e.failed == nil {
		e.failed = fmt.Errorf("uci: write: %w", err)
	}
}

// broken returns the error of the output, if it has failed.
func (e *session) broken() error {
	e.outMu.Lock()
	defer e.outMu.Unlock()
	return e.failed
}

// remark prints a line for the user.
func (e *session) remark(format string, args ...any) {
	e.printf("info string %s\n", strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " "))
}

// setPosition executes "position startpos|fen FEN [moves …]". After an error there is no position
// to search.
func (e *session) setPosition(args []string) {
	text, moves := args, []string(nil)
	if i := slices.Index(args, "moves"); i >= 0 {
		text, moves = args[:i], args[i+1:]
	}
	var fen string
	e.refused = true
	switch {
	case len(text) == 1 && text[0] == "startpos":
	case len(text) > 1 && text[0] == "fen":
		fen = strings.Join(text[1:], " ")
	default:
		e.remark("a position is startpos, or fen and a FEN, then perhaps moves and moves")
		return
	}
	s := setup{fen, moves}
	var ignored []error
	p, err := e.rules.start(e.options.chess960)
	if err == nil {
		ignored, err = s.play(p)
	}
	for _, i := range ignored {
		e.remark("ignored: %v", i)
	}
	if err != nil {
		e.remark("%v", err)
		return
	}
	e.position, e.setup, e.refused = p, s, false
}

// prepare makes the table and the searcher for the current options.
func (e *session) prepare() {
	if e.table == nil {
		table, err := tt.New(tt.Options{Bytes: int64(e.options.hash) << 20})
		if err != nil {
			e.remark("%v; searching without a table", err)
		} else {
			e.table = table
		}
	}
	if e.searcher == nil {
		s, err := e.rules.searcher(e.position, search.Options{Table: e.table, Threads: e.options.threads})
		if err != nil {
			e.remark("%v", err)
			s, _ = e.rules.searcher(e.position, search.Options{})
		}
		// The first search allocates and touches the searcher's memory: 3 to 20 ms of processor time, which would
		// count against the first move of a game.
		if start, err := e.rules.start(false); err == nil {
			_, _ = s.search(context.Background(), start, query{limits: search.Limits{Depth: 1}})
		}
		e.searcher = s
	}
}
