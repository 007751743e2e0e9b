package audit_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
)

// set returns the features with these names.
func set(t *testing.T, names ...string) []zobrist.Feature {
	t.Helper()
	var features []zobrist.Feature
	for _, n := range names {
		f, ok := chess.Space().Lookup(n)
		if !ok {
			t.Fatalf("no feature %q", n)
		}
		features = append(features, f)
	}
	slices.Sort(features)
	return features
}

func TestChessDiffer(t *testing.T) {
	for _, c := range []struct {
		names []string
		want  bool
	}{
		{[]string{"white rook a1", "white rook b1", "white to move"}, true},
		{[]string{"white rook a1", "black pawn c6"}, true},
		{[]string{"white pawn a8"}, false},
		{[]string{"black pawn c1", "white queen d4"}, false},
		{[]string{"white king e1"}, false},
		{[]string{"white king e1", "white king e2", "white to move"}, true},
		{[]string{"white king e1", "white king e2", "white king e3", "black queen a4"}, false},
		{[]string{"white rook a4", "black rook a4"}, true},
		{[]string{"white rook a4", "black rook a4", "black queen a4"}, false},
		{[]string{"white king side"}, true},
		{[]string{"white king side", "white king e1", "white king g1", "white rook h1", "white rook f1"}, true},
		{[]string{"white king side", "black knight h1"}, false},
		{[]string{"black queen side", "black rook a8", "white queen a8"}, true},
		{[]string{"black queen side", "white queen a8", "black queen a8"}, false},
		{[]string{"black queen side", "white queen e8"}, false},
		{[]string{"en passant a"}, true},
		{[]string{"en passant a", "en passant b"}, true},
		{[]string{"en passant a", "en passant b", "en passant c"}, false},
		{[]string{"en passant e", "black knight e4", "black knight e5"}, false},
		{[]string{"en passant e", "black knight e4"}, true},
		{[]string{"en passant e", "black knight e4", "white queen e6", "black queen e6"}, false},
	} {
		if got := audit.ChessDiffer(set(t, c.names...)); got != c.want {
			t.Errorf("Differ(%q) = %v, want %v", c.names, got, c.want)
		}
	}
}

// What real positions differ in must pass: pairs out of random games, near
// and far, with castling, captures en passant and promotions in them.
func TestDifferAllowsPlay(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var seen [][]zobrist.Feature
	for range 60 {
		p, err := chess.New(chess.Options{EnPassant: chess.EnPassant(r.IntN(3))})
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[r.IntN(len(moves))])
			features := p.AppendFeatures(nil)
			for _, f := range features {
				if !audit.ChessOccurs(f) {
					t.Fatalf("%s: feature %s is said not to occur", p, chess.Space().FeatureName(f))
				}
			}
			seen = append(seen, features)
		}
	}
	for i, a := range seen {
		for _, b := range [][]zobrist.Feature{seen[max(i-1, 0)], seen[r.IntN(len(seen))]} {
			d := make(map[zobrist.Feature]bool)
			for _, f := range a {
				d[f] = true
			}
			for _, f := range b {
				if d[f] = !d[f]; !d[f] {
					delete(d, f)
				}
			}
			var difference []zobrist.Feature
			for f := range d {
				difference = append(difference, f)
			}
			slices.Sort(difference)
			if !audit.ChessDiffer(difference) {
				t.Errorf("the difference of two positions that arose is refused: %s",
					chess.Space().Names(difference...))
			}
		}
	}
}

func TestChessOccurs(t *testing.T) {
	n := 0
	for f := range zobrist.Feature(900) {
		if audit.ChessOccurs(f) {
			n++
		}
	}
	if n != 749 {
		t.Errorf("%d features occur, want 781 less 32 pawns on the end ranks", n)
	}
}

func ExampleChessDiffer() {
	space := chess.Space()
	pawn, _ := space.Lookup("white pawn e8")
	rook, _ := space.Lookup("white rook e8")
	fmt.Println(audit.ChessDiffer([]zobrist.Feature{rook}), audit.ChessDiffer([]zobrist.Feature{pawn, rook}))
	// Output: true false
}
