package baduk

import (
	"bytes"
	"iter"
)

// history holds every board so far for the superko rules: hashes to find
// candidates, and stones to decide. Under SimpleKo it is empty.
//
// It is a hash table with chains, newest first: a play that leads to a new hash
// costs one look-up.
type history struct {
	boards []board
	stones []uint8 // 2 bits a point, size bytes a board
	size   int     // bytes of one board

	heads []int32 // index + 1 of the newest board with that slot; 0: none

	saved  int      // boards that a saved position needs; see Position.Save
	before *history // which a reset replaced, as its boards were saved
	resets int      // the number of histories before
}

// board is one board of the history. Its stones are at index·size.
type board struct {
	hash  uint64 // of the stones alone
	older int32  // index + 1 of the next older board of the same slot; 0: none
	turn  Color  // who is to move
	mover Color  // whose play created it; Empty after a pass or a setup
}

// reset forgets all boards but the present one.
func (h *history) reset(p *Position) {
	if h.saved > 0 {
		before := *h
		*h = history{before: &before, resets: before.resets + 1}
	}
	h.size = (p.points() + 3) / 4
	h.boards, h.stones = h.boards[:0], h.stones[:0]
	clear(h.heads)
	h.push(p, Empty)
}

// push remembers the present board, which a play of mover has created, or a pass
// or a setup if mover is Empty.
func (h *history) push(p *Position, mover Color) {
	if p.options.Ko == SimpleKo {
		return
	}
	if 2*len(h.boards) >= len(h.heads) {
		h.grow()
	}
	slot := p.stones & uint64(len(h.heads)-1)
	h.boards = append(h.boards, board{hash: p.stones, older: h.heads[slot], turn: p.turn, mover: mover})
	h.heads[slot] = int32(len(h.boards))
	h.stones = append(h.stones, p.packed[:h.size]...)
}

// pop forgets the newest board.
func (h *history) pop(p *Position) {
	if p.options.Ko != SimpleKo {
		h.drop()
	}
}

// drop forgets the newest board.
func (h *history) drop() {
	last := len(h.boards) - 1
	b := h.boards[last]
	h.heads[b.hash&uint64(len(h.heads)-1)] = b.older
	h.boards = h.boards[:last]
	h.stones = h.stones[:last*h.size]
}

// grow doubles the table.
func (h *history) grow() {
	h.heads = make([]int32, max(64, 2*len(h.heads)))
	for i := range h.boards {
		b := &h.boards[i]
		slot := b.hash & uint64(len(h.heads)-1)
		b.older = h.heads[slot]
		h.heads[slot] = int32(i + 1)
	}
}

// forbids reports whether superko forbids the side to move a play on the padded
// point i, which removes the captured stones.
func (h *history) forbids(p *Position, i int16, captured []int16, suicide bool) bool {
	hash := p.stones ^ p.options.Set.Keys[p.stoneFeature(p.turn, i)]
	taken := p.turn.Opponent()
	if suicide {
		taken = p.turn
	}
	for _, j := range captured {
		hash ^= p.options.Set.Keys[p.stoneFeature(taken, j)]
	}
	for n := h.heads[hash&uint64(len(h.heads)-1)]; n != 0; {
		b := &h.boards[n-1]
		if b.hash == hash && b.counts(p.options.Ko, p.turn) && h.same(p, int(n-1), i, captured) {
			return true
		}
		n = b.older
	}
	return false
}

// counts reports whether the rule compares a board after mover's play with b.
func (b *board) counts(rule Ko, mover Color) bool {
	switch rule {
	case PositionalSuperko:
		return true
	case SituationalSuperko:
		return b.turn == mover.Opponent()
	default:
		return b.mover == mover
	}
}

// same reports whether board n has the stones that the play on i leaves.
func (h *history) same(p *Position, n int, i int16, captured []int16) bool {
	after := p.packed
	put := func(i int16, c Color) {
		m := p.move(i)
		after[m/4] = after[m/4]&^(3<<(m%4*2)) | uint8(c)<<(m%4*2)
	}
	put(i, p.turn)
	for _, j := range captured {
		put(j, Empty)
	}
	return bytes.Equal(h.stones[n*h.size:][:h.size], after[:h.size])
}

// Boards yields the boards so far, oldest first and the present one last: the side to
// move there and the content of each point, in the order of their numbers. Superko
// compares with them, [NaturalSituationalSuperko] only with those that a play made. The
// contents are valid until the next board, and the position must not change meanwhile.
// Under SimpleKo there is none.
func (p *Position) Boards() iter.Seq2[Color, []Color] {
	return func(yield func(Color, []Color) bool) {
		points := make([]Color, p.points())
		h := &p.history
		for n, b := range h.boards {
			for m := range points {
				points[m] = Color(h.stones[n*h.size+m/4] >> (m % 4 * 2) & 3)
			}
			if !yield(b.turn, points) {
				return
			}
		}
	}
}

// clone returns an independent copy, without what saved positions need.
func (h *history) clone() history {
	c := *h
	c.saved, c.before, c.resets = 0, nil, 0
	c.boards = append([]board(nil), h.boards...)
	c.stones = append([]uint8(nil), h.stones...)
	c.heads = append([]int32(nil), h.heads...)
	return c
}
