package qubic

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/internal/boardtext"
)

// grid is how the cube is written.
var grid = boardtext.Grid{Game: "qubic", Width: side, Height: side, Levels: side, LastRowFirst: true, Letters: "xo"}

// String returns the levels, the first level first, separated by "|"; in each
// the rows, the last row first, separated by "/", with x, o and the number of
// empty cells in between; then a space and whose turn it is.
func (p *Position) String() string {
	text := grid.Append(nil, func(cell int) game.Side { return p.Stone(Move(cell)) })
	return string(append(text, ' ', "xo"[p.next-1]))
}

// Set replaces the position by the one that [Position.String] writes, with no
// moves to take back. A dot for an empty cell is read as well. It fails with a
// [*game.TextError], and leaves p as it was, if the text is malformed or if no
// game leads there: the numbers of stones do not fit the turn, or the side to
// move has a line.
func (p *Position) Set(text string) error {
	contents, next, err := grid.ParseTurns(text, false)
	if err != nil {
		return err
	}
	set := Position{lines: p.lines, imageKeys: p.imageKeys, next: next, hash: p.imageKeys.New()}
	for cell, stone := range contents {
		if stone != game.NoSide {
			set.stones[stone] |= 1 << cell
			set.hash.Toggle(feature(Move(cell), stone))
		}
	}
	own, other := set.sets()
	if wins(own, p.lines.all) {
		return &game.TextError{Game: "qubic", Text: text,
			Reason: "the side to move has a line already", Err: game.ErrPosition}
	}
	if next == game.SecondSide {
		set.hash.Toggle(turn)
	}
	set.won = wins(other, p.lines.all)
	*p = set
	return nil
}

// MoveString returns the column, row and level of the cell, such as "123".
func (p *Position) MoveString(m Move) string {
	if m >= cells {
		return fmt.Sprintf("cell %d", m)
	}
	return cellName(m)
}

// ParseMove reads column, row and level, and returns the move if it is legal,
// otherwise a [*game.TextError].
func (p *Position) ParseMove(text string) (Move, error) {
	is := func(m Move) bool { return cellName(m) == text }
	return boardtext.FindMove("qubic", text, p.AppendMoves(nil), is, p.MoveString, func(text string) bool {
		return slices.Contains(space().Group("stone").Columns, text)
	})
}
