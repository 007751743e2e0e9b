package mnk_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// kit describes a game to the conformance kit, with hashes of both widths.
func kit(o mnk.Options) gametest.Game[mnk.Move] {
	o.Wide = true
	g := gamekit.Kit(gamekit.Must(mnk.New(o)), o.Set)
	if !o.Canonical {
		g.Identity = func(p game.Position[mnk.Move]) string { return p.(*mnk.Position).String() }
	} else {
		o := gamekit.Must(mnk.New(o)).Options()
		g.Images = func(features []zobrist.Feature) [][]zobrist.Feature { return images(o, features) }
	}
	return g
}

// images returns the images of a position, from the definition of its features.
func images(o mnk.Options, features []zobrist.Feature) (all [][]zobrist.Feature) {
	for how := range 8 {
		if how&4 != 0 && o.Width != o.Height || how > 1 && o.Gravity {
			break
		}
		var image []zobrist.Feature
		for _, f := range features {
			cells := o.Width * o.Height
			if stone, cell := int(f)/cells, int(f)%cells; stone < 2 {
				x, y := cell%o.Width, cell/o.Width
				if how&1 != 0 {
					x = o.Width - 1 - x
				}
				if how&2 != 0 {
					y = o.Height - 1 - y
				}
				if how&4 != 0 {
					x, y = y, x
				}
				f = zobrist.Feature(stone*cells + y*o.Width + x)
			}
			image = append(image, f)
		}
		all = append(all, image)
	}
	return all
}

var oblong = mnk.Options{Width: 5, Height: 4, InRow: 4, Exact: true}

func canonical(o mnk.Options) mnk.Options {
	o.Canonical = true
	return o
}

func TestTicTacToe(t *testing.T) {
	g := kit(mnk.Options{})
	// Paths of each length. The paths of 9 moves and the games that end before
	// are the 255168 games.
	g.Perft = []uint64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}
	gametest.Run(t, g)
	gametest.Run(t, kit(canonical(mnk.Options{})))
}

func TestConnectFour(t *testing.T) {
	g := kit(mnk.ConnectFour())
	// OEIS A212693 (J. Tromp, after S. Edelkamp and P. Kissmann, Symbolic
	// Classification of General Two-Player Games, 2008).
	g.Positions = []uint64{7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186}
	g.Perft = []uint64{7, 49, 343, 2401, 16807, 117649, 823536}
	if oracle.Cut(t, "positions from ply 8 on, perft 7") {
		g.Positions, g.Perft = g.Positions[:7], g.Perft[:6]
	}
	gametest.Run(t, g)
	gametest.Run(t, kit(canonical(mnk.ConnectFour())))
}

func TestGomoku(t *testing.T) {
	g := kit(mnk.Gomoku())
	g.Perft = []uint64{225, 225 * 224}
	g.Positions = []uint64{225, 225 * 224}
	g.Walks, g.Plies = 2, 120
	gametest.Run(t, g)
}

func TestOblong(t *testing.T) {
	gametest.Run(t, kit(oblong))
	gametest.Run(t, kit(canonical(oblong)))
}

func FuzzTicTacToe(f *testing.F)   { gametest.Fuzz(f, kit(canonical(mnk.Options{}))) }
func FuzzConnectFour(f *testing.F) { gametest.Fuzz(f, kit(mnk.ConnectFour())) }
func FuzzOblong(f *testing.F)      { gametest.Fuzz(f, kit(canonical(oblong))) }

// games counts finished games by result: X wins, O wins, draws.
func games(p *mnk.Position) (counts [3]int) {
	if score, over := p.Score(); over {
		switch {
		case score == 0:
			counts[2]++
		case p.Ply()%2 == 1:
			counts[0]++
		default:
			counts[1]++
		}
		return counts
	}
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		for i, n := range games(p) {
			counts[i] += n
		}
		p.Unmake()
	}
	return counts
}

func TestGames(t *testing.T) {
	for _, test := range []struct {
		o    mnk.Options
		want [3]int
	}{
		// Schaefer, Tic-Tac-Toe, MathRecSolutions 2002: 255168 games, of which
		// X wins 131184, O 77904, and 46080 are drawn.
		{mnk.Options{}, [3]int{131184, 77904, 46080}},
		{mnk.Options{Canonical: true}, [3]int{131184, 77904, 46080}},
		// OEIS A342329 (R. Jehn): all games on 2×1 and 3×2 are drawn.
		{mnk.Options{Width: 2, Height: 1, InRow: 4, Gravity: true}, [3]int{0, 0, 2}},
		{mnk.Options{Width: 3, Height: 2, InRow: 4, Gravity: true}, [3]int{0, 0, 90}},
	} {
		if got := games(gamekit.Must(mnk.New(test.o))); got != test.want {
			t.Errorf("%+v: games %v, want %v", test.o, got, test.want)
		}
	}
	// OEIS A342329: 356232 games on 4×3.
	got := games(gamekit.Must(mnk.New(mnk.Options{Width: 4, Height: 3, InRow: 4, Gravity: true})))
	if sum := got[0] + got[1] + got[2]; sum != 356232 {
		t.Errorf("Connect Four on 4×3: %d games, want 356232", sum)
	}
}

// reach counts the distinct hashes of all positions, the start included.
func reach(p *mnk.Position) int { return gamekit.Reach(p, func() {}) }

func TestPositions(t *testing.T) {
	// ORACLES.md; also OEIS A008907 and S. Schaefer 2002: 5478 positions, 765
	// up to symmetry.
	if got := reach(gamekit.Must(mnk.New(mnk.Options{}))); got != 5478 {
		t.Errorf("tic-tac-toe has %d positions, want 5478", got)
	}
	if got := reach(gamekit.Must(mnk.New(mnk.Options{Canonical: true}))); got != 765 {
		t.Errorf("tic-tac-toe has %d positions up to symmetry, want 765", got)
	}
}

// A212693 one ply further than the kit goes.
func TestConnectFourLong(t *testing.T) {
	oracle.Long(t, "4568683 and 12236101 positions of Connect Four after 11 and 12 plies")
	g := kit(mnk.ConnectFour())
	g.Walks, g.Positions = 1, []uint64{7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623, 4568683, 12236101}
	gametest.Run(t, g)
}

// turned returns the text of the position turned or mirrored.
func turned(text string, width int, how int) string {
	board, turn, _ := strings.Cut(text, " ")
	var rows [][]byte
	for row := range strings.SplitSeq(board, "/") {
		var cells []byte
		for _, c := range []byte(row) {
			if c >= '1' && c <= '9' {
				cells = append(cells, strings.Repeat(".", int(c-'0'))...)
			} else {
				cells = append(cells, c)
			}
		}
		rows = append(rows, cells)
	}
	h, w := len(rows), len(rows[0])
	var lines []string
	if how&4 != 0 { // transpose
		t := make([][]byte, w)
		for x := range t {
			for y := range h {
				t[x] = append(t[x], rows[y][x])
			}
		}
		rows, h, w = t, w, h
	}
	for y := range h {
		line := make([]byte, w)
		for x := range w {
			sx, sy := x, y
			if how&1 != 0 {
				sx = w - 1 - x
			}
			if how&2 != 0 {
				sy = h - 1 - y
			}
			line[x] = rows[sy][sx]
		}
		lines = append(lines, string(line))
	}
	return strings.Join(lines, "/") + " " + turn
}

// Boards turned as texts have one canonical hash, and the other hash tells
// them apart.
func TestCanonical(t *testing.T) {
	for _, test := range []struct {
		o     mnk.Options
		turns []int
	}{
		{mnk.Options{Width: 4, Height: 4, InRow: 4}, []int{0, 1, 2, 3, 4, 5, 6, 7}},
		{oblong, []int{0, 1, 2, 3}},
		{mnk.ConnectFour(), []int{0, 1}},
	} {
		o := canonical(test.o)
		space, err := mnk.Space(o)
		if err != nil {
			t.Fatal(err)
		}
		set := zobrist.Default(space.Len())
		o.Set, o.Wide = set, true
		rng := rand.New(rand.NewPCG(3, 4))
		p, q := gamekit.Must(mnk.New(o)), gamekit.Must(mnk.New(o))
		plain := gamekit.Must(mnk.New(test.o))
		for range 100 {
			for p.Ply() > 0 {
				p.Unmake()
			}
			for range rng.IntN(12) {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
			hashes, texts := map[uint64]bool{}, map[string]bool{}
			for _, how := range test.turns {
				if err := q.Set(turned(p.String(), o.Width, how)); err != nil {
					t.Fatal(err)
				}
				if q.Hash() != p.Hash() || q.Hash128() != p.Hash128() {
					t.Fatalf("%v and %v differ in canonical hash", p, q)
				}
				sameMoves(t, p, q)
				if err := plain.Set(q.String()); err != nil {
					t.Fatal(err)
				}
				hashes[plain.Hash()], texts[plain.String()] = true, true
			}
			if len(hashes) != len(texts) {
				t.Fatalf("%v: %d hashes of %d images", p, len(hashes), len(texts))
			}
		}
	}
}

// sameMoves checks that moves with one image lead from p and q, which have one
// hash, to positions that have.
func sameMoves(t *testing.T, p, q *mnk.Position) {
	t.Helper()
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

func TestExact(t *testing.T) {
	for _, test := range []struct {
		text, move    string
		atLeast, just bool // the move wins if five or more win, or only five
	}{
		{"8/8/8/8/8/8/ooo1ooo1/xxx1xxx1 x", "d1", true, false},
		{"8/8/8/8/8/8/oo1oo3/xx1xx3 x", "c1", true, true},
		{"8/8/8/8/8/8/oo1oo3/xxx1xx2 o", "c2", true, true},
		{"8/8/8/8/8/8/oo1o4/xx1x4 x", "c1", false, false},
		{"8/8/8/6x1/5x2/4x3/oo1x4/oo6 x", "c1", true, true},
		{"7x/6x1/5x2/8/3x4/2x5/ooo5/oo6 x", "e5", true, false},
	} {
		for _, exact := range []bool{false, true} {
			p, err := mnk.Parse(test.text, mnk.Options{Width: 8, Height: 8, InRow: 5, Exact: exact})
			if err != nil {
				t.Fatal(err)
			}
			m, err := p.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			want := test.atLeast
			if exact {
				want = test.just
			}
			p.Make(m)
			if score, over := p.Score(); over != want || over && score != -1 {
				t.Errorf("exact %t, %s in %q: result %d, %t", exact, test.move, test.text, score, over)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	gamekit.BadOptions(t, mnk.New, mnk.Parse, mnk.Options{Width: -1}, mnk.Options{Height: 33}, mnk.Options{InRow: -2},
		mnk.Options{InRow: 33}, mnk.Options{Set: zobrist.Set{Keys: make(zobrist.Keys, 3)}},
		mnk.Options{Set: zobrist.Set{Second: make(zobrist.Keys, 20)}})
	if _, err := mnk.Space(mnk.Options{Height: 33}); !errors.Is(err, game.ErrOptions) {
		t.Errorf("Space: error %v", err)
	}
	p := gamekit.Must(mnk.New(mnk.Options{}))
	gamekit.BadTexts(t, p, "", " x", "3/3/3", "3/3/3 ", "3/3/3 z", "3/3 x", "3/3/3/3 x", "4/3/3 x", "3/3/2 x",
		"x2/3/3 x", "o2/3/3 x", "ooo/xxx/3 x", "xxx/oo1/3 x", "3/q/3 x", "99999999999999999999/3/3 x", "0/3/3 x", "3//3/3 x")
	gamekit.BadTexts(t, gamekit.Must(mnk.New(mnk.ConnectFour())), "7/7/7/7/x6/7 o")
	for _, text := range []string{"", "a", "d4", "a1 ", "A1"} {
		if _, err := p.ParseMove(text); err == nil {
			t.Errorf("move %q is read", text)
		}
	}
}

// TestParseSize: the text gives the size that the options leave open.
func TestParseSize(t *testing.T) {
	p, err := mnk.Parse("5/1x3 o", mnk.Options{})
	if err != nil || p.Options().Width != 5 || p.Options().Height != 2 {
		t.Errorf("%v, %v", p, err)
	}
}

func FuzzSet(f *testing.F) {
	start := gamekit.Must(mnk.New(mnk.ConnectFour()))
	gamekit.FuzzSet(f, start, "7/7/7/7/2oo3/2xxx2 o", "7/7/7/7/7/xxxx3 x", "77/")
}

func Example() {
	p, err := mnk.New(mnk.ConnectFour())
	if err != nil {
		fmt.Println(err)
		return
	}
	for text := range strings.FieldsSeq("d d c c e e o f") {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		p.Make(m)
	}
	fmt.Println(p)
	fmt.Println(p.Score())
	// Output:
	// mnk: "o": not a legal move; want an empty cell such as a1
	// 7/7/7/7/2ooo2/2xxxx1 o
	// -1 true
}

// Turned boards share a canonical hash.
func ExampleOptions_canonical() {
	o := mnk.Options{Canonical: true}
	p, _ := mnk.Parse("3/3/x2 o", o)
	q, _ := mnk.Parse("2x/3/3 o", o)
	fmt.Println(p.Hash() == q.Hash())
	// Output: true
}

func BenchmarkPerft(b *testing.B) {
	for _, bench := range []struct {
		name  string
		o     mnk.Options
		depth int
	}{
		{"tictactoe", mnk.Options{}, 7},
		{"connectfour", mnk.ConnectFour(), 6},
		{"gomoku", mnk.Gomoku(), 2},
	} {
		for _, symmetry := range []bool{false, true} {
			b.Run(fmt.Sprintf("game=%s/canonical=%t", bench.name, symmetry), func(b *testing.B) {
				bench.o.Canonical = symmetry
				gamekit.Perft(b, gamekit.Must(mnk.New(bench.o)), bench.depth)
			})
		}
	}
}

func BenchmarkMakeUnmake(b *testing.B) {
	for _, symmetry := range []bool{false, true} {
		b.Run(fmt.Sprintf("game=gomoku/canonical=%t", symmetry), func(b *testing.B) {
			o := mnk.Gomoku()
			o.Canonical = symmetry
			gamekit.MakeUnmake(b, gamekit.Must(mnk.New(o)), 112)
		})
	}
}
