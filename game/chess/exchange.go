package chess

// exchangeValue is the value of a piece in exchanges. A king is never given.
var exchangeValue = [8]int{Pawn: 100, Knight: 325, Bishop: 325, Rook: 500, Queen: 975, King: 20000}

// Gains reports whether a legal move gains at least that many hundredths of a pawn
// by the exchange on its target square: both sides take there with their least
// valuable pieces as long as it pays. Pins are not considered. Castling gains
// nothing, and a promotion what the pawn becomes.
func (p *Position) Gains(m Move, least int) bool {
	if m.IsCastling() {
		return least <= 0
	}
	from, to := m.From(), m.To()
	gain, next := 0, p.typeAt(from) // won so far; the piece on the square
	occ := p.occupied() ^ bit(from)
	if m.IsEnPassant() {
		gain = exchangeValue[Pawn]
		occ ^= bit(p.ep ^ 8)
	} else {
		gain = exchangeValue[p.typeAt(to)]
	}
	if t := m.Promotion(); t != NoPieceType {
		gain += exchangeValue[t] - exchangeValue[Pawn]
		next = t
	}
	if gain < least {
		return false
	}
	if gain-exchangeValue[next] >= least {
		return true
	}
	occ |= bit(to)
	return gain-p.exchange(to, p.turn.Opponent(), exchangeValue[next], p.attackers(to, occ), occ) >= least
}

// exchange returns what a side wins at most by taking a piece of some value on a
// square, to which each side may reply by taking again. attackers are the pieces of
// both sides that attack the square, some of which may no longer be there.
func (b *board) exchange(to Square, turn Color, value int, attackers, occ uint64) int {
	own := attackers & occ & b.of(turn)
	if own == 0 {
		return 0
	}
	t, from := b.least(own)
	if t == King && attackers&occ&b.of(turn.Opponent()) != 0 {
		return 0 // it would be in check
	}
	occ &^= from
	// The piece may have stood before another one on the same line. No knight does.
	if t != Knight && t != Rook {
		attackers |= bishopAttacks(to, occ) & b.diagonal()
	}
	if t >= Rook {
		attackers |= rookAttacks(to, occ) & b.straight()
	}
	return max(0, value-b.exchange(to, turn.Opponent(), exchangeValue[t], attackers, occ))
}

// least returns the least valuable type in a set that is not empty, and one square
// of it.
func (b *board) least(set uint64) (PieceType, uint64) {
	for t := Pawn; t < King; t++ {
		if s := set & b.set(t); s != 0 {
			return t, s & -s
		}
	}
	return King, set
}
