package engine

import (
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
	"github.com/zobrist-go/zobrist/search"
)

// What a search needs besides Evaluate, Gains and AppendTactical: which positions are
// forced or drawn, and an order of the moves.

// material is the value of a piece for the order of moves.
var material = [7]int{bitboard.Pawn: 100, bitboard.Knight: 320, bitboard.Bishop: 330, bitboard.Rook: 500,
	bitboard.Queen: 950}

// MateIn returns the number of moves to mate that a value of the search means, negative if the side to move is mated;
// ok is false if it means none.
func MateIn(value int) (moves int, ok bool) {
	switch {
	case value >= search.WinBound:
		return (search.Win - value + 1) / 2, true
	case value <= -search.WinBound:
		return -(search.Win + value) / 2, true
	}
	return 0, false
}

// Forced reports whether the side to move is in check.
func (p *Position) Forced() bool { return p.InCheck() }

// Drawn reports whether a search that began so many plies ago may count the position as a
// draw although there are moves: it repeats ([chess.Position.Repeats]), fifty moves have
// passed without progress, or the pieces do not suffice.
func (p *Position) Drawn(plies int) bool {
	clock := p.HalfmoveClock()
	return clock >= 100 && !p.InCheck() || clock >= 4 && p.Repeats(plies) || p.InsufficientMaterial()
}

// Pass makes a null move for a search and returns true, unless the side to move is in
// check or has only pawns, which are often in zugzwang. Then it does nothing.
func (p *Position) Pass() bool {
	b := p.Bitboard(0)
	if b.Of(uint8(p.Turn()))&^(b.Pawns()|b.Kings()) == 0 || p.InCheck() {
		return false
	}
	p.MakeNull()
	return true
}

// captured returns the type of the piece that a legal move takes.
func captured(b *bitboard.Board, m chess.Move) uint8 {
	switch {
	case m.IsEnPassant():
		return bitboard.Pawn
	case m.IsCastling():
		return 0
	}
	return b.TypeAt(uint8(m.To()))
}

// Order returns how promising a legal move is: above 1000 for captures and for
// promotions to queens, by the value of the victim and then of the attacker; −50
// for a capture by a more valuable piece of one that a pawn defends; −100 for
// other promotions; 0 for quiet moves.
func (p *Position) Order(m chess.Move) int {
	b := p.Bitboard(0)
	promotion := m.Promotion()
	victim := captured(b, m)
	switch {
	case promotion == chess.Queen:
		return 1000 + material[bitboard.Queen] + material[victim]
	case promotion != chess.NoPieceType:
		return -100
	case victim == 0:
		return 0
	}
	attacker, turn := b.TypeAt(uint8(m.From())), uint8(p.Turn())
	if material[attacker] > material[victim]+100 && attacker != bitboard.King &&
		bitboard.PawnAttacks[turn&1][m.To()&63]&b.Pawns()&b.Of(turn^1) != 0 {
		return -50
	}
	return 1000 + material[victim] - material[attacker]/100
}

// Class returns a number from 64 to 1023 that legal moves by a piece of the same type and color to the
// same square share.
func (p *Position) Class(m chess.Move) uint16 {
	return uint16(p.PieceAt(m.From())&15)<<6 | uint16(m.To()&63)
}
