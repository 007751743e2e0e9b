package engine

import (
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// exchangeValue is the value of a piece in exchanges. A king is never given.
var exchangeValue = [8]int{bitboard.Pawn: 100, bitboard.Knight: 325, bitboard.Bishop: 325, bitboard.Rook: 500,
	bitboard.Queen: 975, bitboard.King: 20000}

// Gains reports whether a legal move gains at least that many hundredths of a pawn
// by the exchange on its target square: both sides take there with their least
// valuable pieces as long as it pays. Pins are not considered. Castling gains
// nothing, and a promotion what the pawn becomes.
func (p *Position) Gains(m chess.Move, least int) bool {
	if m.IsCastling() {
		return least <= 0
	}
	b := p.Bitboard(0)
	from, to := uint8(m.From()), uint8(m.To())
	gain, next := 0, b.TypeAt(from) // won so far; the piece on the square
	occ := b.Occupied() ^ bitboard.Bit(from)
	if m.IsEnPassant() {
		gain = exchangeValue[bitboard.Pawn]
		occ ^= bitboard.Bit(to ^ 8)
	} else {
		gain = exchangeValue[b.TypeAt(to)]
	}
	if t := uint8(m.Promotion()); t != 0 {
		gain += exchangeValue[t] - exchangeValue[bitboard.Pawn]
		next = t
	}
	if gain < least {
		return false
	}
	if gain-exchangeValue[next] >= least {
		return true
	}
	occ |= bitboard.Bit(to)
	other := uint8(p.Turn()) ^ 1
	return gain-exchange(b, to, other, exchangeValue[next], b.Attackers(to, occ), occ) >= least
}

// exchange returns what a side wins at most by taking a piece of some value on a
// square, to which each side may reply by taking again. attackers are the pieces of
// both sides that attack the square; some of them may be gone.
func exchange(b *bitboard.Board, to, turn uint8, value int, attackers, occ uint64) int {
	own := attackers & occ & b.Of(turn)
	if own == 0 {
		return 0
	}
	t, from := least(b, own)
	if t == bitboard.King && attackers&occ&b.Of(turn^1) != 0 {
		return 0 // it would be in check
	}
	occ &^= from
	// The piece may have stood before another one on the same line. No knight does.
	if t != bitboard.Knight && t != bitboard.Rook {
		attackers |= bitboard.BishopAttacks(to, occ) & b.Diagonal()
	}
	if t >= bitboard.Rook {
		attackers |= bitboard.RookAttacks(to, occ) & b.Straight()
	}
	return max(0, value-exchange(b, to, turn^1, exchangeValue[t], attackers, occ))
}

// least returns the least valuable type in a set that is not empty, and one square
// of it.
func least(b *bitboard.Board, set uint64) (piece uint8, square uint64) {
	for t := uint8(bitboard.Pawn); t < bitboard.King; t++ {
		if s := set & b.Set(t); s != 0 {
			return t, s & -s
		}
	}
	return bitboard.King, set
}
