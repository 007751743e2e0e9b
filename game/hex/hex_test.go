package hex_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// kit describes a game to the conformance kit, with hashes of both widths.
func kit(o hex.Options) gametest.Game[hex.Move] {
	o.Wide = true
	g := gamekit.Kit(gamekit.Must(hex.New(o)), o.Set)
	if !o.Canonical {
		g.Identity = func(p game.Position[hex.Move]) string { return p.(*hex.Position).String() }
	} else {
		n := zobrist.Feature(o.Size * o.Size)
		g.Images = func(features []zobrist.Feature) [][]zobrist.Feature {
			var turned []zobrist.Feature
			for _, f := range features {
				if f < 2*n {
					f = f/n*n + n - 1 - f%n
				}
				turned = append(turned, f)
			}
			return [][]zobrist.Feature{features, turned}
		}
	}
	return g
}

func TestConformance(t *testing.T) {
	for _, o := range []hex.Options{
		{Size: 1}, {Size: 2, Swap: true}, {Size: 3}, {Size: 4, Swap: true}, {Size: 5, Canonical: true},
		{Size: 5, Swap: true, Canonical: true},
	} {
		t.Run(fmt.Sprintf("size=%d/swap=%t/canonical=%t", o.Size, o.Swap, o.Canonical), func(t *testing.T) {
			gametest.Run(t, kit(o))
		})
	}
	t.Run("size=11", func(t *testing.T) {
		g := kit(hex.Options{})
		g.Perft = []uint64{121, 121 * 120}
		g.Walks, g.Plies = 4, 130
		gametest.Run(t, g)
	})
	t.Run("swap", func(t *testing.T) {
		g := kit(hex.Options{Swap: true})
		g.Perft = []uint64{121, 121 * 121}
		// The swapped stone on one of 121 cells beside the pairs of stones.
		g.Positions = []uint64{121, 121*120 + 121}
		g.Walks, g.Plies = 2, 60
		gametest.Run(t, g)
	})
}

func FuzzHex(f *testing.F) { gametest.Fuzz(f, kit(hex.Options{Size: 4, Swap: true})) }
func FuzzCanonical(f *testing.F) {
	gametest.Fuzz(f, kit(hex.Options{Size: 5, Swap: true, Canonical: true}))
}

// flood tells by search, with nothing of the package's, whether colour c
// connects its sides on a board of n by n.
func flood(board []byte, n int, c byte) bool {
	var stack []int
	seen := make([]bool, n*n)
	for i := range n {
		at := i // rank 1
		if c == 'b' {
			at = i * n
		}
		if board[at] == c {
			stack = append(stack, at)
			seen[at] = true
		}
	}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		rank, file := at/n, at%n
		if c == 'r' && rank == n-1 || c == 'b' && file == n-1 {
			return true
		}
		for _, d := range [6][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, -1}, {-1, 1}} {
			r, f := rank+d[0], file+d[1]
			if r >= 0 && r < n && f >= 0 && f < n && !seen[r*n+f] && board[r*n+f] == c {
				seen[r*n+f] = true
				stack = append(stack, r*n+f)
			}
		}
	}
	return false
}

// legal counts the positions that games reach, by looking at every way to
// fill a board: stones as many as turns allow, and no row of the side to move,
// and none of the other side that would stand without its last stone.
func legal(n int) (count int) {
	board := []byte(strings.Repeat(".", n*n))
	var fill func(at, reds, blues int)
	fill = func(at, reds, blues int) {
		if at < len(board) {
			for _, c := range []byte(".rb") {
				board[at] = c
				switch c {
				case 'r':
					fill(at+1, reds+1, blues)
				case 'b':
					fill(at+1, reds, blues+1)
				default:
					fill(at+1, reds, blues)
				}
			}
			board[at] = '.'
			return
		}
		if reds != blues && reds != blues+1 {
			return
		}
		mover, waiting := byte('b'), byte('r') // who moved last, and who moves
		if reds > blues {
			mover, waiting = 'r', 'b'
		}
		if flood(board, n, waiting) {
			return
		}
		if flood(board, n, mover) {
			for i, c := range board {
				if c != mover {
					continue
				}
				board[i] = '.'
				open := !flood(board, n, mover)
				board[i] = c
				if open {
					count++
					return
				}
			}
			return
		}
		count++
	}
	fill(0, 0, 0)
	return count
}

// reach counts the positions by their hashes.
func reach(p *hex.Position) int { return gamekit.Reach(p, func() {}) }

func TestPositions(t *testing.T) {
	for n := 1; n <= 3; n++ {
		got, want := reach(gamekit.Must(hex.New(hex.Options{Size: n}))), legal(n)
		if got != want {
			t.Errorf("size %d: %d hashes reached, %d positions counted on all boards", n, got, want)
		}
		t.Logf("size %d: %d positions, %d up to half turns", n, got,
			reach(gamekit.Must(hex.New(hex.Options{Size: n, Canonical: true}))))
	}
}

func TestPositionsLong(t *testing.T) {
	oracle.Long(t, "all positions of hex on 4×4, counted twice")
	if got, want := reach(gamekit.Must(hex.New(hex.Options{Size: 4}))), legal(4); got != want {
		t.Errorf("size 4: %d hashes reached, %d positions counted on all boards", got, want)
	}
}

// A full board has exactly one winner (Gale 1979), and half of the colourings
// are red's, since the mirror image of red's wins are blue's.
func TestFullBoards(t *testing.T) {
	for n := 1; n <= 4; n++ {
		reds, board := 0, make([]byte, n*n)
		for bits := range 1 << (n * n) {
			for i := range board {
				board[i] = "rb"[bits>>i&1]
			}
			r, b := flood(board, n, 'r'), flood(board, n, 'b')
			if r == b {
				t.Fatalf("%s: red connected %t, blue %t", board, r, b)
			}
			if r {
				reds++
			}
		}
		if want := 1 << (n*n - 1); reds != want {
			t.Errorf("size %d: red wins %d full boards, want %d", n, reds, want)
		}
	}
}

// Games played to the end have the winner that a search finds, and only then
// are over.
func TestWinner(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 3, 6, 11, 32} {
		p := gamekit.Must(hex.New(hex.Options{Size: n, Swap: true}))
		for range 20 {
			for p.Ply() > 0 {
				p.Unmake()
			}
			board := []byte(strings.Repeat(".", n*n))
			stone := byte('r')
			for {
				moves := p.AppendMoves(nil)
				m := moves[rng.IntN(len(moves))]
				if m == hex.Swap {
					at := strings.IndexByte(string(board), 'r')
					board[at] = '.'
					board[at%n*n+at/n] = 'b'
				} else {
					board[m] = stone
				}
				p.Make(m)
				score, over := p.Score()
				if want := flood(board, n, stone); over != want || over && score != -1 {
					t.Fatalf("size %d: %v: result %d, %t, but a search says %t", n, p, score, over, want)
				}
				if over {
					break
				}
				stone ^= 'r' ^ 'b'
			}
		}
	}
}

// wins reports whether the side to move wins, by trying everything.
func wins(p *hex.Position, known map[uint64]bool) bool {
	if _, over := p.Score(); over {
		return false
	}
	if win, ok := known[p.Hash()]; ok {
		return win
	}
	win := false
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		win = !wins(p, known)
		p.Unmake()
		if win {
			break
		}
	}
	known[p.Hash()] = win
	return win
}

// The first side wins without the swap rule (Nash's argument, in Gardner
// 1959), and the second with it from size 2 on: there a1 loses, and so every
// opening is either taken over or beaten.
func TestValues(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for _, canonical := range []bool{false, true} {
			if !wins(gamekit.Must(hex.New(hex.Options{Size: n, Canonical: canonical})), map[uint64]bool{}) {
				t.Errorf("size %d: the first side loses", n)
			}
			swap := wins(gamekit.Must(hex.New(hex.Options{Size: n, Swap: true, Canonical: canonical})),
				map[uint64]bool{})
			if swap != (n == 1) {
				t.Errorf("size %d with the swap rule: the first side wins: %t", n, swap)
			}
		}
	}
}

func TestCanonical(t *testing.T) {
	space, err := hex.Space(hex.Options{Size: 4})
	if err != nil {
		t.Fatal(err)
	}
	set := zobrist.Default(space.Len())
	o := hex.Options{Size: 4, Canonical: true, Set: set, Wide: true}
	p, q := gamekit.Must(hex.New(o)), gamekit.Must(hex.New(o))
	rng := rand.New(rand.NewPCG(7, 8))
	for range 500 {
		for p.Ply() > 0 {
			p.Unmake()
			q.Unmake()
		}
		for range rng.IntN(12) {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			p.Make(m)
			q.Make(15 - m)
		}
		if p.Hash() != q.Hash() || p.Hash128() != q.Hash128() {
			t.Fatalf("%v and its half turn %v differ in canonical hash", p, q)
		}
		for _, m := range p.AppendMoves(nil) {
			n := q.Preimage(p.Image(m))
			p.Make(m)
			q.Make(n)
			if p.Hash() != q.Hash() {
				t.Fatalf("%v and %v differ in canonical hash after moves of one image", p, q)
			}
			p.Unmake()
			q.Unmake()
		}
	}
	// The mirror image is another position.
	for text, move := range map[string]string{"a2": "b1"} {
		p, q := gamekit.Must(hex.New(o)), gamekit.Must(hex.New(o))
		m, _ := p.ParseMove(text)
		p.Make(m)
		m, _ = q.ParseMove(move)
		q.Make(m)
		if p.Hash() == q.Hash() {
			t.Errorf("%s and %s have one hash", text, move)
		}
	}
}

func TestErrors(t *testing.T) {
	gamekit.BadOptions(t, hex.New, hex.Parse, hex.Options{Size: -1}, hex.Options{Size: 33},
		hex.Options{Size: 2, Set: zobrist.Set{Keys: make(zobrist.Keys, 3)}},
		hex.Options{Set: zobrist.Set{Second: make(zobrist.Keys, 20)}})
	if _, err := hex.Space(hex.Options{Size: 33}); !errors.Is(err, game.ErrOptions) {
		t.Errorf("Space: error %v", err)
	}
	for _, swap := range []bool{false, true} {
		p := gamekit.Must(hex.New(hex.Options{Size: 3, Swap: swap}))
		gamekit.BadTexts(t, p, "", " r", "3/3/3", "3/3/3 ", "3/3/3 x", "3/3 r", "3/3/3/3 r", "4/3/3 r", "3/3/2 r",
			"3/3/3 b", "r2/r2/3 r", "rbb/rb1/r2 r", "3/q/3 r", "99999999999/3/3 r", "3//3/3 r", "bbb/3/3 r")
		if err := p.Set("3/b2/3 r"); (err == nil) != swap {
			t.Errorf("swap %t: a board after a swap: %v", swap, err)
		}
	}
	p := gamekit.Must(hex.New(hex.Options{Size: 3}))
	for _, text := range []string{"", "a", "d1", "swap", "A1", "a0"} {
		if _, err := p.ParseMove(text); err == nil {
			t.Errorf("move %q is read", text)
		}
	}
}

// TestParseSize: the text gives the size that the options leave open.
func TestParseSize(t *testing.T) {
	p, err := hex.Parse("4/4/1r2/4 b", hex.Options{})
	if err != nil || p.Options().Size != 4 {
		t.Errorf("%v, %v", p, err)
	}
}

// A position that was set up swaps as one that was played.
func TestSwapAfterSet(t *testing.T) {
	p, err := hex.Parse("2r/3/3 b", hex.Options{Size: 3, Swap: true})
	if err != nil {
		t.Fatal(err)
	}
	p.Make(hex.Swap)
	if got := p.String(); got != "3/3/b2 r" {
		t.Errorf("after the swap %s", got)
	}
	p.Unmake()
	if got := p.String(); got != "2r/3/3 b" {
		t.Errorf("taken back %s", got)
	}
}

func FuzzSet(f *testing.F) {
	start := gamekit.Must(hex.New(hex.Options{Size: 5, Swap: true}))
	gamekit.FuzzSet(f, start, "5/1r3/2b2/5/5 b", "rrrrr/5/5/5/bbbb1 b", "55/")
}

func Example() {
	p, err := hex.New(hex.Options{Size: 5, Swap: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"c2", "swap", "b2"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.Make(m)
	}
	fmt.Println(p)
	// Output: 5/1r3/1b3/5/5 b
}

func BenchmarkPerft(b *testing.B) {
	for _, canonical := range []bool{false, true} {
		b.Run(fmt.Sprintf("size=11/depth=2/canonical=%t", canonical), func(b *testing.B) {
			gamekit.Perft(b, gamekit.Must(hex.New(hex.Options{Canonical: canonical})), 2)
		})
	}
}

func BenchmarkMakeUnmake(b *testing.B) {
	for _, canonical := range []bool{false, true} {
		b.Run(fmt.Sprintf("size=11/canonical=%t", canonical), func(b *testing.B) {
			p := gamekit.Must(hex.New(hex.Options{Canonical: canonical}))
			rng := rand.New(rand.NewPCG(1, 1))
			for range 40 {
				moves := p.AppendMoves(nil)
				p.Make(moves[rng.IntN(len(moves))])
			}
			gamekit.MakeUnmake(b, p, p.AppendMoves(nil)[30])
		})
	}
}
