package mnk_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
)

// value is the score of best play, by trying every move.
func value(p *mnk.Position, known map[uint64]int) int {
	if score, over := p.Score(); over {
		return score
	}
	if v, ok := known[p.Hash()]; ok {
		return v
	}
	best := -1
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		best = max(best, -value(p, known))
		p.Unmake()
	}
	known[p.Hash()] = best
	return best
}

// TestPairs compares what pairs of cells prove with the value of every position of
// tic-tac-toe, and on larger boards of positions after moves at random.
func TestPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, test := range []struct {
		o     mnk.Options
		empty int // cells that are left
		games int
	}{
		{mnk.Options{}, 9, 1},
		{mnk.Options{Width: 4, Height: 3, InRow: 3}, 10, 2},
		{mnk.Options{Width: 4, Height: 4, InRow: 3}, 10, 6},
		{mnk.Options{Width: 4, Height: 4, InRow: 4}, 10, 3},
		{mnk.Options{Width: 5, Height: 4, InRow: 4}, 10, 3},
		{mnk.Options{Width: 5, Height: 5, InRow: 4}, 9, 12},
		{mnk.Options{Width: 7, Height: 3, InRow: 3}, 9, 30},
		{mnk.Options{Width: 8, Height: 8, InRow: 5}, 9, 10},
		{mnk.Options{Width: 4, Height: 4, InRow: 3, Gravity: true}, 12, 10},
		{mnk.Options{Width: 5, Height: 4, InRow: 4, Gravity: true}, 13, 3},
		{mnk.Options{Width: 4, Height: 5, InRow: 4, Gravity: true}, 13, 3},
		{mnk.Options{Width: 5, Height: 5, InRow: 4, Gravity: true}, 14, 3},
		{mnk.Options{Width: 9, Height: 3, InRow: 4, Gravity: true}, 13, 1},
		{mnk.Options{Width: 12, Height: 3, InRow: 4, Gravity: true}, 12, 2}, // up to 12 odd files
	} {
		o, positions, windows, pairs, joined := gamekit.Must(mnk.New(test.o)).Options(), 0, 0, 0, 0
		for n := 0; n < test.games; {
			p := gamekit.Must(mnk.New(o))
			if !fill(p, test.empty, rng) {
				continue
			}
			n++
			known := map[uint64]int{}
			value(p, known)
			gamekit.Reach(p, func() {
				if _, over := p.Score(); over {
					return
				}
				positions++
				known, decided := check(t, p, known)
				windows, pairs = windows+known, pairs+decided
				if decided > known && oddFiles(p) > 0 {
					joined++
				}
			})
		}
		t.Logf("%d,%d,%d: %d positions, %d bounds by windows, %d by pairs; better with odd files in %d",
			o.Width, o.Height, o.InRow, positions, windows, pairs, joined)
		if pairs <= windows {
			t.Errorf("%+v: pairs prove nothing", o)
		}
		if o.Gravity && joined == 0 {
			t.Errorf("%+v: files with an odd number of free cells prove nothing", o)
		}
	}
}

// oddFiles counts the files that have an odd number of free cells.
func oddFiles(p *mnk.Position) (n int) {
	o := p.Options()
	for file := range o.Width {
		free := 0
		for rank := range o.Height {
			if p.Stone(mnk.Move(rank*o.Width+file)) == game.NoSide {
				free++
			}
		}
		n += free % 2
	}
	return n
}

// fill plays at random, without rows, until so many cells are empty.
func fill(p *mnk.Position, empty int, rng *rand.Rand) bool {
	for range 1000 {
		if p.Options().Width*p.Options().Height-p.Ply() == empty {
			return true
		}
		moves := p.AppendMoves(nil)
		p.Make(moves[rng.IntN(len(moves))])
		if _, over := p.Score(); over {
			p.Unmake()
		}
	}
	return false
}

// check compares the bounds of a position with its value, and of some positions counts
// those that windows give and those that Bounds gives.
func check(t *testing.T, p *mnk.Position, known map[uint64]int) (windows, all int) {
	t.Helper()
	want := value(p, known)
	low, high := p.Bounds()
	if low > want || high < want {
		t.Fatalf("%v: bounds %d to %d, and every line of play gives %d", p, low, high, want)
	}
	for goal := range 2 {
		reached, decided := p.Decide(goal)
		if decided != (low >= goal || high < goal) || reached != (low >= goal) {
			t.Fatalf("%v: Decide(%d) is %t, %t; bounds are %d to %d", p, goal, reached, decided, low, high)
		}
	}
	if p.Hash()%8 != 0 { // a sample is enough to count
		return 0, 0
	}
	o := p.Options()
	o.Exact = true // whose bounds are by windows only
	q, err := mnk.Parse(p.String(), o)
	if err != nil {
		t.Fatal(err)
	}
	wideLow, wideHigh := q.Bounds()
	for _, b := range []struct {
		n         *int
		low, high int
	}{{&windows, wideLow, wideHigh}, {&all, low, high}} {
		*b.n += b.low + 1 + 1 - b.high
	}
	return windows, all
}
