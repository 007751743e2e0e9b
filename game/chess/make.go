package chess

import "math/bits"

func rotate(set uint64, by int) uint64 { return bits.RotateLeft64(set, by) }

// make plays a move of appendMoves and stores the board after it in n, which may
// be b itself, without its secondary code. The hash takes one XOR for each feature
// that changes. The keys of NoPiece and of no en-passant square are 0.
func (b *board) make(n *board, m Move, keys *table, rule EnPassant) {
	from, to := m.From()&63, m.To()&63
	f, t := uint64(1)<<from, uint64(1)<<to
	us := b.turn & 1
	side := uint64(us) << 3
	white, pbq, nbk, rqk := b.sets.White, b.sets.PBQ, b.sets.NBK, b.sets.RQK
	hash := b.hash ^ keys.turn ^ keys.ep[b.ep&63]
	p0, p1, p2 := pbq>>from&1, nbk>>from&1, rqk>>from&1
	moved := p0 | p1<<1 | p2<<2

	rights := b.sets.Rights
	inner := rights&^corners != 0
	if rights != 0 {
		if inner {
			hash ^= b.innerKeys(keys)
		}
		lost := rights & (f | t)
		if moved == uint64(King) {
			lost |= rights & homeRank(us)
		}
		for rights ^= lost; lost != 0; lost &= lost - 1 {
			hash ^= keys.castle[b.right(first(lost))&3]
		}
	}
	n.sets.Rights = rights
	n.turn = us ^ 1
	n.ep = 0
	if m&(7<<12) == castling {
		n.sets.White, n.sets.PBQ, n.sets.NBK, n.sets.RQK = white, pbq, nbk, rqk
		n.clock = b.clock + 1
		n.hash = hash ^ n.castle(from, to, us, keys)
		if inner {
			n.hash ^= n.innerKeys(keys)
		}
		return
	}

	clock := b.clock + 1
	if (pbq|nbk|rqk)&t != 0 {
		captured := pbq>>to&1 | nbk>>to&1<<1 | rqk>>to&1<<2
		hash ^= keys.piece[(side^8|captured)&15][to]
		clock = 0
	}
	hash ^= keys.piece[(side|moved)&15][from] ^ keys.piece[(side|moved)&15][to]
	ft := ^(f | t)
	n.sets.White = white&ft | t&(uint64(us)-1)
	n.sets.PBQ = pbq&ft | p0<<to
	n.sets.NBK = nbk&ft | p1<<to
	n.sets.RQK = rqk&ft | p2<<to
	if moved == uint64(Pawn) {
		clock = 0
		switch {
		case m >= 1<<12:
			hash ^= n.special(m, us, keys)
		case from^to == 16:
			n.ep = (from + to) / 2
			n.keepEnPassant(rule)
			hash ^= keys.ep[n.ep&63]
		}
	}
	if inner {
		hash ^= n.innerKeys(keys)
	}
	n.clock = clock
	n.hash = hash
}

// castle moves king and rook, and returns the change of the hash.
func (b *board) castle(king, rook Square, us Color, keys *table) uint64 {
	kingTo, rookTo := castled(king, rook)
	b.clear(bit(king) | bit(rook))
	k, r := NewPiece(us, King), NewPiece(us, Rook)
	b.put(kingTo, k)
	b.put(rookTo, r)
	return keys.piece[k&15][king&63] ^ keys.piece[k&15][kingTo&63] ^
		keys.piece[r&15][rook&63] ^ keys.piece[r&15][rookTo&63]
}

// special completes a promotion or a capture en passant after the pawn has moved,
// and returns the change of the hash.
func (b *board) special(m Move, us Color, keys *table) uint64 {
	to, pawn := m.To()&63, NewPiece(us, Pawn)
	if m&(7<<12) == enPassant {
		b.clear(bit(to ^ 8))
		return keys.piece[(pawn^8)&15][to^8]
	}
	queen := NewPiece(us, m.Promotion())
	b.clear(bit(to))
	b.put(to, queen)
	return keys.piece[pawn&15][to] ^ keys.piece[queen&15][to]
}

// clear empties squares.
func (b *board) clear(set uint64) {
	b.sets.White &^= set
	b.sets.PBQ &^= set
	b.sets.NBK &^= set
	b.sets.RQK &^= set
}

// homeRank returns the rank of a side's king before the first move.
func homeRank(c Color) uint64 { return rank1 << ((c & 1) * 56) }

// right returns the number of the right to castle with the rook on r: 0 and 1
// for White on the king's and the queen's side, 2 and 3 for Black.
func (b *board) right(r Square) int {
	c := Color(r >> 5 & 1)
	return int(c)<<1 | int((r-b.king(c))>>7)
}

// keepEnPassant drops the square behind a pawn that moved two squares if the rule
// does not count it.
func (b *board) keepEnPassant(rule EnPassant) {
	if rule == AlwaysEnPassant {
		return
	}
	if pseudo, legal := b.enPassantPawns(); !legal && !(pseudo && rule == PseudoLegalEnPassant) {
		b.ep = 0
	}
}
