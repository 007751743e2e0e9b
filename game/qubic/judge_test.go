package qubic_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
)

// TestJudge plays at random: moves that win or stop a win are named as such,
// bounds hold, and images under the symmetries are worth the same.
func TestJudge(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	wins := 0
	for range 200 {
		p := gamekit.Must(qubic.New(qubic.Options{}))
		for moves := p.AppendMoves(nil); len(moves) > 0; moves = p.AppendMoves(moves[:0]) {
			if low, high := p.Bounds(); low > high || low < -1 || high > 1 {
				t.Fatalf("%v: bounds %d, %d", p, low, high)
			}
			if v := p.Evaluate(); v < -5000 || v > 5000 {
				t.Fatalf("%v: worth %d", p, v)
			}
			for _, m := range moves {
				order := p.Order(m)
				p.Make(m)
				score, over := p.Score()
				p.Unmake()
				if over && score != 0 {
					wins++
				}
				if (over && score != 0) != (order == 1000) {
					t.Fatalf("%v: order of %d is %d, result %d, %t", p, m, order, score, over)
				}
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
		score, _ := p.Score()
		if low, high := p.Bounds(); score < low || score > high {
			t.Fatalf("%v: result %d outside %d to %d", p, score, low, high)
		}
	}
	if wins == 0 {
		t.Error("no game had a move that wins")
	}
	// A corner lies on seven lines, as an inner cell does.
	p := gamekit.Must(qubic.Parse("x3/4/4/4|4/1o2/4/4|4/4/4/4|4/4/4/4 x", qubic.Options{}))
	q := gamekit.Must(qubic.Parse("3x/4/4/4|4/2o1/4/4|4/4/4/4|4/4/4/4 x", qubic.Options{}))
	if p.Evaluate() != q.Evaluate() || p.Evaluate() != 0 {
		t.Errorf("worth %d, and the mirror image %d", p.Evaluate(), q.Evaluate())
	}
}
