package hex

// What a searcher asks of a position: what it is worth, and which moves are
// likely to be good.

// Evaluate returns an estimate for the side to move, in hundredths of a stone:
// how many stones fewer than the other side it needs to connect its sides, and
// half a stone for the turn.
func (p *Position) Evaluate() int {
	return 100*(p.distance(p.next^red^blue)-p.distance(p.next)) + 50
}

// far is more stones than a board has cells.
const far = MaxSize*MaxSize + 1

// distance returns the least number of stones that connect the sides of a
// player if the other one passes, or far where none do: the shortest path over
// its own cells at no cost and empty ones at 1.
func (p *Position) distance(stone uint8) int {
	const padded = (MaxSize + 2) * (MaxSize + 2)
	var least, here, next [padded]int16 // least cost + 1, 0 if not reached
	n, m := 0, 0                        // lengths of the lists
	pitch := p.Size + 2
	across := func(at int) int { // the line of a cell, 1 at the first side
		if stone == red {
			return at / pitch
		}
		return at % pitch
	}
	reach := func(at int, cost int16) {
		switch c := p.board[at]; {
		case c == stone && least[at] == 0 && across(at) > 0 && across(at) <= p.Size:
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
			if across(at) == p.Size {
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

// Order returns how promising a legal move is, less than 100: near the centre,
// beside stones, and a bridge away from own ones.
func (p *Position) Order(m Move) int {
	if m == Swap {
		return 50
	}
	n := p.Size
	rank, file := int(m)/n, int(m)%n
	good := 40 - 40*(max(2*rank-n+1, n-1-2*rank)+max(2*file-n+1, n-1-2*file))/(2*n)
	at := int(p.at[m])
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

// after is the place in rules.steps of the next direction round a cell.
var after = [6]int{2, 3, 4, 5, 1, 0}
