package variants

import (
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// The kinds of a [chess.Move]: see there.
const (
	castling  chess.Move = 5 << 12
	enPassant chess.Move = 6 << 12
	drop      chess.Move = 7 << 12
	crowned   chess.Move = 8 << 12 // a pawn becomes a king
)

func newMove(from, to chess.Square) chess.Move { return chess.Move(from)<<6 | chess.Move(to) }

// appendMoves appends the legal moves, none if the game is over.
func (b *board) appendMoves(dst []chess.Move) []chess.Move {
	if b.over() {
		return dst
	}
	return b.appendLegal(dst)
}

// appendLegal is appendMoves as if the game went on.
func (b *board) appendLegal(dst []chess.Move) []chess.Move {
	begin := len(dst)
	dst = b.appendAll(dst)
	kept := dst[:begin]
	if b.rules == Antichess {
		for _, m := range dst[begin:] {
			if b.captures(m) {
				kept = append(kept, m)
			}
		}
		if len(kept) > begin {
			return kept
		}
		return dst
	}
	r := b.risks()
	for _, m := range dst[begin:] {
		if !b.risky(m, &r) || b.legal(m) {
			kept = append(kept, m)
		}
	}
	return kept
}

// captures reports whether a move captures. The move is one of appendAll.
func (b *board) captures(m chess.Move) bool {
	return m.IsEnPassant() || m>>12 != castling>>12 && b.sets.Occupied()&bit(m.To()) != 0
}

// risks says which moves must be tried.
type risks struct {
	all     bool   // the king is in check, or nobody may give check
	exposed uint64 // pieces on a line with the king, and the king
}

func (b *board) risks() (r risks) {
	r.all = b.rules == RacingKings || b.inCheck(b.turn)
	if k := b.king(b.turn); k != chess.NoSquare {
		occ := b.sets.Occupied()
		r.exposed = bitboard.RookAttacks(uint8(k), occ) | bitboard.BishopAttacks(uint8(k), occ) | bit(k)
	}
	return r
}

// risky reports whether a move must be tried: it may expose or explode the own king, or leave it in check. Castling
// was tested before.
func (b *board) risky(m chess.Move, r *risks) bool {
	switch {
	case m.IsCastling():
		return false
	case r.all || m.IsEnPassant() || b.rules == Atomic && b.captures(m):
		return true
	}
	return m.Drop() == chess.NoPieceType && r.exposed&bit(m.From()) != 0
}

// legal reports whether a move, other than castling, leaves the own king safe.
func (b *board) legal(m chess.Move) bool {
	next := *b
	next.play(m)
	us, them := b.turn, b.turn.Opponent()
	switch b.rules {
	case Antichess:
		return true
	case Atomic:
		if next.king(us) == chess.NoSquare || next.king(them) == chess.NoSquare {
			return next.king(us) != chess.NoSquare
		}
	case RacingKings:
		if next.inCheck(them) {
			return false
		}
	}
	return !next.inCheck(us)
}

// appendAll appends the moves of all pieces, legal or not; only castling is tested.
func (b *board) appendAll(dst []chess.Move) []chess.Move {
	own, occ := b.of(b.turn), b.sets.Occupied()
	for set := own; set != 0; set &= set - 1 {
		s := first(set)
		attacks := uint64(0)
		switch chess.PieceType(b.sets.TypeAt(uint8(s))) {
		case chess.Pawn:
			dst = b.appendPawn(dst, s, occ)
		case chess.Knight:
			attacks = bitboard.KnightAttacks[s&63]
		case chess.Bishop:
			attacks = bitboard.BishopAttacks(uint8(s), occ)
		case chess.Rook:
			attacks = bitboard.RookAttacks(uint8(s), occ)
		case chess.Queen:
			attacks = bitboard.RookAttacks(uint8(s), occ) | bitboard.BishopAttacks(uint8(s), occ)
		case chess.King:
			attacks = bitboard.KingAttacks[s&63]
		}
		for attacks &^= own; attacks != 0; attacks &= attacks - 1 {
			dst = append(dst, newMove(s, first(attacks)))
		}
	}
	dst = b.appendCastling(dst)
	for t := chess.Pawn; t <= chess.Queen; t++ {
		if b.pocket[b.turn&1][t] == 0 {
			continue
		}
		empty := ^occ
		if t == chess.Pawn {
			empty &^= ends
		}
		for ; empty != 0; empty &= empty - 1 {
			dst = append(dst, drop|newMove(chess.Square(t), first(empty)))
		}
	}
	return dst
}

// appendPawn appends the moves of one pawn. A pawn of the horde may move two squares from rank 1 as from rank 2.
func (b *board) appendPawn(dst []chess.Move, s chess.Square, occ uint64) []chess.Move {
	up, start := 8, b.turn == chess.White && s.Rank() == 1
	if b.turn == chess.Black {
		up, start = -8, s.Rank() == 6
	}
	start = start || b.rules == Horde && b.turn == chess.White && s.Rank() == 0
	targets := bitboard.PawnAttacks[b.turn&1][s&63] & occ &^ b.of(b.turn)
	if one := chess.Square(int(s) + up); occ&bit(one) == 0 {
		targets |= bit(one)
		if two := chess.Square(int(one) + up); start && occ&bit(two) == 0 {
			targets |= bit(two)
		}
	}
	for ; targets != 0; targets &= targets - 1 {
		m := newMove(s, first(targets))
		if bit(m.To())&ends == 0 {
			dst = append(dst, m)
			continue
		}
		dst = append(dst, m|4<<12, m|3<<12, m|2<<12, m|1<<12)
		if b.rules == Antichess {
			dst = append(dst, m|crowned)
		}
	}
	if b.ep != 0 && bitboard.PawnAttacks[b.turn&1][s&63]&bit(b.ep) != 0 {
		dst = append(dst, newMove(s, b.ep)|enPassant)
	}
	return dst
}

// appendCastling appends castling moves.
func (b *board) appendCastling(dst []chess.Move) []chess.Move {
	rooks := b.sets.Rights & b.of(b.turn)
	if rooks == 0 || b.inCheck(b.turn) {
		return dst
	}
	k := b.king(b.turn)
	for ; rooks != 0; rooks &= rooks - 1 {
		if r := first(rooks); b.mayCastle(k, r) {
			dst = append(dst, newMove(k, r)|castling)
		}
	}
	return dst
}

// mayCastle reports whether the squares between and at the ends of the ways of king and rook are free, and the
// king's squares safe. The last one is tested with both in their new places: in Chess960 the rook may have shielded
// it, and in atomic chess it may shield a king that stood beside the other one.
func (b *board) mayCastle(k, r chess.Square) bool {
	kingTo, rookTo := castled(k, r)
	between := bitboard.Between[k&63][kingTo&63]
	others := b.sets.Occupied() &^ (bit(k) | bit(r))
	if others&(between|bit(kingTo)|bitboard.Between[r&63][rookTo&63]|bit(rookTo)) != 0 {
		return false
	}
	them := b.turn.Opponent()
	safe := func(s chess.Square, occ uint64) bool { return b.touches(s, b.turn) || !b.attacked(s, them, occ) }
	for ; between != 0; between &= between - 1 {
		if !safe(first(between), others|bit(r)) {
			return false
		}
	}
	return safe(kingTo, others|bit(rookTo))
}
