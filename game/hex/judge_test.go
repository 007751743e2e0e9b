package hex_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
)

// needs returns, by trying all sets of empty cells, the least number of stones
// that connect colour c on a board of n by n, or −1 if none do.
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
			p := gamekit.Must(hex.New(hex.Options{Size: n}))
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
			if _, over := p.Score(); over {
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

// play makes up to plies random moves, and returns the board they leave.
func play(p *hex.Position, n, plies int, rng *rand.Rand) []byte {
	board := []byte(strings.Repeat(".", n*n))
	for i := range plies {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		board[m] = "rb"[i%2]
	}
	return board
}

// twoDistances adds the two-distances of colour c by their definition, until
// nothing changes any more. A cell that is cut off gets n + 15.
func twoDistances(board []byte, n int, c byte, sum []int) {
	// touching lists what touches a cell, directly or by one chain; −1 and −2
	// are the sides.
	touching := func(cell int) map[int]bool {
		found, chain := map[int]bool{}, []int{cell}
		seen := map[int]bool{cell: true}
		for len(chain) > 0 {
			r, f := chain[0]/n, chain[0]%n
			chain = chain[1:]
			for _, d := range [6][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}} {
				to := [2]int{r + d[0], f + d[1]}
				across, along := to[0], to[1]
				if c == 'b' {
					across, along = along, across
				}
				at := to[0]*n + to[1]
				switch {
				case across < 0 && along >= 0 && along < n:
					found[-1] = true
				case across >= n && along >= 0 && along < n:
					found[-2] = true
				case across < 0 || across >= n || along < 0 || along >= n || seen[at]:
				case board[at] == '.':
					found[at] = true
				case board[at] == c:
					chain = append(chain, at)
					seen[at] = true
				}
			}
		}
		return found
	}
	near := make([]map[int]bool, n*n)
	for cell := range near {
		near[cell] = touching(cell)
	}
	for _, side := range []int{-1, -2} {
		far := make([]int, n*n)
		for cell := range far {
			far[cell] = n + 15
		}
		for changed := true; changed; {
			changed = false
			for cell, s := range board {
				if s != '.' {
					continue
				}
				least, second := n+15, n+15
				for to := range near[cell] {
					if to >= 0 && to != cell && far[to] < second {
						least, second = min(least, far[to]), max(least, far[to])
					}
				}
				d := min(second+1, n+15)
				if near[cell][side] {
					d = 1
				}
				if d < far[cell] {
					far[cell], changed = d, true
				}
			}
		}
		for cell, s := range board {
			if s == '.' {
				sum[cell] += far[cell]
			}
		}
	}
}

// Order follows the two-distances of both players.
func TestOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	differ := 0
	for _, n := range []int{2, 3, 5, 8} {
		for range 100 {
			p := gamekit.Must(hex.New(hex.Options{Size: n}))
			board := play(p, n, rng.IntN(n*n), rng)
			sum := make([]int, n*n)
			twoDistances(board, n, 'r', sum)
			twoDistances(board, n, 'b', sum)
			moves := p.AppendMoves(nil)
			for _, a := range moves {
				for _, b := range moves {
					if sum[a] < sum[b] && p.Order(a) < p.Order(b) {
						t.Fatalf("%v: %s is tried after %s, but its distances are %d against %d",
							p, p.MoveString(a), p.MoveString(b), sum[a], sum[b])
					}
					if sum[a] < sum[b] && p.Order(a) > p.Order(b) {
						differ++
					}
				}
			}
		}
	}
	if differ < 1000 {
		t.Errorf("only %d pairs of moves are told apart", differ)
	}
}

// Who is said to have won by bridges does win, by every line of play.
func TestBounds(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 26))
	known := map[int]map[uint64]bool{}
	early := 0
	for _, n := range []int{1, 2, 3, 4} {
		known[n] = map[uint64]bool{}
		for range 2000 {
			p := gamekit.Must(hex.New(hex.Options{Size: n}))
			play(p, n, n*n/3+rng.IntN(n*n), rng)
			_, over := p.Score()
			low, high := p.Bounds()
			switch {
			case low == -1 && high == -1:
				if wins(p, known[n]) {
					t.Fatalf("%v: %d to %d, but the side to move wins", p, low, high)
				}
				if !over {
					early++
				}
			case low != -1 || high != 1 || over:
				t.Fatalf("%v: bounds %d to %d", p, low, high)
			}
		}
	}
	if early < 500 {
		t.Errorf("only %d wins are seen before the end", early)
	}
}

// TestBoundsBeforeSwap: a first stone that wins by bridges is blue's to take.
func TestBoundsBeforeSwap(t *testing.T) {
	for _, swap := range []bool{false, true} {
		p, err := hex.New(hex.Options{Size: 3, Swap: swap})
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove("b2")
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		if _, high := p.Bounds(); (high == 1) != swap {
			t.Errorf("swap %v: at most %d for blue after b2", swap, high)
		}
	}
}
