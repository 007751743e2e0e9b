package hex

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
	return fmt.Sprintf("hex: byte %d of %q: %s", e.Offset, e.Text, e.Reason)
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

// String returns the board, rank 1 first, ranks separated by "/", with r, b
// and the number of empty cells in a row, then a space and whose turn it is:
// the empty board of size 3 is "3/3/3 r".
func (p *Position) String() string {
	var b strings.Builder
	gap := 0
	flush := func() {
		if gap > 0 {
			b.WriteString(strconv.Itoa(gap))
			gap = 0
		}
	}
	for cell, at := range p.at {
		if cell > 0 && cell%p.Size == 0 {
			flush()
			b.WriteByte('/')
		}
		switch p.board[at] {
		case red:
			flush()
			b.WriteByte('r')
		case blue:
			flush()
			b.WriteByte('b')
		default:
			gap++
		}
	}
	flush()
	if p.next == red {
		return b.String() + " r"
	}
	return b.String() + " b"
}

// Set replaces the position by the one that [Position.String] writes, with no
// moves to take back; a dot for an empty cell is read as well. It fails with a
// [*TextError], and leaves p as it was, where the text is malformed or no game
// leads there: numbers of stones that do not fit the turn, sides connected by
// the side to move.
func (p *Position) Set(text string) error {
	fail := func(offset int, format string, args ...any) error {
		return &TextError{text, offset, fmt.Sprintf(format, args...)}
	}
	cells := make([]uint8, 0, p.cells)
	var count [3]int
	i, ranks := 0, 1
	for ; i < len(text) && text[i] != ' '; i++ {
		stone, run := empty, 1
		switch c := text[i]; {
		case c == 'r' || c == 'R':
			stone = red
		case c == 'b' || c == 'B':
			stone = blue
		case c == '.':
		case c >= '1' && c <= '9':
			for run = int(c - '0'); i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' && run <= MaxSize; i++ {
				run = 10*run + int(text[i+1]-'0')
			}
		case c == '/':
			if len(cells) != ranks*p.Size || ranks == p.Size {
				return fail(i, "rank %d is short, or there are too many; write %d ranks of %d", ranks, p.Size, p.Size)
			}
			ranks++
			continue
		default:
			return fail(i, "want r, b, a number of empty cells, a dot for one, or /")
		}
		if len(cells)+run > ranks*p.Size {
			return fail(i, "rank %d has more than %d cells", ranks, p.Size)
		}
		for range run {
			cells = append(cells, stone)
		}
		count[stone] += run
	}
	if len(cells) != p.cells {
		return fail(i, "the board ends early; write %d ranks of %d", p.Size, p.Size)
	}
	next := red
	switch text[i:] {
	case " r":
	case " b":
		next = blue
	default:
		return fail(i, `want " r" or " b" for the side to move`)
	}
	// Red begins; a swap turns red's first stone into a blue one.
	ahead := count[red] - count[blue] - int(next-red)
	if ahead != 0 && !(p.Swap && ahead == -1 && count[blue] > 0) {
		return fail(i, "%d red and %d blue stones cannot be with this side to move, for red begins", count[red], count[blue])
	}

	old := p.Clone()
	p.clear()
	for cell, stone := range cells {
		if stone != empty {
			p.put(Move(cell), stone)
		}
	}
	if next == blue {
		p.pass()
	}
	for _, stone := range []uint8{red, blue} {
		ends := &p.edges[stone]
		if p.chains.root(ends[0]) != p.chains.root(ends[1]) {
			continue
		}
		if stone == next {
			*p = *old
			return fail(0, "the side to move has connected its sides already")
		}
		p.won = true
	}
	return nil
}

// clear empties the board.
func (p *Position) clear() {
	fresh := newPosition(p.rules.Options, p.space, p.table)
	fresh.rules = p.rules
	*p = *fresh
}

// name returns the name of a cell.
func (p *Position) name(m Move) string { return p.space.Group("stone").Columns[m] }

// MoveString returns the name of the cell, such as "b2", or "swap".
func (p *Position) MoveString(m Move) string {
	switch {
	case m == Swap:
		return "swap"
	case int(m) >= p.cells:
		return "cell " + strconv.Itoa(int(m))
	}
	return p.name(m)
}

// ParseMove reads the name of a cell or "swap", and returns the move if it is
// legal, a [*TextError] if not.
func (p *Position) ParseMove(text string) (Move, error) {
	moves := p.AppendMoves(nil)
	for _, m := range moves {
		if p.MoveString(m) == text {
			return m, nil
		}
	}
	if len(moves) == 0 {
		return 0, &TextError{text, 0, "the game is over"}
	}
	return 0, &TextError{text, 0, "not a legal move; want an empty cell such as " + p.name(moves[0])}
}
