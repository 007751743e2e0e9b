package chess

// What a search needs besides Evaluate, Gains and AppendTactical: which positions are
// forced or drawn, and an order of the moves.

// material is the value of a piece for the order of moves.
var material = [7]int{Pawn: 100, Knight: 320, Bishop: 330, Rook: 500, Queen: 950}

// pawnSpan returns the squares that a side's pawns attack.
func pawnSpan(pawns uint64, c Color) uint64 {
	if c == White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

// Forced reports whether the side to move is in check.
func (p *Position) Forced() bool { return p.InCheck() }

// Drawn reports whether a search may take the position for a draw although there
// are moves: it occurred before, fifty moves have passed without progress, or the
// pieces do not suffice.
func (p *Position) Drawn() bool {
	return p.clock >= 100 && p.checkers() == 0 || p.clock >= 4 && p.repetitions(1) > 0 || p.InsufficientMaterial()
}

// Pass makes a null move for a search and returns true, unless the side to move is in
// check or has only pawns, which are often in zugzwang. Then it does nothing.
func (p *Position) Pass() bool {
	own := p.of(p.turn)
	if own&^(p.pawns()|p.kings()) == 0 || p.checkers() != 0 {
		return false
	}
	p.MakeNull()
	return true
}

// captured returns the type of the piece that a legal move takes.
func (p *Position) captured(m Move) PieceType {
	switch {
	case m.IsEnPassant():
		return Pawn
	case m.IsCastling():
		return NoPieceType
	}
	return p.typeAt(m.To())
}

// Order returns how promising a legal move is: above 1000 for captures and for
// promotions to queens, by the value of the victim and then of the attacker; −50
// for a capture by a more valuable piece of one that a pawn defends; −100 for
// other promotions; 0 for quiet moves.
func (p *Position) Order(m Move) int {
	promotion := m.Promotion()
	victim := p.captured(m)
	switch {
	case promotion == Queen:
		return 1000 + material[Queen] + material[victim]
	case promotion != NoPieceType:
		return -100
	case victim == NoPieceType:
		return 0
	}
	attacker := p.typeAt(m.From())
	if material[attacker] > material[victim]+100 && attacker != King &&
		pawnAttacks[p.turn][m.To()&63]&p.pawns()&p.of(p.turn.Opponent()) != 0 {
		return -50
	}
	return 1000 + material[victim] - material[attacker]/100
}

// Class returns what legal moves by a piece of the same type and color to the same
// square have in common: a number from 64 to 1023.
func (p *Position) Class(m Move) uint16 {
	return uint16(p.at(m.From())&15)<<6 | uint16(m.To()&63)
}
