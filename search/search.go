package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

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

// ErrOptions is wrapped by the errors about options, limits and positions that cannot be searched.
var ErrOptions = errors.New("search: bad options")

// Options say how to search. The zero value is one goroutine without a table.
type Options struct {
	// Table is shared by all goroutines; nil means none. It must have a
	// payload of at least [tt.ScoreBits], and its entries must come from the
	// same game under the same keys.
	Table *tt.Table

	// Threads is the number of goroutines, 1 to MaxThreads; 0 means 1.
	Threads int

	// Scoring is the aim: the shortest win, the largest margin, as in Go, or any win.
	Scoring Scoring

	// FullWidth searches all lines to the same depth, but for the quiescence at their ends: plain alpha-beta, for
	// experiments. Otherwise a game with an evaluation is searched selectively.
	FullWidth bool
}

// Scoring is what a finished game is worth.
type Scoring uint8

const (
	WinOrLoss Scoring = iota // who has won, and how soon
	ByMargin                 // the score itself

	// Outcome is 1, 0 or −1: who has won, whenever it was. It is for Solve,
	// which finds some win far sooner than the shortest one.
	Outcome
)

// String returns "win or loss", "margin" or "outcome".
func (s Scoring) String() string {
	if s > Outcome {
		return "scoring " + strconv.Itoa(int(s))
	}
	return [...]string{"win or loss", "margin", "outcome"}[s]
}

// Limits end a search as soon as one is reached, but not before depth 1 is finished. Zero fields do not
// limit.
type Limits struct {
	Depth int           // plies, to MaxPly
	Nodes uint64        // positions visited by all goroutines, to within 1024 for each but the first
	Time  time.Duration // from the call
}

// Info is the result of an iteration.
type Info[M comparable] struct {
	Depth   int           // plies of the iteration
	Deepest int           // plies of the longest line visited
	Line    []M           // principal variation, at least one move
	Value   int           // for the side to move at the root
	Rank    int           // of this line, from 1
	Nodes   uint64        // by all goroutines
	Time    time.Duration // since the call
	Proven  bool          // no estimate entered the value: it is exact
}

// A Searcher searches the position Root, and others that take its place. It
// keeps what it has learnt about good moves. Only one search runs at a time;
// the fields may be changed between searches.
type Searcher[M comparable, P Position[M, P]] struct {
	// Root is the position to search. A search leaves it as it was.
	Root P

	// Moves are the legal moves of Root that are searched; nil means all.
	Moves []M

	// Lines is the number of best moves that Search finds, each with its line; 0 means 1.
	Lines int

	// Report, if not nil, is called after each iteration of Search for each
	// line, the best first, on the goroutine that called Search.
	Report func(Info[M])

	// Current, if not nil, is called as Report is, before each move of Root is
	// searched, with the depth of the iteration and the number of the move, from 1.
	Current func(depth int, m M, number int)

	options Options
	workers []*worker[M, P]
}

// New returns a searcher of a position. The error wraps [ErrOptions].
func New[M comparable, P Position[M, P]](root P, o Options) (*Searcher[M, P], error) {
	if o.Threads == 0 {
		o.Threads = 1
	}
	if o.Threads < 1 || o.Threads > MaxThreads {
		return nil, fmt.Errorf("%w: %d threads; there can be 1 to %d", ErrOptions, o.Threads, MaxThreads)
	}
	if o.Table != nil && o.Table.PayloadBits() < tt.ScoreBits {
		return nil, fmt.Errorf("%w: the table keeps %d bits of payload and a search needs %d; use fewer tag bits",
			ErrOptions, o.Table.PayloadBits(), tt.ScoreBits)
	}
	return &Searcher[M, P]{Root: root, options: o, workers: make([]*worker[M, P], o.Threads)}, nil
}

// shared is what the goroutines of one search have in common.
type shared struct {
	options  Options
	repeated repetition // what a cycle is worth
	nodes    atomic.Uint64
	limit    uint64      // nodes; 0 for none
	ended    atomic.Bool // a limit was reached, or the context has ended
	begun    atomic.Bool // depth 1 is finished
	stop     atomic.Bool // both
	hurried  atomic.Bool // a limit was passed during depth 1: finish it without quiescence
	exact    bool        // no estimates: the position's evaluation is not used
	cycled   atomic.Bool // a line ended by repetition
}

// end stops the search, or lets it stop after depth 1.
func (sh *shared) end() {
	sh.ended.Store(true)
	if sh.begun.Load() {
		sh.stop.Store(true)
	}
}

// begin says that depth 1 is finished.
func (sh *shared) begin() {
	sh.begun.Store(true)
	if sh.ended.Load() {
		sh.stop.Store(true)
	}
}

// Search looks for the best move of Root and returns what the last finished
// iteration found, or the next one if that had found a better move: then Value is a
// lower bound. When ctx ends or a limit is reached it returns at once with a nil error,
// but not before depth 1 is finished. It returns an error that wraps [ErrOptions] if Root has no legal
// moves, or if Moves are not some of them.
func (s *Searcher[M, P]) Search(ctx context.Context, limits Limits) (Info[M], error) {
	return s.run(ctx, limits, &shared{options: s.options, limit: limits.Nodes})
}

func (s *Searcher[M, P]) run(ctx context.Context, limits Limits, sh *shared) (Info[M], error) {
	start := time.Now()
	roots, err := s.rootMoves()
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
		timer := time.AfterFunc(limits.Time, sh.end)
		defer timer.Stop()
	}
	if ctx.Err() != nil { // AfterFunc would stop the search a little later
		sh.end()
	}
	defer context.AfterFunc(ctx, sh.end)()

	for i := range s.workers {
		if s.workers[i] == nil {
			s.workers[i] = &worker[M, P]{}
		}
		s.workers[i].begin(sh, s.Root.Clone(), roots)
	}
	var helpers sync.WaitGroup
	for i, w := range s.workers[1:] {
		helpers.Go(func() { w.help(limits.Depth, i) })
	}
	first := s.workers[0]
	if first.current = nil; s.Current != nil && !sh.exact {
		first.current = func(m M, n int) { s.Current(first.depth, m, n) }
	}
	best := first.iterate(limits.Depth, s.Lines, func(info *Info[M]) {
		info.Time, info.Nodes = time.Since(start), sh.nodes.Load()
		if s.Report != nil && !sh.exact {
			s.Report(*info)
		}
	})
	sh.stop.Store(true)
	helpers.Wait()
	best.Nodes, best.Time = sh.nodes.Load(), time.Since(start)
	return best, nil
}

// rootMoves returns the moves to search at the root.
func (s *Searcher[M, P]) rootMoves() ([]M, error) {
	legal := s.Root.AppendMoves(nil)
	if len(legal) == 0 {
		return nil, fmt.Errorf("%w: the game is over, there is no move to find", ErrOptions)
	}
	if s.Moves == nil {
		return legal, nil
	}
	if len(s.Moves) == 0 {
		return nil, fmt.Errorf("%w: no moves to search", ErrOptions)
	}
	for _, m := range s.Moves {
		if !slices.Contains(legal, m) {
			return nil, fmt.Errorf("%w: %v is not a legal move", ErrOptions, m)
		}
	}
	return s.Moves, nil
}
