package chess

import "math/bits"

// What a search needs: an estimate of the position, the moves that are not quiet,
// and an order of the moves. Values are in hundredths of a pawn.

// material is the value of a piece.
var material = [7]int{Pawn: 100, Knight: 320, Bishop: 330, Rook: 500, Queen: 950}

// weight is what a piece counts towards the middle game: 24 in all at the start.
var weight = [7]int{Knight: 1, Bishop: 1, Rook: 2, Queen: 4}

// mobile is twice the value of each square that a piece can reach.
var mobile = [7]int{Knight: 8, Bishop: 8, Rook: 5, Queen: 2}

// Evaluate returns an estimate for the side to move, in hundredths of a pawn, from
// material, mobility, pawn structure, the shelter of the kings in the middle game
// and their place in the end game.
func (p *Position) Evaluate() int {
	phase := 0
	for t := Knight; t <= Queen; t++ {
		phase += weight[t] * bits.OnesCount64(p.set(t))
	}
	phase = min(phase, 24)
	value := p.side(White, phase) - p.side(Black, phase)
	if p.turn == Black {
		value = -value
	}
	return value*(200-min(int(p.clock), 100))/200 + 10
}

// side returns the value of one side's pieces.
func (b *board) side(c Color, phase int) int {
	own, occ := b.of(c), b.occupied()
	ownPawns, otherPawns := b.pawns()&own, b.pawns()&^own
	guarded := pawnSpan(otherPawns, c.Opponent())
	value := 0
	for t := Knight; t <= Queen; t++ {
		set := b.set(t) & own
		value += material[t] * bits.OnesCount64(set)
		for ; set != 0; set &= set - 1 {
			s := first(set)
			var reach uint64
			switch t {
			case Knight:
				reach = knightAttacks[s&63]
			case Bishop:
				reach = bishopAttacks(s, occ)
			case Rook:
				reach = rookAttacks(s, occ)
			default:
				reach = bishopAttacks(s, occ) | rookAttacks(s, occ)
			}
			value += mobile[t] * bits.OnesCount64(reach&^own&^guarded) / 2
		}
	}
	if bits.OnesCount64(b.set(Bishop)&own) >= 2 {
		value += 30
	}
	value += pawnValue(ownPawns, otherPawns, c, phase)
	return value + b.kingValue(c, ownPawns, phase)
}

// pawnValue returns the value of pawns: more for advanced and passed ones, less for
// doubled and isolated ones.
func pawnValue(own, other uint64, c Color, phase int) int {
	value := material[Pawn] * bits.OnesCount64(own)
	for set := own; set != 0; set &= set - 1 {
		s := first(set)
		file := uint64(0x0101010101010101) << s.File()
		beside := file<<1&^0x0101010101010101 | file>>1&^0x8080808080808080
		ahead, advance := ^uint64(0)<<(s|7)<<1, s.Rank()-1
		if c == Black {
			ahead, advance = uint64(1)<<(s&^7)-1, 6-s.Rank()
		}
		if own&beside == 0 {
			value -= 12
		}
		if own&file&ahead != 0 {
			value -= 10
		}
		if (file|beside)&ahead&other == 0 {
			value += advance * advance * (48 - phase) / 16
		}
		value += advance * 2
		if f := s.File(); f >= 2 && f <= 5 {
			value += advance * 3
		}
	}
	return value
}

// kingValue returns the value of the king's shelter behind pawns and of its place
// near the centre, weighted by the phase of the game.
func (b *board) kingValue(c Color, pawns uint64, phase int) int {
	k := b.king(c)
	near := kingAttacks[k&63]
	if c == White {
		near |= near << 8
	} else {
		near |= near >> 8
	}
	shelter := 12 * bits.OnesCount64(near&pawns)
	file, rank := k.File(), k.Rank()
	if c == Black {
		rank = 7 - rank
	}
	shelter -= 15 * min(rank, 3)
	if file >= 2 && file <= 5 {
		shelter -= 12
	}
	centre := -6 * (max(3-file, file-4, 0) + max(3-rank, rank-4, 0))
	return (shelter*phase + centre*(24-phase)) / 24
}

// pawnSpan returns the squares that a side's pawns attack.
func pawnSpan(pawns uint64, c Color) uint64 {
	const fileA, fileH = 0x0101010101010101, 0x8080808080808080
	if c == White {
		return pawns&^fileA<<7 | pawns&^fileH<<9
	}
	return pawns&^fileA>>9 | pawns&^fileH>>7
}

// Forced reports whether the side to move is in check.
func (p *Position) Forced() bool { return p.checkers() != 0 }

// Drawn reports whether a search may take the position for a draw although there
// are moves: it occurred before, fifty moves have passed without progress, or the
// pieces do not suffice.
func (p *Position) Drawn() bool {
	return p.clock >= 100 && p.checkers() == 0 || p.clock >= 4 && p.Repetitions() > 0 || p.InsufficientMaterial()
}

// AppendTactical appends the legal captures and promotions to queens.
func (p *Position) AppendTactical(dst []Move) []Move {
	begin := len(dst)
	dst = p.AppendMoves(dst)
	kept := dst[:begin]
	for _, m := range dst[begin:] {
		if p.captured(m) != NoPieceType || m.Promotion() == Queen {
			kept = append(kept, m)
		}
	}
	return kept
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
