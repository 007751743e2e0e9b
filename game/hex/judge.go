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
	var least, here, next [padded]int16 // least cost + 1, 0 if not reached
	n, m := 0, 0                        // lengths of the lists
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

// line returns how far a padded cell is from a player's first side, where it
// is 0, to the other one, where it is Size + 1.
func (p *Position) line(at int, stone uint8) int {
	if stone == red {
		return at / (p.Size + 2)
	}
	return at % (p.Size + 2)
}

// onBoard reports whether a stone of a player is more than part of its sides.
func (p *Position) onBoard(at int, stone uint8) bool {
	line := p.line(at, stone)
	return line > 0 && line <= p.Size
}

// Order returns how promising a legal move is, less than 100: the more, the
// nearer both players are from there to both of their sides, by two-distance;
// ties go to the middle, and to cells beside stones or a bridge away from own
// ones.
func (p *Position) Order(m Move) int {
	if m == Swap {
		return 50
	}
	if !p.judged {
		p.judge()
	}
	return int(p.promise[m])
}

// local returns what speaks for an empty cell nearby, less than 100.
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

// after is the place in rules.steps of the next direction round a cell.
var after = [6]int{2, 3, 4, 5, 1, 0}
