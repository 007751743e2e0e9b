package qubic

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A TextError reports text that is no position or no move of the game.
type TextError struct {
	Text   string
	Offset int    // of the byte in Text that is wrong, from 0
	Reason string // what is wrong and what would be right
}

func (e *TextError) Error() string {
	return fmt.Sprintf("qubic: byte %d of %q: %s", e.Offset, e.Text, e.Reason)
}

// Parse returns the position that [Position.String] writes. The error is that
// of [New] or a [*TextError].
func (o Options) Parse(text string) (*Position, error) {
	p, err := New(o)
	if err != nil {
		return nil, err
	}
	return p, p.Set(text)
}

// String returns the levels, the first first, separated by "|", in each the
// rows, the last first, separated by "/", with x, o and the number of empty
// cells in between; then a space and whose turn it is.
func (p *Position) String() string {
	var b strings.Builder
	for z := range side {
		if z > 0 {
			b.WriteByte('|')
		}
		for y := side - 1; y >= 0; y-- {
			gap := 0
			for x := 0; x <= side; x++ {
				stone := byte(0)
				if x < side {
					switch bit := uint64(1) << cell(x, y, z); {
					case p.stones[0]&bit != 0:
						stone = 'x'
					case p.stones[1]&bit != 0:
						stone = 'o'
					default:
						gap++
						continue
					}
				}
				if gap > 0 {
					b.WriteByte('0' + byte(gap))
					gap = 0
				}
				if stone != 0 {
					b.WriteByte(stone)
				}
			}
			if y > 0 {
				b.WriteByte('/')
			}
		}
	}
	return b.String() + " " + "xo"[p.next:p.next+1]
}

// Set replaces the position by the one that [Position.String] writes, with no
// moves to take back; a dot for an empty cell is read as well. It fails with a
// [*TextError], and leaves p as it was, where the text is malformed or no game
// leads there: numbers of stones that do not fit the turn, a line of the side
// to move.
func (p *Position) Set(text string) error {
	fail := func(offset int, format string, args ...any) error {
		return &TextError{text, offset, fmt.Sprintf(format, args...)}
	}
	var stones [2]uint64
	var count [2]int
	x, y, z, i := 0, side-1, 0, 0
	for ; i < len(text) && text[i] != ' '; i++ {
		c := text[i]
		switch {
		case c == '/' && x == side && y > 0:
			x, y = 0, y-1
			continue
		case c == '|' && x == side && y == 0 && z < side-1:
			x, y, z = 0, side-1, z+1
			continue
		case c == '/' || c == '|':
			return fail(i, "row %d of level %d ends early; write 4 rows of 4, and | after each level but the last", y+1, z+1)
		}
		run := 1
		stone := strings.IndexByte("xXoO", c) / 2
		switch {
		case strings.IndexByte("xXoO", c) >= 0:
		case c == '.':
			stone = -1
		case c >= '1' && c <= '4':
			run, stone = int(c-'0'), -1
		default:
			return fail(i, "want x, o, a number of empty cells, a dot for one, / or |")
		}
		if x+run > side {
			return fail(i, "row %d of level %d has more than 4 cells", y+1, z+1)
		}
		if stone >= 0 {
			stones[stone] |= 1 << cell(x, y, z)
			count[stone]++
		}
		x += run
	}
	if x != side || y != 0 || z != side-1 {
		return fail(i, "the cube ends early; write 4 levels of 4 rows of 4")
	}
	next := 0
	switch text[i:] {
	case " x":
	case " o":
		next = 1
	default:
		return fail(i, `want " x" or " o" for the side to move`)
	}
	if count[0]-count[1] != next {
		return fail(i, "%d x and %d o cannot be with this side to move, for x begins", count[0], count[1])
	}
	if wins(stones[next], p.lines.all) {
		return fail(0, "the side to move has a line already")
	}
	p.stones, p.next, p.moves = stones, next, p.moves[:0]
	p.won = wins(stones[1-next], p.lines.all)
	p.hash.Reset()
	for stone, set := range stones {
		for c := range cells {
			if set>>c&1 == 1 {
				p.hash.Toggle(zobrist.Feature(stone*cells + c))
			}
		}
	}
	if next == 1 {
		p.hash.Toggle(turn)
	}
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
// a [*TextError] if not.
func (p *Position) ParseMove(text string) (Move, error) {
	moves := p.AppendMoves(nil)
	for _, m := range moves {
		if cellName(m) == text {
			return m, nil
		}
	}
	if len(moves) == 0 {
		return 0, &TextError{text, 0, "the game is over"}
	}
	return 0, &TextError{text, 0, "not a legal move; want column, row and level of an empty cell, such as " + cellName(moves[0])}
}
