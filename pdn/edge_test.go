package pdn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
	"github.com/zobrist-go/zobrist/pdn"
)

// readHostile reads a text, which may break games but not the reader, and
// returns how many bytes that allocated.
func readHostile(tb testing.TB, text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, err := range pdn.NewReader(strings.NewReader(text)).All() {
		var broken *game.RecordError
		if err != nil && !errors.As(err, &broken) {
			tb.Errorf("%.40q…: %v", text, err)
		}
	}
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestHostile reads texts of a part that is repeated: four times the text must
// not take much more than four times the memory. That the work is in proportion
// too is tested by package gametext, whose tokens are read once here.
func TestHostile(t *testing.T) {
	for _, start := range []string{"", "11-15 ", "[Event \"x\"]\n", "11-15 (22-18 ", "{"} {
		for _, unit := range []string{
			"[", "[a \"b\"]\n", "\n[Event \"", "{", "{}", "(", "()", ")", "(11-15", ";\n", "$", "$9 ", "?!", "*", "1-0 ", "1.",
			"11-15 ", "11x18", "1115 ", "x", "\\", "\r", "(x) ", "11-15 22-18 ", "11-15 (x) ",
		} {
			const n = 1 << 13
			small := readHostile(t, start+strings.Repeat(unit, n/len(unit)))
			large := readHostile(t, start+strings.Repeat(unit, 4*n/len(unit)))
			if large > 6*small+1<<18 {
				t.Errorf("%q, then %q repeated: %d bytes of memory for %d, %d for four times as many", start, unit,
					small, n,
					large)
			}
		}
	}
}

// TestWriteOdd: what would not be read back equal is not written.
func TestWriteOdd(t *testing.T) {
	p, err := checkers.New(checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.ParseMove("11-15")
	if err != nil {
		t.Fatal(err)
	}
	nest := func(depth int) []pdn.Move {
		moves := []pdn.Move{{Move: m}}
		for range depth {
			moves = []pdn.Move{{Move: m, Variations: []pdn.Variation{{Moves: moves}}}}
		}
		return moves
	}
	for name, g := range map[string]*pdn.Game{
		"variations 65 deep":    {Moves: nest(65)},
		"a move twice":          {Moves: slices.Concat(nest(0), nest(0))},
		"moves without a start": {Tags: game.Tags{{Name: "FEN", Value: "x"}}, Moves: nest(0)},
		"too long":              {Comments: []string{strings.Repeat("long ", 17<<20/5)}},
	} {
		var out bytes.Buffer
		if err := pdn.NewWriter(&out).Write(g); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes written", name, err, out.Len())
		}
	}
	var out bytes.Buffer
	if err := pdn.NewWriter(&out).Write(&pdn.Game{Moves: nest(64)}); err != nil {
		t.Fatal(err)
	}
	if _, err := pdn.NewReader(&out).Next(); err != nil {
		t.Errorf("variations 64 deep are not read back: %v", err)
	}
}

// TestWriteRepeated: a tag with the name of the first one would begin another game, also if only the writer gives it
// that name.
func TestWriteRepeated(t *testing.T) {
	for _, names := range [][]string{{"A", "A"}, {"A", "B", "A"}, {"1-1", "1+1"}, {"", "_", "__"}} {
		g := &pdn.Game{}
		for _, name := range names {
			g.Tags = append(g.Tags, game.Tag{Name: name, Value: "x"})
		}
		var out bytes.Buffer
		if err := pdn.NewWriter(&out).Write(g); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		if again, err := pdn.NewReader(&out).Next(); err != nil || len(again.Tags) != len(names) {
			t.Errorf("tags named %q: error %v, and the first game has not all of them:\n%s", names, err, text)
		}
	}
}

// TestWriteStrings: a user's own strings cannot break the file.
func TestWriteStrings(t *testing.T) {
	g := &pdn.Game{
		Tags:     game.Tags{{Name: "My tag]", Value: "a\r\nb\"\\"}, {Name: "", Value: "\xff"}},
		Comments: []string{"}\n}{", "\n[Event \"x\"]\n", "\xff"},
	}
	var out bytes.Buffer
	if err := pdn.NewWriter(&out).Write(g); err != nil {
		t.Fatal(err)
	}
	again, err := pdn.NewReader(&out).Next()
	if err != nil {
		t.Fatal(err)
	}
	if want := `[My_tag_=a b"\][_=` + "\ufffd]{} }{}{[Event \"x\"]}{\ufffd} *"; outline(again) != want {
		t.Errorf("read back as %s, want %s", outline(again), want)
	}
}

// TestLongComment: a comment to the end of its line may be longer than one read, and does not join the games after it
// into one that is too long.
func TestLongComment(t *testing.T) {
	large := "[White \"b\"]\n9-13 ;" + strings.Repeat("x", gametext.MaxGame*9/16) + "\n*\n"
	text := "[Event \"a\"]\n1. 11-15 ;" + strings.Repeat("x", 1<<17) + "{ ( 1-0\n22-18 1-0\n\n" + large + large
	var moves []int
	for g, err := range pdn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, len(g.Moves))
	}
	if !slices.Equal(moves, []int{2, 1, 1}) {
		t.Errorf("games of %v moves, want 2, 1 and 1", moves)
	}
}

// TestBrokenOff: games before an error of reading are given out.
func TestBrokenOff(t *testing.T) {
	bad := errors.New("bad disk")
	r := pdn.NewReader(io.MultiReader(strings.NewReader("9-13 *\n11"), iotest.ErrReader(bad)))
	if g, err := r.Next(); err != nil || len(g.Moves) != 1 {
		t.Fatal(g, err)
	}
	for range 3 {
		if g, err := r.Next(); g != nil || !errors.Is(err, bad) {
			t.Errorf("%v, %v", g, err)
		}
	}
}

// TestCutOff breaks a text off at every byte: whole games are given out, the
// cut one comes with what was read whole of it, and the error says where.
func TestCutOff(t *testing.T) {
	const text = "\xef\xbb\xbf[Event \"a\"]\n[Result \"1-0\"]\n\n1. 11-15 {first} 22x18!? (23-19 8-11) 15x22 $1 " +
		"25x18 1-0\n\n" +
		"[Event \"b\"]\n[FEN \"W:WK6,32:B1\"]\n\n1. 6-10 1-6 2. 10x1 *\n11-15 23-19 8-11 ; to the end of the line\n" +
		"22-17 1/2-1/2 11-15 24-20 0-1\n"
	read := func(r io.Reader) (games []*pdn.Game, errs []error) {
		for g, err := range pdn.NewReader(r).All() {
			games, errs = append(games, g), append(errs, err)
		}
		return games, errs
	}
	whole, errs := read(strings.NewReader(text))
	if len(whole) != 4 || errors.Join(errs...) != nil {
		t.Fatalf("%d games, errors %v", len(whole), errs)
	}
	bad := errors.New("bad disk")
	for n := range text {
		for _, r := range []io.Reader{
			io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(bad)),
			iotest.OneByteReader(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(bad))),
			iotest.DataErrReader(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(bad))),
		} {
			games, errs := read(r)
			last := len(games) - 1
			if want := fmt.Sprintf("pdn: read byte %d: bad disk", n); games[last] != nil ||
				!errors.Is(errs[last], bad) ||
				errs[last].Error() != want {
				t.Fatalf("cut at %d: the last are game %v, error %v, want %s", n, games[last], errs[last], want)
			}
			for i, g := range games[:last] {
				w := whole[i]
				if errs[i] == nil {
					if !reflect.DeepEqual(g, w) {
						t.Errorf("cut at %d: game %d is %v, want %v", n, i+1, outline(g), outline(w))
					}
					continue
				}
				var broken *game.RecordError
				if !errors.Is(errs[i], bad) || !errors.As(errs[i], &broken) || broken.Game != i+1 || i != last-1 ||
					broken.Offset > int64(n) {
					t.Errorf("cut at %d: error of game %d: %v", n, i+1, errs[i])
				}
				if len(g.Tags) > len(w.Tags) || !slices.Equal(g.Tags, w.Tags[:len(g.Tags)]) {
					t.Errorf("cut at %d: tags %v", n, g.Tags)
				}
				for j, m := range g.Moves {
					if j >= len(w.Moves) || m.Move != w.Moves[j].Move ||
						len(m.NAGs) > 0 && !slices.Equal(m.NAGs, w.Moves[j].NAGs) {
						t.Errorf("cut at %d: %s, want the beginning of %s", n, outline(g), outline(w))
					}
				}
			}
		}
	}
	// What was read whole before the cut is there.
	games, errs := read(io.MultiReader(strings.NewReader("[Event \"a\"]\n11-15 23-19 8-1"), iotest.ErrReader(bad)))
	if len(games) != 2 || outline(games[0]) != "[Event=a] 11-15 23-19 *" {
		t.Fatalf("%d games, errors %v", len(games), errs)
	}
	if want := "pdn: game 1, line 2, byte 24: bad disk; the game is cut off here"; errs[0].Error() != want {
		t.Errorf("error %v, want %s", errs[0], want)
	}
}
