// Package boardtext reads and writes boards of stones as text, the same way
// for every game that has them:
//
//	3/1x1/3 o
//
// A letter is a stone, a number counts empty cells, and a dot is one empty cell. Rows are separated
// by "/", the levels of a cube by "|". Further fields of the game follow after a space; the first
// is the side to move.
package boardtext

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// A Grid is the shape of a board and the letters of its stones. Cells are
// numbered x + Width·(y + Height·z).
type Grid struct {
	Game          string // for errors
	Width, Height int    // cells of a level
	Levels        int    // 1 unless the board is a cube
	LastRowFirst  bool   // the text of a level begins with its last row
	Letters       string // of both sides' stones; either case is read
}

// Append appends the board whose cells hold the stones that at returns.
func (g Grid) Append(dst []byte, at func(cell int) game.Side) []byte {
	gap := 0
	flush := func() {
		if gap > 0 {
			dst = strconv.AppendInt(dst, int64(gap), 10)
			gap = 0
		}
	}
	for row := range g.Height * g.Levels {
		switch {
		case row == 0:
		case row%g.Height == 0:
			dst = append(dst, '|')
		default:
			dst = append(dst, '/')
		}
		for x := range g.Width {
			if stone := at(g.first(row) + x); stone == 0 {
				gap++
			} else {
				flush()
				dst = append(dst, g.Letters[stone-1])
			}
		}
		flush()
	}
	return dst
}

// first returns the first cell of a row, by its place in the text.
func (g Grid) first(row int) int {
	if g.LastRowFirst {
		level, y := row/g.Height, row%g.Height
		row = level*g.Height + g.Height - 1 - y
	}
	return row * g.Width
}

// Parse reads a board at the beginning of a text, up to a space or the end.
// It returns the contents of the cells and the length of what it read. The
// error is a [*game.TextError].
func (g Grid) Parse(text string) (cells []game.Side, length int, err error) {
	cells = make([]game.Side, g.Width*g.Height*g.Levels)
	row, x, i := 0, 0, 0
	for i < len(text) && text[i] != ' ' {
		if c := text[i]; c == '/' || c == '|' {
			switch {
			case x < g.Width:
				return nil, 0, g.fail(text, i, "row %d has %d cells; it needs %d", row+1, x, g.Width)
			case row+1 == g.Height*g.Levels:
				return nil, 0, g.fail(text, i, "there are too many rows; write %s", g.shape())
			case (c == '|') != ((row+1)%g.Height == 0):
				return nil, 0, g.fail(text, i, "%q after row %d; write %s", c, row+1, g.shape())
			}
			row, x, i = row+1, 0, i+1
			continue
		}
		stone, n, end := g.next(text, i)
		switch {
		case n == 0:
			return nil, 0, g.fail(text, i, "want %c, %c, a number of empty cells, a dot for one, or /",
				g.Letters[0], g.Letters[1])
		case x+n > g.Width:
			return nil, 0, g.fail(text, i, "row %d has more than %d cells", row+1, g.Width)
		}
		for ; n > 0; n-- {
			cells[g.first(row)+x] = stone
			x++
		}
		i = end
	}
	if x < g.Width || row+1 < g.Height*g.Levels {
		return nil, 0, g.fail(text, i, "the board ends early; write %s", g.shape())
	}
	return cells, i, nil
}

// shape says how many rows there must be.
func (g Grid) shape() string {
	rows := fmt.Sprintf("%d rows of %d, separated by /", g.Height, g.Width)
	if g.Levels > 1 {
		return fmt.Sprintf("%d levels of %s, separated by |", g.Levels, rows)
	}
	return rows
}

// next reads a letter, a dot or a number at i: n cells with a stone or without,
// 0 if there is something else.
func (g Grid) next(text string, i int) (stone game.Side, n, end int) {
	const largest = 1 << 10 // more cells than any row has
	end = i + 1
	switch c := text[i]; {
	case c == '.':
		return 0, 1, end
	case c >= '1' && c <= '9':
		for n = int(c - '0'); end < len(text) && text[end] >= '0' && text[end] <= '9' && n < largest; end++ {
			n = 10*n + int(text[end]-'0')
		}
		return 0, n, end
	case c|0x20 == g.Letters[0]|0x20:
		return game.FirstSide, 1, end
	case c|0x20 == g.Letters[1]|0x20:
		return game.SecondSide, 1, end
	}
	return 0, 0, i
}

// Size returns the number of cells of the first row of a text and the number
// of its rows, for games that take the size of a board from its text.
func (g Grid) Size(text string) (width, height int) {
	board, _, _ := strings.Cut(text, " ")
	for i := 0; i < len(board); {
		_, n, end := g.next(board, i)
		if n == 0 {
			break
		}
		width, i = width+n, end
	}
	return width, 1 + strings.Count(board, "/")
}

// ParseTurns reads a board and the side to move, for games in which the players place stones in
// turn. If swap is true, the second player may have taken over the first stone in place of a move.
func (g Grid) ParseTurns(text string, swap bool) (cells []game.Side, turn game.Side, err error) {
	cells, end, err := g.Parse(text)
	if err != nil {
		return nil, 0, err
	}
	first, second := g.Letters[0], g.Letters[1]
	switch text[end:] {
	case " " + g.Letters[:1]:
		turn = game.FirstSide
	case " " + g.Letters[1:]:
		turn = game.SecondSide
	default:
		return nil, 0, g.fail(text, end, `want " %c" or " %c" for the side to move, and no more`, first, second)
	}
	var count [3]int
	for _, stone := range cells {
		count[stone]++
	}
	ahead := count[1] - count[2]
	if turn == game.SecondSide {
		ahead--
	}
	if ahead != 0 && !(swap && ahead == -1 && count[2] > 0) {
		return nil, 0, g.fail(text, end, "%d %c and %d %c cannot be with this side to move, for %c begins",
			count[1], first, count[2], second, first)
	}
	return cells, turn, nil
}

func (g Grid) fail(text string, offset int, format string, args ...any) error {
	return &game.TextError{Game: g.Game, Text: text, Offset: offset,
		Reason: fmt.Sprintf(format, args...), Err: game.ErrPosition}
}

// FindMove returns the first legal move for which is reports true. The error is a [*game.TextError]
// with the first legal move as an example. It wraps [game.ErrMove] if known says that the text
// names a move at all, otherwise [game.ErrSyntax].
func FindMove[M any](name, text string, legal []M, is func(M) bool, moveString func(M) string,
	known func(text string) bool) (M, error) {
	var none M
	for _, m := range legal {
		if is(m) {
			return m, nil
		}
	}
	reason := "the game is over"
	if len(legal) > 0 {
		reason = "not a legal move; want an empty cell such as " + moveString(legal[0])
	}
	kind := game.ErrSyntax
	if known(text) {
		kind = game.ErrMove
	}
	return none, &game.TextError{Game: name, Text: text, Reason: reason, Err: kind}
}
