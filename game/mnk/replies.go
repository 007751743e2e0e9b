package mnk

import "math/bits"

// What a proof of who wins needs: the moves that matter.

// AppendReplies appends legal moves, the most promising first, of which one is as
// good as any legal move as far as the outcome goes. Instead, over reports that
// the outcome is known, and score is 1, 0 or −1 for the side to move.
//
// It looks two plies ahead: a side that can win does, and a side that would lose
// at the next ply prevents it. On boards that do not fit into a word, and with
// [Options].Exact, it is AppendMoves.
func (p *Position) AppendReplies(dst []Move) (moves []Move, score int, over bool) {
	s := p.small
	if score, over := p.Score(); over || s == nil {
		return p.AppendMoves(dst), score, over
	}
	own, other := p.bits[p.next-stoneX], p.bits[p.next^stoneX^stoneO-stoneX]
	free := s.cells &^ (own | other)
	here := free
	if p.Gravity {
		here &= (own|other)<<p.pitch | s.bottom
	}
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
	if p.Gravity {
		if here &^= threats >> p.pitch; here == 0 { // only below cells that win for the other side
			return dst, -1, true
		}
	}
	return p.rank(dst, here, own, free), 0, false
}

// rank appends moves: with gravity those that make the most threats first, then
// those near the middle, and without it by Order.
func (p *Position) rank(dst []Move, here, own, free uint64) []Move {
	s := p.small
	var orders [64]int32
	n := len(dst)
	for ; here != 0; here &= here - 1 {
		m := s.cellOf[bits.TrailingZeros64(here)]
		var order int32
		if p.Gravity {
			bit := here & -here
			file := int32(p.file[m])
			order = int32(bits.OnesCount64(s.completing(own|bit)&free&^bit))<<8 - max(2*file-s.last, s.last-2*file)
		} else {
			order = int32(p.Order(m))
		}
		i := len(dst) - n
		dst = append(dst, m)
		for ; i > 0 && orders[i-1] < order; i-- {
			orders[i], dst[n+i] = orders[i-1], dst[n+i-1]
		}
		orders[i], dst[n+i] = order, m
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
		var before [64]uint64 // before[i] are the cells that follow a run of i stones
		before[0] = ^uint64(0)
		for i := 1; i < s.inRow; i++ {
			before[i] = before[i-1] & (stones << (uint(i*step) & 63))
		}
		after := ^uint64(0)
		for i := range s.inRow {
			cells |= before[s.inRow-1-i] & after
			after &= stones >> (uint((i+1)*step) & 63)
		}
	}
	return cells
}

// bounds returns what [Position.Bounds] does.
func (s *small) bounds(p *Position) (low, high int) {
	own, other := p.bits[p.next-stoneX], p.bits[p.next^stoneX^stoneO-stoneX]
	taken := own | other
	free := s.cells &^ taken
	if s.wins(own | free) {
		high = 1
	}
	if s.wins(other | free) {
		low = -1
	}
	if high == 0 && low == 0 || !p.Gravity || p.Height%2 == 1 || s.uneven(taken) {
		return low, high
	}
	// The other side can always reply in the same file. Then it gets the free
	// cells of ranks 2, 4, 6 and so on, and the side to move gets those below
	// (claimeven: Allis 1988, section 3.2.1).
	if s.wins(own | free&^s.even) {
		return low, high
	}
	if s.wins(other | free&s.even) {
		return -1, -1
	}
	return low, 0
}

// uneven reports whether a file has an odd number of stones.
func (s *small) uneven(taken uint64) bool {
	return taken&^s.even&^(taken>>s.pitch&^s.even) != 0
}
