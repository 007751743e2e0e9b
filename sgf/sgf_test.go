package sgf_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/sgf"
)

// maxDepth is the largest number of variations within one another.
const maxDepth = 1000

func read(t testing.TB, text string) *sgf.Game {
	t.Helper()
	g, err := sgf.NewReader(strings.NewReader(text)).Next()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestRead(t *testing.T) {
	const text = "noise ( not a game )\n(;FF[4]C[a\\]b\\\\c\\\r\nd\r\ne:\\:f]AB[aa][bb]\n" +
		"(;B[ab];W[ba])(;Black[bb]C[]))  (;SZ[9])x"
	r := sgf.NewReader(strings.NewReader(text))
	g, err := r.Next()
	if err != nil {
		t.Fatal(err)
	}
	want := &sgf.Node{
		Properties: []sgf.Property{{"FF", []string{"4"}}, {"C", []string{"a]b\\cd\ne::f"}},
			{"AB", []string{"aa", "bb"}}},
		Children: []*sgf.Node{
			{Properties: []sgf.Property{{"B", []string{"ab"}}}, Children: []*sgf.Node{{Properties: []sgf.Property{{"W",
				[]string{"ba"}}}}}},
			{Properties: []sgf.Property{{"B", []string{"bb"}}, {"C", []string{""}}}},
		},
	}
	if !reflect.DeepEqual(g.Root, want) {
		t.Errorf("read %+v", g.Root)
	}
	if g.Number != 1 || g.Line != 2 || g.Offset != 21 {
		t.Errorf("game %d at line %d, byte %d", g.Number, g.Line, g.Offset)
	}
	if len(g.MainLine()) != 3 {
		t.Errorf("main line of %d nodes", len(g.MainLine()))
	}
	if g, err = r.Next(); err != nil || g.Number != 2 {
		t.Fatalf("second game: %+v, %v", g, err)
	}
	if _, err = r.Next(); err != io.EOF {
		t.Errorf("after the last game: %v", err)
	}
}

// TestBroken: a broken game costs itself, never the next one.
func TestBroken(t *testing.T) {
	for _, test := range []struct {
		broken, reason, text string
		kind                 error
		offset               int64
	}{
		{"(;B[aa]x)", "upper-case", "", game.ErrSyntax, 8},
		{"(;B)", "no value", "B", game.ErrSyntax, 3},
		{"(;B[aa]\n5;W[bb[(]](;C[)]))", "unexpected '5'", "", game.ErrSyntax, 8},
		{"(;B[aa](;W[bb])(B[cc]))", "semicolon", "", game.ErrSyntax, 16},
		{strings.Repeat("(;", maxDepth+1) + strings.Repeat(")", maxDepth+1), "variations within", "", game.ErrTooLong,
			2 * maxDepth},
	} {
		r := sgf.NewReader(strings.NewReader(test.broken + "\n(;B[aa])"))
		_, err := r.Next()
		var e *game.RecordError
		if !errors.As(err, &e) || !strings.Contains(err.Error(), test.reason) || e.Offset != test.offset ||
			e.Game != 1 || e.Text != test.text || !errors.Is(err, test.kind) {
			t.Errorf("%.40q: %v; want %q: %v", test.broken, err, test.text, test.kind)
		}
		if g, err := r.Next(); err != nil || g.Number != 2 {
			t.Errorf("%.40q: the next game is lost: %v", test.broken, err)
		}
	}
	for _, text := range []string{"(;", "(;B", "(;B[", `(;B[\`, "(;B[aa]", "(;B[aa](", "(;B[aa](;W[bb])"} {
		_, err := sgf.NewReader(strings.NewReader(text)).Next()
		var e *game.RecordError
		if !errors.As(err, &e) || !errors.Is(err, game.ErrUnfinished) || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%q: %v", text, err)
		}
	}
	failing := errors.New("disk")
	r := sgf.NewReader(io.MultiReader(strings.NewReader("(;B[a"), iotestErr{failing}))
	for range 2 {
		if _, err := r.Next(); !errors.Is(err, failing) {
			t.Errorf("failing reader: %v", err)
		}
	}
}

// TestAll: All returns broken games with the good ones, and an error of reading last.
func TestAll(t *testing.T) {
	failing := errors.New("disk")
	for _, end := range []struct {
		reader io.Reader
		want   string
	}{
		{strings.NewReader(""), "1: true, 0: false, 3: true, "},
		{iotestErr{failing}, "1: true, 0: false, 3: true, 0: false, "},
	} {
		r := sgf.NewReader(io.MultiReader(strings.NewReader("(;B[aa])(;B)(;W[bb])"), end.reader))
		var got strings.Builder
		for g, err := range r.All() {
			number := 0
			if g != nil {
				number = g.Number
			}
			fmt.Fprintf(&got, "%d: %v, ", number, err == nil)
		}
		if got.String() != end.want {
			t.Errorf("games %s; want %s", got.String(), end.want)
		}
	}
	for range sgf.NewReader(strings.NewReader("(;B[aa])(;B[bb])")).All() {
		break
	}
}

// TestLimits: whatever the text is, reading ends, and says why.
func TestLimits(t *testing.T) {
	for _, test := range []struct{ start, unit string }{
		{"", "\x00"}, {"", "( ;"}, {"(;C[", "\x00"}, {"(;", "A"}, {"(;1(", "["},
	} {
		r := sgf.NewReader(io.MultiReader(strings.NewReader(test.start), &endless{unit: test.unit}))
		_, err := r.Next()
		var e *game.RecordError
		for errors.As(err, &e) { // broken games
			_, err = r.Next()
		}
		if _, again := r.Next(); !errors.Is(err, game.ErrTooLong) || again != err {
			t.Errorf("%q, then %q without end: %v, then %v", test.start, test.unit, err, again)
		}
	}
	names := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%c%c%c[]", 'A'+i/676%26, 'A'+i/26%26, 'A'+i%26)
		}
		return b.String()
	}
	for _, test := range []struct {
		name, text string
		good       bool
	}{
		{"a thousand properties", "(;" + names(1000) + ")", true},
		{"one more", "(;" + names(1001) + ")", false},
		{"a million nodes", "(" + strings.Repeat(";", 1<<20) + ")", true},
		{"one more", "(" + strings.Repeat(";", 1<<20+1) + ")", false},
		{"a million values", "(;C" + strings.Repeat("[]", 1<<20-1) + ")", true},
		{"one more", "(;C" + strings.Repeat("[]", 1<<20) + ")", false},
	} {
		r := sgf.NewReader(strings.NewReader(test.text + "(;C[next])"))
		var e *game.RecordError
		if _, err := r.Next(); test.good && err != nil || !test.good &&
			(!errors.As(err, &e) || !errors.Is(err, game.ErrTooLong)) {
			t.Errorf("%s: %v", test.name, err)
		}
		if g, err := r.Next(); err != nil || g.Number != 2 {
			t.Errorf("%s: the next game is lost: %v", test.name, err)
		}
	}
}

// endless is a text without end.
type endless struct{ unit string }

func (e *endless) Read(b []byte) (int, error) {
	n := 0
	for n < len(b) {
		n += copy(b[n:], e.unit)
	}
	return n, nil
}

type iotestErr struct{ err error }

func (e iotestErr) Read([]byte) (int, error) { return 0, e.err }

func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte("(;FF[4]C[a\\]b\\\\c](;B[ab];W[ba])(;B[bb]C[]))"))
	f.Add([]byte("(;AB[aa:cc]\r\nAE[bb]PL[W](;)(;;))(;)"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := sgf.NewReader(bytes.NewReader(data))
		for range 1000 {
			g, err := r.Next()
			var e *game.RecordError
			if errors.As(err, &e) {
				continue
			}
			if err != nil {
				return
			}
			var text bytes.Buffer
			if err := sgf.Write(&text, g); err != nil {
				t.Fatal(err)
			}
			again, err := sgf.NewReader(&text).Next()
			if err != nil || !reflect.DeepEqual(again.Root, g.Root) {
				t.Fatalf("%+v reads back as %+v, %v", g.Root, again, err)
			}
			_, _ = sgf.Replay(g, baduk.Options{Ko: baduk.PositionalSuperko})
		}
	})
}

func TestWriteErrors(t *testing.T) {
	for _, root := range []*sgf.Node{nil, {Properties: []sgf.Property{{"b", []string{""}}}},
		{Properties: []sgf.Property{{"B", nil}}}} {
		if err := sgf.Write(io.Discard, &sgf.Game{Root: root}); err == nil {
			t.Errorf("%+v was written", root)
		}
	}
}

func TestReplay(t *testing.T) {
	g := read(t, "(;SZ[3:2]KM[0.5]AB[aa]AW[bb:cb]PL[W];W[ba];B[];W[tt])")
	p, err := sgf.Replay(g, baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "XO1/1OO b - 2"; p.String() != want {
		t.Errorf("%v, want %s", p, want)
	}
	if o := p.Options(); o.Komi != 1 {
		t.Errorf("komi of %d half points", o.Komi)
	}
	for _, test := range []struct {
		record, text string
		kind         error
	}{
		{"(;GM[2])", "GM[2]", game.ErrVariant}, {"(;SZ[26])", "SZ[26]", game.ErrVariant},
		{"(;SZ[0])", "SZ[0]", game.ErrSyntax}, {"(;SZ[x])", "SZ[x]", game.ErrSyntax},
		{"(;AB[zz])", "AB[zz]", game.ErrSyntax},
		{"(;AB[])", "AB[]", game.ErrSyntax}, {"(;SZ[2]AB[aa:bb])", "", game.ErrSyntax},
		{"(;AB[aa]AW[aa])", "AW[aa]", game.ErrSyntax}, {"(;PL[x])", "PL[x]", game.ErrSyntax},
		{"(;B[a])", "B[a]", game.ErrMove}, {"(;B[aa];W[aa])", "W[aa]", game.ErrMove},
	} {
		var e *game.RecordError
		_, err := sgf.Replay(read(t, test.record), baduk.Options{})
		if !errors.As(err, &e) || e.Text != test.text || !errors.Is(err, test.kind) {
			t.Errorf("%s: %v; want %q: %v", test.record, err, test.text, test.kind)
		}
	}
	p, err = baduk.New(baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = sgf.Step(p, read(t, "(;B[aa];W[aa])").MainLine()...)
	if !errors.Is(err, game.ErrMove) || !strings.HasPrefix(err.Error(), "node 1: W[aa]: ") {
		t.Errorf("a step to a taken point: %v", err)
	}
}

// TestSetup: setup changes the points that it names and nothing else (FF[4],
// properties AB, AW, AE). A board with chains without liberty may stand between
// nodes, but not before a move or at the end of the record.
func TestSetup(t *testing.T) {
	for _, test := range []struct{ record, want string }{
		{"(;SZ[2:1]AW[ba];AB[aa]AE[ba])", "X1 b - 0"}, // Black stands by the stone that goes
		{"(;SZ[3]AB[aa][ba];AW[aa])", "OX1/3/3 b - 0"},
		{"(;SZ[3]AB[aa];AW[aa:ba];AE[aa])", "1O1/3/3 b - 0"},
		{"(;SZ[3]AB[aa]AW[ba][ab]AE[ab])", ""}, // ab is to be two things
		{"(;SZ[3]AB[aa][aa:ba])", "XX1/3/3 b - 0"},
		{"(;SZ[2:1]AB[aa];AW[aa]AB[ba])", ""}, // nobody has a liberty
		{"(;SZ[2:1]AB[aa];AW[ba];AE[aa])", "1O b - 0"},
		{"(;SZ[2:1]AB[aa];AW[ba];PL[W])", ""},
		{"(;SZ[2:1]AB[aa];AW[ba];B[])", ""}, // a move needs a board in order
		{"(;SZ[2:1]AB[aa];AW[ba];PL[W]AE[ba];W[ba])", "1O b A1 0"},
		// The example of A. Hollosi, Move vs. Add Stones, red-bean.com/sgf/ff5/m_vs_ax.htm,
		// whose second and third boards have stones without liberty.
		{"(;FF[5]GM[1]SZ[6]AB[bb:ee];AW[bb][ee][dc][cd];AW[cb][bc][be][eb][ed][de];AE[dc][cd])",
			"6/1OOXO1/1OX1X1/1X1XO1/1OXOO1/6 b - 0"},
	} {
		p, err := sgf.Replay(read(t, test.record), baduk.Options{})
		var e *game.RecordError
		if test.want == "" && !errors.As(err, &e) || test.want != "" && (err != nil || p.String() != test.want) {
			t.Errorf("%s: %v, %v; want %q", test.record, p, err, test.want)
		}
	}
}

// TestSuperko replays cycles that are legal under simple ko. Each is as long as
// its moves; under a superko rule it ends before the move that repeats.
//
// The triple ko has three kos one above the other; the pinwheel turns a 3×3
// board by a quarter with every two captures; in the last two White sends two
// stones and takes one back, with and without a pass of Black before.
func TestSuperko(t *testing.T) {
	tests := []struct {
		name, record string
		legal        map[baduk.Ko]int // moves before the first illegal one
	}{
		{"triple ko",
			"(;SZ[5:12]" +
				"AB[ba][ab][bc][be][af][cf][bg][bi][aj][bk]" +
				"AW[ca][bb][db][cc][ce][df][cg][ci][bj][dj][ck]PL[W]" +
				";W[ea];B[cb];W[bf];B[cj];W[bb];B[cf];W[bj];B[cb])",
			map[baduk.Ko]int{baduk.SimpleKo: 8, baduk.PositionalSuperko: 6, baduk.SituationalSuperko: 6,
				baduk.NaturalSituationalSuperko: 6}},
		{"pinwheel",
			"(;SZ[3]AB[bb][ac][cc]AW[ba][ab][cb]" +
				";B[aa];W[bc];B[ca];W[ab];B[cc];W[ba];B[ac];W[cb];B[aa])",
			map[baduk.Ko]int{baduk.SimpleKo: 9, baduk.PositionalSuperko: 7, baduk.SituationalSuperko: 7,
				baduk.NaturalSituationalSuperko: 8}},
		{"sending two, returning one",
			"(;SZ[5:3]AB[ab][bb]AW[bc][cb][dc]PL[W];W[ac];B[cc];W[bc])",
			map[baduk.Ko]int{baduk.SimpleKo: 3, baduk.PositionalSuperko: 2, baduk.SituationalSuperko: 3,
				baduk.NaturalSituationalSuperko: 3}},
		{"sending two after a pass",
			"(;SZ[5:3]AB[ab][bb]AW[bc][cb][dc];B[];W[ac];B[cc];W[bc])",
			map[baduk.Ko]int{baduk.SimpleKo: 4, baduk.PositionalSuperko: 3, baduk.SituationalSuperko: 3,
				baduk.NaturalSituationalSuperko: 4}},
	}
	for _, test := range tests {
		for rule, want := range test.legal {
			p, err := sgf.Replay(read(t, test.record), baduk.Options{Ko: rule})
			if p == nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			var e *game.RecordError
			all := want == test.legal[baduk.SimpleKo]
			if p.Ply() != want || all != (err == nil) || !all && !errors.As(err, &e) {
				t.Errorf("%s under %v ko: %d moves, want %d; %v", test.name, rule, p.Ply(), want, err)
			}
		}
	}
}

// TestRealGames replays every game of data/sgf: what is not legal is listed
// with its reason.
func TestRealGames(t *testing.T) {
	archive := tar.NewReader(bytes.NewReader(oracle.Read(t, "sgf/games-500.tar.zst")))
	games, moves, illegal := 0, 0, 0
	for {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		r := sgf.NewReader(archive)
		for {
			g, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", h.Name, err)
				continue
			}
			games++
			for _, n := range g.MainLine() {
				if n.All("B") != nil || n.All("W") != nil {
					moves++
				}
			}
			p, err := sgf.Replay(g, baduk.Options{})
			if err != nil {
				t.Logf("not legal: %s: %v", h.Name, err)
				illegal++
				continue
			}
			fresh, err := baduk.Parse(p.String(), p.Options())
			if err != nil || fresh.Hash() != p.Hash() {
				t.Errorf("%s: hash %x from the moves, %x from the board: %v", h.Name, p.Hash(), fresh.Hash(), err)
			}
		}
	}
	t.Logf("%d games, %d moves, %d games with an illegal move", games, moves, illegal)
	if games != 518 || illegal > 1 {
		t.Errorf("%d games read, %d of them not legal; the archive has 518, one of which plays on a taken point", games,
			illegal)
	}
}

func Example() {
	g, err := sgf.NewReader(strings.NewReader("(;GM[1]SZ[3];B[bc];W[ac];B[ab])")).Next()
	if err != nil {
		panic(err)
	}
	p, err := sgf.Replay(g, baduk.Options{})
	if err != nil {
		panic(err)
	}
	fmt.Println(p)
	// Output: 3/X2/1X1 w - 0
}

// TestResult: the forms of RE in the standard of FF[4], and others.
func TestResult(t *testing.T) {
	for text, want := range map[string]game.Result{
		"(;RE[B+3.5])": game.FirstWins, "(;RE[B+Resign])": game.FirstWins, "(;RE[B+])": game.FirstWins,
		"(;RE[W+T])": game.SecondWins, "(;RE[W+64])": game.SecondWins, "(;RE[0])": game.Draw, "(;RE[Draw])": game.Draw,
		"(;RE[Void])": game.Unknown, "(;RE[?])": game.Unknown, "(;RE[black won])": game.Unknown, "(;)": game.Unknown,
	} {
		g, err := sgf.NewReader(strings.NewReader(text)).Next()
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Result(); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}
