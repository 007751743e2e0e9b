package hex

import "github.com/zobrist-go/zobrist/game"

// This file is for searches: an estimate of the position, and an order of the moves.

// Evaluate returns an estimate for the side to move, in hundredths of a stone:
// how many stones fewer than the other side it needs to connect its sides, plus
// half a stone because it is to move.
func (p *Position) Evaluate() int {
	return 100*(p.distance(p.next.Opponent())-p.distance(p.next)) + 50
}

// far is a distance greater than any on a board.
const far = maxSize*maxSize + 1

// distance returns the least number of stones that connect the sides of a
// player if the other one passes, or far if none do. It is the shortest path on
// which own cells cost 0 and empty ones 1.
func (p *Position) distance(stone game.Side) int {
	var least, here, next [padded]int16 // least cost + 1, 0 if not reached
	n, m := 0, 0                        // lengths of here and next
	pitch := p.Size + 2
	reach := func(at int, cost int16) {
		switch c := p.board[at]; {
		case c == stone && least[at] == 0 && p.onBoard(at, stone):
			least[at] = cost
			here[n] = int16(at)
			n++
		case c == empty && least[at] == 0:
			least[at] = cost + 1
			next[m] = int16(at)
			m++
		}
	}
	for i := range p.Size {
		if stone == red {
			reach(pitch+1+i, 1)
		} else {
			reach((i+1)*pitch+1, 1)
		}
	}
	for cost := int16(1); n+m > 0; cost++ {
		for i := 0; i < n; i++ {
			at := int(here[i])
			if p.line(at, stone) == p.Size {
				return int(cost) - 1
			}
			for _, d := range p.steps {
				reach(at+d, cost)
			}
		}
		here, n, m = next, m, 0
	}
	return far
}

// line returns how far a padded cell is from a player's first side: 0 on that
// side, Size + 1 on the other one.
func (p *Position) line(at int, stone game.Side) int {
	if stone == red {
		return at / (p.Size + 2)
	}
	return at % (p.Size + 2)
}

// onBoard reports whether a stone of a player is not just part of its sides.
func (p *Position) onBoard(at int, stone game.Side) bool {
	line := p.line(at, stone)
	return line > 0 && line <= p.Size
}

// Order returns how promising a legal move is, less than 100. Cells from which
// both players are near to both of their sides, by two-distance, come first.
// Among equals, those in the middle, beside stones, or a bridge away from own
// stones do.
func (p *Position) Order(m Move) int {
	if m == Swap {
		return 50
	}
	if !p.ordered {
		p.order()
	}
	return int(p.promise[m])
}

// local returns how good an empty cell is by its place and neighbours, less
// than 100.
func (p *Position) local(cell int) int {
	n := p.Size
	rank, file := cell/n, cell%n
	good := 40 - 40*(max(2*rank-n+1, n-1-2*rank)+max(2*file-n+1, n-1-2*file))/(2*n)
	at := int(p.at[cell])
	for i, d := range p.steps {
		switch p.board[at+d] {
		case p.next:
			good += 4
		case empty:
			// A bridge leads over two empty neighbours to the cell behind.
			e := p.steps[after[i]]
			to := at + d + e
			if to >= 0 && to < len(p.board) && p.board[at+e] == empty && p.board[to] == p.next {
				good += 8
			}
		case outside:
		default:
			good += 3
		}
	}
	return min(good, 99)
}

// after is the index in rules.steps of the next direction around a cell.
var after = [6]int{2, 3, 4, 5, 1, 0}
