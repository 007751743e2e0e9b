package chess

import "github.com/zobrist-go/zobrist/internal/bitboard"

// A guard holds what restricts the moves of the side to move, so that legal moves
// are listed without trying any.
type guard struct {
	king     Square
	checkers uint64 // enemy pieces that give check
	pinned   uint64 // own pieces that alone stand between the king and a slider
	targets  uint64 // where pieces other than the king may go
}

// guard finds checks and pins along the lines from the king, on which own pieces
// do not block.
func (b *board) guard() (g guard) {
	us := b.turn
	own := b.of(us)
	them := b.occupied() ^ own
	g.king = first(b.kings() & own)
	k := g.king & 63
	g.checkers = bitboard.KnightAttacks[k]&b.knights()&them | bitboard.PawnAttacks[us&1][k]&b.pawns()&them
	snipers := (bishopAttacks(k, them)&b.diagonal() | rookAttacks(k, them)&b.straight()) & them
	for ; snipers != 0; snipers &= snipers - 1 {
		s := first(snipers)
		switch shield := bitboard.Between[k][s&63] & own; {
		case shield == 0:
			g.checkers |= bit(s)
		case shield&(shield-1) == 0:
			g.pinned |= shield
		}
	}
	g.targets = ^own
	switch c := g.checkers; {
	case c == 0:
	case c&(c-1) == 0:
		g.targets &= c | bitboard.Between[k][first(c)&63]
	default:
		g.targets = 0
	}
	return g
}

// attackedBy returns the squares that a side attacks if occ are the occupied
// squares.
func (b *board) attackedBy(c Color, occ uint64) (set uint64) {
	own := b.of(c)
	set = bitboard.PawnSpan(b.pawns()&own, uint8(c)) | bitboard.KingAttacks[first(b.kings()&own)&63]
	for n := b.knights() & own; n != 0; n &= n - 1 {
		set |= bitboard.KnightAttacks[first(n)&63]
	}
	for d := b.diagonal() & own; d != 0; d &= d - 1 {
		set |= bishopAttacks(first(d), occ)
	}
	for r := b.straight() & own; r != 0; r &= r - 1 {
		set |= rookAttacks(first(r), occ)
	}
	return set
}

// AppendTactical appends the legal captures and promotions to queens.
func (p *Position) AppendTactical(dst []Move) []Move { return p.appendCaptures(dst) }

// appendCaptures is appendMoves for captures and promotions to queens only, in
// another order.
func (b *board) appendCaptures(dst []Move) []Move {
	g := b.guard()
	us := b.turn
	own, occ := b.of(us), b.occupied()
	them := occ ^ own
	k := g.king
	for near := bitboard.KingAttacks[k&63] & them; near != 0; near &= near - 1 {
		if s := first(near); b.attackers(s, occ^bit(k))&them == 0 {
			dst = append(dst, newMove(k, s))
		}
	}
	if g.targets == 0 {
		return dst
	}
	enemies := them & g.targets
	for n := b.knights() & own &^ g.pinned; n != 0; n &= n - 1 {
		s := first(n)
		dst = appendTargets(dst, s, bitboard.KnightAttacks[s&63]&enemies)
	}
	for d := b.diagonal() & own; d != 0; d &= d - 1 {
		s := first(d)
		set := bishopAttacks(s, occ) & enemies
		if g.pinned&bit(s) != 0 {
			set &= bitboard.Line[k&63][s&63]
		}
		dst = appendTargets(dst, s, set)
	}
	for r := b.straight() & own; r != 0; r &= r - 1 {
		s := first(r)
		set := rookAttacks(s, occ) & enemies
		if g.pinned&bit(s) != 0 {
			set &= bitboard.Line[k&63][s&63]
		}
		dst = appendTargets(dst, s, set)
	}
	up := 8
	if us == Black {
		up = -8
	}
	for pawns := b.pawns() & own; pawns != 0; pawns &= pawns - 1 {
		s := first(pawns)
		set := bitboard.PawnAttacks[us&1][s&63]&enemies | rotate(bit(s), up)&^occ&ends&g.targets
		if g.pinned&bit(s) != 0 {
			set &= bitboard.Line[k&63][s&63]
		}
		for ; set != 0; set &= set - 1 {
			m := newMove(s, first(set))
			if set&-set&ends != 0 {
				m |= 4 << 12 // to a queen; other promotions are hardly better
			}
			dst = append(dst, m)
		}
	}
	return b.appendEnPassant(dst, own)
}

// appendMoves appends the legal moves: the king's, castling, then knights,
// bishops, rooks and queens, then pawns.
func (b *board) appendMoves(dst []Move) []Move {
	g := b.guard()
	us := b.turn
	own, occ := b.of(us), b.occupied()
	k := g.king

	if near := bitboard.KingAttacks[k&63] &^ own; near != 0 || g.checkers == 0 && b.sets.Rights&own != 0 {
		danger := b.attackedBy(us.Opponent(), occ^bit(k))
		dst = appendTargets(dst, k, near&^danger)
		if g.checkers == 0 {
			dst = b.appendCastling(dst, k, danger)
		}
	}
	if g.targets == 0 {
		return dst
	}
	for n := b.knights() & own &^ g.pinned; n != 0; n &= n - 1 {
		s := first(n)
		dst = appendTargets(dst, s, bitboard.KnightAttacks[s&63]&g.targets)
	}
	for d := b.diagonal() & own; d != 0; d &= d - 1 {
		s := first(d)
		set := bishopAttacks(s, occ) & g.targets
		if g.pinned&bit(s) != 0 {
			set &= bitboard.Line[k&63][s&63]
		}
		dst = appendTargets(dst, s, set)
	}
	for r := b.straight() & own; r != 0; r &= r - 1 {
		s := first(r)
		set := rookAttacks(s, occ) & g.targets
		if g.pinned&bit(s) != 0 {
			set &= bitboard.Line[k&63][s&63]
		}
		dst = appendTargets(dst, s, set)
	}
	return b.appendPawnMoves(dst, &g, own, occ)
}

func appendTargets(dst []Move, from Square, set uint64) []Move {
	for ; set != 0; set &= set - 1 {
		dst = append(dst, newMove(from, first(set)))
	}
	return dst
}

// castled returns where king and rook stand after castling with the rook on r.
func castled(king, r Square) (kingTo, rookTo Square) {
	if r > king {
		return king&^7 | 6, king&^7 | 5
	}
	return king&^7 | 2, king&^7 | 3
}

// appendCastling appends castling moves of a king that is not in check. danger are
// the squares that the enemy attacks.
func (b *board) appendCastling(dst []Move, k Square, danger uint64) []Move {
	for rooks := b.sets.Rights & b.of(b.turn); rooks != 0; rooks &= rooks - 1 {
		if r := first(rooks); b.wayFree(k, r) && b.waySafe(k, r, danger) {
			dst = append(dst, newMove(k, r)|castling)
		}
	}
	return dst
}

// wayFree reports whether only king and rook stand on the squares that castling
// needs free.
func (b *board) wayFree(k, r Square) bool {
	kingTo, rookTo := castled(k, r)
	way := bitboard.Between[k&63][kingTo&63] | bit(kingTo) | bitboard.Between[r&63][rookTo&63] | bit(rookTo)
	return b.occupied()&^(bit(k)|bit(r))&way == 0
}

// waySafe reports whether no square on the king's way is attacked. In Chess960 the
// rook may have shielded the square that the king reaches, so that square is
// tested again with both in their new places.
func (b *board) waySafe(k, r Square, danger uint64) bool {
	kingTo, rookTo := castled(k, r)
	if danger&(bitboard.Between[k&63][kingTo&63]|bit(kingTo)) != 0 {
		return false
	}
	occ := b.occupied()&^(bit(k)|bit(r)) | bit(rookTo)
	return rookAttacks(kingTo, occ)&b.straight()&b.of(b.turn.Opponent()) == 0
}

// appendPawnMoves appends the moves of pawns. A rotation of the word moves a set
// of pawns: by 8 for White, and by −8, which is 56, for Black. No pawn wraps
// around, because none stands on an end rank.
func (b *board) appendPawnMoves(dst []Move, g *guard, own, occ uint64) []Move {
	us := b.turn
	pawns := b.pawns() & own
	enemies := (occ ^ own) & g.targets
	up, left, right, third := 8, 7, 9, uint64(rank1<<16)
	if us == Black {
		up, left, right, third = -8, -9, -7, rank8>>16
	}
	if pinned := pawns & g.pinned; pinned != 0 {
		pawns ^= pinned
		for ; pinned != 0; pinned &= pinned - 1 {
			s := first(pinned)
			p, way := bit(s), bitboard.Line[g.king&63][s&63]
			one := rotate(p, up) &^ occ
			two := rotate(one&third, up) &^ occ
			set := (one|two)&g.targets | bitboard.PawnAttacks[us&1][s&63]&enemies
			dst = appendPawnTargets(dst, s, set&way)
		}
	}
	one := rotate(pawns, up) &^ occ
	two := rotate(one&third, up) &^ occ & g.targets
	one &= g.targets
	dst = appendPawns(dst, one, up)
	for ; two != 0; two &= two - 1 {
		s := first(two)
		dst = append(dst, newMove(Square(int(s)-2*up), s))
	}
	dst = appendPawns(dst, rotate(pawns&^fileA, left)&enemies, left)
	dst = appendPawns(dst, rotate(pawns&^fileH, right)&enemies, right)
	return b.appendEnPassant(dst, own)
}

// appendEnPassant appends captures en passant.
func (b *board) appendEnPassant(dst []Move, own uint64) []Move {
	if b.ep == 0 {
		return dst
	}
	for c := bitboard.PawnAttacks[b.turn.Opponent()&1][b.ep&63] & b.pawns() & own; c != 0; c &= c - 1 {
		if s := first(c); b.mayCaptureEnPassant(s) {
			dst = append(dst, newMove(s, b.ep)|enPassant)
		}
	}
	return dst
}

// appendPawns appends the moves of pawns to the squares of a set. The number of
// the square that a pawn comes from is less by the same amount for all of them.
func appendPawns(dst []Move, set uint64, step int) []Move {
	for last := set & ends; last != 0; last &= last - 1 {
		s := first(last)
		dst = appendPromotions(dst, newMove(Square(int(s)-step), s))
	}
	for set &^= ends; set != 0; set &= set - 1 {
		s := first(set)
		dst = append(dst, newMove(Square(int(s)-step), s))
	}
	return dst
}

// appendPawnTargets appends the moves of one pawn.
func appendPawnTargets(dst []Move, from Square, set uint64) []Move {
	if set&ends == 0 {
		return appendTargets(dst, from, set)
	}
	for ; set != 0; set &= set - 1 {
		dst = appendPromotions(dst, newMove(from, first(set)))
	}
	return dst
}

func appendPromotions(dst []Move, m Move) []Move {
	return append(dst, m|4<<12, m|3<<12, m|2<<12, m|1<<12)
}

// mayCaptureEnPassant reports whether a pawn beside the one that has just moved
// two squares may capture it without exposing the king.
func (b *board) mayCaptureEnPassant(from Square) bool {
	taken := bit(b.ep ^ 8)
	occ := b.occupied() ^ bit(from) ^ taken | bit(b.ep)
	return b.attackers(b.king(b.turn), occ)&b.of(b.turn.Opponent())&^taken == 0
}

// enPassantPawns reports whether a pawn of the side to move attacks the
// square behind one that moved two squares, and whether one may take it.
func (b *board) enPassantPawns() (pseudo, legal bool) {
	c := bitboard.PawnAttacks[b.turn.Opponent()&1][b.ep&63] & b.pawns() & b.of(b.turn)
	pseudo = c != 0
	for ; c != 0; c &= c - 1 {
		if b.mayCaptureEnPassant(first(c)) {
			return true, true
		}
	}
	return pseudo, false
}
