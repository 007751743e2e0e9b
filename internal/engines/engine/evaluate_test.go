package engine_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
)

// mirrored is the FEN of the position with colours changed.
func mirrored(p *engine.Position) string {
	words := strings.Fields(p.FEN())
	ranks := strings.Split(words[0], "/")
	slices.Reverse(ranks)
	other := func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, text)
	}
	turn := map[string]string{"w": "b", "b": "w"}[words[1]]
	ep := strings.NewReplacer("3", "6", "6", "3").Replace(words[3])
	return strings.Join([]string{other(strings.Join(ranks, "/")), turn, other(words[2]), ep, words[4], words[5]}, " ")
}

// TestEvaluate: the estimate is the same for the side to move with colours changed,
// and does not depend on what was evaluated before.
func TestEvaluate(t *testing.T) {
	n := 0
	walk(t, 10, 100, func(p *engine.Position) {
		got := p.Evaluate()
		m, err := engine.Parse(mirrored(p), chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := m.Evaluate(); got != want {
			t.Fatalf("%s: %d, and %d with colours changed", p, got, want)
		}
		if n++; n%10 != 0 {
			return
		}
		if want := p.Clone().Evaluate(); got != want {
			t.Fatalf("%s: %d, and %d without the values kept of pawns", p, got, want)
		}
	})
}

// TestEvaluateSense: what every player knows.
func TestEvaluateSense(t *testing.T) {
	for _, test := range []struct{ better, worse string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"},
		{"k7/8/4P3/4K3/8/8/8/8 w - - 0 1", "k7/8/8/4K3/8/4P3/8/8 w - - 0 1"},      // an advanced passed pawn
		{"4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1", "4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1"}, // not doubled
		{"r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R3QRK1 w - - 0 1", "r4rk1/ppp2ppp/8/8/8/8/PPPQ1PPP/R4KR1 w - - 0 1"},
		{"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1", "6k1/5ppp/8/8/8/8/5PPP/3N2K1 w - - 0 1"},
	} {
		value := func(fen string) int {
			p, err := engine.Parse(fen, chess.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return p.Evaluate()
		}
		if a, b := value(test.better), value(test.worse); a <= b {
			t.Errorf("%s: %d, and %s: %d", test.better, a, test.worse, b)
		}
	}
}

// exchanges are values of exchanges with pieces worth 100, 325, 325, 500 and 975.
// The first two are from the Chess Programming Wiki, Static Exchange Evaluation,
// after D. Hyatt.
var exchanges = []struct {
	fen, move string
	value     int
}{
	{"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
	{"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -225},
	{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 100},
	{"3rk3/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100},    // the rook behind takes part
	{"3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -400}, // two against two
	{"4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 875},        // nothing attacks a8
	{"1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100},     // the rook takes the queen
	{"4k3/8/4p3/3p4/8/8/6B1/4K3 w - - 0 1", "g2d5", -225},   // guarded by a pawn
	{"8/8/8/3pk3/8/8/6B1/4K3 w - - 0 1", "g2d5", -225},      // guarded by the king
	{"8/8/8/3pk3/8/5B2/6B1/4K3 w - - 0 1", "f3d5", 100},     // which may not take
	{"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0},           // castling
	{"4k3/8/3p4/8/4N3/8/8/4K3 w - - 0 1", "e4c5", -325},     // a quiet move to a guarded square
}

func TestGains(t *testing.T) {
	for _, test := range exchanges {
		p, err := engine.Parse(test.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseUCI(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Gains(m, test.value) || p.Gains(m, test.value+1) {
			t.Errorf("%s, %s: gains %d: %v, one more: %v; want %d", test.fen, test.move,
				test.value, p.Gains(m, test.value), p.Gains(m, test.value+1), test.value)
		}
	}
}
