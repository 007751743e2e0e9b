package baduk

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// fail returns the error about a byte of a text: kind is the sentinel that it wraps.
func fail(kind error, text string, offset int, format string, args ...any) error {
	return &game.TextError{Game: "baduk", Text: text, Offset: offset, Reason: fmt.Sprintf(format, args...), Err: kind}
}

// String returns the position on one line: the rows from the top, separated by
// slashes, with X for black, O for white and numbers of empty points; b or w to
// move; the point forbidden by simple ko, or a hyphen; the number of passes
// just made:
//
//	1XO/X2/3 w - 0
func (p *Position) String() string {
	b := p.options.grid().Append(nil, func(point int) game.Side { return game.Side(p.Stone(Move(point))) })
	b = append(b, ' ', " bw"[p.turn], ' ')
	if p.ko == 0 {
		b = append(b, '-')
	} else {
		b = append(b, p.MoveString(p.move(p.ko))...)
	}
	return string(append(b, ' ', '0'+p.passes))
}

// Set replaces the position by the one that [Position.String] writes, with no
// moves to take back. A dot for an empty point is read as well. Everything
// after the board may be missing: Black is to move, without ko and passes. It
// fails with a [*game.TextError], and leaves p as it was, if the text is
// malformed or if a chain has no liberty.
func (p *Position) Set(text string) error {
	points, end, err := p.options.grid().Parse(text)
	if err != nil {
		return err
	}
	turn, ko, passes := Black, int16(0), 0
	word, at := nextWord(text, end)
	switch strings.ToLower(word) {
	case "", "b":
	case "w":
		turn = White
	default:
		return fail(game.ErrPosition, text, at, "want b or w for the side to move")
	}
	if word, at = nextWord(text, at+len(word)); word != "" && word != "-" {
		m, err := p.ParseMove(word)
		if err != nil || m == Pass || Color(points[m]) != Empty || p.options.Ko != SimpleKo {
			return fail(game.ErrPosition, text, at, "want an empty point that simple ko forbids, or -")
		}
		ko = p.at(m)
	}
	if word, at = nextWord(text, at+len(word)); word != "" {
		passes, err = strconv.Atoi(word)
		if err != nil || passes < 0 || passes > 2 || passes > 0 && ko != 0 {
			return fail(game.ErrPosition, text, at, "want the number of passes, 0, 1 or 2, and 0 with a ko")
		}
	}
	if word, at = nextWord(text, at+len(word)); word != "" {
		return fail(game.ErrPosition, text, at, "the text must end after the number of passes")
	}
	contents := func(yield func(Move, Color) bool) {
		for m, c := range points {
			if !yield(Move(m), Color(c)) {
				return
			}
		}
	}
	if m, ok := p.place(contents); !ok {
		return fail(game.ErrPosition, text, 0, "the chain at %s has no liberty", p.MoveString(m))
	}
	p.turn, p.ko, p.passes = turn, ko, uint8(passes)
	p.restart()
	return nil
}

// nextWord returns the word of a text after a place, and where it begins.
func nextWord(text string, at int) (word string, start int) {
	for at < len(text) && text[at] == ' ' {
		at++
	}
	word, _, _ = strings.Cut(text[at:], " ")
	return word, at
}

// MoveString returns a move as GTP has it, such as "Q16" or "pass": the column
// A to Z without I, and the row from 1 at the bottom.
func (p *Position) MoveString(m Move) string {
	if m == Pass {
		return "pass"
	}
	return columnName(int(m)%p.options.Width) + strconv.Itoa(int(m)/p.options.Width+1)
}

// ParseMove reads what MoveString writes, in either case. The move need not be
// legal; see [Position.Legal]. The error is a [*game.TextError].
func (p *Position) ParseMove(text string) (Move, error) {
	if strings.EqualFold(text, "pass") {
		return Pass, nil
	}
	if len(text) < 2 {
		return 0, fail(game.ErrSyntax, text, 0, "a move is a column letter and a row, or pass")
	}
	c := int(text[0]|0x20) - 'a'
	if c == 'i'-'a' || c < 0 || c > 25 {
		return 0, fail(game.ErrSyntax, text, 0, "a column is a letter from A, without I")
	}
	if c > 8 {
		c--
	}
	if c >= p.options.Width {
		return 0, fail(game.ErrSyntax, text, 0, "the last column of this board is %s", columnName(p.options.Width-1))
	}
	r, err := strconv.Atoi(text[1:])
	if err != nil || r < 1 || r > p.options.Height || text[1] == '+' || text[1] == '0' {
		return 0, fail(game.ErrSyntax, text, 1, "a row is a number from 1 to %d", p.options.Height)
	}
	return Move((r-1)*p.options.Width + c), nil
}
