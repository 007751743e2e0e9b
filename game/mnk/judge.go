package mnk

// What a searcher asks of a position: how promising a move is, what the
// position is worth, and whether a side can still win.
//
// A window is InRow cells in a row. A side can win in a window that the other
// has no stone in; with Exact a window next to a stone of the same side may
// not count, which the estimate leaves out of account.

// Order returns how promising a legal move is: 1000 where it wins at once, 500
// where it stops the opponent from winning at the next move, and otherwise
// less than 100, more the more stones of one side share windows with it.
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
// from a padded cell. open is false where it leaves the board.
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

// Evaluate returns an estimate of the value for the side to move, in
// hundredths of a lone stone's window: each window that only one side has
// stones in counts for that side, four times as much with each stone more.
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
// come to: 0 instead of −1 or 1 where one side has no window left.
func (p *Position) Bounds() (low, high int) {
	if p.won {
		return -1, -1
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
