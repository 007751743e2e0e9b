// Package uci speaks the Universal Chess Interface: a chess engine for
// graphical interfaces and tournament programs, made of the rules of package
// chess and the searcher of package search.
//
//	err := uci.Run(ctx, os.Stdin, os.Stdout)
//
// # Guarantees
//
// Every "go" but "go perft" is answered by exactly one "bestmove": a legal move,
// or "0000" if there is none. Under a clock the answer comes before the flag
// falls, as long as the machine gives the program time; the option Move Overhead
// is the reserve for that. Commands and options that are not known are reported
// with "info string" and otherwise ignored, as the protocol demands.
//
// # Limits
//
// A command has at most 1 MiB. "go perft" counts to depth 9. "stop", "quit" and the
// end of the context end it and "bench" without a result; what else needs the engine
// waits for theirs.
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
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/interrupt"
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

// version is that of this module in the program, "devel" for a checkout.
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

type searcher = search.Searcher[chess.Move, *chess.Position]

// engine is one session.
type engine struct {
	out    *bufio.Writer
	outMu  sync.Mutex
	failed error // of out

	options  options
	position *chess.Position
	setup    setup          // of position
	book     *polyglot.Book // nil if there is none
	random   func() uint64  // chooses among moves
	table    *tt.Table
	searcher *searcher // nil until it is needed

	// The running search, count or benchmark, if any.
	stop     context.CancelFunc
	done     chan struct{}
	release  chan struct{} // closed when the answer may be given; see startClock
	clock    *clock        // nil for "go perft" and "bench"
	infinite bool          // the answer waits for stop, even after ponderhit
}

// maxLine is the longest command in bytes. A game of 5000 moves takes 50 KiB.
const maxLine = 1 << 20

// Run reads commands from r and answers on w until "quit", the end of r, or
// the end of ctx, which ends the search and gives its answer. The error is that
// of r or w, or [context.Cause] of ctx. r is read ahead, and one goroutine may
// stay in r until r returns.
func Run(ctx context.Context, r io.Reader, w io.Writer) error {
	e := &engine{out: bufio.NewWriter(w), options: defaults(), random: rand.Uint64}
	e.position, _ = chess.New(chess.Options{})
	defer func() {
		e.halt()
		e.closeBook()
		if e.table != nil {
			e.table.Close()
		}
	}()
	in := interrupt.Reader(ctx, r)
	defer in.Close()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	quit := false
	for lines.Scan() && ctx.Err() == nil {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if quit = fields[0] == "quit"; quit {
			break
		}
		e.command(ctx, fields[0], fields[1:])
		if err := e.broken(); err != nil {
			return err
		}
	}
	if !quit {
		e.settle()
	}
	e.halt()
	if err := e.broken(); err != nil {
		return err
	}
	switch err := lines.Err(); {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err == bufio.ErrTooLong:
		return fmt.Errorf("uci: read: a command has more than %d bytes", maxLine)
	case err != nil:
		return fmt.Errorf("uci: read: %w", err)
	}
	return nil
}

// command obeys one command.
func (e *engine) command(ctx context.Context, verb string, args []string) {
	switch verb {
	case "uci":
		e.printf("id name %s %s\nid author %s\n%suciok\n", name, version(), author, e.options.describe())
	case "isready":
		e.prepare()
		e.printf("readyok\n")
	case "setoption":
		e.settle()
		e.setOption(args)
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
		e.search(ctx, args)
	case "stop":
		e.halt()
	case "ponderhit":
		if e.clock != nil {
			e.startClock()
		}
	case "bench":
		e.settle()
		e.bench(ctx, args)
	case "d":
		e.printf("fen %s\nkey %016x\n", e.position.FEN(), e.position.Hash())
	case "debug", "register":
	default:
		e.remark("unknown command %s", verb)
	}
}

// printf writes to the interface at once.
func (e *engine) printf(format string, args ...any) {
	e.outMu.Lock()
	defer e.outMu.Unlock()
	fmt.Fprintf(e.out, format, args...)
	if err := e.out.Flush(); err != nil && e.failed == nil {
		e.failed = fmt.Errorf("uci: write: %w", err)
	}
}

// broken returns the error of the output, if it has failed.
func (e *engine) broken() error {
	e.outMu.Lock()
	defer e.outMu.Unlock()
	return e.failed
}

// remark prints a line for the user.
func (e *engine) remark(format string, args ...any) {
	e.printf("info string %s\n", strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " "))
}

// setPosition obeys "position startpos|fen FEN [moves …]". If it cannot, the
// position stays as it was.
func (e *engine) setPosition(args []string) {
	text, moves := args, []string(nil)
	for i, a := range args {
		if a == "moves" {
			text, moves = args[:i], args[i+1:]
			break
		}
	}
	o := chess.Options{Chess960: e.options.chess960}
	var p *chess.Position
	var err error
	switch {
	case len(text) == 1 && text[0] == "startpos":
		p, err = chess.New(o)
	case len(text) > 1 && text[0] == "fen":
		p, err = chess.Parse(strings.Join(text[1:], " "), o)
	default:
		err = fmt.Errorf("a position is startpos, or fen and a FEN")
	}
	if err != nil {
		e.remark("%v", err)
		return
	}
	for i, text := range moves {
		m, err := p.ParseUCI(text)
		if err != nil {
			e.remark("%v", err)
			moves = moves[:i]
			break
		}
		p.Make(m)
	}
	e.position, e.setup = p, setup{strings.Join(text[1:], " "), moves}
}

// prepare makes the table and the searcher that the options ask for.
func (e *engine) prepare() {
	if e.table == nil {
		table, err := tt.New(tt.Options{Bytes: int64(e.options.hash) << 20})
		if err != nil {
			e.remark("%v; searching without a table", err)
		} else {
			e.table = table
		}
	}
	if e.searcher == nil {
		s, err := search.New(e.position, search.Options{
			Table: e.table, Threads: e.options.threads, Without: e.options.without})
		if err != nil {
			e.remark("%v", err)
			s, _ = search.New(e.position, search.Options{})
		}
		e.searcher = s
	}
}
