package hex

import "github.com/zobrist-go/zobrist/game"

// AppendReplies appends legal moves, the most promising first, of which one is as
// good as any legal move as far as the outcome goes. Instead, over reports that
// the outcome is known, and score is 1 or −1 for the side to move.
//
// It looks for wins by bridges after one stone of either side, and up to 8×8 for
// virtual connections. Moves that leave such a win of the other side intact are left
// out (must-play: Hayward and others, Solving 7×7 Hex with domination, fill-in, and
// virtual connections, Theoretical Computer Science 349(2), 2005). The cost is a walk
// over the stones for each empty cell and side, and on 6×6 some 50 µs for the
// connections. The first call allocates 0.9 MB for them.
func (p *Position) AppendReplies(dst []Move) (moves []Move, score int, over bool) {
	if p.won {
		return dst, -1, true
	}
	other := p.next.Opponent()
	var must [padded]bool
	if p.canSwap() {
		for _, at := range p.at {
			must[at] = p.board[at] == empty
		}
		return append(p.rank(dst, &must), Swap), 0, false
	}
	if p.bridged(other, new([padded]bool)) {
		return dst, -1, true
	}
	for _, at := range p.at {
		if p.board[at] == empty && p.bridgedBy(at, p.next, new([padded]bool)) {
			return dst, 1, true
		}
		must[at] = p.board[at] == empty
	}
	for _, at := range p.at {
		var used [padded]bool
		if p.board[at] == empty && p.bridgedBy(at, other, &used) {
			for _, cell := range p.at {
				must[cell] = must[cell] && (used[cell] || cell == at)
			}
		}
	}
	if p.Size <= linked {
		won, lost, cells := p.mustPlay(other)
		switch {
		case won:
			return dst, 1, true
		case lost:
			return dst, -1, true
		}
		for cell, at := range p.at {
			must[at] = must[at] && cells>>cell&1 == 1
		}
	}
	n := len(dst)
	if dst = p.rank(dst, &must); len(dst) == n {
		return dst, -1, true
	}
	return dst, 0, false
}

// bridgedBy is bridged with one more stone.
func (p *Position) bridgedBy(at int32, stone game.Side, used *[padded]bool) bool {
	p.board[at] = stone
	bridged := p.bridged(stone, used)
	p.board[at] = empty
	return bridged
}

// rank appends cells, those with the greatest Order first.
func (p *Position) rank(dst []Move, cells *[padded]bool) []Move {
	n := len(dst)
	for cell, at := range p.at {
		if !cells[at] {
			continue
		}
		m := Move(cell)
		i := len(dst)
		for dst = append(dst, m); i > n && p.Order(dst[i-1]) < p.Order(m); i-- {
			dst[i] = dst[i-1]
		}
		dst[i] = m
	}
	return dst
}

// mustPlay looks for virtual connections of both sides. It reports whether the side
// to move wins or loses by one, and else the cells, if any, that may prevent the
// other side's.
func (p *Position) mustPlay(other game.Side) (won, lost bool, cells uint64) {
	if p.links == nil {
		p.links = new(links)
	}
	p.links.find(p, other)
	strong, cells, _ := p.links.sides()
	if strong {
		return false, true, 0
	}
	p.links.find(p, p.next)
	strong, _, weak := p.links.sides()
	return strong || weak, false, cells
}
