package baduk

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrText is wrapped by every error about a position or a move as text.
var ErrText = errors.New("baduk: bad text")

// A TextError says where a position or a move as text is wrong.
type TextError struct {
	Text   string
	Offset int // bytes from 0
	Reason string
}

func (e *TextError) Error() string {
	return fmt.Sprintf("%v %q at byte %d: %s", ErrText, e.Text, e.Offset, e.Reason)
}

// Unwrap returns [ErrText].
func (e *TextError) Unwrap() error { return ErrText }

// String returns the position on one line: the rows from the top, X black, O
// white and . empty, joined by slashes; b or w to move; the point forbidden by
// simple ko, or a hyphen; the number of passes that precede:
//
//	.XO/X../... w - 0
func (p *Position) String() string {
	b := make([]byte, 0, p.points()+p.options.Height+16)
	for r := p.options.Height - 1; r >= 0; r-- {
		for c := range p.options.Width {
			b = append(b, ".XO"[p.Stone(Move(r*p.options.Width+c))])
		}
		if r > 0 {
			b = append(b, '/')
		}
	}
	b = append(b, ' ', " bw"[p.turn], ' ')
	if p.ko == 0 {
		b = append(b, '-')
	} else {
		b = append(b, p.MoveString(p.move(p.ko))...)
	}
	return string(append(b, ' ', '0'+p.passes))
}

// Parse reads what String writes. The board's size is that of the text; the
// options' Width and Height must be 0 or agree with it. Everything after the
// board may be missing: black to move, no ko, no pass. A chain without liberty
// is an error. The error wraps [ErrText] or [ErrOptions].
func (o Options) Parse(text string) (*Position, error) {
	fail := func(offset int, format string, args ...any) (*Position, error) {
		return nil, &TextError{text, offset, fmt.Sprintf(format, args...)}
	}
	fields := strings.Fields(text)
	if len(fields) == 0 || len(fields) > 4 {
		return fail(0, "a position has one to four fields: rows, b or w, ko or -, passes")
	}
	rows := strings.Split(fields[0], "/")
	width, height := len(rows[0]), len(rows)
	if o.Width != 0 && o.Width != width || o.Height != 0 && o.Height != height {
		return fail(0, "a board of %d×%d points where %d×%d are wanted", width, height, o.Width, o.Height)
	}
	if width < 1 || width > MaxSide || height > MaxSide {
		return fail(0, "a board of %d×%d points; each side must be 1 to %d", width, height, MaxSide)
	}
	o.Width, o.Height = width, height
	p, err := New(o)
	if err != nil {
		return nil, err
	}
	offset := strings.Index(text, fields[0])
	for n, row := range rows {
		if len(row) != width {
			return fail(offset, "row %d from the top has %d points, not %d", n+1, len(row), width)
		}
		for c := range row {
			stone := strings.IndexByte(".XO", row[c])
			if stone < 0 {
				return fail(offset+c, "%q is not one of . X O", row[c])
			}
			p.set(p.at(Move((height-1-n)*width+c)), Color(stone))
		}
		offset += width + 1
	}
	p.turn = Black
	if len(fields) > 1 {
		switch strings.ToLower(fields[1]) {
		case "b":
		case "w":
			p.turn = White
		default:
			return fail(strings.LastIndex(text, fields[1]), "the side to move is b or w")
		}
	}
	if len(fields) > 2 && fields[2] != "-" {
		m, err := p.ParseMove(fields[2])
		if err != nil || m == Pass || p.Stone(m) != Empty || o.Ko != SimpleKo {
			return fail(strings.LastIndex(text, fields[2]), "the third field is an empty point forbidden by simple ko, or -")
		}
		p.ko = p.at(m)
	}
	if len(fields) > 3 {
		n, err := strconv.Atoi(fields[3])
		if err != nil || n < 0 || n > 2 || n > 0 && p.ko != 0 {
			return fail(strings.LastIndex(text, fields[3]), "the number of passes is 0, 1 or 2, and 0 with a ko")
		}
		p.passes = uint8(n)
	}
	for m := range p.points() {
		if i := p.at(Move(m)); p.board[i] != Empty && !p.hasLiberty(i, 0) {
			return fail(0, "the %v stone at %s has no liberty", p.board[i], p.MoveString(Move(m)))
		}
	}
	p.restart()
	return p, nil
}

// restart computes the hashes of the present board and begins its history.
func (p *Position) restart() {
	features := p.AppendFeatures(nil)
	h := p.options.Set.Hash128(features...)
	p.hash, p.second = h.Lo, h.Hi
	p.stones = 0
	for _, f := range features {
		if int(f) < p.layout.ko {
			p.stones ^= p.options.Set.Keys[f]
		}
	}
	p.undo, p.captured = p.undo[:0], p.captured[:0]
	p.history.reset(p)
}

// Place gives points new contents, a stone or [Empty], as the setup of a record
// does, and begins the history anew with that board; the turn stays. Only the
// board when all is placed is judged: where a chain is without liberty then,
// the error wraps [ErrText] and nothing is changed.
func (p *Position) Place(contents map[Move]Color) error {
	board, packed := p.board, p.packed
	fail := func(format string, args ...any) error {
		p.board, p.packed = board, packed
		return fmt.Errorf("%w: "+format, append([]any{ErrText}, args...)...)
	}
	for m, c := range contents {
		if m < 0 || int(m) >= p.points() || c > White {
			return fail("no %v on point %d of a board of %d×%d", c, m, p.options.Width, p.options.Height)
		}
		p.set(p.at(m), c)
	}
	for m := range p.points() {
		if i := p.at(Move(m)); p.board[i] != Empty && !p.hasLiberty(i, 0) {
			return fail("the %v stone at %s would have no liberty", p.board[i], p.MoveString(Move(m)))
		}
	}
	p.ko, p.passes = 0, 0
	p.restart()
	return nil
}

// MoveString returns a move as GTP has it, such as "Q16" or "pass": the column
// A to Z without I, and the row from 1 at the bottom.
func (p *Position) MoveString(m Move) string {
	if m == Pass {
		return "pass"
	}
	return columnName(int(m)%p.options.Width) + strconv.Itoa(int(m)/p.options.Width+1)
}

// ParseMove reads what MoveString writes, in either case. It does not say
// whether the move is legal; see [Position.Legal]. The error is a
// [*TextError].
func (p *Position) ParseMove(text string) (Move, error) {
	if strings.EqualFold(text, "pass") {
		return Pass, nil
	}
	if len(text) < 2 {
		return 0, &TextError{text, 0, "a move is a column letter and a row, or pass"}
	}
	c := int(text[0]|0x20) - 'a'
	if c == 'i'-'a' || c < 0 || c > 25 {
		return 0, &TextError{text, 0, "a column is a letter from A, without I"}
	}
	if c > 8 {
		c--
	}
	if c >= p.options.Width {
		return 0, &TextError{text, 0, fmt.Sprintf("the last column of this board is %s", columnName(p.options.Width-1))}
	}
	r, err := strconv.Atoi(text[1:])
	if err != nil || r < 1 || r > p.options.Height || text[1] == '+' || text[1] == '0' {
		return 0, &TextError{text, 1, fmt.Sprintf("a row is a number from 1 to %d", p.options.Height)}
	}
	return Move((r-1)*p.options.Width + c), nil
}
