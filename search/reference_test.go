package search_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// reference values every position below one by trying everything, with no
// bound, order or table: the definition. It returns the value for the side to
// move by hash, wins counted from the position itself.
func reference[M comparable, P search.Position[M, P]](pos P, known map[uint64]int) int {
	if v, ok := known[pos.Hash()]; ok {
		return v
	}
	best := -search.Win - 1
	for _, m := range pos.AppendMoves(nil) {
		pos.Make(m)
		v := -reference[M](pos, known)
		pos.Unmake()
		switch { // one ply further away
		case v > 0:
			v--
		case v < 0:
			v++
		}
		best = max(best, v)
	}
	if best < -search.Win {
		score, _ := pos.Score()
		best = score * search.Win
	}
	known[pos.Hash()] = best
	return best
}

// agree compares Solve and Search with the reference at every position within
// plies of the first, or every stride-th of them.
func agree[M comparable, P search.Position[M, P]](t *testing.T, pos P, known map[uint64]int, plies, stride int) {
	t.Helper()
	type way struct {
		name string
		s    *search.Searcher[M, P]
	}
	var ways []way
	for _, threads := range []int{1, 2} {
		for _, bytes := range []int64{0, 1 << 10, 1 << 18} { // none, far too small, enough
			o := search.Options{Threads: threads}
			if bytes > 0 {
				o.Table = table(t, bytes)
			}
			s, err := search.New(pos, o)
			if err != nil {
				t.Fatal(err)
			}
			ways = append(ways, way{fmt.Sprintf("threads=%d,table=%d", threads, bytes), s})
		}
	}
	seen, n := map[uint64]bool{}, 0
	var visit func(plies int)
	visit = func(plies int) {
		moves := pos.AppendMoves(nil)
		if seen[pos.Hash()] || len(moves) == 0 {
			return
		}
		seen[pos.Hash()] = true
		if n++; n%stride == 0 {
			want := reference[M](pos, known)
			w := ways[n/stride%len(ways)]
			got, err := w.s.Solve(context.Background(), search.Limits{})
			if err != nil || !got.Solved() || got.Low != want {
				t.Fatalf("%v, %s: Solve says %d to %d, %v; every line of play gives %d", pos, w.name, got.Low, got.High,
					err, want)
			}
			info, err := w.s.Search(context.Background(), search.Limits{Depth: 12})
			if err != nil || info.Proven && outcomeOf(info.Value) != outcomeOf(want) {
				t.Fatalf("%v, %s: Search says %+v, %v; every line of play gives %d", pos, w.name, info, err, want)
			}
		}
		if plies == 0 {
			return
		}
		for _, m := range moves {
			pos.Make(m)
			visit(plies - 1)
			pos.Unmake()
		}
	}
	visit(plies)
	t.Logf("%d positions, one in %d compared", n, stride)
}

func outcomeOf(value int) int {
	switch {
	case value >= search.WinBound:
		return 1
	case value <= -search.WinBound:
		return -1
	}
	return 0
}

// TestReference compares with exhaustive minimax, so every win has its exact
// length at every ply: without a table, with one that overflows, with one that
// does not, with hashes shared by symmetric positions, on one and two threads.
func TestReference(t *testing.T) {
	for _, canonical := range []bool{false, true} {
		for i, o := range []mnk.Options{
			{},
			{Width: 4, Height: 3, InRow: 3, Gravity: true},
			{Width: 3, Height: 4, InRow: 4, Gravity: true},
		} {
			o.Canonical = canonical
			t.Run(fmt.Sprintf("mnk=%d/canonical=%v", i, canonical), func(t *testing.T) {
				p, err := mnk.New(o)
				if err != nil {
					t.Fatal(err)
				}
				agree(t, p, map[uint64]int{}, 9, 23)
			})
		}
		t.Run(fmt.Sprintf("hex/canonical=%v", canonical), func(t *testing.T) {
			p, err := hex.New(hex.Options{Size: 3, Swap: true, Canonical: canonical})
			if err != nil {
				t.Fatal(err)
			}
			agree(t, p, map[uint64]int{}, 5, 29)
		})
	}
}

// TestStopped: what was not searched is not proven.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, o := range []search.Options{{}, {Table: table(t, 1<<16), Threads: 2}} {
		p, _ := mnk.New(mnk.Options{Exact: true}) // whose bounds do not say that X cannot lose
		s, err := search.New(p, o)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := s.Solve(ctx, search.Limits{}); err != nil || r.Solved() {
			t.Errorf("solved before it began: %+v, %v", r, err)
		}
		if r, err := s.Solve(context.Background(), search.Limits{Depth: 4}); err != nil || r.Solved() ||
			r.Low != -search.Win+5 || r.High != search.Win-5 {
			t.Errorf("tic-tac-toe to depth 4: %+v, %v; nobody wins in 4 plies", r, err)
		}
	}
	p, _ := baduk.New(baduk.Options{Width: 3})
	s, err := search.New(p, search.Options{Scoring: search.ByMargin})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := s.Solve(ctx, search.Limits{}); err != nil || r.Low > -18 || r.High < 18 {
		t.Errorf("bounds of nothing: %+v, %v", r, err)
	}
}

// TestListed: endings in which play repeats. Rook and king win in 16 moves at
// most, which the third position needs (K. Thompson, Retrograde Analysis of
// Certain Endgames, ICCA Journal 9(3), 1986); a knight does not win.
func TestListed(t *testing.T) {
	oracle.Long(t, "half a million positions each, listed")
	for _, test := range []struct {
		fen   string
		plies int
	}{
		{"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 1},
		{"k7/8/1K6/8/8/8/8/7R w - - 0 1", 1},
		{"8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 31},
		{"k7/8/8/8/8/8/8/KN6 w - - 0 1", 0},
	} {
		p, err := engine.Parse(test.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := solve(t, p, search.Options{})
		want := 0
		if test.plies > 0 {
			want = search.Win - test.plies
		}
		if s.Low != want || !s.Solved() || len(s.Line) != test.plies {
			t.Errorf("%s: between %d and %d by %d moves, want %d", test.fen, s.Low, s.High, len(s.Line), want)
		}
	}
}

// TestCheckersEndings: Edward Lasker, Chess and Checkers: The Way to
// Mastership, 1918, diagrams 88 and 89. One king beats another if it has the
// move (32-27 with white to play) and draws if not (26-31 with black to play);
// two beat one, even if that holds a double corner, squares 1 and 5 or 28
// and 32, in which it holds against one.
func TestCheckersEndings(t *testing.T) {
	for _, test := range []struct {
		fen  string
		want int
	}{
		{"W:WK32:BK26", 1},
		{"B:WK32:BK26", 0},
		{"W:WK19,K23:BK32", 1},
		{"W:WK14,K15:BK1", 1},
		{"W:WK14,K15:BK5", 1},
		{"B:WK14,K15:BK32", -1},
		{"W:WK18,K19:BK12", 1},
		{"B:WK18,K19:BK4", -1},
		{"W:WK14:BK1", 0},
		{"B:WK14:BK5", 0},
		{"W:WK15:BK32", 0},
		{"B:WK11:BK4", -1}, // 4-8 is taken
	} {
		p, err := checkers.Parse(test.fen, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := solve(t, p, search.Options{})
		t.Logf("%s: %d, %d positions, %v", test.fen, s.Low, s.Nodes, s.Line)
		if got := outcome(t, s); got != test.want {
			t.Errorf("%s: %d, want %d", test.fen, got, test.want)
		}
	}
}

// TestBench is the signature of the searcher: nodes of fixed searches on one
// thread. A change says so in its commit: "Bench: N".
func TestBench(t *testing.T) {
	const want = 31687
	got := uint64(0)
	count := func(n uint64, err error) {
		if err != nil {
			t.Fatal(err)
		}
		got += n
	}
	for _, fen := range []string{"", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"} {
		p, err := engine.Start(chess.Options{})
		if fen != "" {
			p, err = engine.Parse(fen, chess.Options{})
		}
		count(nodes(t, p, err, 5))
	}
	c4, err := mnk.New(mnk.ConnectFour())
	count(nodes(t, c4, err, 8))
	h, err := hex.New(hex.Options{Size: 5, Canonical: true})
	count(nodes(t, h, err, 4))
	c, err := checkers.New(checkers.Options{})
	count(nodes(t, c, err, 7))
	b, err := baduk.New(baduk.Options{Width: 4})
	count(nodes(t, b, err, 4))
	if got != want {
		t.Errorf("Bench: %d, not %d", got, want)
	}
}

func nodes[M comparable, P search.Position[M, P]](t *testing.T, pos P, err error, depth int) (uint64, error) {
	if err != nil {
		return 0, err
	}
	tab, err := tt.New(tt.Options{Bytes: 1 << 20})
	if err != nil {
		return 0, err
	}
	defer tab.Close()
	s, err := search.New(pos, search.Options{Table: tab})
	if err != nil {
		return 0, err
	}
	info, err := s.Search(context.Background(), search.Limits{Depth: depth})
	t.Logf("%v: %d nodes", pos, info.Nodes)
	return info.Nodes, err
}

// TestPerpetual: White, a rook down, gives check for ever.
func TestPerpetual(t *testing.T) {
	p, err := engine.Parse("6k1/5p1p/8/4Q3/8/8/rr4PP/7K w - - 0 1", chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := search.New(p, search.Options{Table: table(t, 4<<20)})
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Search(context.Background(), search.Limits{Depth: 10})
	if err != nil || info.Value != 0 || info.Proven {
		t.Errorf("%+v, %v; want a draw that depends on the moves before", info, err)
	}
}

// TestMates: short mates are found, and their length is right. In the second one, by
// P. Morphy, Black would hold if it could pass.
func TestMates(t *testing.T) {
	for _, test := range []struct {
		fen          string
		plies, depth int
	}{
		{"8/8/8/8/8/k1K5/8/7R w - - 0 1", 1, 2},
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3, 24},
		{"r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 3, 10},
		{"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1", 1, 3},
	} {
		p, err := engine.Parse(test.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s, err := search.New(p, search.Options{Table: table(t, 4<<20)})
		if err != nil {
			t.Fatal(err)
		}
		info, err := s.Search(context.Background(), search.Limits{Depth: test.depth})
		t.Logf("%s: %d in %d plies, %d nodes", test.fen, info.Value, info.Depth, info.Nodes)
		if err != nil || info.Value != search.Win-test.plies {
			t.Errorf("%s: value %d, %v; mate takes %d plies", test.fen, info.Value, err, test.plies)
		}
	}
}
