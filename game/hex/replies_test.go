package hex_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestReplies: an outcome that AppendReplies states is right, and otherwise it leaves
// a winning move if there is one, by every line of play.
func TestReplies(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 28))
	early, fewer, seen := 0, 0, map[string]bool{}
	positions := 400
	if oracle.Whole(t, "three fifths of the positions") {
		positions = 1000
	}
	for n, plies := range []int{2: 0, 3: 0, 4: 5} { // from so many on
		if n < 2 {
			continue
		}
		known := map[uint64]bool{}
		for range positions * (n - 1) {
			p := gamekit.Must(hex.New(hex.Options{Size: n}))
			play(p, n, plies+rng.IntN(4), rng)
			if _, over := p.Score(); over || seen[p.String()] {
				continue
			}
			text, win := p.String(), wins(p, known)
			seen[text] = true
			moves, score, over := p.AppendReplies(nil)
			if p.String() != text {
				t.Fatalf("%s became %v", text, p)
			}
			if over {
				if win != (score > 0) {
					t.Fatalf("%v: score %d, but the side to move wins: %t", p, score, win)
				}
				early++
				continue
			}
			if len(moves) < len(p.AppendMoves(nil)) {
				fewer++
			}
			good := slices.ContainsFunc(moves, func(m hex.Move) bool {
				p.Make(m)
				defer p.Unmake()
				return !wins(p, known)
			})
			if good != win {
				t.Fatalf("%v: %v win: %t, but the side to move wins: %t", p, moves, good, win)
			}
		}
	}
	if early < positions/2 || fewer < positions/50 {
		t.Errorf("%d outcomes and %d lists of fewer moves are too few", early, fewer)
	}
	t.Logf("%d outcomes, %d lists of fewer moves", early, fewer)
}
