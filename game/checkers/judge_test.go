package checkers_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
)

// TestJudge: what the searcher is told agrees with the rules.
func TestJudge(t *testing.T) {
	start := gamekit.Must(checkers.New(checkers.Options{}))
	if v := start.Evaluate(); v < 0 || v > 10 {
		t.Errorf("the start is worth %d for black, more than the move", v)
	}
	rng := rand.New(rand.NewPCG(41, 42))
	draws := 0
	for range 60 {
		p := start.Clone()
		for moves := p.AppendMoves(nil); len(moves) > 0 && p.Ply() < 300; moves = p.AppendMoves(moves[:0]) {
			tactical := p.AppendTactical(nil)
			if p.Forced() != (len(tactical) == len(moves)) || !p.Forced() && len(tactical) > 0 {
				t.Fatalf("%v: %d moves, %d captures", p, len(moves), len(tactical))
			}
			for _, m := range moves {
				if (m.Captures() > 0) != (p.Order(m) >= 1000) {
					t.Fatalf("%v: order of %v is %d", p, m, p.Order(m))
				}
			}
			if score, over := p.Score(); over && score == 0 {
				draws++
				if !p.Drawn(0) {
					t.Fatalf("%v is drawn", p)
				}
			}
			if p.Quiet() < 4 && p.Drawn(p.Ply()+1) {
				t.Fatalf("%v is not drawn", p)
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	if draws == 0 {
		t.Error("no game was drawn")
	}
	for _, test := range []struct{ better, worse string }{
		{"W:WK18:B12", "W:W18:B12"},          // a king is worth more than a man
		{"W:W18,19:B12", "W:W18:B12"},        // two men than one
		{"W:W9:B12", "W:W22:B12"},            // a man near the last row
		{"W:WK18,K19:BK1", "B:WK18,K19:BK1"}, // a piece ahead
	} {
		var worth [2]int
		for i, text := range []string{test.better, test.worse} {
			p, err := checkers.Parse(text, checkers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			worth[i] = p.Evaluate()
		}
		if worth[0] <= worth[1] {
			t.Errorf("%s is worth %d, %s %d", test.better, worth[0], test.worse, worth[1])
		}
	}
}

// TestDrawn compares with counting the occurrences of each position by its text: a third occurrence is a draw, and
// a second one after the root of the search.
func TestDrawn(t *testing.T) {
	rng := rand.New(rand.NewPCG(44, 1))
	var results [2]int
	for _, fen := range []string{"B:WK32:BK1", "W:WK18,K19:BK1", "B:WK32,21:BK5,12"} {
		for range 30 {
			p, err := checkers.Parse(fen, checkers.Options{})
			if err != nil {
				t.Fatal(err)
			}
			texts := []string{p.String()}
			for p.Ply() < 40 {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(min(2, len(moves)))]) // few moves, so that positions recur
				texts = append(texts, p.String())
				for plies := range p.Ply() + 2 {
					earlier, recent := 0, false
					for i, text := range texts[:p.Ply()] {
						if text == p.String() {
							earlier++
							recent = recent || p.Ply()-i < plies
						}
					}
					want := (earlier >= 2 || recent) && len(p.AppendMoves(nil)) > 0
					if got := p.Drawn(plies); got != want {
						t.Fatalf("%s after %d plies, %d of them searched: %t, want %t", p, p.Ply(), plies, got, want)
					}
					results[min(earlier, 1)]++
				}
			}
		}
	}
	if results[1] < 1000 {
		t.Errorf("%d of %d positions repeat: the test shows little", results[1], results[0])
	}
}
