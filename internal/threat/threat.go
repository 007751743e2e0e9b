// Package threat finds wins by threats alone in games in which a side wins that
// fills one of some sets of cells, its lines: each move leaves the other side one
// reply, until a move makes two threats at once. Gomoku players speak of a victory
// by continuous fours (Allis 1994, chapter 5, on threat-space search).
package threat

import "math/bits"

// maxLines is the greatest number of lines.
const maxLines = 256

// Lines are the lines of a game on at most 64 cells, each of as many cells. They
// are read-only and safe for concurrent use.
type Lines struct {
	size    uint8
	all     []uint64
	through [64][]uint8
}

// NewLines returns the lines, sets of size cells each, at least two. ok is false
// if there are more than 256.
func NewLines(size int, all []uint64) (l *Lines, ok bool) {
	if len(all) > maxLines {
		return nil, false
	}
	l = &Lines{size: uint8(size), all: all}
	for i, set := range all {
		for rest := set; rest != 0; rest &= rest - 1 {
			c := bits.TrailingZeros64(rest)
			l.through[c] = append(l.through[c], uint8(i))
		}
	}
	return l, true
}

// Missing returns the cells where one more stone of own completes a line.
func (l *Lines) Missing(own, other uint64) (cells uint64) {
	for _, line := range l.all {
		if rest := line &^ own; rest&other == 0 && rest&(rest-1) == 0 {
			cells |= rest
		}
	}
	return cells
}

// A Search looks for wins by threats and remembers positions without. It belongs
// to one goroutine.
type Search struct {
	lines      *Lines
	own, other uint64
	mine       [maxLines]uint8 // stones of own in each line
	theirs     [maxLines]uint8
	ripe       [maxLines / 64]uint64 // lines that lack two stones of own and have none of other
	left       int                   // positions that the present search may still visit
	reply      [64][64]uint8         // by depth and cell: what other must take then
	seen       [][2]uint64           // positions without a win, by a hash of both sets
}

// NewSearch returns a search that remembers up to 65,536 positions.
func NewSearch(l *Lines) *Search { return &Search{lines: l, seen: make([][2]uint64, 1<<16)} }

// Wins reports whether the side to move, who holds the cells own, wins by threats.
// It visits at most limit positions; false means that it found no win.
func (s *Search) Wins(own, other uint64, limit int) bool {
	s.own, s.other, s.left = own, other, limit
	s.ripe = [maxLines / 64]uint64{}
	size := s.lines.size
	block, wins := uint64(0), false
	for i, line := range s.lines.all {
		mine, theirs := uint8(bits.OnesCount64(line&own)), uint8(bits.OnesCount64(line&other))
		s.mine[i], s.theirs[i] = mine, theirs
		switch {
		case theirs == 0 && mine == size-2:
			s.ripe[i>>6] |= 1 << (i & 63)
		case theirs == 0 && mine == size-1:
			wins = true
		case mine == 0 && theirs == size-1:
			block |= line &^ other
		}
	}
	return wins || block&(block-1) == 0 && s.wins(block, 0)
}

// wins is Wins if own cannot complete a line, and block is the cell, if any, where
// other can.
func (s *Search) wins(block uint64, depth int) bool {
	if s.left--; s.left < 0 {
		return false
	}
	slot := &s.seen[(s.own*0x9e3779b97f4a7c15^s.other*0xc2b2ae3d27d4eb4f)>>48]
	if slot[0] == s.own && slot[1] == s.other {
		return false
	}
	reply := &s.reply[depth&63]
	movers := uint64(0)
	for w, word := range s.ripe {
		for ; word != 0; word &= word - 1 {
			rest := s.lines.all[w<<6+bits.TrailingZeros64(word)] &^ s.own
			a, b := uint8(bits.TrailingZeros64(rest)), uint8(63-bits.LeadingZeros64(rest))
			for range 2 {
				bit := uint64(1) << (a & 63)
				switch {
				case block != 0 && block != bit:
				case movers&bit == 0:
					movers |= bit
					reply[a&63] = b
				case reply[a&63] != b: // two threats
					return true
				}
				a, b = b, a
			}
		}
	}
	for ; movers != 0; movers &= movers - 1 {
		c := uint8(bits.TrailingZeros64(movers))
		r := reply[c&63]
		s.place(c)
		next := s.answer(r)
		won := next&(next-1) == 0 && s.wins(next, depth+1)
		s.takeBack(c, r)
		if won {
			return true
		}
	}
	if s.left >= 0 {
		*slot = [2]uint64{s.own, s.other}
	}
	return false
}

// place adds a stone of own.
func (s *Search) place(c uint8) {
	s.own |= 1 << (c & 63)
	for _, i := range s.lines.through[c&63] {
		s.mine[i]++
		if s.theirs[i] == 0 {
			s.update(i)
		}
	}
}

// answer adds a stone of other and returns the cells where it threatens to complete
// a line.
func (s *Search) answer(c uint8) (cells uint64) {
	s.other |= 1 << (c & 63)
	for _, i := range s.lines.through[c&63] {
		if s.theirs[i]++; s.theirs[i] == 1 {
			s.ripe[i>>6] &^= 1 << (i & 63)
		}
		if s.mine[i] == 0 && s.theirs[i] == s.lines.size-1 {
			cells |= s.lines.all[i] &^ s.other
		}
	}
	return cells
}

// takeBack removes a stone of own at c and one of other at r.
func (s *Search) takeBack(c, r uint8) {
	s.own &^= 1 << (c & 63)
	s.other &^= 1 << (r & 63)
	for _, i := range s.lines.through[r&63] {
		s.theirs[i]--
	}
	for _, i := range s.lines.through[c&63] {
		s.mine[i]--
		if s.theirs[i] == 0 {
			s.update(i)
		}
	}
	for _, i := range s.lines.through[r&63] {
		if s.theirs[i] == 0 {
			s.update(i)
		}
	}
}

// update says anew whether a line without stones of other is ripe.
func (s *Search) update(i uint8) {
	bit := uint64(1) << (i & 63)
	s.ripe[i>>6] &^= bit
	if s.mine[i] == s.lines.size-2 {
		s.ripe[i>>6] |= bit
	}
}
