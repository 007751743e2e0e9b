package mnk

import "math/bits"

// This file is for proofs of who wins: it finds the moves that matter.

// AppendReplies appends legal moves, the most promising first, of which one is as
// good as any legal move as far as the outcome goes. Instead, over reports that
// the outcome is known, and score is 1, 0 or −1 for the side to move.
//
// It looks two plies ahead: a side that can win does, and a side that would lose at
// the next ply prevents it. Without gravity it leaves out cells that no side needs. It
// is AppendMoves if Width·Height > 64, with gravity if (Width+1)·Height > 64, and with
// [Options].Exact.
func (p *Position) AppendReplies(dst []Move) (moves []Move, score int, over bool) {
	score, over = p.Score()
	switch {
	case over || p.lines == nil && p.small == nil:
		return p.AppendMoves(dst), score, over
	case p.lines != nil:
		return p.openReplies(dst)
	}
	s := p.small
	own, other, free := p.sets()
	here := free & ((own|other)<<p.pitch | s.bottom)
	if s.completing(own)&here != 0 {
		return dst, 1, true
	}
	threats := s.completing(other) & free
	if block := threats & here; block != 0 {
		if block&(block-1) != 0 {
			return dst, -1, true
		}
		here = block
	}
	if here &^= threats >> p.pitch; here == 0 { // only below cells that win for the other side
		return dst, -1, true
	}
	var orders [64]int32 // those that make the most threats first, then those near the middle
	for rest := here; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		bit, file := uint64(1)<<i, int32(p.file[p.cellOf[i]])
		orders[i] = int32(bits.OnesCount64(s.completing(own|bit)&free&^bit))<<8 - max(2*file-s.last, s.last-2*file)
	}
	return p.rank(dst, here, &orders), 0, false
}

// openReplies is AppendReplies without gravity. A cell is needed if a side can still fill
// a window with it. A stone in any other cell changes no such window, so it is a pass. A
// stone in a needed cell is at least as good as a pass: its owner can play on as if it
// were not there, and anywhere if its plan asks for that cell (strategy stealing). With
// Exact, where one stone too many spoils a row, this does not hold.
func (p *Position) openReplies(dst []Move) (moves []Move, score int, over bool) {
	own, other, free := p.sets()
	var orders [64]int32 // those in many windows with many stones first
	var block, here uint64
	for _, row := range p.lines {
		for _, w := range row {
			empty := w & free
			switch {
			case w&own != 0 && w&other != 0:
				continue
			case empty&(empty-1) != 0: // more than one
			case w&other == 0:
				return dst, 1, true
			default:
				block |= empty
			}
			here |= empty
			weight := int32(1) << min(2*bits.OnesCount64(w&^free), 20)
			for ; empty != 0; empty &= empty - 1 {
				orders[bits.TrailingZeros64(empty)] += weight
			}
		}
	}
	switch {
	case block&(block-1) != 0:
		return dst, -1, true
	case block != 0:
		here = block
	case here == 0:
		return dst, 0, true
	}
	return p.rank(dst, here, &orders), 0, false
}

// rank appends the moves to some cells, in descending order of Order.
func (p *Position) rank(dst []Move, cells uint64, orders *[64]int32) []Move {
	n := len(dst)
	var sorted [64]int32
	for ; cells != 0; cells &= cells - 1 {
		at := bits.TrailingZeros64(cells)
		i := len(dst) - n
		dst = append(dst, p.cellOf[at])
		for ; i > 0 && sorted[i-1] < orders[at]; i-- {
			sorted[i], dst[n+i] = sorted[i-1], dst[n+i-1]
		}
		sorted[i], dst[n+i] = orders[at], p.cellOf[at]
	}
	return dst
}

// completing returns the cells, taken or not and on the board or not, where one
// more stone would complete a row of the stones.
func (s *small) completing(stones uint64) (cells uint64) {
	if s.inRow == 4 {
		for _, step := range s.steps {
			n := uint(step) & 63
			after, before := stones>>n, stones<<n
			after2, before2 := after&(after>>n), before&(before<<n)
			cells |= after2&(before|after2>>n) | before2&(after|before2<<n)
		}
		return cells
	}
	for _, step := range s.steps {
		var before [maxSide]uint64 // before[i] are the cells that follow a run of i stones
		before[0] = ^uint64(0)
		for i := 1; i < s.inRow; i++ {
			before[i] = before[i-1] & (stones << uint(i*step)) // a shift by 64 or more leaves no stone
		}
		after := ^uint64(0)
		for i := range s.inRow {
			cells |= before[s.inRow-1-i] & after
			after &= stones >> uint((i+1)*step)
		}
	}
	return cells
}

// bounds returns what [Position.Bounds] does with gravity.
func (s *small) bounds(p *Position) (low, high int) {
	own, other, free := p.sets()
	if s.wins(own | free) {
		high = 1
	}
	if s.wins(other | free) {
		low = -1
	}
	if high == 0 && low == 0 {
		return low, high
	}
	// The other side can always reply in the same file, as long as it has an even number
	// of free cells. Then it gets the upper cells of the file and the side to move those
	// below them (claimeven: Allis 1988, section 3.2.1). Two files with an odd number
	// have upper cells at the bottom, and the reply to one is the other; after that
	// their numbers are even. So each side gets one of the two (baseinverse).
	bottoms := free & ((own|other)<<s.pitch | s.bottom) & s.upper
	stones := own | free&^s.upper
	var pairs [maxJoined]uint64
	n := bits.OnesCount64(bottoms)
	if n%2 == 1 || n > maxJoined || s.wins(stones) || !s.joined(stones, bottoms, pairs[:0]) {
		return low, high
	}
	if s.wins(other | free&s.upper&^bottoms) {
		return -1, -1
	}
	return low, 0
}

// maxJoined is the number of files with an odd number of free cells up to which bounds
// looks at all ways to join them in pairs: there are 105 of eight.
const maxJoined = 8

// joined reports whether some cells can be joined in pairs, besides others that are, so
// that stones and one cell of each pair never hold a row.
func (s *small) joined(stones, cells uint64, pairs []uint64) bool {
	if cells == 0 {
		for choice := range 1 << (len(pairs) / 2) {
			set := stones
			for i := 0; i < len(pairs); i += 2 {
				set |= pairs[i+choice>>(i/2)&1]
			}
			if s.wins(set) {
				return false
			}
		}
		return true
	}
	first := cells & -cells
	for rest := cells &^ first; rest != 0; rest &= rest - 1 {
		second := rest & -rest
		if s.joined(stones, cells&^(first|second), append(pairs, first, second)) {
			return true
		}
	}
	return false
}
