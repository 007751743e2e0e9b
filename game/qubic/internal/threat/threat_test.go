package threat_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/qubic/internal/threat"
)

// board is a game on a grid: some stones in a row win.
func board(width, height, size int) (cells uint64, lines []uint64) {
	for y := range height {
		for x := range width {
			cells |= 1 << (y*width + x)
			for _, d := range [4][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
				set, u, v := uint64(0), x, y
				n := 0
				for ; n < size && u >= 0 && u < width && v < height; n++ {
					set |= 1 << (v*width + u)
					u, v = u+d[0], v+d[1]
				}
				if n == size {
					lines = append(lines, set)
				}
			}
		}
	}
	return cells, lines
}

// game tries everything.
type game struct {
	cells uint64
	lines []uint64
	known map[[2]uint64]int
}

// value is 1 if the side to move, who has own, wins.
func (g *game) value(own, other uint64) int {
	for _, line := range g.lines {
		if line&^other == 0 {
			return -1
		}
	}
	if v, ok := g.known[[2]uint64{own, other}]; ok {
		return v
	}
	free := g.cells &^ (own | other)
	best := -1
	if free == 0 {
		best = 0
	}
	for ; free != 0 && best < 1; free &= free - 1 {
		best = max(best, -g.value(other, own|free&-free))
	}
	g.known[[2]uint64{own, other}] = best
	return best
}

// byThreats is 1 if own wins although each of its moves must leave other one reply:
// the definition, by trying everything.
func (g *game) byThreats(own, other uint64) bool {
	missing := func(own, other uint64) (cells uint64) {
		for _, line := range g.lines {
			if rest := line &^ own; rest&other == 0 && rest&(rest-1) == 0 {
				cells |= rest
			}
		}
		return cells
	}
	if missing(own, other) != 0 {
		return true
	}
	moves := g.cells &^ (own | other)
	if block := missing(other, own); block != 0 {
		if block&(block-1) != 0 {
			return false
		}
		moves = block
	}
	for ; moves != 0; moves &= moves - 1 {
		mine := own | moves&-moves
		switch reply := missing(mine, other); {
		case reply&(reply-1) != 0:
			return true
		case reply != 0 && g.byThreats(mine, other|reply):
			return true
		}
	}
	return false
}

// defences are the cells where own may move without losing by threats.
func (g *game) defences(own, other uint64) (cells uint64) {
	for free := g.cells &^ (own | other); free != 0; free &= free - 1 {
		if c := free & -free; !g.byThreats(other, own|c) {
			cells |= c
		}
	}
	return cells
}

// TestWins compares with the definition and with exhaustive search at random
// positions.
func TestWins(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, b := range []struct{ width, height, size, stones, trials int }{
		{3, 3, 3, 4, 200}, {4, 4, 3, 6, 100}, {4, 3, 3, 6, 200}, {5, 5, 4, 12, 100}, {6, 5, 4, 12, 60},
	} {
		cells, lines := board(b.width, b.height, b.size)
		l, ok := threat.NewLines(b.size, lines)
		if !ok {
			t.Fatal("too many lines")
		}
		s := threat.NewSearch(l)
		g := &game{cells: cells, lines: lines, known: map[[2]uint64]int{}}
		found, restricted := 0, 0
		for range b.trials {
			sides := [2]uint64{}
			for n := range 2 * rng.IntN(b.stones/2+1) {
				free := cells &^ (sides[0] | sides[1])
				for range rng.IntN(bits.OnesCount64(free)) {
					free &= free - 1
				}
				sides[n&1] |= free & -free
			}
			over := false
			for _, line := range lines {
				over = over || line&^sides[0] == 0 || line&^sides[1] == 0
			}
			if over {
				continue
			}
			got := s.Wins(sides[0], sides[1], 1<<20)
			if want := g.byThreats(sides[0], sides[1]); got != want {
				t.Fatalf("%+v, %x against %x: %v, want %v", b, sides[0], sides[1], got, want)
			}
			if got && b.width*b.height <= 16 && g.value(sides[0], sides[1]) != 1 {
				t.Fatalf("%+v, %x against %x: no win", b, sides[0], sides[1])
			}
			if got {
				found++
			}
			free := cells &^ (sides[0] | sides[1])
			defences := s.Defences(sides[0], sides[1], free, 1<<20)
			if g.byThreats(sides[1], sides[0]) {
				if want := g.defences(sides[0], sides[1]); defences != want {
					t.Fatalf("%+v, %x against %x: defences %x, want %x", b, sides[0], sides[1], defences, want)
				}
				restricted++
			} else if defences != free {
				t.Fatalf("%+v, %x against %x: defences %x without a threat", b, sides[0], sides[1], defences)
			}
			if s.Wins(sides[0], sides[1], 0) && l.Missing(sides[0], sides[1]) == 0 {
				t.Fatalf("%+v: a win without a search", b)
			}
		}
		t.Logf("%+v: %d wins, %d positions with few defences", b, found, restricted)
		if found == 0 || restricted == 0 {
			t.Errorf("%+v: %d wins, %d positions with a threat; want some of both", b, found, restricted)
		}
	}
	if _, ok := threat.NewLines(5, make([]uint64, 257)); ok {
		t.Error("257 lines are too many")
	}
}
