package checkers

import (
	"strconv"
	"strings"
)

// A Square is the number of a square, 1 to 32.
type Square uint8

// A Move is a step or a sequence of jumps. The zero Move is none.
//
//	bits 0–4    square it starts from, less 1
//	bits 5–9    square it ends on, less 1
//	bits 10–13  jumps, 0 to 9; 0 for a step
//	bits 14–31  direction of each jump, two bits, the first lowest
//
// No move has more than nine jumps: one piece can land on at most eight squares,
// which nine diagonals join over a square in their middle, and no piece is jumped
// twice.
type Move uint32

// Directions: down is towards square 32; left and right are as white sees them.
const (
	downLeft = iota
	downRight
	upLeft
	upRight
)

// steps is the difference of square numbers of a step, by the parity of the
// row and the direction; leaps is the same for a jump.
var (
	steps = [2][4]int{{4, 5, -4, -3}, {3, 4, -5, -4}}
	leaps = [4]int{7, 9, -9, -7}
)

// From returns the square the move starts from.
func (m Move) From() Square { return Square(m&31) + 1 }

// To returns the square the move ends on.
func (m Move) To() Square { return Square(m>>5&31) + 1 }

// Captures returns how many pieces the move captures, 0 to 9.
func (m Move) Captures() int { return int(m >> 10 & 15) }

// captured returns the set of captured pieces.
func (m Move) captured() (set uint32) {
	at, path := int(m&31), m>>14
	for range m.Captures() {
		set |= 1 << (at + steps[at>>2&1][path&3])
		at += leaps[path&3]
		path >>= 2
	}
	return set
}

// AppendSquares appends the squares on which the piece stands during the move:
// two for a step, otherwise one more than it captures.
func (m Move) AppendSquares(dst []Square) []Square {
	dst = append(dst, m.From())
	if m.Captures() == 0 {
		return append(dst, m.To())
	}
	at, path := int(m&31), m>>14
	for range m.Captures() {
		at += leaps[path&3]
		path >>= 2
		dst = append(dst, Square(at+1))
	}
	return dst
}

// String returns the move with all its squares, such as "11-15" or "22x15x8".
func (m Move) String() string {
	if m == 0 {
		return "none"
	}
	var b strings.Builder
	var room [10]Square
	for i, s := range m.AppendSquares(room[:0]) {
		switch {
		case i == 0:
		case m.Captures() > 0:
			b.WriteByte('x')
		default:
			b.WriteByte('-')
		}
		b.WriteString(strconv.Itoa(int(s)))
	}
	return b.String()
}
