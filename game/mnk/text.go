package mnk

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/internal/boardtext"
)

// String returns the board, highest rank first, ranks separated by "/", with
// x, o and the number of empty cells in a row, then a space and whose turn it
// is: the empty board of tic-tac-toe is "3/3/3 x".
func (p *Position) String() string {
	text := p.grid().Append(nil, func(cell int) game.Side { return p.board[p.at[cell]] })
	return string(append(text, ' ', "xo"[p.next-stoneX]))
}

// Set replaces the position by the one that [Position.String] writes, with no
// moves to take back. A dot for an empty cell is read as well. It fails with a
// [*game.TextError], and leaves p as it was, if the text is malformed or if no
// game leads there: the numbers of stones do not fit the turn, a stone floats
// in the air, or the side to move has a row.
func (p *Position) Set(text string) error {
	fail := func(format string, args ...any) error {
		return &game.TextError{Game: "mnk", Text: text, Reason: fmt.Sprintf(format, args...), Err: game.ErrPosition}
	}
	cells, next, err := p.grid().ParseTurns(text, false)
	if err != nil {
		return err
	}
	set := newPosition(p.rules)
	for cell, stone := range cells {
		if stone == empty {
			continue
		}
		if p.Gravity && cell >= p.Width && cells[cell-p.Width] == empty {
			return fail("the stone at %s stands on nothing", p.MoveString(Move(cell)))
		}
		set.put(Move(cell), stone)
	}
	if next == stoneO {
		set.pass()
	}
	for cell, stone := range cells {
		if stone == empty || !set.wins(Move(cell)) {
			continue
		}
		if stone == next {
			return fail("the side to move has a winning row at %s already", p.MoveString(Move(cell)))
		}
		set.won = true
	}
	*p = *set
	return nil
}

// MoveString returns the name of the cell, such as "b2".
func (p *Position) MoveString(m Move) string {
	if int(m) >= p.cells {
		return "cell " + strconv.Itoa(int(m))
	}
	return p.space.Group("stone").Columns[m]
}

// ParseMove reads the name of a cell, or with gravity of a file, and returns
// the move there if it is legal, otherwise a [*game.TextError].
func (p *Position) ParseMove(text string) (Move, error) {
	is := func(m Move) bool {
		name := p.MoveString(m)
		return name == text || p.Gravity && strings.TrimRight(name, "0123456789") == text
	}
	return boardtext.FindMove("mnk", text, p.AppendMoves(nil), is, p.MoveString, func(text string) bool {
		cells := p.space.Group("stone").Columns
		return slices.Contains(cells, text) || p.Gravity && slices.Contains(cells, text+"1")
	})
}
