package checkers

import "math/bits"

// A board is a set of squares for each colour and one of kings; bit i is
// square i + 1.
//
//	    1  2  3  4      rows 0, 2, 4, 6 stand half a square to the right
//	5  6  7  8          of rows 1, 3, 5, 7
type board struct {
	pieces [2]uint32 // black's and white's
	kings  uint32
}

// Sets of squares by the parity of their row, with or without the square that
// has no neighbour on one side; the end rows; the pieces at the start.
const (
	evenRows      = 0x0f0f0f0f
	oddRows       = 0xf0f0f0f0
	evenNoLast    = 0x07070707 // of even rows, without the last square
	oddNoFirst    = 0xe0e0e0e0 // of odd rows, without the first square
	firstRow      = 0x0000000f // where white men are crowned
	lastRow       = 0xf0000000 // where black men are crowned
	startOfBlack  = 0x00000fff
	startOfWhite  = 0xfff00000
	piecesOfASide = 12
)

// rows returns the squares of each row of features: black's men and kings, white's
// men and kings.
func (b *board) rows() [4]uint32 {
	return [4]uint32{
		b.pieces[0] &^ b.kings, b.pieces[0] & b.kings, b.pieces[1] &^ b.kings, b.pieces[1] & b.kings,
	}
}

// The four functions move every square of a set by one step.
func goDownLeft(s uint32) uint32  { return s&evenRows<<4 | s&oddNoFirst<<3 }
func goDownRight(s uint32) uint32 { return s&evenNoLast<<5 | s&oddRows<<4 }
func goUpLeft(s uint32) uint32    { return s&evenRows>>4 | s&oddNoFirst>>5 }
func goUpRight(s uint32) uint32   { return s&evenNoLast>>3 | s&oddRows>>4 }

// movers splits the pieces of a side into those that may go down and up.
func (b *board) movers(side Color) (down, up uint32) {
	own := b.pieces[side&1]
	if side == Black {
		return own, own & b.kings
	}
	return own & b.kings, own
}

// jumpers returns the pieces of a side that can capture.
func (b *board) jumpers(side Color) uint32 {
	down, up := b.movers(side)
	enemy, free := b.pieces[side&1^1], ^(b.pieces[0] | b.pieces[1])
	return down&(goUpRight(enemy&goUpRight(free))|goUpLeft(enemy&goUpLeft(free))) |
		up&(goDownRight(enemy&goDownRight(free))|goDownLeft(enemy&goDownLeft(free)))
}

// steppers returns the pieces of a side that can step.
func (b *board) steppers(side Color) uint32 {
	down, up := b.movers(side)
	free := ^(b.pieces[0] | b.pieces[1])
	return down&(goUpRight(free)|goUpLeft(free)) | up&(goDownRight(free)|goDownLeft(free))
}

// appendMoves appends the legal moves of a side: jumps if there are any.
func (b *board) appendMoves(dst []Move, side Color) []Move {
	if jumpers := b.jumpers(side); jumpers != 0 {
		for ; jumpers != 0; jumpers &= jumpers - 1 {
			from := bits.TrailingZeros32(jumpers)
			j := jumper{
				enemy: b.pieces[side&1^1], free: ^(b.pieces[0] | b.pieces[1]) | 1<<from, from: from,
				first: downLeft, last: upRight,
			}
			if b.kings>>from&1 == 0 {
				if side == Black {
					j.last = downRight
				} else {
					j.first = upLeft
				}
			}
			dst = j.appendJumps(dst, from, 0, 0)
		}
		return dst
	}
	down, up := b.movers(side)
	free := ^(b.pieces[0] | b.pieces[1])
	dst = appendSteps(dst, down&goUpRight(free), &downLefts)
	dst = appendSteps(dst, down&goUpLeft(free), &downRights)
	dst = appendSteps(dst, up&goDownRight(free), &upLefts)
	return appendSteps(dst, up&goDownLeft(free), &upRights)
}

// The differences of square numbers of a step, by the parity of the row.
var (
	downLefts  = [2]int{steps[0][downLeft], steps[1][downLeft]}
	downRights = [2]int{steps[0][downRight], steps[1][downRight]}
	upLefts    = [2]int{steps[0][upLeft], steps[1][upLeft]}
	upRights   = [2]int{steps[0][upRight], steps[1][upRight]}
)

func appendSteps(dst []Move, movers uint32, step *[2]int) []Move {
	for ; movers != 0; movers &= movers - 1 {
		from := bits.TrailingZeros32(movers)
		dst = append(dst, Move(from|(from+step[from>>2&1])<<5))
	}
	return dst
}

// A jumper is a piece that captures.
type jumper struct {
	enemy, free uint32 // free includes the square that it started from
	from        int
	first, last int // directions it may jump in
}

// appendJumps appends the moves that begin with n jumps along path, to square
// at: those that go on with each possible jump, or the one that ends here if
// there is none. A piece is not jumped twice; the squares of jumped pieces are
// not free before the end of the move.
func (j *jumper) appendJumps(dst []Move, at int, path Move, n int) []Move {
	more := false
	square := uint32(1) << at
	for d := j.first; d <= j.last; d++ {
		var over, land uint32
		switch d {
		case downLeft:
			over = goDownLeft(square) & j.enemy
			land = goDownLeft(over) & j.free
		case downRight:
			over = goDownRight(square) & j.enemy
			land = goDownRight(over) & j.free
		case upLeft:
			over = goUpLeft(square) & j.enemy
			land = goUpLeft(over) & j.free
		case upRight:
			over = goUpRight(square) & j.enemy
			land = goUpRight(over) & j.free
		}
		if land == 0 {
			continue
		}
		more = true
		j.enemy ^= over
		dst = j.appendJumps(dst, at+leaps[d], path|Move(d)<<(2*n), n+1)
		j.enemy ^= over
	}
	if more {
		return dst
	}
	return append(dst, Move(j.from)|Move(at)<<5|Move(n)<<10|path<<14)
}
