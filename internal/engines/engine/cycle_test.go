package engine_test

import (
	"math/rand/v2"
	"strings"
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

// TestUpcoming compares with trying all moves and counting occurrences by their FEN, in random games that often
// repeat, under the default keys, under others, and under keys that are all 0 or all alike, which tell no positions
// apart.
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

// repeats reports whether the last position of a game occurred twice before, or once since the first move after a
// root that was so many plies ago (FIDE Laws of Chess, 9.2). FENs name a square en passant only if a pawn can
// capture there.
func repeats(fens []string, plies int) bool {
	now, n := len(fens)-1, 0
	for i, fen := range fens[:now] {
		if fen == fens[now] {
			if n++; n == 2 || now-i < plies {
				return true
			}
		}
	}
	return false
}

// place returns the fields of a FEN that tell positions apart.
func place(p *engine.Position) string {
	return strings.Join(strings.Fields(p.FEN())[:4], " ")
}

func upcoming(t *testing.T, o chess.Options) {
	random := rand.New(rand.NewPCG(3, 4))
	found, plies := 0, 0
	for range 20 {
		p, err := engine.Start(o)
		if err != nil {
			t.Fatal(err)
		}
		fens := []string{place(p)}
		for range 150 {
			searched := random.IntN(p.Ply() + 2) // plies since the root of a search
			want := false
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			var quiet []chess.Move
			for _, m := range moves {
				p.Make(m)
				next := repeats(append(fens, place(p)), searched+1)
				want = want || next
				if clock := p.HalfmoveClock(); clock < 100 && !p.InsufficientMaterial() && p.Drawn(searched+1) != next {
					t.Fatalf("%s after %d plies, %d of them searched: drawn %v, want %v", p, p.Ply(), searched+1, !next, next)
				}
				if p.HalfmoveClock() > 0 {
					quiet = append(quiet, m)
				}
				p.Unmake()
			}
			if got := p.Upcoming(searched); got != want {
				t.Fatalf("%s after %d plies, %d of them searched: %v, want %v", p, p.Ply(), searched, got, want)
			}
			plies++
			if want {
				found++
			}
			if len(quiet) > 0 && random.IntN(20) > 0 {
				moves = quiet[:min(len(quiet), 3)] // few moves, so that positions recur
			}
			p.Make(moves[random.IntN(len(moves))])
			fens = append(fens, place(p))
		}
	}
	t.Logf("%d of %d positions can recur", found, plies)
	if found < 50 {
		t.Errorf("only %d of %d positions can recur: the test shows little", found, plies)
	}
}
