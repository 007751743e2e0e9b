package checkers

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// fail returns the error about a byte of a text: kind is the sentinel that it wraps.
func fail(kind error, text string, offset int, format string, args ...any) error {
	return &game.TextError{Game: "checkers", Text: text, Offset: offset, Reason: fmt.Sprintf(format, args...), Err: kind}
}

// String returns the position as a FEN of PDN: the side to move, then white's
// and black's squares, kings marked by K.
func (p *Position) String() string {
	b := make([]byte, 0, 80)
	b = append(b, "BW"[p.next])
	for _, side := range []Color{White, Black} {
		b = append(b, ':', "BW"[side])
		for set := p.pieces[side]; set != 0; set &= set - 1 {
			at := bits.TrailingZeros32(set)
			if b[len(b)-1] != "BW"[side] {
				b = append(b, ',')
			}
			if p.kings>>at&1 == 1 {
				b = append(b, 'K')
			}
			b = strconv.AppendInt(b, int64(at+1), 10)
		}
	}
	return string(b)
}

// Set replaces the position by a FEN such as
//
//	W:W18,24,27,K10:B12,16,20,K22
//
// with no moves to take back. It reads the colours in either order, ranges
// ("1-12"), a full stop at the end, and the counters ":H0:F1" that some programs
// add, of which H is [Position.Quiet]. It fails with a
// [*game.TextError], and leaves p as it was, if the text is malformed, a square
// is taken twice, a man stands on the row on which it is crowned, or a side has
// more than 12 pieces.
func (p *Position) Set(fen string) error {
	r := fenReader{text: fen}
	if err := r.read(); err != nil {
		return err
	}
	p.place(r.board, r.next, r.quiet)
	return nil
}

// A fenReader reads one FEN.
type fenReader struct {
	text  string
	at    int
	board board
	next  Color
	quiet uint16
}

func (r *fenReader) fail(format string, args ...any) error {
	return r.failAt(r.at, format, args...)
}

func (r *fenReader) failAt(offset int, format string, args ...any) error {
	return fail(game.ErrPosition, r.text, offset, format, args...)
}

// accept skips c if it comes next.
func (r *fenReader) accept(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *fenReader) read() error {
	switch {
	case r.accept('B'):
	case r.accept('W'):
		r.next = White
	default:
		return r.fail("want B or W for the side to move")
	}
	var seen [2]bool
	for r.accept(':') {
		var side Color
		switch {
		case r.accept('B'):
		case r.accept('W'):
			side = White
		case r.accept('H'):
			n, err := r.number(1<<16 - 1)
			if err != nil {
				return err
			}
			r.quiet = uint16(n)
			continue
		case r.accept('F'):
			if _, err := r.number(1 << 20); err != nil {
				return err
			}
			continue
		default:
			return r.fail("want B or W and squares")
		}
		if seen[side] {
			return r.failAt(r.at-1, "%s's squares come twice", side)
		}
		seen[side] = true
		if err := r.squares(side); err != nil {
			return err
		}
	}
	r.accept('.')
	switch {
	case r.at < len(r.text):
		return r.fail("want a comma and a square, or a colon")
	case !seen[Black] || !seen[White]:
		return r.fail("want the squares of both sides, such as B:W21:B1")
	}
	return nil
}

// squares reads the squares of a side, which may be none.
func (r *fenReader) squares(side Color) error {
	for n := 0; ; n++ {
		if n == 0 && (r.at == len(r.text) || r.text[r.at] == ':' || r.text[r.at] == '.') {
			return nil
		}
		king := r.accept('K')
		start := r.at
		first, err := r.number(32)
		if err != nil {
			return err
		}
		last := first
		if r.accept('-') {
			if last, err = r.number(32); err != nil {
				return err
			}
			if last < first {
				return r.failAt(start, "range %d-%d is reversed; write %d-%d", first, last, last, first)
			}
		}
		for s := first; s <= last; s++ {
			bit := uint32(1) << (s - 1)
			switch {
			case (r.board.pieces[0]|r.board.pieces[1])&bit != 0:
				return r.failAt(start, "square %d is taken twice", s)
			case !king && bit&[2]uint32{lastRow, firstRow}[side] != 0:
				return r.failAt(start, "a %s man on %d would have been crowned; write K%d", side, s, s)
			}
			r.board.pieces[side] |= bit
			if king {
				r.board.kings |= bit
			}
		}
		if bits.OnesCount32(r.board.pieces[side]) > piecesOfASide {
			return r.fail("%s has more than %d pieces", side, piecesOfASide)
		}
		if !r.accept(',') {
			return nil
		}
	}
}

// number reads a number from 0 to largest, or from 1 if largest is 32, for a
// square.
func (r *fenReader) number(largest int) (int, error) {
	start, n := r.at, 0
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' && n <= largest {
		n = 10*n + int(r.text[r.at]-'0')
		r.at++
	}
	if r.at == start || n > largest || n == 0 && largest == 32 {
		r.at = start
		if largest == 32 {
			return 0, r.fail("want a square, 1 to 32")
		}
		return 0, r.fail("want a number of at most %d", largest)
	}
	return n, nil
}

// MoveString returns the move with all its squares; see [Move.String].
func (p *Position) MoveString(m Move) string { return m.String() }

// ParseMove reads a move such as "11-15", "22x15x8", "22 x 8" or "11 15", squares
// separated by x, -, : or blanks, and returns it if it is legal, otherwise a
// [*game.TextError]. A text that names all squares of a move means that move.
// Squares between the first and the last may be left out if only one capture
// fits; of paths that capture the same pieces it takes the first.
func (p *Position) ParseMove(text string) (Move, error) {
	fail := func(kind error, offset int, format string, args ...any) (Move, error) {
		return 0, fail(kind, text, offset, format, args...)
	}
	var squares [10]Square
	n := 0
	for i := 0; ; i++ {
		start, v := i, 0
		for i < len(text) && text[i] >= '0' && text[i] <= '9' && v <= 32 {
			v = 10*v + int(text[i]-'0')
			i++
		}
		if i == start || v < 1 || v > 32 {
			return fail(game.ErrSyntax, start, "want a square, 1 to 32")
		}
		if n == len(squares) {
			return fail(game.ErrSyntax, start, "no move has more than %d squares", len(squares))
		}
		squares[n] = Square(v)
		n++
		if i == len(text) {
			break
		}
		rest := strings.TrimLeft(text[i:], " \t")
		blank := len(rest) < len(text)-i
		after := strings.TrimLeft(rest, "xX-:")
		if len(rest)-len(after) > 1 || len(rest) == len(after) && !blank {
			return fail(game.ErrSyntax, i, "want x or - between squares")
		}
		i = len(text) - len(strings.TrimLeft(after, " \t")) - 1
	}
	if n < 2 {
		return fail(game.ErrSyntax, len(text), "want x or - and another square")
	}
	var room [64]Move
	var found Move
	moves := p.AppendMoves(room[:0])
	for _, m := range moves {
		var path [10]Square
		if slices.Equal(m.AppendSquares(path[:0]), squares[:n]) {
			return m, nil // the text may also fit a longer capture with squares left out
		}
	}
	for _, m := range moves {
		if !m.visits(squares[:n]) {
			continue
		}
		if found != 0 && found.captured() != m.captured() {
			return fail(game.ErrAmbiguous, 0, "may be %v or %v; name the squares between", found, m)
		}
		if found == 0 {
			found = m
		}
	}
	if found != 0 {
		return found, nil
	}
	switch {
	case len(moves) == 0:
		return fail(game.ErrMove, 0, "%s cannot move: the game is over", p.next)
	case p.Forced():
		return fail(game.ErrMove, 0, "not legal; %s must capture by one of %s", p.next, list(moves))
	}
	return fail(game.ErrMove, 0, "not legal; %s may play %s", p.next, list(moves))
}

// visits reports whether the piece starts on the first of the squares, ends on
// the last, and stands on the others in their order.
func (m Move) visits(squares []Square) bool {
	if m.From() != squares[0] || m.To() != squares[len(squares)-1] {
		return false
	}
	var room [10]Square
	path := m.AppendSquares(room[:0])
	path = path[1 : len(path)-1]
	for _, s := range squares[1 : len(squares)-1] {
		for len(path) > 0 && path[0] != s {
			path = path[1:]
		}
		if len(path) == 0 {
			return false
		}
		path = path[1:]
	}
	return true
}

func list(moves []Move) string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, m.String())
	}
	return strings.Join(texts, ", ")
}
