package checkers

import "math/bits"

// This file is for searches: an estimate of the position, the moves that are not quiet,
// and an order of the moves. Values are in hundredths of a man.

const (
	man     = 100
	king    = 135
	centre  = 0x00666600 // squares away from the edges, rows 3 to 6
	advance = 3          // for each row that a man has advanced
	guard   = 8          // for a man on its first row
	reach   = 2          // for a piece that can step
)

// Evaluate returns an estimate for the side to move, in hundredths of a man, from
// men and kings, advanced men, men on the first row, kings in the centre and
// pieces that can step. An advantage counts more if fewer pieces are left.
func (p *Position) Evaluate() int {
	value := p.side(Black) - p.side(White)
	if p.next == White {
		value = -value
	}
	all := bits.OnesCount32(p.pieces[0] | p.pieces[1])
	return value*(2*piecesOfASide+16)/(all+16) + 3
}

// side returns the value of one side's pieces.
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
func (p *Position) Forced() bool { return p.jumpers(p.next) != 0 }

// AppendTactical appends the legal captures.
func (p *Position) AppendTactical(dst []Move) []Move {
	if !p.Forced() {
		return dst
	}
	return p.AppendMoves(dst)
}

// Drawn reports whether a search that began so many plies ago may take the position for
// a draw although there are moves: it occurred before since the first move of the search, or
// twice before, or [DrawAfter] plies have passed without progress.
func (p *Position) Drawn(plies int) bool {
	if p.quiet < DrawAfter && !p.repeats(plies) {
		return false
	}
	return p.jumpers(p.next)|p.steppers(p.next) != 0
}

// repeats reports whether the position occurred before since the first of the last plies, or twice before.
func (p *Position) repeats(plies int) bool {
	back := p.earlier(4)
	return back > 0 && (back < plies || p.earlier(back+2) > 0)
}

// Order returns how promising a legal move is: above 1000 for captures, 100 more
// for each piece captured; 500 for a man that becomes a king; otherwise less than
// 100, with 10 for a man that advances and −20 for one that leaves its first row.
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

// Gains returns true: what a capture is worth depends on the exchange that follows
// elsewhere.
func (p *Position) Gains(Move, int) bool { return true }

// Pass returns false: having to move is often a disadvantage in checkers.
func (p *Position) Pass() bool { return false }

// Upcoming returns false: repetitions are found when they occur.
func (p *Position) Upcoming(int) bool { return false }

// Class returns 0: moves have no classes.
func (p *Position) Class(Move) uint16 { return 0 }
