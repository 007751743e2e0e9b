package search

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/tt"
)

// Values of positions, from the view of the side to move. Evaluations lie
// strictly between −WinBound and WinBound; a win in n plies is Win − n.
const (
	Win      = 32000
	WinBound = Win - 2*MaxPly
	MaxPly   = 250 // plies from the root, quiescence included
)

// MaxThreads is the largest number of goroutines that search together.
const MaxThreads = 256

// ErrOptions is wrapped by every error about an [Options] or a [Limits].
var ErrOptions = errors.New("search: bad options")

// A Position is what the searcher works on: a game with a result that copies
// itself for each goroutine. P is the position's own type. What it offers
// beyond that the searcher finds by the interfaces below, and uses.
type Position[M comparable, P any] interface {
	game.Position[M]
	game.Scored
	Clone() P
}

// Evaluator is a position with an estimate of its own value, for the side to
// move, within ±[WinBound]; hundredths of the least unit of material are
// usual. Without it every position short of the end is worth 0.
type Evaluator interface{ Evaluate() int }

// Tactical is a position that knows which of its legal moves are not quiet.
// At the end of the search they are played on. Where Forced reports true, as
// in check, all moves are, and the position is never judged as it stands.
type Tactical[M comparable] interface {
	AppendTactical(dst []M) []M
	Forced() bool
}

// Forcing is the least [Orderer] value of a move that is not quiet.
const Forcing = 100

// Orderer is a position that knows which of its moves are likely to be good:
// greater is better, to a million. From [Forcing] on a move is tried before all
// quiet ones; below, to −Forcing, its history counts as well, though little
// where a win is to be proven.
type Orderer[M comparable] interface{ Order(m M) int }

// Drawish is a position that may be a draw although moves remain: by
// repetition of a position of the same game, by long play without progress.
type Drawish interface{ Drawn() bool }

// Bounded is a position that proves bounds of its own score by best play, as
// [game.Scored] counts it: that one side can no longer win, that a margin is
// at most so many points. Only the sign counts where margins do not.
type Bounded interface{ Bounds() (low, high int) }

// Repetition says what the searcher makes of a position that occurred before
// on the way to it from the root.
type Repetition uint8

const (
	RepetitionDraws Repetition = iota // worth 0, as in chess
	RepetitionLoses                   // lost for the side to move at the root
	RepetitionWins                    // won for the side to move at the root
)

// Options say how to search. The zero value is one goroutine without a table.
type Options struct {
	// Table is shared by all goroutines; it must take [tt.ScoreBits] of
	// payload. nil means none. Its entries must stem from the same game under
	// the same keys.
	Table *tt.Table

	// Threads is the number of goroutines, 1 to MaxThreads; 0 means 1.
	Threads int

	// Repetition is the value of a cycle.
	Repetition Repetition

	// Margin says what is played for: the shortest win, the largest margin,
	// as in Go, or any win.
	Margin Scoring
}

// Scoring says what a finished game is worth.
type Scoring uint8

const (
	WinOrLoss Scoring = iota // only who has won counts, and how soon
	ByMargin                 // the score itself counts
	Outcome                  // only who has won counts, for 1, 0 or −1; for Solve, which finds any win far sooner than the shortest
)

// Limits end a search; the first one reached does. Zero fields do not limit.
type Limits[M comparable] struct {
	Depth int           // plies, to MaxPly
	Nodes uint64        // positions visited, by all goroutines, to within 1024 each
	Time  time.Duration // from the call

	// Moves restricts the root to some of its legal moves.
	Moves []M
	// Lines is the number of best moves to find, each with its line; 0 means 1.
	Lines int
	// Info is called after each iteration, for each line, best first, and at
	// the end not again. It runs on the calling goroutine.
	Info func(Info[M])
}

// Info is what is known after an iteration.
type Info[M comparable] struct {
	Depth    int           // plies of the iteration; 0 where none was finished, and Value is none
	Deepest  int           // plies of the longest line looked at
	Line     []M           // principal variation, at least one move
	Value    int           // for the side to move at the root
	Rank     int           // of this line, from 1
	Nodes    uint64        // by all goroutines
	Time     time.Duration // since the call
	Hashfull int           // permille of the table in use
	Proven   bool          // no estimate entered the value: it is exact
}

// A Searcher searches one position after another, keeping what it learnt
// about good moves. One call of Search at a time.
type Searcher[M comparable, P Position[M, P]] struct {
	options Options
	workers []*worker[M, P]
}

// New returns a searcher. The error wraps [ErrOptions].
func New[M comparable, P Position[M, P]](o Options) (*Searcher[M, P], error) {
	if o.Threads == 0 {
		o.Threads = 1
	}
	if o.Threads < 1 || o.Threads > MaxThreads {
		return nil, fmt.Errorf("%w: %d threads; there can be 1 to %d", ErrOptions, o.Threads, MaxThreads)
	}
	if o.Table != nil && o.Table.PayloadBits() < tt.ScoreBits {
		return nil, fmt.Errorf("%w: the table keeps %d bits of payload and a search needs %d; use fewer tag bits or another layout",
			ErrOptions, o.Table.PayloadBits(), tt.ScoreBits)
	}
	return &Searcher[M, P]{options: o, workers: make([]*worker[M, P], o.Threads)}, nil
}

// shared is what the goroutines of one search have in common.
type shared struct {
	options Options
	nodes   atomic.Uint64
	limit   uint64 // nodes; 0 for none
	stop    atomic.Bool
	exact   bool        // no estimates: the position's evaluation is not used
	cycled  atomic.Bool // a line ended by repetition
}

// Search looks for the best move in a position, which it leaves as it was, and
// returns what the last finished iteration found. When ctx ends or a limit is
// reached it returns at once with a nil error; the error is for limits that
// make no sense and for positions without legal moves.
func (s *Searcher[M, P]) Search(ctx context.Context, pos P, limits Limits[M]) (Info[M], error) {
	return s.run(ctx, pos, limits, &shared{options: s.options, limit: limits.Nodes})
}

func (s *Searcher[M, P]) run(ctx context.Context, pos P, limits Limits[M], sh *shared) (Info[M], error) {
	start := time.Now()
	roots, err := rootMoves(pos, limits)
	if err != nil {
		return Info[M]{}, err
	}
	if limits.Depth <= 0 || limits.Depth > MaxPly/2 {
		limits.Depth = MaxPly / 2
	}
	if s.options.Table != nil {
		s.options.Table.NewSearch()
	}
	if limits.Time > 0 {
		timer := time.AfterFunc(limits.Time, func() { sh.stop.Store(true) })
		defer timer.Stop()
	}
	if ctx.Err() != nil { // AfterFunc may take its time
		sh.stop.Store(true)
	}
	defer context.AfterFunc(ctx, func() { sh.stop.Store(true) })()

	for i := range s.workers {
		if s.workers[i] == nil {
			s.workers[i] = &worker[M, P]{}
		}
		s.workers[i].begin(sh, pos.Clone(), roots)
	}
	var helpers sync.WaitGroup
	for i, w := range s.workers[1:] {
		helpers.Go(func() { w.help(limits.Depth, i) })
	}
	best := s.workers[0].iterate(limits, func(info Info[M]) Info[M] {
		info.Time = time.Since(start)
		info.Nodes = sh.nodes.Load()
		if s.options.Table != nil {
			info.Hashfull = s.options.Table.Hashfull()
		}
		return info
	})
	sh.stop.Store(true)
	helpers.Wait()
	best.Nodes, best.Time = sh.nodes.Load(), time.Since(start)
	return best, nil
}

// rootMoves returns the moves to search at the root.
func rootMoves[M comparable, P Position[M, P]](pos P, limits Limits[M]) ([]M, error) {
	legal := pos.AppendMoves(nil)
	if len(legal) == 0 {
		return nil, fmt.Errorf("%w: the game is over, there is no move to find", ErrOptions)
	}
	if limits.Moves == nil {
		return legal, nil
	}
	var roots []M
	for _, m := range limits.Moves {
		found := false
		for _, l := range legal {
			found = found || l == m
		}
		if !found {
			return nil, fmt.Errorf("%w: %v is not a legal move", ErrOptions, m)
		}
		roots = append(roots, m)
	}
	if len(roots) == 0 {
		return nil, fmt.Errorf("%w: no moves to search", ErrOptions)
	}
	return roots, nil
}
