package hex_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/hex"
)

// needs returns, by trying all sets of empty cells, the least number of stones
// that connect colour c on a board of n by n, or −1 where none do.
func needs(board []byte, n int, c byte) int {
	best := -1
	var free []int
	for i, s := range board {
		if s == '.' {
			free = append(free, i)
		}
	}
	for set := range 1 << len(free) {
		filled, count := append([]byte(nil), board...), 0
		for i, at := range free {
			if set>>i&1 == 1 {
				filled[at] = c
				count++
			}
		}
		if (best < 0 || count < best) && flood(filled, n, c) {
			best = count
		}
	}
	return best
}

// The estimate is the difference of the stones that the sides still need, and
// half a stone for the turn: compared with all ways to fill small boards.
func TestEvaluate(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for _, n := range []int{1, 2, 3} {
		for range 60 {
			p := mustNew(t, hex.Options{Size: n})
			board := make([]byte, n*n)
			for i := range board {
				board[i] = '.'
			}
			mover, other := byte('r'), byte('b')
			for range rng.IntN(n * n) {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[rng.IntN(len(moves))]
				p.Make(m)
				board[m] = mover
				mover, other = other, mover
			}
			if _, over := p.Result(); over {
				continue
			}
			want := 100*(needs(board, n, other)-needs(board, n, mover)) + 50
			if got := p.Evaluate(); got != want {
				t.Errorf("%v: %d, want %d", p, got, want)
			}
			for _, m := range p.AppendMoves(nil) {
				if o := p.Order(m); o < 0 || o >= 100 {
					t.Errorf("%v: order of %s is %d", p, p.MoveString(m), o)
				}
			}
		}
	}
}

// A bridge and a place in the middle are tried before the corners.
func TestOrder(t *testing.T) {
	p, err := hex.Options{Size: 5}.Parse("5/5/2r2/5/4b r")
	if err != nil {
		t.Fatal(err)
	}
	order := func(text string) int {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		return p.Order(m)
	}
	// c3 has bridges to the cells two steps away over two empty ones.
	for _, bridge := range []string{"d1", "b5", "b2", "d4", "e2", "a4"} {
		if order(bridge) <= order("a1") || order(bridge) <= order("a5") {
			t.Errorf("%s is not before a corner: %s", bridge, fmt.Sprint(order(bridge), order("a1"), order("a5")))
		}
	}
}
