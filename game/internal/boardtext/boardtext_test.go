package boardtext_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/internal/boardtext"
)

var (
	flat = boardtext.Grid{Game: "flat", Width: 3, Height: 2, Levels: 1, Letters: "xo"}
	last = boardtext.Grid{Game: "last", Width: 3, Height: 2, Levels: 1, LastRowFirst: true, Letters: "XO"}
	cube = boardtext.Grid{Game: "cube", Width: 2, Height: 2, Levels: 2, LastRowFirst: true, Letters: "xo"}
	wide = boardtext.Grid{Game: "wide", Width: 25, Height: 1, Levels: 1, Letters: "xo"}
)

func Example() {
	grid := boardtext.Grid{Game: "tic-tac-toe", Width: 3, Height: 3, Levels: 1, Letters: "xo"}
	cells, turn, err := grid.ParseTurns("3/1x1/3 o", false)
	fmt.Println(cells, turn, err)
	_, _, err = grid.ParseTurns("3/1x2/3 o", false)
	fmt.Println(err)
	// Output:
	// [none none none none first none none none none] second <nil>
	// tic-tac-toe: "3/1x2/3 o", byte 4: row 2 has more than 3 cells
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		grid    boardtext.Grid
		text    string
		cells   []game.Side
		written string
		length  int
	}{
		{flat, "x2/1o1", []game.Side{1, 0, 0, 0, 2, 0}, "x2/1o1", 6},
		{flat, "X../.O. x", []game.Side{1, 0, 0, 0, 2, 0}, "x2/1o1", 7},
		{last, "x2/1o1", []game.Side{0, 2, 0, 1, 0, 0}, "X2/1O1", 6},
		{cube, "xo/2|1x/2 o", []game.Side{0, 0, 1, 2, 0, 0, 0, 1}, "xo/2|1x/2", 9},
		{wide, "x12o11", slices.Concat([]game.Side{1}, make([]game.Side, 12), []game.Side{2}, make([]game.Side, 11)),
			"x12o11", 6},
	} {
		cells, length, err := c.grid.Parse(c.text)
		if err != nil || length != c.length || !slices.Equal(cells, c.cells) {
			t.Errorf("%s: %v in %d bytes, %v", c.text, cells, length, err)
			continue
		}
		if got := c.grid.Append(nil, func(cell int) game.Side { return cells[cell] }); string(got) != c.written {
			t.Errorf("%s is written %s", c.text, got)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		grid   boardtext.Grid
		text   string
		offset int
		reason string
	}{
		{flat, "", 0, "the board ends early; write 2 rows of 3"},
		{flat, "3/2", 3, "ends early"},
		{flat, "2/3", 1, "row 1 has 2 cells"},
		{flat, "3/3/3", 3, "too many rows"},
		{flat, "3|3", 1, "'|' after row 1"},
		{flat, "3/xxxx", 5, "row 2 has more than 3 cells"},
		{flat, "3/99999999999999999999", 2, "more than 3"},
		{flat, "3/01x", 2, "want x, o, a number"},
		{flat, "3/xé", 3, "want x, o, a number"},
		{cube, "2/2/2/2", 3, "'/' after row 2; write 2 levels of 2 rows of 2"},
		{cube, "2/2|2", 5, "ends early"},
	} {
		_, _, err := c.grid.Parse(c.text)
		check(t, err, c.text, c.offset, c.reason)
	}
}

func TestParseTurns(t *testing.T) {
	for _, c := range []struct {
		text   string
		swap   bool
		turn   game.Side
		reason string // "": none
	}{
		{"3/3 x", false, 1, ""},
		{"x2/3 o", false, 2, ""},
		{"xo1/3 x", false, 1, ""},
		{"o2/3 x", true, 1, ""},
		{"o2/3 x", false, 0, "0 x and 1 o cannot be"},
		{"xx1/3 o", true, 0, "2 x and 0 o cannot be"},
		{"3/3 o", true, 0, "0 x and 0 o cannot be"},
		{"3/3", false, 0, `want " x" or " o"`},
		{"3/3 x ", false, 0, `want " x" or " o"`},
	} {
		_, turn, err := flat.ParseTurns(c.text, c.swap)
		switch {
		case c.reason != "":
			check(t, err, c.text, strings.IndexByte(c.text+" ", ' '), c.reason)
		case err != nil || turn != c.turn:
			t.Errorf("%s: %d to move, %v", c.text, turn, err)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string][2]int{
		"": {0, 1}, "3/3/3 x": {3, 3}, "x12o/..": {14, 2}, "x?/3": {1, 2},
	} {
		if w, h := flat.Size(text); [2]int{w, h} != want {
			t.Errorf("%q is %d by %d, want %v", text, w, h, want)
		}
	}
}

func TestFindMove(t *testing.T) {
	name := func(m int) string { return fmt.Sprint("cell", m) }
	is := func(m int) bool { return m == 2 }
	known := func(text string) bool { return strings.HasPrefix(text, "cell") }
	if m, err := boardtext.FindMove("g", "cell2", []int{1, 2, 3}, is, name, known); err != nil || m != 2 {
		t.Error(m, err)
	}
	_, err := boardtext.FindMove("g", "cell2", []int{1, 3}, is, name, known)
	check(t, err, "cell2", 0, "such as cell1")
	_, err = boardtext.FindMove("g", "cell2", nil, is, name, known)
	check(t, err, "cell2", 0, "the game is over")
	if !errors.Is(err, game.ErrMove) {
		t.Errorf("an illegal move: %v", err)
	}
	if _, err = boardtext.FindMove("g", "hello", nil, is, name, known); !errors.Is(err, game.ErrSyntax) {
		t.Errorf("no move: %v", err)
	}
}

func check(t *testing.T, err error, text string, offset int, reason string) {
	t.Helper()
	var bad *game.TextError
	if !errors.As(err, &bad) || bad.Text != text || bad.Offset != offset || !strings.Contains(bad.Reason, reason) {
		t.Errorf("%q: error %v, want one at byte %d that says %q", text, err, offset, reason)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("x2/1o1")
	f.Add("xo/2|1x/2 o")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range []boardtext.Grid{flat, last, cube, wide} {
			g.Size(text)
			cells, length, err := g.Parse(text)
			if err != nil {
				continue
			}
			at := func(cell int) game.Side { return cells[cell] }
			again, n, err := g.Parse(string(g.Append(nil, at)))
			if err != nil || !slices.Equal(cells, again) || n > length {
				t.Fatalf("%q: %v, then %v, %v", text, cells, again, err)
			}
		}
	})
}
