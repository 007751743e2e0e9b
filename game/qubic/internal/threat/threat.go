// Package threat finds wins by threats alone in games in which a side wins that
// fills one of some sets of cells, its lines: each move leaves the other side one
// reply, until a move makes two threats at once. Gomoku players speak of a victory
// by continuous fours (Allis 1994, chapter 5, on threat-space search).
package threat

import (
	"math/bits"
	"slices"
)

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
	path       path                  // the win found
	paths      []path                // of Defences
}

// A path is a win by threats: own's moves, of which the last one completes a line or
// makes two threats.
type path struct {
	moves  [32]uint8
	length int
}

// seenBits is the logarithm of the number of positions that a search remembers.
const seenBits = 16

// NewSearch returns a search that remembers up to 65,536 positions.
func NewSearch(l *Lines) *Search { return &Search{lines: l, seen: make([][2]uint64, 1<<seenBits)} }

// Wins reports whether the side to move, who holds the cells own, wins by threats.
// It visits at most limit positions; false means that it found no win.
func (s *Search) Wins(own, other uint64, limit int) bool {
	s.own, s.other, s.left = own, other, limit
	s.ripe = [maxLines / 64]uint64{}
	size := s.lines.size
	s.path.length = 0
	block := uint64(0)
	for i, line := range s.lines.all {
		mine, theirs := uint8(bits.OnesCount64(line&own)), uint8(bits.OnesCount64(line&other))
		s.mine[i], s.theirs[i] = mine, theirs
		switch {
		case theirs == 0 && mine == size-2:
			s.ripe[i>>6] |= 1 << (i & 63)
		case theirs == 0 && mine == size-1:
			s.path.moves[0], s.path.length = uint8(bits.TrailingZeros64(line&^own)), 1
		case mine == 0 && theirs == size-1:
			block |= line &^ other
		}
	}
	return s.path.length > 0 || block&(block-1) == 0 && s.wins(block, 0)
}

// wins is Wins if own cannot complete a line, and block is the cell, if any, where
// other can.
func (s *Search) wins(block uint64, depth int) bool {
	if s.left--; s.left < 0 {
		return false
	}
	slot := &s.seen[(s.own*0x9e3779b97f4a7c15^s.other*0xc2b2ae3d27d4eb4f)>>(64-seenBits)]
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
					s.path.moves[depth&31], s.path.length = a, depth+1
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
			s.path.moves[depth&31] = c
			return true
		}
	}
	if s.left >= 0 {
		*slot = [2]uint64{s.own, s.other}
	}
	return false
}

// Defences returns the cells of free, all empty ones, less those after which other
// wins by threats if own, who is to move, takes them. Each search visits at most
// limit positions.
func (s *Search) Defences(own, other, free uint64, limit int) uint64 {
	if !s.Wins(other, own, limit) { // no threat even after a pass: every move defends
		return free
	}
	s.paths = append(s.paths[:0], s.path)
	for rest := free; rest != 0; rest &= rest - 1 {
		c := rest & -rest
		// A win after one move is likely to be a win after others, too.
		i := slices.IndexFunc(s.paths, func(w path) bool { return s.lines.wins(&w, other, own|c) })
		if i < 0 {
			if !s.Wins(other, own|c, limit) {
				continue
			}
			i = len(s.paths)
			s.paths = append(s.paths, s.path)
		}
		s.paths[0], s.paths[i] = s.paths[i], s.paths[0]
		free &^= c
	}
	return free
}

// wins reports whether own, who is to move, wins by these moves or at once.
func (l *Lines) wins(w *path, own, other uint64) bool {
	if l.Missing(own, other) != 0 {
		return true
	}
	block := l.Missing(other, own)
	for _, m := range w.moves[:w.length] {
		c := uint64(1) << (m & 63)
		if (own|other)&c != 0 || block&^c != 0 {
			return false
		}
		own |= c
		reply := l.missingAt(m, own, other)
		if reply == 0 || reply&(reply-1) != 0 {
			return reply != 0
		}
		other |= reply
		block = l.missingAt(uint8(bits.TrailingZeros64(reply)), other, own)
	}
	return false
}

// missingAt is Missing for the lines through a cell.
func (l *Lines) missingAt(c uint8, own, other uint64) (cells uint64) {
	for _, i := range l.through[c&63] {
		if rest := l.all[i] &^ own; rest&other == 0 && rest&(rest-1) == 0 {
			cells |= rest
		}
	}
	return cells
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
