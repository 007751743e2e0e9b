package checkers

import "math/bits"

// What a searcher asks of a position: what it is worth, which moves are not
// quiet, and which are likely to be good. Values are in hundredths of a man.

const (
	man     = 100
	king    = 135
	centre  = 0x00666600 // squares away from the edges, rows 3 to 6
	advance = 3          // a row that a man has left behind
	guard   = 8          // a man that keeps its first row closed
	reach   = 2          // a piece that can step
)

// Evaluate returns an estimate for the side to move, in hundredths of a man:
// men and kings, rows gained, first rows kept, kings in the centre and pieces
// free to move. An advantage counts the more, the fewer pieces are left.
func (p *Position) Evaluate() int {
	value := p.side(Black) - p.side(White)
	if p.next == White {
		value = -value
	}
	all := bits.OnesCount32(p.pieces[0] | p.pieces[1])
	return value*(2*piecesOfASide+16)/(all+16) + 3
}

// side is the sum of what counts for one side.
func (b *board) side(c Color) int {
	own := b.pieces[c&1]
	men, kings := own&^b.kings, own&b.kings
	value := man*bits.OnesCount32(men) + king*bits.OnesCount32(kings) +
		4*bits.OnesCount32(kings&centre) + reach*bits.OnesCount32(b.steppers(c))
	home := men & [2]uint32{firstRow, lastRow}[c&1]
	value += guard * bits.OnesCount32(home)
	for row := range 8 {
		gained := row
		if c == White {
			gained = 7 - row
		}
		value += advance * gained * bits.OnesCount32(men>>(4*row)&15)
	}
	return value
}

// Forced reports whether the side to move must capture.
func (p *Position) Forced() bool { return p.MustCapture() }

// AppendTactical appends the legal captures.
func (p *Position) AppendTactical(dst []Move) []Move {
	if !p.MustCapture() {
		return dst
	}
	return p.AppendMoves(dst)
}

// Drawn reports whether the position is a draw that a search need not look
// behind, although there are moves: it occurred before, or [DrawAfter] plies
// have passed without progress.
func (p *Position) Drawn() bool {
	if p.quiet < 4 || p.quiet < DrawAfter && p.Repetitions() == 0 {
		return false
	}
	return p.jumpers(p.next)|p.steppers(p.next) != 0
}

// Order returns how promising a legal move is: from 1000 for captures, the
// more pieces the better, 500 for a man that becomes a king, and otherwise
// less than 100: more for a man that advances, less for one that leaves its
// first row.
func (p *Position) Order(m Move) int {
	here, there := uint32(1)<<(m&31), uint32(1)<<(m>>5&31)
	crown, home := uint32(lastRow), uint32(firstRow)
	if p.next == White {
		crown, home = home, crown
	}
	switch {
	case m.Captures() > 0:
		return 1000 + 100*m.Captures()
	case p.kings&here != 0:
		if there&centre != 0 {
			return 5
		}
		return 0
	case there&crown != 0:
		return 500
	case here&home != 0:
		return -20
	}
	return 10
}
