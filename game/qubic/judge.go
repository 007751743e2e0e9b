package qubic

import "math/bits"

// This file is for searches: an order of the moves, an estimate of the position, and
// whether a side can still win.

// Order returns how promising a legal move is: 1000 if it wins at once, 500 if
// it prevents the opponent from winning at the next move, and otherwise less
// than 100, and more if it shares open lines with many stones of one side.
func (p *Position) Order(m Move) int {
	own, other := p.sets()
	good := 0
	for _, line := range p.lines.through[m&(cells-1)] {
		mine, theirs := bits.OnesCount64(own&line), bits.OnesCount64(other&line)
		switch {
		case mine > 0 && theirs > 0:
		case mine == side-1:
			return 1000
		case theirs == side-1:
			good = 500
		case good < 500:
			good += 1 + 2*mine*mine + 2*theirs*theirs
		}
	}
	if good < 500 {
		good = min(good, 99)
	}
	return good
}

// Evaluate returns an estimate for the side to move. Each line with stones of
// only one side counts for that side: 4 with one stone, and four times as much
// with each further one.
func (p *Position) Evaluate() int {
	own, other := p.sets()
	value := 0
	for _, line := range p.lines.all {
		mine, theirs := own&line, other&line
		switch {
		case theirs == 0 && mine != 0:
			value += 1 << (2 * bits.OnesCount64(mine))
		case mine == 0 && theirs != 0:
			value -= 1 << (2 * bits.OnesCount64(theirs))
		}
	}
	return value
}

// Bounds returns the least and the greatest score that the position can still
// reach: 0 instead of −1 or 1 if a side has no line left.
func (p *Position) Bounds() (low, high int) {
	if p.won {
		return -1, -1
	}
	own, other := p.sets()
	for _, line := range p.lines.all {
		if own&line == 0 {
			low = -1
		}
		if other&line == 0 {
			high = 1
		}
		if low != 0 && high != 0 {
			break
		}
	}
	return low, high
}

// Decide answers one question of [Position.Bounds]: does the side to move reach a score of
// goal, 1 or 0, with best play? If known is false, nothing is known, and reached is false.
func (p *Position) Decide(goal int) (reached, known bool) {
	low, high := p.Bounds()
	return low >= goal, low >= goal || high < goal
}
