package baduk_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/search"
)

var (
	_ search.Evaluator           = (*baduk.Position)(nil)
	_ search.Orderer[baduk.Move] = (*baduk.Position)(nil)
	_ search.Bounded             = (*baduk.Position)(nil)
)

func parse(t testing.TB, o baduk.Options, text string) *baduk.Position {
	t.Helper()
	p, err := o.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestEvaluate(t *testing.T) {
	for _, test := range []struct {
		text string
		komi int
		want int
	}{
		{".../.../... b", 0, 0},
		{".../.../... w", 13, 13},
		{".../.X./... b", 0, 18},
		{".../.X./... w", 0, -18},
		{"..X.O../..X.O.. b", 0, 0},           // the middle column is neither's
		{"X.O/..O/OOO b", 0, -10},             // B3 and A2 are neither's
		{"..X../.XOX./..... b", 0, 30},        // one liberty: Black takes it
		{"X.O.X/..... b - 2", 0, 2 * (2 - 1)}, // over: the score itself, shared points count for none
	} {
		if got := parse(t, baduk.Options{Komi: test.komi}, test.text).Evaluate(); got != test.want {
			t.Errorf("%s, komi %d: %d, want %d", test.text, test.komi, got, test.want)
		}
	}
}

// TestOrder: captures and rescues first, a pass last, own eyes before it.
func TestOrder(t *testing.T) {
	p := parse(t, baduk.Options{}, ".X.../XXXX./.XOX./..... b")
	order := func(text string) int {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return p.Order(m)
	}
	if take, quiet, eye, pass := order("C1"), order("E1"), order("A4"), order("pass"); take < search.Forcing || quiet >= search.Forcing || eye >= quiet || pass >= eye {
		t.Errorf("capture %d, quiet %d, eye %d, pass %d", take, quiet, eye, pass)
	}
}

func TestEye(t *testing.T) {
	p := parse(t, baduk.Options{}, ".X.XO/XXXX./OX.X./.OXX./..X.O b")
	for _, test := range []struct {
		point string
		want  bool
	}{{"A5", true}, {"C5", true}, {"C3", true}, {"E4", false}, {"D1", false}, {"E1", false}, {"B5", false}} {
		m, err := p.ParseMove(test.point)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Eye(m, baduk.Black); got != test.want {
			t.Errorf("%s is an eye of Black: %v", test.point, got)
		}
	}
	if q := parse(t, baduk.Options{}, "X.X./XXO. b"); q.Eye(5, baduk.Black) {
		t.Error("a false eye at the edge is an eye")
	}
	if p.Eye(baduk.Pass, baduk.Black) {
		t.Error("a pass is an eye")
	}
}

// TestPlayout: a playout leaves everything as it was, ends where nothing but
// eyes is left, and its margin is that of the points it counts.
func TestPlayout(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, o := range []baduk.Options{{Width: 1}, {Width: 5, Komi: 1}, {Width: 9, Height: 4, Ko: baduk.PositionalSuperko, Suicide: baduk.MultiStoneSuicide}, {Width: 19, Komi: 15}} {
		p, err := baduk.New(o)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			before, hash, moves := p.String(), p.Hash(), p.Moves()
			owned := make([]int, p.Options().Width*p.Options().Height)
			margin := p.Playout(random, owned)
			want := -o.Komi
			for _, n := range owned {
				want += 2 * n
			}
			if margin != want || p.String() != before || p.Hash() != hash || p.Moves() != moves {
				t.Fatalf("margin %d, want %d; %s became %s", margin, want, before, p)
			}
			legal := p.AppendMoves(nil)
			if len(legal) == 0 {
				break
			}
			p.Make(legal[random.IntN(len(legal))])
		}
	}
	// Two eyes live: the owner keeps every point in every random game.
	p := parse(t, baduk.Options{}, ".X.XO/XXXXO/OOOOO/...../..... b")
	owned := make([]int, 25)
	for range 50 {
		p.Playout(random, owned)
	}
	for m := 15; m < 25; m++ {
		want := 50
		if m == 19 || m == 24 {
			continue
		}
		if owned[m] != want {
			t.Errorf("Black keeps %s %d of 50 times", p.MoveString(baduk.Move(m)), owned[m])
		}
	}
}
