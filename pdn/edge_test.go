package pdn_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/work"
	"github.com/zobrist-go/zobrist/pdn"
)

// readHostile reads a text of n bytes after its start, which may break games
// but not the reader.
func readHostile(tb testing.TB, start, unit string, n int) {
	text := start + strings.Repeat(unit, n/max(len(unit), 1))
	for _, err := range pdn.NewReader(strings.NewReader(text)).All() {
		var broken *pdn.Error
		if err != nil && !errors.As(err, &broken) {
			tb.Errorf("%q, then %q repeated: %v", start, unit, err)
		}
	}
}

// TestHostile reads texts in which the end of something is far away. Four
// times the text must not be much more than four times the work.
func TestHostile(t *testing.T) {
	if !work.Counting() {
		work.Again(t, ".", "../game/checkers")
		return
	}
	read := func(start, unit string, n int) int {
		begin := work.N
		readHostile(t, start, unit, n)
		return work.N - begin
	}
	starts := []string{"", "11-15 ", "[Event \"x\"]\n", "11-15 (22-18 ", "[Event \"", "{", ";"}
	if testing.Short() {
		starts = starts[:2]
	}
	for _, start := range starts {
		for _, unit := range []string{
			"[", "[a ", "\n[", "[a \"", "[a \"b\"]", "[a \"b\"]\n", "\n[Event \"", "{", "\n{", "}", "{}", "(", "()", ")", "(11-15", ";", ";\n", "%", "\n%", "$", "$1", "$999 ",
			"!", "?!", "*", "* ", "*???", "*)", "1-0", "1-0 ", ",1-0", "1-0,", "1.", "11", "11-15", "11x18", "1115 ", "x", "\"", "\\", "\n", "\r", "\t", "(x) ", "11-15 22-18 ", "11-15 (x) ",
		} {
			const n = 1 << 15
			none := read(start, "", 0)
			small, large := read(start, unit, n)-none, read(start, unit, 4*n)-none
			switch {
			case large < 4*n:
				t.Fatalf("%q, then %q repeated: the work for %d bytes is %d; it is not counted", start, unit, 4*n, large)
			case large > 6*small:
				t.Errorf("%q, then %q repeated: the work for %d bytes is %d, for %d it is %d", start, unit, n, small, 4*n, large)
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
		"NAG above 255":         {Moves: []pdn.Move{{Move: m, NAGs: []int{256}}}},
		"negative NAG":          {Moves: []pdn.Move{{Move: m, NAGs: []int{-1}}}},
		"variations 101 deep":   {Moves: nest(101)},
		"comment not in UTF-8":  {Comments: []string{"\xff"}},
		"tag not in UTF-8":      {Tags: pdn.Tags{{Name: "A", Value: "\xff"}}},
		"moves without a start": {Tags: pdn.Tags{{Name: "FEN", Value: "x"}}, Moves: nest(0)},
	} {
		var out bytes.Buffer
		if err := pdn.NewWriter(&out).Write(g); !errors.Is(err, pdn.ErrWrite) || out.Len() > 0 {
			t.Errorf("%s: %v, %d bytes written", name, err, out.Len())
		}
	}
	var out bytes.Buffer
	if err := pdn.NewWriter(&out).Write(&pdn.Game{Moves: nest(100)}); err != nil {
		t.Fatal(err)
	}
	if _, err := pdn.NewReader(&out).Next(); err != nil {
		t.Errorf("variations 100 deep are not read back: %v", err)
	}
}

// TestLongComment: a comment to the end of its line may be longer than what is
// read at a time, and what it holds does not join the games after it to one
// that is too long.
func TestLongComment(t *testing.T) {
	large := "[White \"b\"]\n9-13 ;" + strings.Repeat("x", 9<<20) + "\n*\n"
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
	r := pdn.NewReader(io.MultiReader(strings.NewReader("9-13 *\n11-15"), iotest.ErrReader(bad)))
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
	const text = "\xef\xbb\xbf[Event \"a\"]\n[Result \"1-0\"]\n\n1. 11-15 {first} 22x18!? (23-19 8-11) 15x22 $1 25x18 1-0\n\n" +
		"[Event \"b\"]\n[FEN \"W:WK6,32:B1\"]\n\n1. 6-10 1-6 2. 10x1 *\n11-15 23-19 8-11 ; to the end of the line\n22-17 1/2-1/2 11-15 24-20 0-1\n"
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
		line := 1 + strings.Count(text[:n], "\n")
		for _, r := range []io.Reader{
			io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(bad)),
			iotest.OneByteReader(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(bad))),
			iotest.DataErrReader(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(bad))),
		} {
			games, errs := read(r)
			last := len(games) - 1
			if games[last] != nil || !errors.Is(errs[last], bad) {
				t.Fatalf("cut at %d: the last are game %v, error %v", n, games[last], errs[last])
			}
			number := last + 1 // of the game that is cut
			for i, g := range games[:last] {
				w := *whole[i]
				if errs[i] == nil {
					if !reflect.DeepEqual(*g, w) {
						t.Errorf("cut at %d: game %d is %v, want %v", n, i+1, outline(g), outline(whole[i]))
					}
					continue
				}
				number = i + 1
				var broken *pdn.Error
				if !errors.Is(errs[i], bad) || !errors.As(errs[i], &broken) || broken.Game != number || broken.Line != line || broken.Offset != int64(n) || number != last {
					t.Errorf("cut at %d, line %d: error of game %d: %v", n, line, i+1, errs[i])
				}
				if len(g.Tags) > len(w.Tags) || len(g.Tags) > 0 && !slices.Equal(g.Tags, w.Tags[:len(g.Tags)]) {
					t.Errorf("cut at %d: tags %v", n, g.Tags)
				}
				for j, m := range g.Moves {
					if j >= len(w.Moves) || m.Move != w.Moves[j].Move || len(m.NAGs) > 0 && !slices.Equal(m.NAGs, w.Moves[j].NAGs) {
						t.Errorf("cut at %d: %s, want the beginning of %s", n, outline(g), outline(whole[i]))
					}
				}
			}
			if want := fmt.Sprintf("pdn: read game %d, line %d, byte %d: bad disk", number, line, n); errs[last].Error() != want {
				t.Errorf("cut at %d: %v; want %s", n, errs[last], want)
			}
		}
	}
	// What was read whole before the cut is there.
	games, errs := read(io.MultiReader(strings.NewReader("[Event \"a\"]\n11-15 23-19 8-1"), iotest.ErrReader(bad)))
	if len(games) != 2 || outline(games[0]) != "[Event=a] 11-15 23-19 *" {
		t.Fatalf("%d games, errors %v", len(games), errs)
	}
	if want := "pdn: game 1, line 2, byte 27: bad disk: the game is cut off here"; errs[0].Error() != want {
		t.Errorf("error %v, want %s", errs[0], want)
	}
}
