package baduk

import "slices"

// Save returns a function that restores the position as it is now. Unlike [Position.Unmake] it takes back what cannot
// be unmade as well: [Position.Force], [Position.SetTurn], [Position.Place] and [Position.Settle].
//
// Until then the moves made before Save can be neither unmade nor seen by [Position.LastMove]. Saved states are
// restored last in, first out, each at most once. Saving takes time and memory in proportion to the points, not to
// the moves; restoring takes that and the time to unmake the moves since.
func (p *Position) Save() (restore func()) {
	packed, turn, ko, passes := slices.Clone(p.packed[:(p.points()+3)/4]), p.turn, p.ko, p.passes
	moves, captured := p.undo, p.captured
	p.undo, p.captured = nil, nil
	back := p.history.save()
	return func() {
		for m := range Move(p.points()) {
			p.set(p.at(m), Color(packed[m/4]>>(m%4*2)&3))
		}
		p.turn, p.ko, p.passes = turn, ko, passes
		p.rehash()
		p.undo, p.captured = moves, captured
		back()
	}
}

// save returns a function that restores the boards so far. They are kept if a reset forgets them.
func (h *history) save() (restore func()) {
	n, saved := len(h.boards), h.saved
	if n == 0 {
		return func() {} // SimpleKo
	}
	turn, depth := h.boards[n-1].turn, h.resets
	h.saved = n
	return func() {
		for h.resets > depth {
			*h = *h.before
		}
		for len(h.boards) > n {
			h.drop()
		}
		h.boards[n-1].turn, h.saved = turn, saved
	}
}
