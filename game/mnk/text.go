package mnk

import (
	"fmt"
	"strconv"
	"strings"
)

// A TextError reports text that is no position or no move of the game.
type TextError struct {
	Text   string
	Offset int    // of the byte in Text that is wrong, from 0
	Reason string // what is wrong and what would be right
}

func (e *TextError) Error() string {
	return fmt.Sprintf("mnk: byte %d of %q: %s", e.Offset, e.Text, e.Reason)
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

// String returns the board, highest rank first, ranks separated by "/", with
// x, o and the number of empty cells in a row, then a space and whose turn it
// is: the empty board of tic-tac-toe is "3/3/3 x".
func (p *Position) String() string {
	var b strings.Builder
	for rank := p.Height - 1; rank >= 0; rank-- {
		gap := 0
		flush := func() {
			if gap > 0 {
				b.WriteString(strconv.Itoa(gap))
				gap = 0
			}
		}
		for file := range p.Width {
			switch p.board[p.at[rank*p.Width+file]] {
			case stoneX:
				flush()
				b.WriteByte('x')
			case stoneO:
				flush()
				b.WriteByte('o')
			default:
				gap++
			}
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	if p.next == stoneX {
		return b.String() + " x"
	}
	return b.String() + " o"
}

// Set replaces the position by the one that [Position.String] writes, with no
// moves to take back; a dot for an empty cell is read as well. It fails with a [*TextError], and leaves p as it was,
// where the text is malformed or no game leads there: numbers of stones that do
// not fit the turn, stones in the air, a row of the side to move.
func (p *Position) Set(text string) error {
	fail := func(offset int, format string, args ...any) error {
		return &TextError{text, offset, fmt.Sprintf(format, args...)}
	}
	cells := make([]uint8, p.cells)
	rank, file, i := p.Height-1, 0, 0
	var count [3]int
	for ; i < len(text) && text[i] != ' '; i++ {
		c := text[i]
		stone, run := empty, 0
		switch {
		case c == 'x' || c == 'X':
			stone, run = stoneX, 1
		case c == 'o' || c == 'O':
			stone, run = stoneO, 1
		case c == '.':
			run = 1
		case c >= '1' && c <= '9':
			for run = int(c - '0'); i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' && run <= MaxSide; i++ {
				run = 10*run + int(text[i+1]-'0')
			}
		case c == '/':
			if file != p.Width || rank == 0 {
				return fail(i, "rank %d has %d cells; write %d ranks of %d", rank+1, file, p.Height, p.Width)
			}
			rank, file = rank-1, 0
			continue
		default:
			return fail(i, "want x, o, a number of empty cells, a dot for one, or /")
		}
		if file+run > p.Width {
			return fail(i, "rank %d has more than %d cells", rank+1, p.Width)
		}
		for ; run > 0; run-- {
			cells[rank*p.Width+file] = stone
			count[stone]++
			file++
		}
	}
	if rank != 0 || file != p.Width {
		return fail(i, "the board ends early; write %d ranks of %d", p.Height, p.Width)
	}
	next := stoneX
	switch text[i:] {
	case " x":
	case " o":
		next = stoneO
	default:
		return fail(i, `want " x" or " o" for the side to move`)
	}
	if want := count[stoneO] + int(next-stoneX); count[stoneX] != want {
		return fail(i, "%d x and %d o cannot be with this side to move, for x begins", count[stoneX], count[stoneO])
	}
	if p.Gravity {
		for cell := p.Width; cell < len(cells); cell++ {
			if cells[cell] != empty && cells[cell-p.Width] == empty {
				return fail(0, "the stone at %s stands on nothing", p.name(Move(cell)))
			}
		}
	}

	old := p.Clone()
	p.clear()
	for cell, stone := range cells {
		if stone != empty {
			p.put(Move(cell), stone)
		}
	}
	if next == stoneO {
		p.hash.Toggle(p.turn)
	}
	p.next = next
	for cell, stone := range cells {
		if stone == empty || !p.wins(Move(cell)) {
			continue
		}
		if stone == next {
			*p = *old
			return fail(0, "the side to move has a winning row at %s already", old.name(Move(cell)))
		}
		p.won = true
	}
	return nil
}

// clear empties the board.
func (p *Position) clear() {
	for _, at := range p.at {
		p.board[at] = empty
	}
	clear(p.fill)
	p.moves, p.stones, p.next, p.won, p.bits = p.moves[:0], 0, stoneX, false, [2]uint64{}
	p.hash.Reset()
}

// name returns the name of a cell.
func (p *Position) name(m Move) string { return p.space.Group("stone").Columns[m] }

// MoveString returns the name of the cell, such as "b2".
func (p *Position) MoveString(m Move) string {
	if int(m) >= p.cells {
		return "cell " + strconv.Itoa(int(m))
	}
	return p.name(m)
}

// ParseMove reads the name of a cell, or with gravity of a file, and returns
// the move there if it is legal, a [*TextError] if not.
func (p *Position) ParseMove(text string) (Move, error) {
	for _, m := range p.AppendMoves(nil) {
		name := p.name(m)
		if name == text || p.Gravity && strings.TrimRight(name, "0123456789") == text {
			return m, nil
		}
	}
	if _, over := p.Score(); over {
		return 0, &TextError{text, 0, "the game is over"}
	}
	return 0, &TextError{text, 0, "not a legal move; want an empty cell such as " + p.name(p.AppendMoves(nil)[0])}
}
