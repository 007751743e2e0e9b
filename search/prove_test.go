package search_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// methods are both ways to prove: by proof numbers or not.
var methods = map[string]bool{"depth-first": false, "proof-numbers": true}

// prove returns a proof, or fails the test.
func prove[M comparable, P search.Position[M, P]](tb testing.TB, pos P, o search.ProveOptions) search.Proof[M] {
	tb.Helper()
	p, err := search.Prove(context.Background(), pos, o)
	if err != nil || !p.Solved() {
		tb.Fatalf("%v: %+v, %v", pos, p, err)
	}
	return p
}

// provesAll compares proofs with exhaustive search at every stride-th position
// within plies of the first, and tries the move that is said to be good.
func provesAll[M comparable, P search.Position[M, P]](t *testing.T, pos P, known map[uint64]int, plies, stride int) {
	t.Helper()
	tables := map[string][]*tt.Table{
		"depth-first":   {nil, table(t, 1<<10), table(t, 1<<20)},
		"proof-numbers": {table(t, 1<<10), table(t, 1<<20)},
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
			want := outcomeOf(reference[M](pos, known))
			for name, method := range methods {
				o := search.ProveOptions{ProofNumbers: method, Table: tables[name][n/stride%len(tables[name])]}
				before := fmt.Sprint(pos)
				got := prove[M](t, pos, o)
				if got.Low != want || fmt.Sprint(pos) != before {
					t.Fatalf("%s, now %v, by %s: %+v; every line of play gives %d", before, pos, name, got, want)
				}
				if got.Low == -1 {
					continue
				}
				pos.Make(got.Line[0])
				if after := -outcomeOf(reference[M](pos, known)); after != want {
					t.Fatalf("%s by %s: %v reaches %d, not %d", before, name, got.Line[0], after, want)
				}
				pos.Unmake()
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

// TestProveReference compares both methods with exhaustive minimax.
func TestProveReference(t *testing.T) {
	for _, canonical := range []bool{false, true} {
		if canonical && oracle.Cut(t, "canonical hashes") {
			break
		}
		for _, o := range []mnk.Options{
			{},
			{Exact: true}, // no replies of the game's own
			{Width: 4, Height: 3, InRow: 3},
			{Width: 4, Height: 3, InRow: 3, Gravity: true},
			{Width: 3, Height: 4, InRow: 3, Gravity: true},
			{Width: 5, Height: 2, InRow: 2},
		} {
			o.Canonical = canonical
			t.Run(fmt.Sprintf("mnk=%+v", o), func(t *testing.T) {
				p, err := mnk.New(o)
				if err != nil {
					t.Fatal(err)
				}
				provesAll(t, p, map[uint64]int{}, 8, 11)
			})
		}
		for _, swap := range []bool{false, true} {
			t.Run(fmt.Sprintf("hex/canonical=%v/swap=%v", canonical, swap), func(t *testing.T) {
				p, err := hex.New(hex.Options{Size: 3, Swap: swap, Canonical: canonical})
				if err != nil {
					t.Fatal(err)
				}
				provesAll(t, p, map[uint64]int{}, 5, 17)
			})
		}
	}
}

// A bare position has only its rules: no bounds, order or replies.
type bare struct{ bareMethods }

type bareMethods interface {
	game.Position[mnk.Move]
	game.Scored
}

func (p bare) Clone() bare { return bare{p.bareMethods.(*mnk.Position).Clone()} }

// TestProveBare compares proofs with proofs by the rules alone, after moves at random on
// boards that are too large for exhaustive minimax.
func TestProveBare(t *testing.T) {
	rng, games := rand.New(rand.NewPCG(9, 10)), 40
	if oracle.Short() {
		games = 8
	}
	for _, o := range []mnk.Options{
		{Width: 4, Height: 4, InRow: 3}, {Width: 4, Height: 4, InRow: 4}, {Width: 5, Height: 4, InRow: 4},
		{Width: 8, Height: 8, InRow: 5}, {Width: 5, Height: 4, InRow: 4, Gravity: true},
	} {
		outcomes := map[int]int{}
		for n := 0; n < games; {
			p, err := mnk.New(o)
			if err != nil {
				t.Fatal(err)
			}
			moves := p.AppendMoves(nil)
			for len(moves) > 0 && o.Width*o.Height-p.Ply() > 12 {
				p.Make(moves[rng.IntN(len(moves))])
				moves = p.AppendMoves(nil)
			}
			if len(moves) == 0 {
				continue
			}
			n++
			want := prove(t, bare{p}, search.ProveOptions{Table: table(t, 1<<20)}).Low
			outcomes[want]++
			for name, method := range methods {
				got := prove(t, p, search.ProveOptions{ProofNumbers: method, Table: table(t, 1<<20)})
				if got.Low != want {
					t.Fatalf("%v by %s: %+v; by the rules alone %d", p, name, got, want)
				}
			}
		}
		t.Logf("%+v: outcomes %v", o, outcomes)
	}
}

// TestProveQubicReference does the same in Qubic, with ten cells left at random.
func TestProveQubicReference(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for games := 0; games < 3; {
		p, err := qubic.New(qubic.Options{Canonical: games == 0})
		if err != nil {
			t.Fatal(err)
		}
		for p.Ply() < 54 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
		if _, over := p.Score(); !over {
			provesAll(t, p, map[uint64]int{}, 2, 9)
			games++
		}
	}
}

// TestProveConnectFour: J. Tromp, John's Connect Four Playground, table of
// results by size; 7×6 also J. D. Allen 1988 and V. Allis 1988, with 1. d1.
func TestProveConnectFour(t *testing.T) {
	for _, test := range []struct {
		width, height, want int
		nodes               string // about, if it takes long
	}{
		{4, 4, 0, ""}, {5, 4, 0, ""}, {4, 5, 0, ""}, {6, 4, -1, ""}, {4, 6, 0, ""},
		{5, 5, 0, "a third of a million"}, {7, 4, 0, "a million"},
		{8, 4, -1, "14 million"}, {6, 5, 0, "a million"}, {7, 5, 0, "14 million"},
		{5, 6, 0, "a million"}, {6, 6, -1, "44 million"}, {4, 7, 0, "a million"}, {5, 7, 0, "13 million"},
		{4, 8, 0, "7 million"}, {5, 8, 0, "53 million"}, {7, 6, 1, "307 million"},
		{4, 9, 0, "19 million"}, {5, 9, 0, "601 million"}, {9, 4, -1, "138 million"},
		{8, 5, 1, "62 million"}, {6, 7, 1, "179 million"},
	} {
		t.Run(fmt.Sprintf("%d×%d", test.width, test.height), func(t *testing.T) {
			bytes := int64(8 << 20)
			if test.nodes != "" {
				oracle.Long(t, test.nodes+" nodes")
				bytes = 1 << 30
			}
			o := mnk.Options{Width: test.width, Height: test.height, InRow: 4, Gravity: true, Canonical: true}
			p, err := mnk.New(o)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			got := prove(t, p, search.ProveOptions{Table: table(t, bytes)})
			t.Logf("%+v, %s, %v", got, p.MoveString(got.Line[0]), time.Since(start).Round(time.Millisecond))
			if got.Low != test.want {
				t.Errorf("%d, want %d", got.Low, test.want)
			}
			if test.width == 7 && test.height == 6 && p.MoveString(got.Line[0]) != "d1" {
				t.Errorf("the winning move is %s, want d1", p.MoveString(got.Line[0]))
			}
		})
	}
}

// TestProveMNK: J. W. H. M. Uiterwijk and H. J. van den Herik, The Advantage of
// the Initiative, Information Sciences 122(1), 2000, table 1; 7,7,5 also W.-Y. Hsu and
// others, On solving the 7,7,5-game and the 8,8,5-game, Theoretical Computer Science
// 815, 2020.
func TestProveMNK(t *testing.T) {
	for _, test := range []struct {
		m, n, k, want int
		numbers       bool
		long          bool
	}{
		{3, 3, 3, 0, false, false},
		{4, 3, 3, 1, true, false},
		{4, 4, 4, 0, false, false},
		{5, 4, 4, 0, false, false},
		{5, 5, 4, 0, false, false},
		{6, 5, 4, 1, true, false},
		{7, 7, 5, 0, true, true},
	} {
		t.Run(fmt.Sprintf("%d,%d,%d", test.m, test.n, test.k), func(t *testing.T) {
			if test.long {
				oracle.Long(t, "182,012 nodes, two seconds of processor time")
			}
			p, err := mnk.New(mnk.Options{Width: test.m, Height: test.n, InRow: test.k, Canonical: true})
			if err != nil {
				t.Fatal(err)
			}
			got := prove(t, p, search.ProveOptions{ProofNumbers: test.numbers, Table: table(t, 64<<20)})
			t.Logf("%+v", got)
			if got.Low != test.want {
				t.Errorf("%d, want %d", got.Low, test.want)
			}
		})
	}
}

// TestProveHex finds the winning openings of [hexWins] by both methods.
func TestProveHex(t *testing.T) {
	for size := 2; size <= 6; size++ {
		for name, method := range methods {
			t.Run(fmt.Sprintf("%d/%s", size, name), func(t *testing.T) {
				if size == 6 {
					if !method {
						return // f1 alone takes more than a million nodes
					}
					oracle.Long(t, "a quarter of a million nodes")
				}
				p, err := hex.New(hex.Options{Size: size, Canonical: true})
				if err != nil {
					t.Fatal(err)
				}
				o := search.ProveOptions{ProofNumbers: method, Table: table(t, 16<<20), Decisive: true}
				nodes := uint64(0)
				got := hexRanks(size, func(cell int) bool {
					p.Make(hex.Move(cell))
					defer p.Unmake()
					proof := prove(t, p, o)
					nodes += proof.Nodes
					return proof.Low == -1
				})
				t.Logf("%s: %d nodes", got, nodes)
				if got != hexWins[size] {
					t.Errorf("openings %s, want %s", got, hexWins[size])
				}
			})
		}
	}
}

// TestProveQubic: X has four stones in the corner of the cube where three lines
// cross two at a time, and wins by threats; after the winning move O has lost. Both
// methods and other keys agree.
func TestProveQubic(t *testing.T) {
	for name, method := range methods {
		for _, set := range []zobrist.Set{{}, zobrist.Coded(qubic.Space().Len(), 7)} {
			p, err := qubic.Parse("xx2/x3/4/4|x3/4/4/4|4/4/4/4|4/oo2/4/oo2 x", qubic.Options{Set: set})
			if err != nil {
				t.Fatal(err)
			}
			o := search.ProveOptions{ProofNumbers: method, Table: table(t, 1<<20)}
			got := prove(t, p, o)
			if got.Low != 1 {
				t.Fatalf("by %s: %+v, want a win", name, got)
			}
			p.Make(got.Line[0])
			if got = prove(t, p, o); got.Low != -1 {
				t.Errorf("%v by %s: %+v, want a loss", p, name, got)
			}
		}
	}
}

// TestProveQubicOpening proves that X wins from the empty cube (Patashnik 1980): he
// takes a corner, after which O has lost. Other keys agree.
func TestProveQubicOpening(t *testing.T) {
	oracle.Long(t, "one and a half million nodes under two sets of keys, minutes of processor time")
	for _, set := range []zobrist.Set{{}, zobrist.Coded(qubic.Space().Len(), 7)} {
		p, err := qubic.Parse("4/4/4/x3|4/4/4/4|4/4/4/4|4/4/4/4 o", qubic.Options{Set: set, Canonical: true})
		if err != nil {
			t.Fatal(err)
		}
		got := prove(t, p, search.ProveOptions{ProofNumbers: true, Table: table(t, 1<<30)})
		if t.Logf("%+v", got); got.Low != -1 || got.High != -1 {
			t.Errorf("%+v, want a loss", got)
		}
	}
}

// TestProveResumes: a proof goes on with a table that was saved when another one was stopped.
func TestProveResumes(t *testing.T) {
	p, err := mnk.New(mnk.Options{Width: 5, Height: 5, InRow: 4, Gravity: true, Canonical: true})
	if err != nil {
		t.Fatal(err)
	}
	whole := prove(t, p, search.ProveOptions{Table: table(t, 1<<24)})
	first := table(t, 1<<24)
	stopped, err := search.Prove(t.Context(), p, search.ProveOptions{Table: first, Nodes: whole.Nodes / 2})
	if err != nil || stopped.Solved() {
		t.Fatalf("%+v, %v", stopped, err)
	}
	var file bytes.Buffer
	if err := first.Save(&file); err != nil {
		t.Fatal(err)
	}
	again, err := tt.Load(&file, tt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	rest := prove(t, p, search.ProveOptions{Table: again})
	t.Logf("%d nodes, or %d after %d", whole.Nodes, rest.Nodes, stopped.Nodes)
	if rest.Low != whole.Low || rest.High != whole.High || rest.Nodes > whole.Nodes*2/3 {
		t.Errorf("%+v with the saved table, %+v without", rest, whole)
	}
}

// TestProveStopped: only proven bounds are returned, and mistakes are named.
func TestProveStopped(t *testing.T) {
	p, err := mnk.New(mnk.ConnectFour())
	if err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, method := range methods {
		reported := uint64(0)
		o := search.ProveOptions{ProofNumbers: method, Table: table(t, 1<<20),
			Report: func(nodes uint64, _ time.Duration) { reported = nodes }}
		if got, err := search.Prove(cancelled, p, o); err != nil || got.Low != -1 || got.High != 1 {
			t.Errorf("%s: proven before it began: %+v, %v", name, got, err)
		}
		o.Nodes = 100_000
		got, err := search.Prove(t.Context(), p, o)
		if err != nil || got.Solved() || got.Nodes > 200_000 || got.Nodes < 50_000 || reported == 0 {
			t.Errorf("%s: limit of nodes: %+v, %v; reported %d", name, got, err, reported)
		}
		for _, o.Nodes = range []uint64{1, 2, 3, 1000, 16383, 16384, 16385, 40_000} {
			got, err := search.Prove(t.Context(), p, o)
			if err != nil || got.Solved() || got.Nodes != o.Nodes {
				t.Errorf("%s: limit of %d nodes: %+v, %v", name, o.Nodes, got, err)
			}
		}
		o.Nodes = 0
		for _, o.Time = range []time.Duration{1, time.Microsecond, time.Millisecond} { // the first is over before it begins
			if got, err := search.Prove(t.Context(), p, o); err != nil || got.Solved() {
				t.Errorf("%s: limit of time %v: %+v, %v", name, o.Time, got, err)
			}
		}
	}
	narrow, err := tt.New(tt.Options{Bytes: 1 << 20, TagBits: 16})
	if err != nil {
		t.Fatal(err)
	}
	defer narrow.Close()
	for want, o := range map[string]search.ProveOptions{
		"needs a table":   {ProofNumbers: true},
		"bits of payload": {ProofNumbers: true, Table: narrow},
	} {
		if _, err := search.Prove(t.Context(), p, o); !errors.Is(err, search.ErrOptions) || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
	over, err := mnk.Parse("3/oo1/xxx o", mnk.Options{})
	if err == nil {
		_, err = search.Prove(t.Context(), over, search.ProveOptions{})
	}
	if !errors.Is(err, search.ErrOptions) {
		t.Errorf("a game that is over: %v", err)
	}
}
