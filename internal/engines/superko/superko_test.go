package superko_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/superko"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
)

func solve(t *testing.T, p *baduk.Position, o superko.Options) superko.Solution {
	t.Helper()
	s, err := superko.Solve(context.Background(), p, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestValues: 2×2, 3×3 and 3×4 are as E. C. D. van der Werf and others publish,
// Solving Go on Small Boards, 2003; 3×4 also T. Drange and others, Mini-Go, 1998;
// and 4×4 as the former under basic ko rules. The others were found here.
func TestValues(t *testing.T) {
	for _, test := range []struct{ width, height, want int }{
		{1, 1, 0}, {2, 1, 0}, {3, 1, 3}, {4, 1, 4}, {5, 1, 0}, {6, 1, 1}, {7, 1, 2}, {8, 1, 3}, {9, 1, 0}, {2, 2, 1},
		{3, 2, 0}, {4, 2, 8}, {5, 2, 10}, {3, 3, 9}, {4, 3, 4}, {5, 3, 15}, {4, 4, 2},
	} {
		for _, ko := range superkos {
			t.Run(fmt.Sprintf("%d×%d/%v", test.height, test.width, ko), func(t *testing.T) {
				bytes := int64(64 << 20)
				if test.width*test.height > 12 {
					oracle.Long(t, "up to 4 million nodes")
					bytes = 1 << 30
				}
				p := gamekit.Must(baduk.New(baduk.Options{Width: test.width, Height: test.height, Ko: ko}))
				s := solve(t, p, superko.Options{Bytes: bytes})
				t.Logf("%d nodes; %v", s.Nodes, s.Steps)
				if s.Low != 2*test.want || s.High != s.Low {
					t.Errorf("%d to %d half points, want %d points", s.Low, s.High, test.want)
				}
			})
		}
	}
}

// TestSmallTable: the values do not depend on what the table forgets.
func TestSmallTable(t *testing.T) {
	for _, test := range []struct {
		width, height, want int
		bytes               int64
	}{{2, 2, 1, 1000}, {3, 2, 0, 4000}, {3, 3, 9, 16_000}, {4, 3, 4, 1 << 20}} {
		for _, ko := range superkos {
			p := gamekit.Must(baduk.New(baduk.Options{Width: test.width, Height: test.height, Ko: ko}))
			s := solve(t, p, superko.Options{Bytes: test.bytes})
			t.Logf("%d×%d, %d bytes: %d nodes", test.height, test.width, test.bytes, s.Nodes)
			if s.Low != 2*test.want || s.High != s.Low {
				t.Errorf("%d×%d, %v, %d bytes: %d to %d half points, want %d points", test.height, test.width, ko,
					test.bytes, s.Low, s.High, test.want)
			}
		}
	}
}

// TestReference compares with a search without a table, after moves at random whose
// boards count, in their place and with the komi of either side.
func TestReference(t *testing.T) {
	oracle.Full(t, "values beside a plain search")
	rng := rand.New(rand.NewPCG(5, 6))
	hits, rejected, last := uint64(0), uint64(0), 0 // proofs of the table; passes that end the game
	positions := 20
	if oracle.Whole(t, "half of the positions") {
		positions = 40
	}
	for _, ko := range superkos {
		for _, size := range [][2]int{{2, 1}, {3, 1}, {4, 1}, {2, 2}, {5, 1}, {3, 2}} {
			compared := 0
			for range positions {
				o := baduk.Options{Width: size[0], Height: size[1], Ko: ko, Komi: rng.IntN(5) - 2}
				p := gamekit.Must(baduk.New(o))
				for range rng.IntN(30) {
					moves := p.AppendMoves(nil)
					if m := moves[rng.IntN(len(moves))]; m != baduk.Pass || rng.IntN(3) == 0 {
						p.Make(m)
					}
					if p.Over() {
						p.Unmake()
					}
				}
				s := gamekit.Must(search.New(p.Clone(), search.Options{Scoring: search.ByMargin}))
				want := gamekit.Must(s.Solve(context.Background(), search.Limits{Nodes: 10_000}))
				if !want.Solved() {
					continue
				}
				compared++
				before := p.String()
				got := solve(t, p, superko.Options{Bytes: 10_000})
				hits, rejected = hits+got.Hits, rejected+got.Rejected
				if got.Low != want.Low || got.High != want.High {
					t.Fatalf("%v after %d moves, %v: %d to %d half points, want %d", p, p.Ply(), ko, got.Low, got.High,
						want.Low)
				}
				if p.String() != before {
					t.Fatalf("%s became %v", before, p)
				}
				if !got.HasMove {
					continue
				}
				if p.Passes() == 1 && got.Move == baduk.Pass {
					last++
				}
				p.Make(got.Move)
				low := -got.Low // for the other side, after the move
				if score, over := p.Score(); over && score != low {
					t.Fatalf("%v ends with %d half points, want %d", p, score, low)
				} else if !over {
					if after := solve(t, p, superko.Options{Bytes: 10_000}); after.High != low {
						t.Fatalf("%v is worth %d half points, want %d", p, after.High, low)
					}
				}
			}
			t.Logf("%d×%d, %v: %d positions", size[0], size[1], ko, compared)
			if compared < positions/2 {
				t.Errorf("%d×%d, %v: only %d positions compared", size[0], size[1], ko, compared)
			}
		}
	}
	t.Logf("%d proofs of the table held, %d did not; %d second passes", hits, rejected, last)
	if hits == 0 || rejected == 0 || last == 0 {
		t.Errorf("%d proofs of the table held, %d did not; %d second passes", hits, rejected, last)
	}
}

// TestSecondProver compares with the other prover of the tests, on boards at random.
func TestSecondProver(t *testing.T) {
	oracle.Full(t, "two provers beside each other")
	rng := rand.New(rand.NewPCG(7, 8))
	for _, ko := range superkos {
		for _, size := range [][2]int{{4, 2}, {3, 3}, {5, 2}} {
			g := newMini(size[0], size[1])
			compared := 0
			for range 24 {
				b, rows := g.random(rng)
				side := uint8(rng.IntN(2))
				if !g.legal(b) {
					continue
				}
				other := &koProver{mini: g, situational: ko == baduk.SituationalSuperko, limit: 200_000}
				want, ok := other.value(b, side)
				if !ok {
					continue
				}
				compared++
				text := fmt.Sprintf("%s %c - 0", rows, "bw"[side])
				root := gamekit.Must(baduk.Parse(text, baduk.Options{Width: size[0], Height: size[1], Ko: ko}))
				s := solve(t, root, superko.Options{Bytes: 1 << 20})
				if side == 1 {
					want = -want
				}
				if s.Low != 2*want || s.High != s.Low {
					t.Errorf("%s, %v: %d to %d half points, want %d points", text, ko, s.Low, s.High, want)
				}
			}
			t.Logf("%d×%d, %v: %d boards", size[0], size[1], ko, compared)
			if compared < 10 {
				t.Errorf("%d×%d, %v: only %d boards compared", size[0], size[1], ko, compared)
			}
		}
	}
}

func TestLimits(t *testing.T) {
	p := gamekit.Must(baduk.New(baduk.Options{Width: 4, Ko: baduk.PositionalSuperko}))
	s := solve(t, p, superko.Options{Nodes: 1000})
	if s.Solved() || s.Low > 4 || s.High < 4 || s.Nodes != 1000 {
		t.Errorf("with 1000 nodes: %+v", s)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	s, err := superko.Solve(done, p, superko.Options{})
	if err != nil || s.Low != -32 || s.High != 32 {
		t.Errorf("after the end of the context: %+v, %v", s, err)
	}
	calls := 0
	p = gamekit.Must(baduk.New(baduk.Options{Width: 4, Height: 3, Ko: baduk.PositionalSuperko}))
	solve(t, p, superko.Options{Progress: func(uint64) { calls++ }})
	if calls == 0 {
		t.Error("no progress was reported")
	}
}

func TestErrors(t *testing.T) {
	for name, o := range map[string]baduk.Options{
		"large":   {Width: 6, Height: 6, Ko: baduk.PositionalSuperko},
		"simple":  {Width: 2},
		"natural": {Width: 2, Ko: baduk.NaturalSituationalSuperko},
		"suicide": {Width: 2, Ko: baduk.PositionalSuperko, Suicide: true},
	} {
		if _, err := superko.Solve(context.Background(), gamekit.Must(baduk.New(o)), superko.Options{}); !errors.Is(err,
			game.ErrOptions) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p := gamekit.Must(baduk.New(baduk.Options{Width: 2, Ko: baduk.PositionalSuperko}))
	if _, err := superko.Solve(context.Background(), p, superko.Options{Bytes: 10}); !errors.Is(err, game.ErrOptions) {
		t.Errorf("a table of ten bytes: %v", err)
	}
	p.Make(baduk.Pass)
	p.Make(baduk.Pass)
	if _, err := superko.Solve(context.Background(), p, superko.Options{}); !errors.Is(err, game.ErrOptions) {
		t.Errorf("a game that is over: %v", err)
	}
}

// ExampleSolve proves that Black gets 4 points on 3×4.
func ExampleSolve() {
	p, err := baduk.New(baduk.Options{Width: 4, Height: 3, Ko: baduk.PositionalSuperko})
	if err != nil {
		panic(err)
	}
	s, err := superko.Solve(context.Background(), p, superko.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Low, "to", s.High, "half points")
	// Output: 8 to 8 half points
}
