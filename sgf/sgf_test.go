package sgf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
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

// same reports whether two trees are the same except for the value of CA, however deep
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
		{"(;B[aa]\n5;W[bb[(]](;C[)]))", "(;B[aa];W[bb[(\\]];C[)])", "9 5 malformed, 17 malformed"},
		{"(;B[aa](;W[bb])(B[cc]))", "(;B[aa]\n(;W[bb])\n(;B[cc]))", "17 malformed"},
		{"(B[aa];W[bb])", "(;B[aa];W[bb])", "2 malformed"},
		{"(;B[aa]B)", "(;B[aa])", "8 B malformed"},
		{"(;b[aa];Wx[bb];L1[cc])", "(;B[aa];W[bb];L1[cc])", "3 b malformed"},
		{"(;B[aa](;W[bb]);W[cc])", "(;B[aa]\n(;W[bb])\n(;W[cc]))", "16 malformed"},
		{"(;B[aa]();W[bb])", "(;B[aa];W[bb])", "8 malformed, 10 malformed"},
		{"(;US[Matsuyama[3d]]B[aa])", "(;US[Matsuyama[3d\\]]B[aa])", "18 malformed"},
		{"(;C[see [1] and [2], then]B[aa])", "(;C[see [1\\] and [2\\], then]B[aa])", "11 malformed, 19 malformed"},
		{"(;C[[yes\\]:]N[a [b]L1[cc];B[aa])", "(;C[[yes\\]:]N[a [b]L1[cc];B[aa])", ""},
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
			remarks = append(remarks, strings.Join(strings.Fields(fmt.Sprintln(e.Offset, e.Text,
				strings.TrimPrefix(kind.Error(), "game: "))), " "))
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

func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte("(;FF[4]C[a\\]b\\\\c](;B[ab];W[ba])(;B[bb]C[]))"))
	f.Add([]byte("(;AB[aa:cc]\r\nAE[bb]PL[W](;)(;;))(;)"))
	f.Add([]byte("(;B[aa](;CA[]B[bb])(;B[cc])(;GM[1]))"))
	f.Add([]byte("(;PB[\x8d\x82\x94\xf6]C[\x95\\];B[dd])\n(;GM[1]CA[hz]C[~{?BI@~}])(;PB[\xe9])"))
	f.Add([]byte("(;C[\x1b$BI=\x1b(B\xff])(;CA[gb2312]PB[\xbf\xc2\xff]C[\x81\\];B[])(;PB[柯洁])"))
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
