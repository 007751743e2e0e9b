package search_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// table returns a table of n bytes that is closed after the test.
func table(tb testing.TB, n int64) *tt.Table {
	t, err := tt.New(tt.Options{Bytes: n})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { t.Close() })
	return t
}

func solve[M comparable, P search.Position[M, P]](tb testing.TB, pos P, o search.Options) search.Proof[M] {
	tb.Helper()
	s, err := search.New(pos, o)
	if err != nil {
		tb.Fatal(err)
	}
	result, err := s.Solve(context.Background(), search.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return result
}

// outcome is the sign of a proven value.
func outcome[M comparable](tb testing.TB, s search.Proof[M]) int {
	tb.Helper()
	if !s.Solved() {
		tb.Errorf("not solved: value between %d and %d", s.Low, s.High)
	}
	switch {
	case s.Low >= search.WinBound:
		return 1
	case s.High <= -search.WinBound:
		return -1
	}
	return 0
}

// TestSolveMNK: values from J. W. H. M. Uiterwijk and H. J. van den Herik, The
// Advantage of the Initiative, Information Sciences 122(1), 2000, table 1; for
// Connect Four on small boards from J. Tromp, John's Connect Four Playground.
func TestSolveMNK(t *testing.T) {
	for _, test := range []struct {
		o    mnk.Options
		want int
		long bool
	}{
		{o: mnk.Options{}, want: 0},
		{o: mnk.Options{Width: 4, Height: 3, InRow: 3}, want: 1},
		{o: mnk.Options{Width: 4, Height: 4, InRow: 3}, want: 1},
		{o: mnk.Options{Width: 4, Height: 4, InRow: 4}, want: 0},
		{o: mnk.Options{Width: 5, Height: 4, InRow: 4}, want: 0, long: true},
		{o: mnk.Options{Width: 4, Height: 4, InRow: 4, Gravity: true}, want: 0},
		{o: mnk.Options{Width: 5, Height: 4, InRow: 4, Gravity: true}, want: 0},
		{o: mnk.Options{Width: 6, Height: 4, InRow: 4, Gravity: true}, want: -1, long: true},
		{o: mnk.Options{Width: 4, Height: 5, InRow: 4, Gravity: true}, want: 0},
		{o: mnk.Options{Width: 5, Height: 5, InRow: 4, Gravity: true}, want: 0, long: true},
	} {
		name := fmt.Sprintf("%d,%d,%d,gravity=%v", test.o.Width, test.o.Height, test.o.InRow, test.o.Gravity)
		t.Run(name, func(t *testing.T) {
			if test.long {
				oracle.Long(t, "a solution of some ten million nodes")
			}
			if oracle.Short() && (test.o.Width > 4 || test.o.InRow == 4) {
				t.Log("not with -short: some seconds")
				return
			}
			nodes := map[string]uint64{}
			for _, canonical := range []bool{false, true} {
				o := test.o
				o.Canonical = canonical
				p, err := mnk.New(o)
				if err != nil {
					t.Fatal(err)
				}
				start := time.Now()
				s := solve(t, p, search.Options{Table: table(t, 64<<20), Threads: 2})
				if got := outcome(t, s); got != test.want {
					t.Errorf("value %d, want %d", got, test.want)
				}
				nodes[fmt.Sprint(canonical)] = s.Nodes
				t.Logf("canonical %v: %d nodes, %d plies, %v", canonical, s.Nodes, s.Depth,
					time.Since(start).Round(time.Millisecond))
			}
		})
	}
}

// TestSolveBaduk: area scores on small boards, from E. C. D. van der Werf,
// H. J. van den Herik and J. W. H. M. Uiterwijk, Solving Go on Small Boards,
// ICGA Journal 26(2), 2003: 2×2 is Black's by 1, 3×3 by 9.
func TestSolveBaduk(t *testing.T) {
	tests := []struct {
		side, want int
		ko         baduk.Ko
		bytes      int64
	}{
		{side: 1, want: 0, bytes: 1 << 20},
		{side: 2, want: 1, ko: baduk.PositionalSuperko}, // depends on the history: no table
		{side: 3, want: 9, bytes: 64 << 20},
	}
	for _, test := range tests {
		if oracle.Short() && test.side == 2 {
			t.Log("2×2: not with -short: some seconds")
			continue
		}
		p, err := baduk.New(baduk.Options{Width: test.side, Ko: test.ko})
		if err != nil {
			t.Fatal(err)
		}
		o := search.Options{Scoring: search.ByMargin}
		if test.bytes > 0 {
			o.Table = table(t, test.bytes)
		}
		start := time.Now()
		s := solve(t, p, o)
		t.Logf("%d×%d: %+v in %v", test.side, test.side, s, time.Since(start).Round(time.Millisecond))
		if !s.Solved() || s.Low != 2*test.want {
			t.Errorf("%d×%d: between %d and %d half points, want %d", test.side, test.side, s.Low, s.High, 2*test.want)
		}
	}
}

func TestLimits(t *testing.T) {
	p, err := mnk.New(mnk.Gomoku())
	if err != nil {
		t.Fatal(err)
	}
	s, err := search.New(p, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Search(context.Background(), search.Limits{Nodes: 5000})
	if err != nil || len(info.Line) == 0 || info.Nodes > 8000 {
		t.Errorf("limit of nodes: %+v, %v", info, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		nodes uint64
		lines int
	}{{}, {nodes: 1}, {lines: 3}} {
		reported := 0
		s.Lines = c.lines
		s.Report = func(search.Info[mnk.Move]) { reported++ }
		info, err = s.Search(ctx, search.Limits{Nodes: c.nodes})
		if err != nil || len(info.Line) == 0 || info.Depth != 1 || reported != max(c.lines, 1) {
			t.Errorf("%+v: a search that ended before it began: %+v, %d reports, %v", c, info, reported, err)
		}
	}
	s.Report, s.Lines = nil, 0
	if info, err = s.Search(context.Background(), search.Limits{Time: 20 * time.Millisecond}); err != nil ||
		len(info.Line) == 0 {
		t.Errorf("limit of time: %+v, %v", info, err)
	}
	s.Moves = []mnk.Move{9999}
	if _, err = s.Search(ctx, search.Limits{}); !errors.Is(err, search.ErrOptions) {
		t.Errorf("illegal root move: %v", err)
	}
	if _, err = search.New(p, search.Options{Threads: -1}); !errors.Is(err, search.ErrOptions) {
		t.Error(err)
	}
	narrow, err := tt.New(tt.Options{Bytes: 1 << 20, TagBits: 40, Payload: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer narrow.Close()
	if _, err = search.New(p, search.Options{Table: narrow}); !errors.Is(err, search.ErrOptions) {
		t.Error(err)
	}
}

// TestOneProcessor: with one processor a search is stopped within a few thousand nodes.
// One that waits for the scheduler visits some ten thousand.
func TestOneProcessor(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	p, err := engine.Start(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := search.New(p, search.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	info, err := s.Search(ctx, search.Limits{Nodes: 1e6})
	if err != nil || info.Nodes > 4096 {
		t.Errorf("%d nodes, %v", info.Nodes, err)
	}
}

// TestForeignEntry: an entry of another position, with a move that this one does not
// have, does no harm.
func TestForeignEntry(t *testing.T) {
	p, err := engine.Start(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	memory := table(t, 1<<20)
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		memory.Store(p.Hash(), tt.NewEntry(0, tt.Lower, 0, 60000))
		p.Unmake()
	}
	s, err := search.New(p, search.Options{Table: memory})
	if err != nil {
		t.Fatal(err)
	}
	if info, err := s.Search(context.Background(), search.Limits{Depth: 4}); err != nil || info.Depth != 4 {
		t.Errorf("%+v, %v", info, err)
	}
}
