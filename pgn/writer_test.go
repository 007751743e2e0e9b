package pgn_test

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/pgn"
)

func format(t testing.TB, games ...*pgn.Game) string {
	t.Helper()
	var b strings.Builder
	w := pgn.NewWriter(&b)
	for _, g := range games {
		if err := w.Write(g); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestWriter(t *testing.T) {
	games, _ := readAll(t, `[White "A \"B\" \\ C"]
[Event "x"]
[ECO "C20"]
{before} e4! {after
  two lines} ({why} d4 d5 (Nf6 (f5)) c4 -- Nc3) (c4) e5 Nf3 ; not } closed
Nc6 Bb5 Nf6 0-0 1-0`)
	const want = `[Event "x"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\" \\ C"]
[Black "?"]
[Result "1-0"]
[ECO "C20"]

{before} 1. e4 $1 {after two lines} ({why} 1. d4 d5 (1... Nf6 (1... f5)) 2. c4
-- 3. Nc3) (1. c4) 1... e5 2. Nf3 ;not } closed
2... Nc6 3. Bb5 Nf6 4. O-O 1-0

`
	if got := format(t, games...); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestWriterStart(t *testing.T) {
	games, _ := readAll(t, "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\nKd7 e4 (e3) Kd6 *")
	if got := format(t, games...); !strings.HasSuffix(got,
		"[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 (8. e3) 8... Kd6 *\n\n") {
		t.Error(got)
	}
}

func TestWriterWidth(t *testing.T) {
	games, _ := readAll(t, "e4 {"+strings.Repeat("word  [%clk 0:00:01] %x ", 40)+strings.Repeat("x",
		100)+"} e5 "+strings.Repeat("Nf3 Nf6 Ng1 Ng8 ", 100)+"*")
	text := format(t, games...)
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); len(line) > 80 && !strings.HasPrefix(line, "xxx") {
			t.Errorf("%d columns: %s", len(line), line)
		}
		if line != "" && strings.Contains("%;", line[:1]) {
			t.Errorf("a line that other programs skip: %s", line)
		}
	}
	again, errs := readAll(t, text)
	if errs[0] != nil || outline(again[0]) != outline(games[0]) {
		t.Error("not the same game again")
	}
}

func TestWriterFails(t *testing.T) {
	games, _ := readAll(t, "e4 e5 Nf3 (Nc3) *")
	g := games[0]
	first := g.Moves[0].Move
	w := pgn.NewWriter(io.Discard)
	g.Moves[2].Variations[0].Moves[0].Move = first
	if err := w.Write(g); !errors.Is(err, game.ErrMove) {
		t.Error(err)
	}
	g.Moves[2].Variations = nil
	g.Moves[1] = pgn.Move{}
	if err := w.Write(g); !errors.Is(err, game.ErrMove) {
		t.Error(err)
	}
	g.Tags.Set("FEN", "hello")
	var bad *game.TextError
	if err := w.Write(g); !errors.As(err, &bad) {
		t.Error(err)
	}
}

// A user's own strings cannot break the file.
func TestWriterStrings(t *testing.T) {
	g := &pgn.Game{
		Tags:     game.Tags{{Name: "White", Value: "a\r\nb\nc\"\\"}, {Name: "My tag]", Value: "\xff"}, {Value: "x"}},
		Comments: []string{"  a\n\n [Event \"x\"] b", "", "}\n}{", "\xff", "{"},
		Result:   game.Draw,
	}
	games, errs := readAll(t, format(t, g, g))
	if len(games) != 2 || errs[0] != nil || errs[1] != nil {
		t.Fatal(len(games), errs)
	}
	for _, got := range games {
		if got.Tags.Get("White") != `a b c"\` || got.Tags.Get("My_tag_") != "\ufffd" || got.Tags.Get("_") != "x" {
			t.Errorf("tags %q", got.Tags)
		}
		if want := []string{`a [Event "x"] b`, "} }{", "\ufffd", "{"}; !slices.Equal(got.Comments, want) {
			t.Errorf("comments %q", got.Comments)
		}
		if got.Result != game.Draw {
			t.Error(got.Result)
		}
	}
}

// same fails unless two games are equal, places and the tags that the export
// format asks for aside.
func same(t *testing.T, a, b *pgn.Game) {
	t.Helper()
	if !reflect.DeepEqual(a.Moves, b.Moves) || !reflect.DeepEqual(a.Comments, b.Comments) || a.Result != b.Result {
		t.Fatalf("read back as\n%s\nnot\n%s", outline(b), outline(a))
	}
	for _, tag := range a.Tags {
		if got, want := b.Tags.Get(tag.Name), a.Tags.Get(tag.Name); got != want && tag.Name != "Result" && want != "" {
			t.Fatalf("tag %s is %q, not %q", tag.Name, got, want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"pgn/lichess-989.pgn.zst", "pgn/edge/variations.pgn",
		"pgn/edge/comment_before_moves.pgn", "pgn/edge/multiple.pgn", "pgn/edge/unescaped_quote_header.pgn"} {
		data := oracle.Read(t, name)
		if oracle.Short() {
			data = data[:min(len(data), 1<<18)]
		}
		games, errs := readAll(t, string(data))
		for i, g := range games {
			if errs[i] != nil {
				continue // the last game of a short run
			}
			text := format(t, g)
			again, errs := readAll(t, text)
			if len(again) != 1 || errs[0] != nil {
				t.Fatalf("%s game %d comes back as %d games: %v\n%s", name, g.Number, len(again), errs, text)
			}
			same(t, g, again[0])
		}
	}
}

// FuzzPGN reads any bytes: nothing panics, every way of reading sees the same
// games, and what was read is the same after it was written.
func FuzzPGN(f *testing.F) {
	for _, seed := range []string{
		"", "*", twoGames, "e4 {a} (d4 $1 ; b\n) e5 1-0 d4 (c4 (Nf3)) *", "[A \"b\\\"]\n% x\n{c}\n[A \"d\"]e4",
		"\xef\xbb\xbf[Event \"x\xe9\"]\r\re4 (-- e5) *",
		"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n7... Kd7 8. e4 *", "[Variant \"Atomic\"]\ne4 *",
		"e4 {oh\n[Event \"b\"]\nd4 {x} *", "e4 { } }{ ; } \nd5 $300 *",
		"[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\nO-O 0-0 *",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(checkText)
}

// checkText reads a text in all ways, writes it and reads it again.
func checkText(t *testing.T, data []byte) {
	flat := mainlines(t, data, 0)
	for _, size := range []int{1, 7, 100} {
		if parts := mainlines(t, data, size); !reflect.DeepEqual(flat, parts) {
			t.Fatalf("in chunks of %d bytes:\n%v\nat once:\n%v", size, parts, flat)
		}
	}
	n := 0
	for g, err := range pgn.NewReader(bytes.NewReader(data)).All() {
		if g == nil {
			return // UTF-16
		}
		same := flat[n]
		n++
		var broken *game.RecordError
		number := g.Number
		if errors.Is(err, game.ErrNoGame) {
			number = 0
		}
		if errors.As(err, &broken) && (broken.Game != number || broken.Offset < g.Offset ||
			broken.Offset > int64(len(data))) {
			t.Fatalf("game %d at byte %d: %v", g.Number, g.Offset, err)
		}
		good := err == nil || broken.Whole
		if g.Number != n || !bytes.HasPrefix(data[g.Offset:], []byte(same.text)) || good != same.good ||
			g.Result != same.result && good || len(g.Moves) != len(same.moves) {
			t.Fatalf("game %d: %v, %s; the parser reads %+v", g.Number, err, outline(g), same)
		}
		for i, m := range g.Moves {
			if m.Move != same.moves[i] {
				t.Fatalf("game %d: move %d is %v, the parser reads %v", g.Number, i, m.Move, same.moves[i])
			}
		}
		if _, startErr := g.Start(chess.Options{}); startErr != nil || errors.Is(err, game.ErrVariant) {
			continue
		}
		text := format(t, g)
		again, errs := readAll(t, text)
		if len(again) != 1 || errs[0] != nil {
			t.Fatalf("written, it comes back as %d games: %v\n%s", len(again), errs, text)
		}
		if !reflect.DeepEqual(g.Moves, again[0].Moves) || !reflect.DeepEqual(g.Comments, again[0].Comments) ||
			g.Result != again[0].Result {
			t.Fatalf("read back as\n%s\nnot\n%s", outline(again[0]), outline(g))
		}
		if second := format(t, again[0]); second != text {
			t.Fatalf("written again as\n%s\nnot\n%s", second, text)
		}
	}
	if n != len(flat) {
		t.Fatalf("%d games, the parser reads %d", n, len(flat))
	}
}

// A flatGame is what the parser says of a game.
type flatGame struct {
	text    string
	result  game.Result
	moves   []chess.Move
	good    bool // the main line is whole
	message string
}

// mainlines reads a text in chunks of size bytes.
func mainlines(t *testing.T, data []byte, size int) (games []flatGame) {
	s := pgn.NewScannerSize(bytes.NewReader(data), size)
	p, err := pgn.NewParser(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var m pgn.Mainline
	for {
		c, err := s.Next()
		if err != nil {
			return games
		}
		for i := range c.Len() {
			err := p.Mainline(c, i, &m)
			g := flatGame{string(c.Game(i)), m.Result, slices.Clone(m.Moves), err == nil, ""}
			var broken *game.RecordError
			if errors.As(err, &broken) {
				g.good, g.message = broken.Whole, err.Error()
			}
			games = append(games, g)
		}
		c.Release()
	}
}

// FuzzWriter writes a user's own strings: whatever they are, one game comes
// back, with the same moves, and written again it is the same text.
func FuzzWriter(f *testing.F) {
	f.Add("White", "A \"B\" \\", "plain", "with } and\nlines", uint8(1), true)
	f.Add("", "", "", "}", uint8(0), false)
	f.Add("FEN ]", "[Event \"x\"]", "\n[Event \"x\"]\n{", "%x\n;y", uint8(255), true)
	f.Fuzz(func(t *testing.T, name, value, before, after string, nag uint8, vary bool) {
		if name == "FEN" || name == "Variant" {
			return // these must mean something
		}
		pos, err := chess.New(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		moves := pos.AppendMoves(nil)
		g := &pgn.Game{
			Tags:     game.Tags{{Name: name, Value: value}},
			Comments: []string{before, after},
			Moves: []pgn.Move{{Move: moves[int(nag)%len(moves)], NAGs: []pgn.NAG{pgn.NAG(nag)},
				Comments: []string{after}}},
			Result: game.Result(nag % 4),
		}
		if vary {
			g.Moves[0].Variations = []pgn.Variation{{Comments: []string{after},
				Moves: []pgn.Move{{Move: moves[0], Comments: g.Comments}}}, {}}
		}
		text := format(t, g, g)
		again, errs := readAll(t, text)
		if len(again) != 2 || errs[0] != nil || errs[1] != nil {
			t.Fatalf("%d games, %v\n%s", len(again), errs, text)
		}
		got := again[1]
		if len(got.Moves) != 1 || got.Moves[0].Move != g.Moves[0].Move || got.Moves[0].NAGs[0] != pgn.NAG(nag) ||
			len(got.Moves[0].Variations) != len(g.Moves[0].Variations) || got.Result != g.Result {
			t.Fatalf("read back as %s\n%s", outline(got), text)
		}
		if second := format(t, again...); second != text {
			t.Fatalf("written again as\n%s\nnot\n%s", second, text)
		}
	})
}

// TestWriteDeep: what would not be read back is not written.
func TestWriteDeep(t *testing.T) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e4, err := p.ParseUCI("e2e4")
	if err != nil {
		t.Fatal(err)
	}
	nest := func(depth int) *pgn.Game {
		moves := []pgn.Move{{Move: e4}}
		for range depth {
			moves = []pgn.Move{{Move: e4, Variations: []pgn.Variation{{Moves: moves}}}}
		}
		return &pgn.Game{Moves: moves}
	}
	var out bytes.Buffer
	if err := pgn.NewWriter(&out).Write(nest(64)); err != nil {
		t.Fatal(err)
	}
	if _, err := pgn.NewReader(&out).Next(); err != nil {
		t.Errorf("variations 64 deep are not read back: %v", err)
	}
	out.Reset()
	if err := pgn.NewWriter(&out).Write(nest(65)); err == nil || out.Len() > 0 {
		t.Errorf("wrote variations 65 deep: error %v, %d bytes", err, out.Len())
	}
}
