package mnk

// This file is for searches: an order of the moves, an estimate of the position, and
// whether a side can still win.
//
// A window is InRow cells in a row. A side can win in a window without a stone
// of the other side. With Exact, a window next to a stone of the same side may
// not win; the estimate does not take this into account.

// Order returns how promising a legal move is: 1000 if it wins at once, 500 if
// it prevents the opponent from winning at the next move, and otherwise less
// than 100, and more if it shares windows with many stones of one side.
func (p *Position) Order(m Move) int {
	at, good := int(p.at[m]), 0
	for _, step := range p.steps {
		for first := -p.InRow + 1; first <= 0; first++ {
			own, other, open := p.window(at+first*step, step)
			switch {
			case !open || own > 0 && other > 0:
			case own == p.InRow-1:
				return 1000
			case other == p.InRow-1:
				good = 500
			case good < 500:
				good += 1 + own*own + other*other
			}
		}
	}
	if good < 500 {
		good = min(good, 99)
	}
	return good
}

// window counts the stones of the side to move and of the other in the window
// from a padded cell. open is false if the window leaves the board.
func (p *Position) window(from, step int) (own, other int, open bool) {
	for i, n := from, 0; n < p.InRow; i, n = i+step, n+1 {
		if i < 0 || i >= len(p.board) {
			return 0, 0, false
		}
		switch p.board[i] {
		case p.next:
			own++
		case border:
			return 0, 0, false
		case empty:
		default:
			other++
		}
	}
	return own, other, true
}

// Evaluate returns an estimate for the side to move. Each window with stones of
// only one side counts for that side: 4 with one stone, and four times as much
// with each further one.
func (p *Position) Evaluate() int {
	value := 0
	p.windows(func(own, other int) bool {
		switch {
		case other == 0 && own > 0:
			value += 1 << min(2*own, 12)
		case own == 0 && other > 0:
			value -= 1 << min(2*other, 12)
		}
		return true
	})
	return min(max(value, -20000), 20000)
}

// Bounds returns the least and the greatest score that the position can still
// reach, as far as it sees: 0 instead of −1 or 1 if a side has no window left. It sees
// more on small boards, if [Options].Exact is not set:
//
//   - Without gravity, if Width·Height ≤ 64: 0 if the other side can keep it from filling
//     any window by replies in pairs of cells.
//   - With gravity, if (Width+1)·Height ≤ 64, the number of free cells is even and at most
//     eight files have an odd number of them: the side to move gets no more than it does
//     if each of its stones is answered in the cell above, or, in the lowest free cell of
//     a file with an odd number, in the lowest free cell of another such file.
func (p *Position) Bounds() (low, high int) {
	switch {
	case p.won:
		return -1, -1
	case p.lines != nil:
		own, other, free := p.sets()
		if !p.lines.pairedFirst(own, free) {
			low = -1
		}
		if ok, _ := p.lines.paired(other, free); !ok {
			high = 1
		}
		return low, high
	case p.small != nil:
		return p.small.bounds(p)
	}
	p.windows(func(own, other int) bool {
		if own == 0 {
			low = -1
		}
		if other == 0 {
			high = 1
		}
		return low == 0 || high == 0
	})
	return low, high
}

// Decide answers one question of [Position.Bounds], in about half its time: does the side
// to move reach a score of goal, 1 or 0, with best play? If known is false, nothing is
// known, and reached is false.
func (p *Position) Decide(goal int) (reached, known bool) {
	if p.lines == nil || p.won {
		low, high := p.Bounds()
		return low >= goal, low >= goal || high < goal
	}
	own, other, free := p.sets()
	if goal > 0 {
		known, _ = p.lines.paired(other, free)
		return false, known
	}
	reached = p.lines.pairedFirst(own, free)
	return reached, reached
}

// sets returns the stones of the side to move and of the other, and the empty cells,
// if there is word.
func (p *Position) sets() (own, other, free uint64) {
	own, other = p.bits[p.next-stoneX], p.bits[p.next.Opponent()-stoneX]
	return own, other, p.all &^ (own | other)
}

// windows calls f with the counts of each window until f returns false.
func (p *Position) windows(f func(own, other int) bool) {
	for _, at := range p.at {
		for _, step := range p.steps {
			if own, other, open := p.window(int(at), step); open && !f(own, other) {
				return
			}
		}
	}
}
