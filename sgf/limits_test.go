package sgf_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/sgf"
)

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
		if !errors.Is(last, game.ErrUnfinished) {
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
	if len(g.Remarks) != 1 || !errors.Is(g.Remarks[0], game.ErrSyntax) || g.Remarks[0].Offset != 3 || g.Offset != 13 {
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
	for i, test := range []struct {
		start, unit string
		games       int
	}{
		{"", "\x00", 0}, {"", "( ;", 1}, {"(;C[", "\x00", 1}, {"(;", "A", 1}, {"(;1(", "[", 1},
	} {
		if i == 1 && oracle.Cut(t, "endless texts other than zeros") {
			break
		}
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

// TestManyRemarks: however much was passed over, a thousand remarks are kept, and the others counted.
func TestManyRemarks(t *testing.T) {
	const faults = 5000
	for _, text := range []string{"(;SZ[9]AB" + strings.Repeat("[zz]", faults) + ")", "(;" + strings.Repeat("? ", faults) + ")",
		"(;SZ[9]" + strings.Repeat(";W[zz]", faults) + ")"} {
		g := read(t, text)
		line, err := g.Start(baduk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range line.Moves() {
		}
		remarks := append(g.Remarks, line.Remarks...)
		var left *sgf.LeftOut
		if len(remarks) != 1001 || !errors.As(remarks[1000], &left) || left.Remarks != faults-1000 || errors.As(remarks[999], &left) {
			t.Errorf("%.20s: %d remarks, the last %v", text, len(remarks), remarks[len(remarks)-1])
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

// TestHostile: the work is proportional to the text, though a wrong character set may take the end of each game, and a
// shift may have no end. Bytes are counted as often as they are read.
func TestHostile(t *testing.T) {
	const size = 20_000
	long := "(;C[" + strings.Repeat("a", 70_000) + "])" // what comes after it is read at once
	guessed := "(;PB[\x83\\]C[\x95\\]B[aa];B[bb])"
	for _, start := range []string{"", "(;C[", guessed, "(;CA[hz]C[", "(;CA[iso-2022-jp]C[", "(;CA[gbk]C[", "(;CA[sjis]C[",
		long} {
		for _, unit := range []string{
			"\n(;FF[4]C[x", "(;C[\xff])", "(;c[\xfe])", "(;C[\xfe]c[a])", "(;CA[gbk]C[\xfe])", "(;CA[sjis]C[\x83\\])",
			"(;C[\x1b$B])", "(;C[", "(;C[[", "(;", "(", "[", "]", "~{", "~{\n", "~{~}", "\x1b$B", "\x1b$B\x1b(B", "\\", "C[\\]",
			"(;C[\xa5\\])(;C[", "(;C[\xc2\x95\\])", "(;C[\xe9])", "(;C[C[\xa5\\])\n表\x95\\\x1b$B",
		} {
			text := start + strings.Repeat(unit, size/len(unit))
			if strings.Contains(start, "hz") && unit == "~{" || strings.Contains(start, "iso") && unit == "\x1b$B" {
				text = start + strings.Repeat(unit, 500_000) // once 4096 bytes were read for each
			}
			r := sgf.NewReader(strings.NewReader(text))
			read := 0
			for g, err := range r.All() {
				if err != nil && !errors.Is(err, game.ErrNoGame) {
					t.Errorf("%.10q, then %q repeated: %v", start, unit, err)
				}
				if g != nil {
					read += len(g.Before) + len(g.Text)
				}
			}
			if read += len(r.After()); read != len(text) {
				t.Errorf("%.10q, then %q repeated: %d of %d bytes", start, unit, read, len(text))
			}
			if work := r.Work(); work > 48*int64(len(text)) {
				t.Errorf("%.10q, then %q repeated: %d bytes read of %d", start, unit, work, len(text))
			}
		}
	}
}

// TestManyGuessed reads games of a character set that nothing declares and whose bytes look like backslashes and
// brackets: read in another set, each of them ends far behind its end.
func TestManyGuessed(t *testing.T) {
	const n = 3000
	text, err := japanese.ShiftJIS.NewEncoder().String("(;GM[1]PB[高尾]C[表];B[dd]C[ソ])\n")
	if err != nil {
		t.Fatal(err)
	}
	right := 0
	for g, err := range sgf.NewReader(strings.NewReader(strings.Repeat(text, n))).All() {
		if err != nil {
			t.Fatal(err)
		}
		if name, _ := g.Root.Get("PB"); name == "高尾" {
			right++
		}
	}
	if right != n {
		t.Errorf("%d of %d names are right", right, n)
	}
	for range sgf.NewReader(strings.NewReader("(;C[\n(;CA[Big5]\x81")).All() { // a character that is cut off
	}
}

// TestMixed: games of several character sets that nothing declares, or declares wrongly, are each read in their own,
// however short they are and whatever comes before. Games that end in no line break, and names before CA, once were
// read on and on in a wrong set. After so much of that, all games were read in one.
func TestMixed(t *testing.T) {
	type record struct{ text, name string }
	var records []record
	add := func(e encoding.Encoding, texts ...string) {
		for _, text := range texts {
			raw, err := encoded(e, text)
			if err != nil {
				t.Fatal(err)
			}
			_, name, _ := strings.Cut(text, "PB[")
			name, _, _ = strings.Cut(name, "]")
			records = append(records, record{raw, name})
		}
	}
	add(unicode.UTF8, "(;GM[1]PB[Lee];B[dd]C[x])\n", "(;GM[1]PB[高尾]C[表];B[dd]C[ソ])\n", "(;PB[高尾]C[表];B[dd]C[ソ])",
		"(;CA[GBK]GM[1]PB[柯洁九段]C[乗];B[dd]C[侐])\n")
	add(japanese.ShiftJIS, "(;GM[1]PB[高尾]C[表];B[dd]C[ソ])\n", "(;PB[高尾]C[表];B[dd]C[ソ])")
	add(simplifiedchinese.GBK, "(;GM[1]PB[柯洁]C[乗];B[dd]C[侐])\n", "(;PB[柯洁]C[乗];B[dd]C[侐])",
		"(;CA[GBK]GM[1]PB[柯洁]C[乗];B[dd]C[侐])\n", "(;PB[柯洁]C[乗]CA[GBK];B[dd]C[侐])")
	add(traditionalchinese.Big5, "(;GM[1]PB[許功蓋]C[功];B[dd]C[許])\n")
	add(charmap.Windows1252, "(;GM[1]PB[Jérôme]C[é];B[dd]C[à])\n")
	add(japanese.ISO2022JP, "(;GM[1]PB[高尾]C[表];B[dd]C[ソ])\n")
	const n = 50
	for _, a := range records {
		for _, b := range records {
			for _, order := range [][]record{slices.Repeat([]record{a, b}, n), append([]record{a}, slices.Repeat([]record{b}, n)...)} {
				var text strings.Builder
				for _, record := range order {
					text.WriteString(record.text)
				}
				r := sgf.NewReader(strings.NewReader(text.String()))
				for i, want := range order {
					g, err := r.Next()
					if err != nil {
						t.Fatal(err)
					}
					if name, _ := g.Root.Get("PB"); name != want.name {
						t.Errorf("%q, %q: %s is read as %q in game %d of %d", a.text, b.text, want.name, name, i+1, len(order))
						break
					}
				}
				if work := float64(r.Work()) / float64(text.Len()); work > 16 {
					t.Errorf("%q, %q: each byte is read %.1f times", a.text, b.text, work)
				}
			}
		}
	}
}

// TestAssumed: a game that declares no character set, is not UTF-8 and looks like Latin-1 too is read in Shift-JIS, GBK
// or Big5 if an earlier game was and most characters are usual in it, with a remark.
func TestAssumed(t *testing.T) {
	sure, err := japanese.ShiftJIS.NewEncoder().String("(;GM[1]PB[高尾]C[表];B[dd]C[ソ])\n")
	if err != nil {
		t.Fatal(err)
	}
	plain, err := japanese.ShiftJIS.NewEncoder().String("(;GM[1]PB[黒番]C[正解];B[dd])\n")
	if err != nil {
		t.Fatal(err)
	}
	// Each byte of these is read so often that from there on, each game is read once or twice.
	hostile := strings.Repeat("\n(;FF[4]C[x", 2000) + "])\n"
	for _, before := range []string{"", hostile} {
		r := sgf.NewReader(strings.NewReader(sure + before + "(;GM[9]PB[高尾]C[表];B[dd]C[ソ])\n" + plain + "(;PB[Andr\xe9])"))
		want := []struct {
			name    string
			remarks int
		}{{"高尾", 0}, {"黒番", 1}, {"André", 0}}
		for g, err := range r.All() {
			if err != nil {
				t.Fatal(err)
			}
			if gm, _ := g.Root.Get("GM"); len(want) == 3 && gm != "9" {
				continue
			}
			if name, _ := g.Root.Get("PB"); name != want[0].name || len(g.Remarks) != want[0].remarks {
				t.Errorf("hostile %v: %q, %v; want %q", before != "", name, g.Remarks, want[0].name)
			}
			want = want[1:]
		}
		if len(want) > 0 {
			t.Errorf("hostile %v: no game for %v", before != "", want)
		}
	}
	big5, err := traditionalchinese.Big5.NewEncoder().String("(;PB[許功蓋]C[功];B[dd])\n")
	if err != nil {
		t.Fatal(err)
	}
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("(;PB[北京]C[正解];B[dd])\n")
	if err != nil {
		t.Fatal(err)
	}
	r := sgf.NewReader(strings.NewReader(big5 + gbk + plain + "(;PB[\\\xc5ngstr\xf6m\xc4\\\\]SZ[19])"))
	for _, want := range []string{"許功蓋", "北京", "黒番", "ÅngströmÄ\\"} {
		g, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		if name, _ := g.Root.Get("PB"); name != want {
			t.Errorf("%q, want %q; %v", name, want, g.Remarks)
		}
	}
}
