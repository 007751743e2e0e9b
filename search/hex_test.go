package search_test

import (
	"context"
	"fmt"
	"math/bits"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
)

// hexWins are the winning openings without the swap rule, by rank: x where red
// wins with its first stone. On every board some do (J. Nash; M. Gardner,
// Scientific American, July 1957). Those up to 6×6 were first listed by J. van
// Rijswijck, Queenbee's home page, 2000; 6×6 is here as B. Arneson, R. Hayward
// and P. Henderson publish it with their solver Benzene (dfs-solve-6x6).
var hexWins = map[int]string{
	1: "x",
	2: ".x/x.",
	3: "..x/xxx/x..",
	4: "...x/..x./.x../x...",
	5: "....x/.xxxx/.xxx./xxxx./x....",
	6: ".....x/.xxxxx/xxxxxx/xxxxxx/xxxxx./x.....",
}

func TestSolveHex(t *testing.T) {
	for size := 1; size <= 5; size++ {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			if size == 5 {
				oracle.Long(t, "some twenty seconds for 25 openings")
			}
			p, err := hex.New(hex.Options{Size: size})
			if err != nil {
				t.Fatal(err)
			}
			s, err := search.New(p, search.Options{Table: table(t, 16<<20), Scoring: search.Outcome})
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			total, start := uint64(0), time.Now()
			for _, m := range p.AppendMoves(nil) {
				if m > 0 && int(m)%size == 0 {
					got.WriteByte('/')
				}
				p.Make(m)
				if _, over := p.Score(); over {
					got.WriteByte('x')
				} else if r, err := s.Solve(context.Background(), search.Limits{}); err != nil || r.Low*r.High != 1 {
					t.Fatalf("%v: %+v, %v", p, r, err)
				} else {
					total += r.Nodes
					got.WriteByte(".x"[(1-r.Low)/2])
				}
				p.Unmake()
			}
			t.Logf("%s: %d nodes, %v", got.String(), total, time.Since(start).Round(time.Millisecond))
			if got.String() != hexWins[size] {
				t.Errorf("openings %s, want %s", got.String(), hexWins[size])
			}
		})
	}
}

// TestHexWins finds the list again with a solver that shares nothing with
// package hex, and up to 3×3 by trying everything.
func TestHexWins(t *testing.T) {
	for size := 1; size <= 5; size++ {
		if size == 5 && oracle.Cut(t, "5×5") {
			break
		}
		b := newHexBoard(size)
		if got := hexRanks(size, func(cell int) bool { return !b.solve(1, 0, 1<<cell).win }); got != hexWins[size] {
			t.Errorf("%d×%d: openings %s, want %s", size, size, got, hexWins[size])
		}
		if size <= 3 {
			everything := hexRanks(size, func(cell int) bool { return b.redWins(1<<cell, 0, false) })
			if everything != hexWins[size] {
				t.Errorf("%d×%d: trying everything gives %s, want %s", size, size, everything, hexWins[size])
			}
		}
	}
}

// TestHexWinsLong tries that solver on 6×6, with the openings that it has soon
// done with.
func TestHexWinsLong(t *testing.T) {
	oracle.Long(t, "a minute or two for eight openings on 6×6")
	b, want := newHexBoard(6), strings.ReplaceAll(hexWins[6], "/", "")
	for _, cell := range []int{0, 1, 2, 3, 4, 9, 10, 15} {
		if win := !b.solve(1, 0, 1<<cell).win; win != (want[cell] == 'x') {
			t.Errorf("6×6: the opening at cell %d wins: %t, want %c", cell, win, want[cell])
		}
	}
}

// hexRanks writes which cells win, by rank.
func hexRanks(n int, wins func(cell int) bool) string {
	var ranks []string
	for cell := range n * n {
		if cell%n == 0 {
			ranks = append(ranks, "")
		}
		ranks[cell/n] += map[bool]string{true: "x", false: "."}[wins(cell)]
	}
	return strings.Join(ranks, "/")
}

// A hexBoard solves Hex by must-play (R. Hayward et al., Solving 7×7 Hex with
// Domination, Fill-In, and Virtual Connections, Theoretical Computer Science
// 349(2), 2005). Sets of cells are words; player 0 is red, 1 blue.
type hexBoard struct {
	n      int
	full   uint64
	touch  [64]uint64          // neighbours of a cell
	bridge [64][][2]uint64     // the cell a bridge away, and the bridge's two
	sides  [2][2]uint64        // cells of the first and the last line
	rim    [2][2][64]uint64    // the two cells of a bridge to a side
	known  map[[2]uint64]proof // by the cells of who moves, and of the other
}

// A proof is who wins, and the empty cells that this needs.
type proof struct {
	win  bool
	need uint64
}

func newHexBoard(n int) *hexBoard {
	b := &hexBoard{n: n, full: 1<<(n*n) - 1, known: map[[2]uint64]proof{}}
	round := [7][2]int{{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}, {0, 1}}
	bit := func(r, c int) uint64 {
		if r < 0 || r >= n || c < 0 || c >= n {
			return 0
		}
		return 1 << (r*n + c)
	}
	for cell := range n * n {
		r, c := cell/n, cell%n
		for i, d := range round[:6] {
			e := round[i+1]
			x, y := bit(r+d[0], c+d[1]), bit(r+e[0], c+e[1])
			b.touch[cell] |= x
			if x == 0 || y == 0 {
				continue
			}
			for player, line := range [2]int{r + d[0] + e[0], c + d[1] + e[1]} {
				switch line {
				case -1:
					b.rim[player][0][cell] = x | y
				case n:
					b.rim[player][1][cell] = x | y
				}
			}
			if to := bit(r+d[0]+e[0], c+d[1]+e[1]); to != 0 {
				b.bridge[cell] = append(b.bridge[cell], [2]uint64{to, x | y})
			}
		}
		for player, line := range [2]int{r, c} {
			if line == 0 {
				b.sides[player][0] |= 1 << cell
			}
			if line == n-1 {
				b.sides[player][1] |= 1 << cell
			}
		}
	}
	return b
}

// redWins tries everything; a full board has exactly one winner.
func (b *hexBoard) redWins(red, blue uint64, redMoves bool) bool {
	free := b.full &^ (red | blue)
	if free == 0 {
		return b.chain(red, b.sides[0][0])&b.sides[0][1] != 0
	}
	win := !redMoves
	for ; free != 0 && win != redMoves; free &= free - 1 {
		if cell := free & -free; redMoves {
			win = b.redWins(red|cell, blue, false)
		} else {
			win = b.redWins(red, blue|cell, true)
		}
	}
	return win
}

// around returns the cells that touch a set.
func (b *hexBoard) around(set uint64) (near uint64) {
	for ; set != 0; set &= set - 1 {
		near |= b.touch[bits.TrailingZeros64(set)]
	}
	return near
}

// chain returns the stones connected with those in a set.
func (b *hexBoard) chain(stones, set uint64) uint64 {
	set &= stones
	for {
		more := set | b.around(set)&stones
		if more == set {
			return set
		}
		set = more
	}
}

// linked tells whether own stones, and bridges apart from each other, lead from
// side to side, and what bridges they need.
func (b *hexBoard) linked(player int, own, other uint64) (need uint64, ok bool) {
	free, seen := b.full&^(own|other), uint64(0)
	var list [64]int
	var needs [64]uint64
	n := 0
	add := func(cells, need uint64) {
		for cells &^= seen; cells != 0; cells &= cells - 1 {
			list[n] = bits.TrailingZeros64(cells)
			needs[list[n]] = need
			seen |= 1 << list[n]
			n++
		}
	}
	cross := func(cell, bridge uint64, need uint64) {
		if bridge != 0 && bridge&^free == 0 && cell&own&^seen != 0 {
			free &^= bridge
			add(cell, need|bridge)
		}
	}
	add(own&b.sides[player][0], 0)
	for rest := own; rest != 0; rest &= rest - 1 {
		cross(rest&-rest, b.rim[player][0][bits.TrailingZeros64(rest)], 0)
	}
	for n > 0 {
		n--
		cell := list[n]
		need := needs[cell]
		if b.sides[player][1]>>cell&1 == 1 {
			return need, true
		}
		if last := b.rim[player][1][cell]; last != 0 && last&^free == 0 {
			return need | last, true
		}
		add(b.touch[cell]&own, need)
		for _, to := range b.bridge[cell] {
			cross(to[0], to[1], need)
		}
	}
	return 0, false
}

// solve tells whether the player to move wins. A move that the opponent's
// proof does not need changes nothing in it, so it is not tried.
func (b *hexBoard) solve(player int, own, other uint64) proof {
	if need, ok := b.linked(1-player, other, own); ok {
		return proof{false, need}
	}
	if p, ok := b.known[[2]uint64{own, other}]; ok { // their numbers tell who moves
		return p
	}
	p := b.prove(player, own, other)
	b.known[[2]uint64{own, other}] = p
	return p
}

func (b *hexBoard) prove(player int, own, other uint64) proof {
	free := b.full &^ (own | other)
	must, needs := free, uint64(0)
	for rest := free; rest != 0; rest &= rest - 1 {
		cell := rest & -rest
		if need, ok := b.linked(player, own|cell, other); ok {
			return proof{true, need | cell}
		}
		if need, ok := b.linked(1-player, other|cell, own); ok {
			must &= need | cell
			needs |= need | cell
		}
	}
	far := b.far(player, own, other)
	for i, d := range b.far(1-player, other, own) {
		far[i] += d
	}
	for must != 0 {
		best := bits.TrailingZeros64(must)
		for rest := must; rest != 0; rest &= rest - 1 {
			if i := bits.TrailingZeros64(rest); far[i] < far[best] {
				best = i
			}
		}
		p := b.solve(1-player, other, own|1<<best)
		if !p.win {
			return proof{true, p.need | 1<<best}
		}
		must &= p.need &^ (1 << best)
		needs |= p.need
	}
	return proof{false, needs}
}

// far returns the sum of the two-distances of each empty cell from both sides
// of a player.
func (b *hexBoard) far(player int, own, other uint64) (sum [64]int) {
	free := b.full &^ (own | other)
	var near [64]uint64
	for rest := free; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		near[i] = (b.touch[i] | b.around(b.chain(own, b.touch[i]))) & free &^ (1 << i)
	}
	for _, side := range b.sides[player] {
		reached := (side | b.around(b.chain(own, side))) & free
		for d := 1; d < 20; d++ {
			var next uint64
			for rest := free &^ reached; rest != 0; rest &= rest - 1 {
				i := bits.TrailingZeros64(rest)
				sum[i]++
				if bits.OnesCount64(near[i]&reached) >= 2 {
					next |= 1 << i
				}
			}
			reached |= next
		}
	}
	return sum
}
