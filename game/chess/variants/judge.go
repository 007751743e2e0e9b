package variants

import (
	"math/bits"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// This file is for searches: an estimate of the position, and an order of the moves.

// values of the types of pieces, in hundredths of a pawn. A king counts in antichess alone.
var values = [count][8]int{
	Crazyhouse:    {0, 100, 250, 260, 300, 500},
	ThreeCheck:    {0, 100, 320, 340, 450, 950},
	KingOfTheHill: {0, 100, 310, 330, 480, 930},
	Antichess:     {0, -100, -100, -100, -100, -100, -100},
	Atomic:        {0, 100, 170, 170, 350, 800},
	Horde:         {0, 100, 310, 330, 500, 930},
	RacingKings:   {0, 0, 300, 330, 480, 900},
}

// Evaluate returns an estimate for the side to move, in hundredths of a pawn: material, pockets included, the number
// of squares that the pieces attack, and what the variant is won by: checks given, the way of the king.
func (p *Position) Evaluate() int {
	b := p.last()
	value := b.worth(chess.White) - b.worth(chess.Black)
	if b.turn == chess.Black {
		return -value
	}
	return value
}

// worth returns one side's part of the estimate.
func (b *board) worth(c chess.Color) (sum int) {
	occ := b.sets.Occupied()
	mobility := bits.OnesCount64(bitboard.PawnSpan(b.sets.Pawns()&b.of(c), uint8(c)))
	for set := b.of(c); set != 0; set &= set - 1 {
		s := uint8(first(set)) & 63
		t := chess.PieceType(b.sets.TypeAt(s))
		sum += values[b.rules][t]
		switch t {
		case chess.Pawn: // a pawn further on is worth more, but in antichess
			if b.rules != Antichess {
				sum += 3 * abs(int(s>>3)-7*int(c))
			}
		case chess.Knight:
			mobility += bits.OnesCount64(bitboard.KnightAttacks[s])
		case chess.Bishop:
			mobility += bits.OnesCount64(bitboard.BishopAttacks(s, occ))
		case chess.Rook:
			mobility += bits.OnesCount64(bitboard.RookAttacks(s, occ))
		case chess.Queen:
			mobility += bits.OnesCount64(bitboard.RookAttacks(s, occ)|bitboard.BishopAttacks(s, occ)) / 2
		case chess.King:
			sum += b.way(chess.Square(s))
		}
	}
	for t := chess.Pawn; t <= chess.Queen; t++ {
		sum += int(b.pocket[c&1][t]) * values[b.rules][t] * 5 / 4
	}
	given := int(b.checks[c&1])
	return sum + 3*mobility + 120*given*given
}

// way returns what the place of a king is worth where kings race.
func (b *board) way(s chess.Square) int {
	switch b.rules {
	case RacingKings:
		return 150 * s.Rank()
	case KingOfTheHill:
		far := max(abs(2*s.File()-7), abs(2*s.Rank()-7)) // 1 on the hill, 7 at the edge
		return 10 * (7 - far)
	}
	return 0
}

func abs(n int) int { return max(n, -n) }

// Order returns how promising a legal move is: captures of the most by the least and promotions before others.
func (p *Position) Order(m chess.Move) int {
	b := p.last()
	if b.rules == Antichess || m.Drop() != chess.NoPieceType || m.IsCastling() {
		return 0
	}
	good := values[b.rules][m.Promotion()]
	if b.captures(m) {
		taken := max(values[b.rules][b.sets.TypeAt(uint8(m.To()))], 100) // en passant a pawn
		good += 100 + 10*taken - values[b.rules][b.sets.TypeAt(uint8(m.From()))]
	}
	return good
}
