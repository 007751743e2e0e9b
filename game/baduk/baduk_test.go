package baduk_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// kit describes the game to the conformance kit, with hashes of both widths.
func kit(o baduk.Options) gametest.Game[baduk.Move] {
	o.Wide = true
	g := gamekit.Kit(gamekit.Must(baduk.New(o)), o.Set)
	g.Plies = 120
	g.MoveHistory = o.Ko != baduk.SimpleKo
	return g
}

func TestConformance(t *testing.T) {
	for _, o := range []baduk.Options{
		{Width: 1, Height: 1},
		{Width: 2, Height: 1, Ko: baduk.PositionalSuperko, Suicide: true},
		{Width: 3, Height: 4, Ko: baduk.SituationalSuperko},
		{Width: 5, Height: 5, Suicide: true},
		{Width: 4, Height: 4, Ko: baduk.NaturalSituationalSuperko, Suicide: true},
		{Width: 9},
		{},
		{Width: 25, Height: 25, Ko: baduk.PositionalSuperko},
	} {
		if (o.Width == 0 || o.Width > 9) && oracle.Cut(t, "boards above 9×9") { // 0 is 19
			continue
		}
		t.Run(fmt.Sprintf("%dx%d-%v", o.Width, o.Height, o.Ko), func(t *testing.T) {
			gametest.Run(t, kit(o))
		})
	}
}

func FuzzBaduk(f *testing.F) {
	gametest.Fuzz(f, kit(baduk.Options{Width: 5, Height: 4, Ko: baduk.PositionalSuperko,
		Suicide: true}))
}

func FuzzSet(f *testing.F) {
	start := gamekit.Must(baduk.New(baduk.Options{Width: 3}))
	gamekit.FuzzSet(f, start, "1XO/X2/3 w - 0", ".", "XX./O.X/.OX w A1 0", "...", ".X./3/X.. b - 2")
}

func play(t testing.TB, p *baduk.Position, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if !p.Legal(m) {
			t.Fatalf("%s is not legal in %v", text, p)
		}
		p.Make(m)
	}
}

func legal(t testing.TB, p *baduk.Position, text string) bool {
	t.Helper()
	m, err := p.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.Legal(m)
}

func TestSimpleKo(t *testing.T) {
	p, err := baduk.Parse(".XO./X.XO/.XO./.... w - 0", baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play(t, p, "B3")
	if want := "1XO1/XO1O/1XO1/4 b C3 0"; p.String() != want {
		t.Fatalf("after the capture %q, want %q", p, want)
	}
	if legal(t, p, "C3") {
		t.Error("the ko can be retaken at once")
	}
	play(t, p, "A1", "D1")
	if !legal(t, p, "C3") {
		t.Error("the ko cannot be retaken after a threat and its answer")
	}
}

func TestSuicide(t *testing.T) {
	for _, suicide := range []bool{false, true} {
		p, err := baduk.Parse(".XO/X.O/OO. b - 0", baduk.Options{Suicide: suicide})
		if err != nil {
			t.Fatal(err)
		}
		if !legal(t, p, "A3") {
			t.Errorf("suicide %v: filling one's own eye is forbidden", suicide)
		}
		p, err = baduk.Parse("X.O/XXO/OO. b - 0", baduk.Options{Suicide: suicide})
		if err != nil {
			t.Fatal(err)
		}
		if got := legal(t, p, "B3"); got != suicide {
			t.Errorf("suicide %v: suicide of four stones legal: %v", suicide, got)
		}
		if suicide {
			play(t, p, "B3")
			if p.String() != "2O/2O/OO1 w - 0" {
				t.Errorf("suicide leaves %v", p)
			}
			p.Unmake()
			if p.String() != "X1O/XXO/OO1 b - 0" {
				t.Errorf("unmade suicide leaves %v", p)
			}
		}
	}
	p, err := baduk.Parse(".O/O. b - 0", baduk.Options{Suicide: true})
	if err != nil {
		t.Fatal(err)
	}
	if legal(t, p, "A2") {
		t.Error("a single stone may kill itself")
	}
}

// TestGames counts games under positional superko: the simple paths from the
// empty board, either colour moving at each step, passes not counted, suicide
// allowed. Source: J. Tromp and G. Farnebäck, Combinatorics of Go, 2016.
func TestGames(t *testing.T) {
	for _, test := range []struct{ width, want int }{{1, 1}, {2, 9}, {3, 907}} {
		o := baduk.Options{Width: test.width, Height: 1, Ko: baduk.PositionalSuperko, Suicide: true}
		if got := games(t, o, nil); got != test.want {
			t.Errorf("1×%d: %d games, want %d", test.width, got, test.want)
		}
	}
}

// colored is a play of a given colour.
type colored struct {
	color baduk.Color
	move  baduk.Move
}

// games returns the number of games that begin with the moves so far.
func games(t *testing.T, o baduk.Options, line []colored) int {
	p, err := baduk.New(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range line {
		p.SetTurn(m.color)
		p.Make(m.move)
	}
	n := 1
	for _, c := range []baduk.Color{baduk.Black, baduk.White} {
		p.SetTurn(c)
		for m := range baduk.Move(o.Width) {
			if p.Legal(m) {
				n += games(t, o, append(line[:len(line):len(line)], colored{c, m}))
			}
		}
	}
	return n
}

func TestArea(t *testing.T) {
	p, err := baduk.Parse(".X.O./.X.OO/.X.O./.X.../.X... b - 2", baduk.Options{Komi: 1})
	if err != nil {
		t.Fatal(err)
	}
	black, white := p.Area()
	if black != 10 || white != 5 {
		t.Errorf("area %d to %d, want 10 to 5", black, white)
	}
	if score, over := p.Score(); !over || score != 2*5-1 {
		t.Errorf("result %d, %v", score, over)
	}
}

func TestBadInput(t *testing.T) {
	gamekit.BadOptions(t, baduk.New, baduk.Parse, baduk.Options{Width: 26}, baduk.Options{Height: -1},
		baduk.Options{Ko: 9},
		baduk.Options{Set: zobrist.Set{Keys: zobrist.Keys{1}}})
	p := gamekit.Must(baduk.New(baduk.Options{Width: 1, Height: 1}))
	gamekit.BadTexts(t, p, "", "X", "./..", "..Q", ". b - 3", ". x", ". b A1 1", "XX/XX", ". b - 0 0", ". b Z9")
	if _, err := baduk.Parse("XX/XX", baduk.Options{}); err == nil {
		t.Error("stones without a liberty are accepted")
	}
	p = gamekit.Must(baduk.New(baduk.Options{Width: 9}))
	for _, text := range []string{"", "A", "I5", "K5", "A0", "A10", "A+1", "pas"} {
		var bad *game.TextError
		if _, err := p.ParseMove(text); !errors.As(err, &bad) {
			t.Errorf("ParseMove(%q) = %v", text, err)
		}
	}
}

func Example() {
	p, err := baduk.New(baduk.Options{Width: 3})
	if err != nil {
		panic(err)
	}
	for _, text := range []string{"B1", "A1", "A2"} {
		m, err := p.ParseMove(text)
		if err != nil {
			panic(err)
		}
		p.Make(m)
	}
	fmt.Println(p)
	// Output: 3/X2/1X1 w - 0
}

// TestPlace: all stones are judged together, and on a fault nothing
// changes.
func TestPlace(t *testing.T) {
	p := parse(t, baduk.Options{Ko: baduk.PositionalSuperko}, ".XO/XX./..O w")
	before, hash := p.String(), p.Hash()
	for _, bad := range []map[baduk.Move]baduk.Color{
		{-1: baduk.Black}, {9: baduk.Empty}, {0: 3}, // no such point, no such stone
		{0: baduk.Black, 1: baduk.Black, 5: baduk.White, 6: baduk.Black}, // no liberty left
	} {
		if err := p.Place(bad); err == nil || p.String() != before || p.Hash() != hash {
			t.Errorf("%v: %v; %s became %s", bad, err, before, p)
		}
	}
	// Two stones change colour; one before the other would be without liberty.
	p = parse(t, baduk.Options{}, "XX. w")
	if err := p.Place(map[baduk.Move]baduk.Color{0: baduk.White, 1: baduk.White}); err != nil {
		t.Error(err)
	}
	want := parse(t, baduk.Options{}, "OO. w")
	if p.String() != want.String() || p.Hash() != want.Hash() || p.Hash128() != want.Hash128() || p.Ply() != 0 {
		t.Errorf("%s with hash %x, want %s with %x", p, p.Hash(), want, want.Hash())
	}
}
