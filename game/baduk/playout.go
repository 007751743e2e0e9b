package baduk

import "math/rand/v2"

// Eye reports whether the empty point of m is an eye of c that a player leaves
// alone: all points beside it are c's or off the board, and of the points
// diagonal to it the opponent has at most one, or none at the edge.
func (p *Position) Eye(m Move, c Color) bool {
	return m != Pass && p.eye(p.at(m), c)
}

func (p *Position) eye(i int16, c Color) bool {
	if p.board[i] != Empty {
		return false
	}
	for _, d := range neighbours {
		if q := p.board[i+d]; q != c && q != border {
			return false
		}
	}
	enemies, edge := 0, 0
	for _, d := range [4]int16{-stride - 1, -stride + 1, stride - 1, stride + 1} {
		switch p.board[i+d] {
		case c.Opponent():
			enemies++
		case border:
			edge = 1
		}
	}
	return enemies+edge < 2
}

// Playout plays random legal moves to the end of the game, where neither side
// fills an [Position.Eye] of its own or passes while it has another move, and
// takes them all back. It returns Black's margin by area and komi, in half
// points. Where owned is not nil it has an element for each point, which grows
// by 1 where Black has the point at the end and shrinks by 1 where White has.
//
// A playout stops after 3·Width·Height moves, as it may in an endless ko; the
// board then counts as it stands. It costs some ten microseconds on 9×9.
func (p *Position) Playout(random *rand.Rand, owned []int) int {
	start := len(p.undo)
	p.empties = p.empties[:0]
	for m := range p.points() {
		if i := p.at(Move(m)); p.board[i] == Empty {
			p.empties = append(p.empties, i)
		}
	}
	for limit := start + 3*p.points(); p.passes < 2 && len(p.undo) < limit; {
		first := len(p.captured)
		p.Make(p.randomMove(random))
		p.empties = append(p.empties, p.captured[first:]...)
	}
	margin := -p.options.Komi
	for m := range p.points() {
		switch p.owner(p.at(Move(m))) {
		case Black:
			margin += 2
			if owned != nil {
				owned[m]++
			}
		case White:
			margin -= 2
			if owned != nil {
				owned[m]--
			}
		}
	}
	for len(p.undo) > start {
		p.Unmake()
	}
	return margin
}

// randomMove takes a point for the side to move from p.empties, or returns
// Pass where it has none.
func (p *Position) randomMove(random *rand.Rand) Move {
	last := len(p.empties) - 1
	for n := last; n >= 0; n-- {
		k := random.IntN(n + 1)
		i := p.empties[k]
		if m := p.move(i); !p.eye(i, p.turn) && p.Legal(m) {
			p.empties[k] = p.empties[last]
			p.empties = p.empties[:last]
			return m
		}
		p.empties[k], p.empties[n] = p.empties[n], i
	}
	return Pass
}

// owner returns the colour of a stone, or the only colour beside an empty
// point, at the end of a playout.
func (p *Position) owner(i int16) Color {
	if p.board[i] != Empty {
		return p.board[i]
	}
	var beside [4]bool
	for _, d := range neighbours {
		beside[p.board[i+d]] = true
	}
	switch {
	case beside[Black] && !beside[White]:
		return Black
	case beside[White] && !beside[Black]:
		return White
	}
	return Empty
}
