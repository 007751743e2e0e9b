package hex

import (
	"slices"
	"strconv"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/internal/boardtext"
)

// String returns the board, rank 1 first, ranks separated by "/", with r, b
// and the number of empty cells in a row, then a space and whose turn it is:
// the empty board of size 3 is "3/3/3 r".
func (p *Position) String() string {
	text := p.grid().Append(nil, func(cell int) game.Side { return p.board[p.at[cell]] })
	return string(append(text, ' ', "rb"[p.next-red]))
}

// Set replaces the position by the one that [Position.String] writes, with no
// moves to take back. A dot for an empty cell is read as well. It fails with a
// [*game.TextError], and leaves p as it was, if the text is malformed or if no
// game leads there: the numbers of stones do not fit the turn, or the side to
// move has connected its sides.
func (p *Position) Set(text string) error {
	cells, next, err := p.grid().ParseTurns(text, p.Swap)
	if err != nil {
		return err
	}
	set := newPosition(p.rules)
	for cell, stone := range cells {
		if stone != empty {
			set.put(Move(cell), stone)
		}
	}
	if next == blue {
		set.pass()
	}
	if set.connected(next) {
		return &game.TextError{Game: "hex", Text: text,
			Reason: "the side to move has connected its sides already", Err: game.ErrPosition}
	}
	set.won = set.connected(next.Opponent())
	*p = *set
	return nil
}

// MoveString returns the name of the cell, such as "b2", or "swap".
func (p *Position) MoveString(m Move) string {
	switch {
	case m == Swap:
		return "swap"
	case int(m) >= p.cells:
		return "cell " + strconv.Itoa(int(m))
	}
	return p.space.Group("stone").Columns[m]
}

// ParseMove reads the name of a cell or "swap", and returns the move if it is
// legal, otherwise a [*game.TextError].
func (p *Position) ParseMove(text string) (Move, error) {
	is := func(m Move) bool { return p.MoveString(m) == text }
	return boardtext.FindMove("hex", text, p.AppendMoves(nil), is, p.MoveString, func(text string) bool {
		return text == "swap" || slices.Contains(p.space.Group("stone").Columns, text)
	})
}
