package chess

import "math/bits"

// Upcoming reports whether the side to move can reach, by one move, a position that
// occurred before, as far as moves can be taken back. It compares boards, not hashes.
func (p *Position) Upcoming() bool {
	limit := min(int(p.clock), len(p.line)-1)
	for back := 3; back <= limit; back += 2 {
		old := &p.line[len(p.line)-1-back]
		moved := (p.white ^ old.white) | (p.pbq ^ old.pbq) | (p.nbk ^ old.nbk) | (p.rqk ^ old.rqk)
		if bits.OnesCount64(moved) == 2 && p.leads(moved, old) {
			return true
		}
	}
	return false
}

// leads reports whether a move of the side to move between two squares, on which alone
// the pieces differ, gives an earlier board. Neither a pawn moves nor is a piece captured.
func (b *board) leads(both uint64, old *board) bool {
	occ := b.occupied()
	piece := occ & both
	if piece == both || piece&b.of(b.turn) == 0 {
		return false
	}
	from := first(piece)
	if reach(b.typeAt(from), from, occ)&both == 0 {
		return false
	}
	now, then := b.repeatable(), old.repeatable()
	for _, set := range []*uint64{&now.white, &now.pbq, &now.nbk, &now.rqk} {
		if *set&both != 0 {
			*set ^= both
		}
	}
	now.turn ^= 1
	now.ep = 0
	return now == then
}

// reach returns the squares that a piece other than a pawn attacks.
func reach(t PieceType, s Square, occ uint64) uint64 {
	switch s &= 63; t {
	case Knight:
		return knightAttacks[s]
	case Bishop:
		return bishopAttacks(s, occ)
	case Rook:
		return rookAttacks(s, occ)
	case Queen:
		return bishopAttacks(s, occ) | rookAttacks(s, occ)
	case King:
		return kingAttacks[s]
	}
	return 0
}
