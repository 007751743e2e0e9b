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
	if !same(g.Root, want) {
		t.Errorf("read %+v", g.Root)
	}
	if string(g.Text) != text[21:len(text)-len("  (;SZ[9])x")] {
		t.Errorf("text %q", g.Text)
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
	if _, err = r.Next(); !errors.Is(err, game.ErrNoGame) {
		t.Errorf("text after the last game: %v", err)
	}
	if _, err = r.Next(); err != io.EOF {
		t.Errorf("after the last game: %v", err)
	}
}

// same reports whether two trees are the same but for the value of CA, however deep
// they are.
func same(a, b *sgf.Node) bool {
	for left := [][2]*sgf.Node{{a, b}}; len(left) > 0; {
		a, b := left[len(left)-1][0], left[len(left)-1][1]
		left = left[:len(left)-1]
		bare := func(n *sgf.Node) (all []sgf.Property) {
			for _, p := range n.Properties {
				if p.ID != "CA" {
					all = append(all, p)
				}
			}
			return all
		}
		if len(a.Children) != len(b.Children) || !reflect.DeepEqual(bare(a), bare(b)) {
			return false
		}
		for i := range a.Children {
			left = append(left, [2]*sgf.Node{a.Children[i], b.Children[i]})
		}
	}
	return true
}

// TestBroken: a broken game is read as far as it can be understood, each fault has its
// place, and the next game is whole.
func TestBroken(t *testing.T) {
	for _, test := range []struct{ broken, written, remarks string }{
		{"(;B[aa]x)", "(;B[aa])", "8 x malformed"},
		{"(;B)", "(;)", "3 B malformed"},
		{"(;B[aa]\n5;W[bb[(]](;C[)]))", "(;B[aa];W[bb[(];C[)])", "9 5 malformed, 18 ] malformed"},
		{"(;B[aa](;W[bb])(B[cc]))", "(;B[aa]\n(;W[bb])\n(;B[cc]))", "17 malformed"},
		{"(B[aa];W[bb])", "(;B[aa];W[bb])", "2 malformed"},
		{"(;B[aa]B)", "(;B[aa])", "8 B malformed"},
		{"(;b[aa];Wx[bb];L1[cc])", "(;B[aa];W[bb];L1[cc])", "3 b malformed"},
		{"(;B[aa](;W[bb]);W[cc])", "(;B[aa]\n(;W[bb])\n(;W[cc]))", "16 malformed"},
		{"(;B[aa]();W[bb])", "(;B[aa];W[bb])", "8 malformed, 10 malformed"},
		{"(;[aa]B[bb])", "(;B[bb])", "3 [aa] malformed"},
		{"(;B[aa]((;W[bb])(;W[cc])))", "(;B[aa]\n(;W[bb])\n(;W[cc]))", "8 malformed"},
		{"(;B[aa]\n; W [bb] [cc]", "(;B[aa];W[bb][cc])", "23 unfinished"},
		{"(;B[aa]\n(;W[bb]", "(;B[aa];W[bb])", "17 unfinished"},
		{"(;B[aa]C[oh", "(;B[aa]C[oh])", "9 [oh unfinished"},
		{"(;B[aa]C[(;FF[4\\])]", "(;B[aa]C[(;FF[4\\])])", "21 unfinished"}, // a game that a comment quotes
		{"(;" + strings.Repeat("A", 65) + "[x]B[aa])", "(;B[aa])", "3 " + strings.Repeat("A", 37) + "... game is too long"},
	} {
		text := "\n" + test.broken + "\n(;FF[4]GM[1];B[cc])"
		r := sgf.NewReader(strings.NewReader(text))
		g, err := r.Next()
		if err != nil {
			t.Errorf("%.40q: %v", test.broken, err)
			continue
		}
		var written bytes.Buffer
		if err := sgf.Write(&written, g); err != nil || strings.TrimSpace(written.String()) != test.written {
			t.Errorf("%.40q is read as %s, want %s: %v", test.broken, &written, test.written, err)
		}
		var remarks []string
		for _, e := range g.Remarks {
			kind := e.Err
			for errors.Unwrap(kind) != nil {
				kind = errors.Unwrap(kind)
			}
			switch {
			case errors.Is(e, game.ErrUnfinished):
				kind = game.ErrUnfinished
			case errors.Is(e, game.ErrTooLong):
				kind = game.ErrTooLong
			}
			remarks = append(remarks, strings.Join(strings.Fields(fmt.Sprintln(e.Offset, e.Text, kind)), " "))
			if line := 1 + strings.Count(text[:e.Offset], "\n"); e.Line != line || e.Game != 1 {
				t.Errorf("%.40q: %v; want game 1, line %d", test.broken, e, line)
			}
		}
		if got := strings.Join(remarks, ", "); got != test.remarks {
			t.Errorf("%.40q: remarks %s, want %s: %v", test.broken, got, test.remarks, g.Remarks)
		}
		if !strings.HasPrefix(text[1:], string(g.Text)) || g.Offset != 1 || len(g.Text) < len(test.broken) {
			t.Errorf("%.40q: text %q at byte %d", test.broken, g.Text, g.Offset)
		}
		if g, err := r.Next(); err != nil || g.Number != 2 || len(g.Remarks) > 0 || len(g.MainLine()) != 2 {
			t.Errorf("%.40q: the next game is %+v, %v", test.broken, g, err)
		}
	}
}

// TestCutOff: whatever the file is cut off in, what came before is read. A failing
// reader is an error after the game that it cut off.
func TestCutOff(t *testing.T) {
	for _, text := range []string{"(;", "(;B", "(;B[", `(;B[\`, "(;B[aa]", "(;B[aa](", "(;B[aa](;W[bb])"} {
		g, err := sgf.NewReader(strings.NewReader(text)).Next()
		if err != nil || len(g.Remarks) == 0 || string(g.Text) != text {
			t.Errorf("%q: %+v, %v", text, g, err)
			continue
		}
		last := g.Remarks[len(g.Remarks)-1]
		if !errors.Is(last, game.ErrUnfinished) || !errors.Is(last, io.ErrUnexpectedEOF) {
			t.Errorf("%q: %v", text, last)
		}
	}
	failing := errors.New("disk")
	r := sgf.NewReader(io.MultiReader(strings.NewReader("(;B[a"), iotestErr{failing}))
	g, err := r.Next()
	if err != nil || !errors.Is(g.Remarks[len(g.Remarks)-1], failing) {
		t.Errorf("cut off by a failing reader: %+v, %v", g, err)
	}
	for range 2 {
		if _, err := r.Next(); !errors.Is(err, failing) {
			t.Errorf("failing reader: %v", err)
		}
	}
}

// TestNoGame: a file with text but no game is an error, an empty one is not.
func TestNoGame(t *testing.T) {
	for text, want := range map[string]error{
		"": io.EOF, " \n\x1a": io.EOF, "\ufeff\n": io.EOF, "hello (world)": game.ErrNoGame, "()": game.ErrNoGame,
		"(;B[aa]))": nil,
	} {
		r := sgf.NewReader(strings.NewReader(text))
		if _, err := r.Next(); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	g := read(t, "\xef\xbb\xbfFrom: me\n\n(;B[aa])")
	if len(g.Remarks) != 1 || !errors.Is(g.Remarks[0], game.ErrNoGame) || g.Remarks[0].Offset != 3 || g.Offset != 13 {
		t.Errorf("a mail: %v", g.Remarks)
	}
}

// TestAll: All returns all games, and an error of reading last.
func TestAll(t *testing.T) {
	failing := errors.New("disk")
	for _, end := range []struct {
		reader io.Reader
		want   string
	}{
		{strings.NewReader(""), "1: true, 2: true, 3: true, "},
		{strings.NewReader("?"), "1: true, 2: true, 3: true, 0: false, "},
		{iotestErr{failing}, "1: true, 2: true, 3: true, 0: false, "},
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

// TestLimits: whatever the text is, reading goes on, and says what it leaves out.
func TestLimits(t *testing.T) {
	for _, test := range []struct {
		start, unit string
		games       int
	}{
		{"", "\x00", 0}, {"", "( ;", 1}, {"(;C[", "\x00", 1}, {"(;", "A", 1}, {"(;1(", "[", 1},
	} {
		r := sgf.NewReader(io.MultiReader(strings.NewReader(test.start), &endless{unit: test.unit}))
		games := 0
		var err error
		for games < max(1, test.games) && err == nil {
			var g *sgf.Game
			if g, err = r.Next(); err != nil {
				break
			}
			if games++; !errors.Is(g.Remarks[len(g.Remarks)-1], game.ErrTooLong) {
				t.Errorf("%q, then %q without end: %v", test.start, test.unit, g.Remarks)
			}
		}
		if games != test.games || games == 0 && !errors.Is(err, game.ErrTooLong) {
			t.Errorf("%q, then %q without end: %d games, then %v", test.start, test.unit, games, err)
		}
		if err != nil {
			if _, again := r.Next(); again != err {
				t.Errorf("%q, then %q without end: %v, then %v", test.start, test.unit, err, again)
			}
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
		g, err := r.Next()
		if err != nil || test.good != (g.Remarks == nil) || !test.good && !errors.Is(g.Remarks[0], game.ErrTooLong) {
			t.Errorf("%s: %v, %v", test.name, g.Remarks, err)
		}
		if g, err := r.Next(); err != nil || g.Number != 2 {
			t.Errorf("%s: the next game is lost: %v", test.name, err)
		}
	}
}

// TestNested: variations nested a hundred thousand deep are read and written without a
// stack, in time in proportion.
func TestNested(t *testing.T) {
	for _, depth := range []int{1000, 100_000} {
		text := strings.Repeat("(;B[]\n(;W[]\n", depth/2) + strings.Repeat(")", depth)
		g := read(t, text)
		if line := g.MainLine(); len(line) != depth || g.Remarks != nil {
			t.Errorf("%d nodes, remarks %v", len(line), g.Remarks)
		}
		var once, twice bytes.Buffer
		if err := sgf.Write(&once, g); err != nil {
			t.Fatal(err)
		}
		if err := sgf.Write(&twice, read(t, once.String())); err != nil || once.String() != twice.String() {
			t.Errorf("%d deep: written as %.40q, then as %.40q: %v", depth, &once, &twice, err)
		}
		if _, err := sgf.Replay(g, baduk.Options{}); err != nil {
			t.Error(err)
		}
		branch := strings.Repeat("(;B[];W[](;B[])", depth) + strings.Repeat(")", depth)
		if again := read(t, branch); len(again.Root.Children[0].Children) != 2 || again.Remarks != nil {
			t.Errorf("%d branches: %v", depth, again.Remarks)
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
			if err != nil {
				return
			}
			if !bytes.Contains(data, g.Text) && data[0] != 0xff && data[0] != 0xfe && !bytes.Contains(data, []byte{0}) {
				t.Fatalf("%q has the game %q", data, g.Text)
			}
			var text bytes.Buffer
			if err := sgf.Write(&text, g); err != nil {
				t.Fatal(err)
			}
			again, err := sgf.NewReader(&text).Next()
			if err != nil || !same(again.Root, g.Root) || again.Remarks != nil {
				t.Fatalf("%+v reads back as %+v, %v", g.Root, again, err)
			}
			_, _ = sgf.Replay(g, baduk.Options{Ko: baduk.PositionalSuperko})
			_, _ = sgf.Replay(g, baduk.Options{Width: 2, Canonical: true})
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
	} {
		var e *game.RecordError
		_, err := sgf.Replay(read(t, test.record), baduk.Options{})
		if !errors.As(err, &e) || e.Text != test.text || !errors.Is(err, test.kind) {
			t.Errorf("%s: %v; want %q: %v", test.record, err, test.text, test.kind)
		}
	}
}

// TestSetup: setup changes the points that it names and nothing else (FF[4],
// properties AB, AW, AE). A board with chains without liberty may stand between
// nodes, but not before a move or at the end of the record.
func TestSetup(t *testing.T) {
	for _, test := range []struct{ record, want string }{
		{"(;SZ[2:1]AW[ba];AB[aa]AE[ba]PL[B])", "X1 b - 0"}, // Black stands by the stone that goes
		{"(;SZ[3]AB[aa][ba];AW[aa])", "OX1/3/3 b - 0"},
		{"(;SZ[3]AB[aa];AW[aa:ba];AE[aa])", "1O1/3/3 b - 0"},
		{"(;SZ[3]AB[aa]AW[ba][ab]AE[ab])", "XO1/3/3 b - 0 1"}, // ab is to be two things: the last one counts
		{"(;SZ[3]AB[aa][aa:ba])", "XX1/3/3 w - 0"},
		{"(;SZ[2:1]AB[aa];AW[aa]AB[ba])", "2 b - 0 1"}, // nobody has a liberty
		{"(;SZ[2:1]AB[aa];AW[ba];AE[aa])", "1O b - 0"},
		{"(;SZ[2:1]AB[aa];AW[ba];PL[W])", "2 w - 0 1"},
		{"(;SZ[2:1]AB[aa];AW[ba];B[])", "2 w - 1 1"}, // a move needs a board in order
		{"(;SZ[2:1]AB[aa];AW[ba];PL[W]AE[ba];W[ba])", "1O b A1 0"},
		// The example of A. Hollosi, Move vs. Add Stones, red-bean.com/sgf/ff5/m_vs_ax.htm,
		// whose second and third boards have stones without liberty.
		{"(;FF[5]GM[1]SZ[6]AB[bb:ee];AW[bb][ee][dc][cd];AW[cb][bc][be][eb][ed][de];AE[dc][cd])",
			"6/1OOXO1/1OX1X1/1X1XO1/1OXOO1/6 b - 0"},
	} {
		got, remarks := replay(t, test.record, baduk.Options{})
		if len(remarks) > 0 {
			got += fmt.Sprint(" ", len(remarks))
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s: %v", test.record, got, test.want, remarks)
		}
	}
}

// replay returns the last position of a record, and the remarks.
func replay(t testing.TB, record string, o baduk.Options) (string, []*game.RecordError) {
	t.Helper()
	line, err := read(t, record).Start(o)
	if err != nil {
		t.Fatalf("%s: %v", record, err)
	}
	for range line.Moves() {
	}
	return line.Position.String(), line.Remarks
}

// TestSuperko replays cycles that are legal under simple ko. All moves are played under
// every rule; the first that repeats a board gives the first remark.
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
			line, err := read(t, test.record).Start(baduk.Options{Ko: rule})
			if err != nil {
				t.Fatal(err)
			}
			moves, legal := 0, -1
			for c := range line.Moves() {
				if len(line.Remarks) > 0 && legal < 0 {
					legal = moves - 1
				}
				if c != baduk.Empty {
					moves++
				}
			}
			if len(line.Remarks) > 0 && legal < 0 {
				legal = moves - 1
			}
			if legal < 0 {
				legal = moves
			}
			all := test.legal[baduk.SimpleKo]
			if legal != want || moves != all || line.Position.Ply() != all {
				t.Errorf("%s under %v ko: %d moves of %d before a remark, want %d: %v", test.name, rule, legal, moves,
					want, line.Remarks)
			}
		}
	}
}

// TestRealGames replays every game of data/sgf: what is out of order is listed with its
// reason.
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
			line, err := g.Start(baduk.Options{})
			if err != nil {
				t.Fatalf("%s: %v", h.Name, err)
			}
			for range line.Moves() {
			}
			for _, e := range line.Remarks {
				if errors.Is(e, game.ErrMove) {
					t.Logf("%s: %v", h.Name, e)
					illegal++
					break
				}
			}
			p := line.Position
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
