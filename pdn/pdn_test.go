package pdn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pdn"
)

// outline writes a game in short: tags, moves with what hangs on them, result.
func outline(g *pdn.Game) string {
	var b strings.Builder
	for _, tag := range g.Tags {
		fmt.Fprintf(&b, "[%s=%s]", tag.Name, tag.Value)
	}
	comments := func(list []string) {
		for _, c := range list {
			fmt.Fprintf(&b, "{%s}", c)
		}
	}
	var line func(moves []pdn.Move)
	line = func(moves []pdn.Move) {
		for _, m := range moves {
			fmt.Fprintf(&b, " %v", m.Move)
			for _, n := range m.NAGs {
				fmt.Fprintf(&b, "$%d", n)
			}
			comments(m.Comments)
			for _, v := range m.Variations {
				b.WriteString("(")
				comments(v.Comments)
				line(v.Moves)
				b.WriteString(")")
			}
		}
	}
	comments(g.Comments)
	line(g.Moves)
	return b.String() + " " + g.Result.String()
}

func TestReader(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"plain", "1. 11-15 22-18 2. 15x22 25x18 1/2-1/2", " 11-15 22-18 15x22 25x18 1/2-1/2"},
		{"no result", "1. 11-15 22-18 *", " 11-15 22-18 *"},
		{"result by tag", "[Result \"0-1\"]\n\n1. 11-15 *", "[Result=0-1] 11-15 0-1"},
		{"points", "11-15 2-0", " 11-15 1-0"},
		{"points with blanks", "11 - 15 2 - 0", " 11-15 1-0"},
		{"both lose", "11-15 0-0", " 11-15 *"},
		{"tags", "[Event \"A \\\"B\\\" \\\\C\"]\r\n[Site \"?\"] [Round \"1\"]\r\n\r\n*",
			`[Event=A "B" \C][Site=?][Round=1] *`},
		{"comments", "{before} 1. 11-15 {after\n  that} 22-18 ; to the end } 1-0\n15x22 *",
			"{before} 11-15{after that} 22-18{to the end } 1-0} 15x22 *"},
		{"glyphs", "11-15! 22-18?? $14 15x22 !? *", " 11-15$1 22-18$4$14 15x22$5 *"},
		{"forced", "11-15 22-18* 15x22* 25x18 1-0", " 11-15 22-18 15x22 25x18 1-0"},
		{
			"variations", "1. 11-15 (1. 9-13 22-18 (22-17) {x}) (12-16) 22-18 *",
			" 11-15( 9-13 22-18{x}( 22-17))( 12-16) 22-18 *",
		},
		{"variation with a result", "11-15 (9-13 1-0) 22-18 0-1", " 11-15( 9-13) 22-18 0-1"},
		{"black's numbers", "1.11-15 1...22-18 2.15x22 *", " 11-15 22-18 15x22 *"},
		{"no numbers", "11-15 22-18 *", " 11-15 22-18 *"},
		{"numbers without points", "1 11-15 22-18 2 15x22 *", " 11-15 22-18 15x22 *"},
		{"no separators", "1. 1115 2218 2. 1522 *", " 11-15 22-18 15x22 *"},
		{"capitals and colons", "11:15 22-18 15X22 *", " 11-15 22-18 15x22 *"},
		{"escapes", "% 1-0\n11-15\n%22-17\n22-18 *", " 11-15 22-18 *"},
		{"mark of byte order", "\ufeff[Event \"x\"]\n*", "[Event=x] *"},
		{"Latin-1", "[White \"Andr\xe9\"]\n{na\xefve} *", "[White=André]{naïve} *"},
		{"kind", "[GameType \"21,B,8,8,N1,0\"]\n11-15 *", "[GameType=21,B,8,8,N1,0] 11-15 *"},
		{"set up", "[FEN \"W:W30:B25,17,9\"]\n1... 30x5 1-0", "[FEN=W:W30:B25,17,9] 30x21x14x5 1-0"},
		{"set up, with spaces", "[GameType \"?\"]\n[FEN \" W:W30:B25,17,9 \"]\n30x5 *",
			"[GameType=?][FEN= W:W30:B25,17,9 ] 30x21x14x5 *"},
		{"set up twice", "[Event \"x\"]\n[FEN \"\"]\n[FEN \"W:W30:B25\"]\n[FEN \"B:W30:B2\"]\n30x21 *",
			"[Event=x][FEN=][FEN=W:W30:B25][FEN=B:W30:B2] 30x21 *"},
		{"jumps one by one", "[FEN \"W:W30,32:B25,17,9,1\"]\n30x21 21x14 14x5 {done} 1-6 *",
			"[FEN=W:W30,32:B25,17,9,1] 30x21x14x5{done} 1-6 *"},
		{"a choice of ways", "[FEN \"W:WK22:B17,9,10,18\"]\n22-15-6-13-22 *", "[FEN=W:WK22:B17,9,10,18] 22x15x6x13x22 *"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := pdn.NewReader(iotest.OneByteReader(strings.NewReader(test.text)))
			g, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(g); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if g, err := r.Next(); err != io.EOF {
				t.Errorf("then %v, %v", g, err)
			}
			if err := pdn.NewWriter(io.Discard).Write(g); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestErrors(t *testing.T) {
	// Each broken game is followed by a good one.
	const good = "\n[Event \"good\"]\n\n1. 11-15 *\n"
	for _, test := range []struct {
		name, text string
		kind       error
		line       int
		offset     int64
		want       string
	}{
		{"illegal", "[Event \"a\"]\n\n1. 11-15 22-18\n2. 9-14 1-0\n", game.ErrMove, 4, 31, "[Event=a] 11-15 22-18 1-0"},
		{"no square", "11-15 22-33 15x22 *", game.ErrMove, 1, 6, " 11-15 *"},
		{"ambiguous", "[FEN \"B:W17,18,25,26:B14\"]\n14x30 *", game.ErrMove, 2, 27, "[FEN=B:W17,18,25,26:B14] *"},
		{"capture not ended", "[FEN \"W:W30:B25,17,9\"]\n30x21 *", game.ErrMove, 2, 23, "[FEN=W:W30:B25,17,9] *"},
		{"capture not continued", "[FEN \"W:W30:B25,17,9\"]\n30x21 9-14 *", game.ErrMove, 2, 29, "[FEN=W:W30:B25,17,9] *"},
		{"capture cut off", "[FEN \"W:W30:B25,17,9\"]\n30x21", game.ErrMove, 2, 23, "[FEN=W:W30:B25,17,9] *"},
		{"rubbish", "11-15 hello 22-18 1-0", game.ErrMove, 1, 6, " 11-15 1-0"},
		{"junk", "11-15 <<hello>> 22-18 1-0", game.ErrSyntax, 1, 6, " 11-15 1-0"},
		{"no marker", "[Result \"1-0\"]\n11-15 22-18\n", game.ErrUnfinished, 4, 28, "[Result=1-0] 11-15 22-18 1-0"},
		{"NAG", "11-15 $ 22-18 *", game.ErrSyntax, 1, 6, " 11-15 22-18 *"},
		{"large NAG", "11-15 $256 22-18 *", game.ErrSyntax, 1, 6, " 11-15 22-18 *"},
		{"open variation", "11-15 (9-13 22-18", game.ErrUnfinished, 1, 6, " 11-15( 9-13 22-18) *"},
		{"closed variation", "11-15 ) 22-18 *", game.ErrSyntax, 1, 6, " 11-15 22-18 *"},
		{"variation of nothing", "(9-13) 11-15 *", game.ErrSyntax, 1, 0, " 11-15 *"},
		{"bad variation", "11-15 (9-13 1-2 5-6) 22-18 *", game.ErrMove, 1, 12, " 11-15( 9-13) 22-18 *"},
		{"open comment", "11-15 {for ever\n", game.ErrUnfinished, 1, 6, " 11-15{for ever} *"},
		{"open tag", "[Event \"a\n11-15 *", game.ErrSyntax, 1, 0, "[Event=a] 11-15 *"},
		{"tag without value", "[Event]\n11-15 *", game.ErrSyntax, 1, 0, "[Event=] 11-15 *"},
		{"tag without end", "[Event \"a\"\n11-15 *", game.ErrSyntax, 1, 0, "[Event=a] 11-15 *"},
		{"tag among moves", "11-15 [Event \"a\"]\n22-18 *", game.ErrSyntax, 1, 6, " 11-15 *"},
		{"variant", "[GameType \"20\"]\n32-28 (31-27) 1-1", game.ErrVariant, 1, 0, "[GameType=20] *"},
		{"start of a variant", "[FEN \"W:W41-50:B1-20\"]\n[GameType \"20\"]\n41-37 1-1", game.ErrVariant, 2, 23,
			"[FEN=W:W41-50:B1-20][GameType=20] *"},
		{"start", "[FEN \"B:W1\"]\n11-15 *", game.ErrSyntax, 1, 0, "[FEN=B:W1] *"},
		{"deep", "11-15 " + strings.Repeat("(9-13 ", 150) + strings.Repeat(")", 150) + " 22-18 *", game.ErrSyntax, 1, 390,
			""},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := pdn.NewReader(strings.NewReader(test.text + good))
			g, err := r.Next()
			var bad *game.RecordError
			if !errors.As(err, &bad) || !errors.Is(err, test.kind) {
				t.Fatalf("error %v, want %v", err, test.kind)
			}
			if bad.Game != 1 || bad.Line != test.line || bad.Offset != test.offset {
				t.Errorf("error %v, want line %d, byte %d", err, test.line, test.offset)
			}
			if got := outline(g); test.want != "" && got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			g, err = r.Next()
			if err != nil || outline(g) != "[Event=good] 11-15 *" || g.Number != 2 {
				t.Errorf("the next game is %v, %v", g, err)
			}
		})
	}
}

func TestManyGames(t *testing.T) {
	text := strings.Repeat("11-15 22-18 1-0 9-13 0-1\n\n[Event \"e\"]\n9-14 {*}\n*\n", 500)
	var got []string
	last := int64(-1)
	for g, err := range pdn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		if g.Offset <= last || !strings.HasPrefix(text[g.Offset:],
			map[int]string{0: "[Event", 1: "11-15", 2: "9-13"}[g.Number%3]) {
			t.Fatalf("game %d at byte %d, after one at %d", g.Number, g.Offset, last)
		}
		if line := 1 + strings.Count(text[:g.Offset], "\n"); g.Line != line {
			t.Fatalf("game %d at line %d, want %d", g.Number, g.Line, line)
		}
		last = g.Offset
		got = append(got, outline(g))
	}
	if len(got) != 1500 || got[1499] != "[Event=e] 9-14{*} *" || got[1498] != " 9-13 0-1" {
		t.Errorf("%d games", len(got))
	}
}

func TestTooLong(t *testing.T) {
	text := "[Event \"a\"]\n{" + strings.Repeat("long ", 17<<20/5) + "} *\n[Event \"b\"]\n11-15 *\n"
	r := pdn.NewReader(strings.NewReader(text))
	if _, err := r.Next(); !errors.Is(err, game.ErrTooLong) {
		t.Errorf("error %v", err)
	}
	if g, err := r.Next(); err != nil || outline(g) != "[Event=b] 11-15 *" {
		t.Errorf("the next game is %v, %v", g, err)
	}
}

// An error of the stream ends it, after the games before.
func TestStreamError(t *testing.T) {
	broken := errors.New("disk on fire")
	r := pdn.NewReader(io.MultiReader(strings.NewReader("[Event \"a\"]\n11-15 *\n"), iotest.ErrReader(broken)))
	if g, err := r.Next(); err != nil || len(g.Moves) != 1 {
		t.Errorf("game %v, %v", g, err)
	}
	for range 2 {
		if g, err := r.Next(); g != nil || !errors.Is(err, broken) {
			t.Errorf("then %v, %v", g, err)
		}
	}
	n := 0
	for _, err := range pdn.NewReader(iotest.ErrReader(broken)).All() {
		if n++; !errors.Is(err, broken) {
			t.Error(err)
		}
	}
	if n != 1 {
		t.Errorf("%d results of a broken stream", n)
	}
}

// bare drops where games were in their stream.
func bare(g *pdn.Game) *pdn.Game {
	c := *g
	c.Number, c.Line, c.Offset = 0, 0, 0
	return &c
}

func TestWriter(t *testing.T) {
	const text = `[Event "Casual \"game\""]
[White "A. Nobody"]
[Result "1/2-1/2"]

{a start} 1. 11-15 $1 ({or} 1. 9-13 22-18 (1... 22-17 2. 13x22) 2. 12-16) 1...
22-18 ;brace }
2. 15x22 {a comment of so many words that it has to be broken where the line is
full, and [not before a bracket} 2... 25x18 1/2-1/2

[FEN "W:W30:B25,17,9"]

1... 30x21x14x5 1-0

`
	var out bytes.Buffer
	w := pdn.NewWriter(&out)
	for g, err := range pdn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	if out.String() != text {
		t.Errorf("written\n%s\nwant\n%s", &out, text)
	}
}

func TestWriterError(t *testing.T) {
	if err := pdn.NewWriter(brokenWriter{}).Write(&pdn.Game{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("error %v", err)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestTags(t *testing.T) {
	var tags game.Tags
	tags.Set("Event", "a")
	tags.Set("Site", "b")
	tags.Set("Event", "c")
	if len(tags) != 2 || tags.Get("Event") != "c" || tags.Get("Round") != "" {
		t.Errorf("tags %v", tags)
	}
}

// archive returns the games, or the first so many if not 0, of the American Checker Federation's archive (see
// data/SOURCES.md) as PDN. Its squares count from 0 along each row from the
// other end.
func archive(tb testing.TB, limit int) []byte {
	data := oracle.Read(tb, "checkers/acf-9377-games.txt.zst")
	var b bytes.Buffer
	games := 0
	for line := range strings.Lines(string(data)) {
		if games++; limit > 0 && games > limit {
			break
		}
		moves, result, _ := strings.Cut(strings.TrimSpace(line), "\t")
		fmt.Fprintf(&b, "[Event \"ACF\"]\n[Result \"%s\"]\n\n", result)
		for move := range strings.FieldsSeq(moves) {
			for i, index := range strings.Split(move, "-") {
				n, err := strconv.Atoi(index)
				if err != nil {
					tb.Fatal(err)
				}
				if i > 0 {
					b.WriteByte('-')
				}
				b.WriteString(strconv.Itoa(n&^3 + 4 - n&3))
			}
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s\n\n", result)
	}
	return b.Bytes()
}

// All 9,377 games replay, and are the same after writing and reading.
func TestArchive(t *testing.T) {
	limit := 0
	if oracle.Short() {
		limit = 1000
		t.Logf("-short: the first %d games", limit)
	}
	text := archive(t, limit)
	var games []*pdn.Game
	plies, results := 0, map[game.Result]int{}
	var out bytes.Buffer
	w := pdn.NewWriter(&out)
	for g, err := range pdn.NewReader(bytes.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, bare(g))
		plies += len(g.Moves)
		results[g.Result]++
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
		sameHash(t, g)
	}
	// Counted in the file with wc and cut.
	want := map[game.Result]int{game.FirstWins: 1597, game.SecondWins: 2373, game.Draw: 5407}
	if limit == 0 && (len(games) != 9377 || plies != 460287 || !reflect.DeepEqual(results, want)) {
		t.Errorf("%d games, %d plies, results %v", len(games), plies, results)
	}
	n := 0
	for g, err := range pdn.NewReader(&out).All() {
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(bare(g), games[n]) {
			t.Fatalf("game %d is %s after writing, was %s", n+1, outline(g), outline(games[n]))
		}
		n++
	}
	if n != len(games) {
		t.Errorf("%d games written, %d read back", len(games), n)
	}
}

// sameHash checks that the end of a game, reached by its moves, has the hash
// of the same board set up from text.
func sameHash(t *testing.T, g *pdn.Game) {
	t.Helper()
	p, err := g.Start(checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range g.Moves {
		p.Make(m.Move)
	}
	end, err := checkers.Parse(p.String(), checkers.Options{})
	if err != nil || end.Hash() != p.Hash() {
		t.Errorf("game %d ends with hash %#x, but the board has %#x, %v", g.Number, p.Hash(), end.Hash(), err)
	}
}

// Any text is read without panic, its moves are legal, and the written
// game reads back equal.
func FuzzReader(f *testing.F) {
	f.Add([]byte("[Event \"x\"]\n\n1. 11-15 {c} (9-13 22-18) 22-18 $3 2. 15x22 1-0\n[FEN \"W:W30:B25\"] 30x21 *"))
	f.Add([]byte("11-15 ; }\n22-18! % \xff\n*"))
	f.Add([]byte("[A \"\\\\\"]{[Event \"} 1115 (((9-13 1-0"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for g, err := range pdn.NewReader(bytes.NewReader(text)).All() {
			var bad *game.RecordError
			if err != nil && !errors.As(err, &bad) {
				if g != nil || !bytes.HasPrefix(text, []byte("\xff\xfe")) &&
					!bytes.HasPrefix(text, []byte("\xfe\xff")) {
					t.Fatal(err)
				}
				return // UTF-16
			}
			if len(g.Moves) > 0 {
				p, err := g.Start(checkers.Options{})
				if err != nil {
					t.Fatal(err)
				}
				replay(t, p, g.Moves)
			}
			var first, second bytes.Buffer
			if err := pdn.NewWriter(&first).Write(g); err != nil {
				t.Fatal(err)
			}
			again, err := pdn.NewReader(bytes.NewReader(first.Bytes())).Next()
			// A start that could not be set up still cannot.
			if again == nil {
				t.Fatalf("%q, written from %q: %v", &first, text, err)
			}
			_, startErr := again.Start(checkers.Options{})
			if err != nil && !errors.Is(err, game.ErrVariant) && startErr == nil {
				t.Fatalf("%q, written from %q: %v", &first, text, err)
			}
			if err := pdn.NewWriter(&second).Write(again); err != nil || first.String() != second.String() {
				t.Fatalf("%q is written as %q and then %q, %v", text, &first, &second, err)
			}
		}
	})
}

func replay(t *testing.T, p *checkers.Position, moves []pdn.Move) {
	for _, m := range moves {
		for _, v := range m.Variations {
			replay(t, p, v.Moves)
		}
		if n, err := p.ParseMove(m.Move.String()); err != nil || n.To() != m.Move.To() {
			t.Fatal(err)
		}
		p.Make(m.Move)
	}
	for range moves {
		p.Unmake()
	}
}

func Example() {
	const text = `[Event "Example"]
[Result "0-1"]

1. 11-15 22-18 2. 15x22 {forced} 25x18 3. 10-15? (3. 12-16 *) 18x11 0-1

1. 9-13 9-14 *`
	for game, err := range pdn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(game.Tags.Get("Event"), len(game.Moves), game.Result)
	}
	// Output:
	// Example 6 0-1
	// pdn: game 2, line 6, byte 115: "9-14": no legal move; white may play 22-17, 23-18, 24-19, 21-17, 22-18, 23-19, 24-20
}

func ExampleWriter() {
	p, err := checkers.New(checkers.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	var game pdn.Game
	game.Tags.Set("Event", "Example")
	for _, text := range []string{"11-15", "23-19"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		p.Make(m)
		game.Moves = append(game.Moves, pdn.Move{Move: m})
	}
	var out strings.Builder
	if err := pdn.NewWriter(&out).Write(&game); err != nil {
		fmt.Println(err)
	}
	fmt.Print(out.String())
	// Output:
	// [Event "Example"]
	//
	// 1. 11-15 23-19 *
}

func BenchmarkReader(b *testing.B) {
	text := archive(b, 0)
	b.SetBytes(int64(len(text)))
	moves := 0
	for b.Loop() {
		for g, err := range pdn.NewReader(bytes.NewReader(text)).All() {
			if err != nil {
				b.Fatal(err)
			}
			moves += len(g.Moves)
		}
	}
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
}
