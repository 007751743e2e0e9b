package baduk_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/search"
)

var (
	_ search.Evaluator            = (*baduk.Position)(nil)
	_ search.Orderer[baduk.Move]  = (*baduk.Position)(nil)
	_ search.Solvable[baduk.Move] = (*baduk.Position)(nil)
)

func parse(t testing.TB, o baduk.Options, text string) *baduk.Position {
	t.Helper()
	p, err := baduk.Parse(text, o)
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
	if take, quiet, eye, pass := order("C1"), order("E1"), order("A4"), order("pass"); take < 100 || quiet >= 100 ||
		eye >= quiet || pass >= eye {
		t.Errorf("capture %d, quiet %d, eye %d, pass %d", take, quiet, eye, pass)
	}
}

// TestEyes: an eye of Black's is tried last of all points.
func TestEyes(t *testing.T) {
	for _, test := range []struct {
		board  string
		points map[string]bool
	}{
		{".X.XO/XXXX./OX.X./.OXX./..X.O b", map[string]bool{"A5": true, "C5": true, "C3": true, "E4": false, "D1": false,
			"E1": false}},
		{"X.X./XXO. b", map[string]bool{"B2": false}}, // false, at the edge
	} {
		p := parse(t, baduk.Options{}, test.board)
		for point, want := range test.points {
			m, err := p.ParseMove(point)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.Order(m) == -90; got != want {
				t.Errorf("%s: %s is an eye of Black's: %v", test.board, point, got)
			}
		}
	}
}

// TestRetake: the point is known under every rule, and only after a ko.
func TestRetake(t *testing.T) {
	for ko := baduk.SimpleKo; ko <= baduk.NaturalSituationalSuperko; ko++ {
		p := parse(t, baduk.Options{Ko: ko}, ".XO./X.XO/.XO./.... w")
		retake := func(want string) {
			t.Helper()
			got := ""
			if m, ok := p.Retake(); ok {
				got = p.MoveString(m)
			}
			if got != want {
				t.Errorf("%v ko: %s: retake at %q, want %q", ko, p, got, want)
			}
		}
		retake("")
		play(t, p, "B3")
		retake("C3")
		play(t, p, "A1")
		retake("")
		p.Unmake()
		retake("C3")
		play(t, p, "pass")
		retake("")
	}
	p := parse(t, baduk.Options{}, ".XO./XX.O/.XO./.... w")
	play(t, p, "C3") // takes nothing
	if m, ok := p.Retake(); ok {
		t.Errorf("retake at %s", p.MoveString(m))
	}
	p = parse(t, baduk.Options{}, ".O../XXO./OO.. b")
	play(t, p, "pass", "A3") // takes two
	if m, ok := p.Retake(); ok {
		t.Errorf("retake at %s after two stones were taken", p.MoveString(m))
	}
}
