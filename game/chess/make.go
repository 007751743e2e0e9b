package chess

import "math/bits"

func rotate(set uint64, by int) uint64 { return bits.RotateLeft64(set, by) }

// make plays a move of appendMoves. The hash follows by one XOR for each
// feature that changes; keys of NoPiece are 0.
func (b *board) make(m Move, keys *table[uint64], rule EnPassant) {
	from, to := m.From(), m.To()
	f, t := bit(from), bit(to)
	us := b.turn & 1
	side := Piece(us) << 3
	moved := b.typeAt(from)
	hash := b.hash ^ keys.turn
	if b.ep != 0 {
		hash ^= keys.ep[b.ep&7]
		b.ep = 0
	}
	b.clock++
	lost := b.rights & (f | t)
	if moved == King {
		lost |= b.rights & homeRank(us)
	}
	if lost != 0 {
		b.rights ^= lost
		for ; lost != 0; lost &= lost - 1 {
			hash ^= keys.castle[b.right(first(lost))&3]
		}
	}
	b.turn = us ^ 1

	if m&(7<<12) == castling {
		kingTo, rookTo := castled(from, to)
		b.clear(f | t)
		b.put(kingTo, side|Piece(King))
		b.put(rookTo, side|Piece(Rook))
		king, rook := &keys.piece[side&8|Piece(King)], &keys.piece[side&8|Piece(Rook)]
		b.hash = hash ^ king[from] ^ king[kingTo&63] ^ rook[to] ^ rook[rookTo&63]
		return
	}

	captured := b.typeAt(to)
	placed := moved
	if p := m.Promotion(); p != NoPieceType {
		placed = p
	}
	b.clear(f | t)
	b.put(to, side|Piece(placed))
	hash ^= keys.piece[(side|Piece(moved))&15][from] ^ keys.piece[(side|Piece(placed))&15][to] ^
		keys.piece[(side^8|Piece(captured))&15][to]
	if captured != NoPieceType {
		b.clock = 0
	}
	if moved == Pawn {
		b.clock = 0
		switch {
		case m&(7<<12) == enPassant:
			b.clear(bit(to ^ 8))
			hash ^= keys.piece[(side^8|Piece(Pawn))&15][(to^8)&63]
		case from^to == 16:
			b.ep = (from + to) / 2
			if b.keepEnPassant(rule) {
				hash ^= keys.ep[b.ep&7]
			}
		}
	}
	b.hash = hash
}

// clear empties squares.
func (b *board) clear(set uint64) {
	b.white &^= set
	b.pbq &^= set
	b.nbk &^= set
	b.rqk &^= set
}

// homeRank returns the rank of a side's king before the first move.
func homeRank(c Color) uint64 { return rank1 << ((c & 1) * 56) }

// right returns the number of the right to castle with the rook on r: 0 and 1
// for White on the king's and the queen's side, 2 and 3 for Black.
func (b *board) right(r Square) int {
	c := Color(r >> 5 & 1)
	return int(c)<<1 | int((r-b.king(c))>>7)
}

// keepEnPassant forgets the square behind a pawn that moved two squares where
// the rule does not count it, and reports whether it does.
func (b *board) keepEnPassant(rule EnPassant) bool {
	pseudo, legal := b.enPassantPawns()
	if rule == AlwaysEnPassant || rule == PseudoLegalEnPassant && pseudo || legal {
		return true
	}
	b.ep = 0
	return false
}
