package chess_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// TestCycles: there are 3,668 reversible moves (M. N. J. van Kervinck), and with
// every kind of keys there is room for all of them.
func TestCycles(t *testing.T) {
	for name, o := range map[string]chess.Options{
		"default": {},
		"random":  {Set: zobrist.Set{Keys: randomKeys(1)}},
		"another": {Set: zobrist.Set{Keys: randomKeys(2)}},
	} {
		p, err := chess.New(o)
		if err != nil {
			t.Fatal(err)
		}
		if got := chess.CycleCount(p); got != 3668 {
			t.Errorf("%s: %d reversible moves", name, got)
		}
	}
	// Keys that are all 0 have room for one; nothing is found, and nothing breaks.
	p, err := chess.New(chess.Options{Set: zobrist.Set{Keys: make(zobrist.Keys, 781)}})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []string{"g1f3", "g8f6", "f3g1"} {
		m, err := p.ParseUCI(m)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	p.Upcoming()
}

func randomKeys(seed uint64) zobrist.Keys {
	random, keys := rand.New(rand.NewPCG(seed, 0)), make(zobrist.Keys, 781)
	for i := range keys {
		keys[i] = random.Uint64()
	}
	return keys
}

// TestUpcoming compares with trying all moves, in random games that often repeat.
func TestUpcoming(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	found, plies := 0, 0
	for range 100 {
		p, err := chess.New(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 150 {
			want := false
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			var quiet []chess.Move
			for _, m := range moves {
				p.Make(m)
				want = want || p.Repetitions() > 0
				if p.HalfmoveClock() > 0 {
					quiet = append(quiet, m)
				}
				p.Unmake()
			}
			if got := p.Upcoming(); got != want {
				t.Fatalf("%s after %d plies: %v, want %v", p, p.Ply(), got, want)
			}
			plies++
			if want {
				found++
			}
			if len(quiet) > 0 && random.IntN(20) > 0 {
				moves = quiet[:min(len(quiet), 3)] // few moves, so that positions recur
			}
			p.Make(moves[random.IntN(len(moves))])
		}
	}
	t.Logf("%d of %d positions can recur", found, plies)
	if found < 100 {
		t.Errorf("only %d of %d positions can recur: the test shows little", found, plies)
	}
}
