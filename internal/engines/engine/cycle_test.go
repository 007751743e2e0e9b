package engine_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
)

func randomKeys(seed uint64) zobrist.Keys {
	random, keys := rand.New(rand.NewPCG(seed, 0)), make(zobrist.Keys, 781)
	for i := range keys {
		keys[i] = random.Uint64()
	}
	return keys
}

// TestUpcoming compares with trying all moves, in random games that often repeat, under the default keys, under others,
// and under keys that are all 0 or all alike, which tell no positions apart.
func TestUpcoming(t *testing.T) {
	alike := make(zobrist.Keys, 781)
	for i := range alike {
		alike[i] = 1
	}
	for name, keys := range map[string]zobrist.Keys{
		"default": nil, "random": randomKeys(1), "zero": make(zobrist.Keys, 781), "alike": alike,
	} {
		t.Run(name, func(t *testing.T) { upcoming(t, chess.Options{Set: zobrist.Set{Keys: keys}}) })
	}
}

func upcoming(t *testing.T, o chess.Options) {
	random := rand.New(rand.NewPCG(3, 4))
	found, plies := 0, 0
	for range 40 {
		p, err := engine.Start(o)
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
	if found < 50 {
		t.Errorf("only %d of %d positions can recur: the test shows little", found, plies)
	}
}
