package chess

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess/internal/san"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// failMove returns the error about a move, which ends with the position. kind is the sentinel that it wraps.
func (p *Position) failMove(kind error, text, format string, args ...any) (Move, error) {
	reason := fmt.Sprintf(format, args...) + ", in " + p.FEN()
	return NoMove, &game.TextError{Game: "chess", Text: text, Reason: reason, Err: kind}
}

// cutSAN takes a text apart, and reports whether it is a move of chess at all: no drop, and no promotion to king.
func cutSAN[T string | []byte](t *san.Text, text T) bool {
	return san.Cut(t, text) && t.Kind != san.Drop && t.Promotion != san.King
}

// A SAN is a text in standard algebraic notation taken apart. It names at most one legal move of a position; the
// zero SAN names none.
type SAN struct{ text san.Text }

// CutSAN takes a text apart, in any of the forms that [Position.ParseSAN] reads. ok is false if it is no SAN.
// With it and [Position.FindSAN] a reader of many games takes each text apart only once.
//
//go:noinline
func CutSAN(text []byte) (s SAN, ok bool) {
	if !cutSAN(&s.text, text) { // inlined in another package, s would be on the heap
		return SAN{}, false
	}
	return s, true
}

// FindSAN returns the legal move that a text names. It returns [NoMove] if no move fits or several do, and it may if
// the text names a move by two squares alone, as g1f3 does: [Position.ParseSAN] then finds it, or says why there is
// none.
func (p *Position) FindSAN(s SAN) Move { return p.find(&s.text) }

// ParseSAN returns the legal move that a text in standard algebraic notation
// names. It reads what real files contain besides the standard's own form:
// 0-0, o-o and OO, e8Q and e8(Q), e2-e4 and e2e4, Ngf3 for Nf3, g1f3 and e1g1, a
// missing or needless x, and any of + # ! ? and e.p. at the end. The error is
// a [*game.TextError]. Without an error it does not allocate.
func (p *Position) ParseSAN(text string) (Move, error) {
	if m := findSAN(p.board, text); m != NoMove {
		return m, nil
	}
	if m := findSquares(p, text); m != NoMove {
		return m, nil
	}
	return p.explainSAN(text)
}

// ParseSANBytes is [Position.ParseSAN] for a text in a buffer, which it does
// not keep.
func (p *Position) ParseSANBytes(text []byte) (Move, error) {
	if m := findSAN(p.board, text); m != NoMove {
		return m, nil
	}
	if m := findSquares(p, text); m != NoMove {
		return m, nil
	}
	return p.explainSAN(string(text))
}

// findSAN returns the only legal move that a text names, or NoMove.
func findSAN[T string | []byte](b *board, text T) Move {
	var t san.Text
	if !cutSAN(&t, text) {
		return NoMove
	}
	return b.find(&t)
}

// findSquares returns the legal move that a text names by two squares alone, or
// NoMove: g1f3, and e1g1 or e1h1 for castling. Engines and web pages write whole
// games so.
func findSquares[T string | []byte](p *Position, text T) Move {
	var t san.Text
	if !cutSAN(&t, text) || !t.Squares() || t.Promotion != 0 {
		return NoMove
	}
	m, _ := p.findFromTo(first(t.From()), Square(t.To), NoPieceType)
	return m
}

// find returns the only legal move that fits, or NoMove.
func (b *board) find(t *san.Text) Move {
	if t.Castles() {
		return b.findCastling(t.Kind)
	}
	own, to := b.of(b.turn), Square(t.To)
	if own&bit(to) != 0 {
		return NoMove
	}
	from := own & t.From() & b.reach(t, own)
	m := newMove(0, to)
	if t.Piece == san.Pawn {
		if (bit(to)&ends != 0) != (t.Promotion != 0) {
			return NoMove
		}
		if t.Promotion != 0 {
			m = newMove(0, to) | Move(t.Promotion-1)<<12
		} else if to == b.ep && b.ep != 0 && from&(fileA<<(to&7)) == 0 {
			m |= enPassant
		}
	} else if t.Promotion != 0 {
		return NoMove
	}
	found := NoMove
	for ; from != 0; from &= from - 1 {
		if s := first(from); b.safe(s, m) {
			if found != NoMove {
				return NoMove
			}
			found = m | Move(s)<<6
		}
	}
	return found
}

// textOf returns the text that fits one move between two squares, other than castling.
func (b *board) textOf(from, to Square, promotion PieceType) san.Text {
	return san.Text{Piece: uint8(b.at(from).Type()), To: uint8(to), Promotion: uint8(promotion),
		Files: 1 << (from & 7), Ranks: 1 << (from >> 3)}
}

// sideOf returns the side on which a king castles with a rook.
func sideOf(king, rook Square) san.Kind {
	if rook > king {
		return san.KingSide
	}
	return san.QueenSide
}

// reach returns the squares from which a piece of the type may come to the square,
// whether the king would be exposed or not.
func (b *board) reach(t *san.Text, own uint64) uint64 {
	occ, to := b.occupied(), Square(t.To)
	switch s := to & 63; PieceType(t.Piece) {
	case Knight:
		return bitboard.KnightAttacks[s] & b.knights()
	case Bishop:
		return bishopAttacks(s, occ) & b.sets.PBQ & b.sets.NBK
	case Rook:
		return rookAttacks(s, occ) & b.sets.RQK &^ (b.sets.NBK | b.sets.PBQ)
	case Queen:
		return (bishopAttacks(s, occ) | rookAttacks(s, occ)) & b.sets.PBQ & b.sets.RQK
	case King:
		return bitboard.KingAttacks[s] & b.kings()
	}
	// A pawn captures if there is something to capture, otherwise it advances.
	if bit(to)&(occ^own) != 0 || to == b.ep && b.ep != 0 && (t.Capture || t.Files>>(to&7)&1 == 0) {
		return bitboard.PawnAttacks[b.turn.Opponent()&1][to&63] & b.pawns()
	}
	back := 8
	if b.turn == White {
		back = -8
	}
	one := rotate(bit(to), back)
	set := one
	if one&occ == 0 && to>>3 == 3+Square(b.turn) {
		set |= rotate(one, back)
	}
	return set & b.pawns()
}

// safe reports whether the king of the side to move is not attacked after the move
// of a piece, which is not castling.
func (b *board) safe(from Square, m Move) bool {
	to := m.To()
	taken := bit(to)
	if m&(7<<12) == enPassant {
		taken = bit(to ^ 8)
	}
	occ := b.occupied()&^(bit(from)|taken) | bit(to)
	king := b.king(b.turn)
	if king == from {
		king = to
	}
	us, k := b.turn&1, king&63
	enemies := b.of(us^1) &^ taken
	near := bitboard.KnightAttacks[k]&b.knights() | bitboard.PawnAttacks[us][k]&b.pawns() |
		bitboard.KingAttacks[k]&b.kings()
	if near&enemies != 0 {
		return false
	}
	// Most kings see no enemy that could attack along a line, even on an empty board.
	diagonal, straight := b.diagonal()&enemies, b.straight()&enemies
	return bitboard.BishopRays[k]&diagonal|bitboard.RookRays[k]&straight == 0 ||
		bishopAttacks(k, occ)&diagonal|rookAttacks(k, occ)&straight == 0
}

// findCastling returns castling on the king's side or the queen's, or NoMove.
func (b *board) findCastling(side san.Kind) Move {
	k := b.king(b.turn)
	for rooks := b.sets.Rights & b.of(b.turn); rooks != 0; rooks &= rooks - 1 {
		r := first(rooks)
		if (r > k) == (side == san.KingSide) && b.checkers() == 0 && b.wayFree(k, r) &&
			b.waySafe(k, r, b.attackedBy(b.turn.Opponent(), b.occupied()^bit(k))) {
			return newMove(k, r) | castling
		}
	}
	return NoMove
}

// explainSAN returns the error for a text that findSAN found no move for.
func (p *Position) explainSAN(text string) (Move, error) {
	var t san.Text
	if !cutSAN(&t, text) {
		return p.failMove(game.ErrSyntax, text, "not a move; write one as Nf3, exd5, e8=Q or O-O")
	}
	if t.Castles() {
		return p.failMove(game.ErrMove, text, "%s may not castle there now", p.turn)
	}
	own := p.of(p.turn)
	if t.Squares() && own&t.From() != 0 {
		t.Piece = uint8(p.typeAt(first(t.From())))
	}
	piece, to := PieceType(t.Piece), Square(t.To)
	from := own & t.From() & p.reach(&t, own)
	var fit []Move
	var buffer [256]Move
	for _, m := range p.appendMoves(buffer[:0]) {
		if m.To() == to && bit(m.From())&t.From() != 0 && p.typeAt(m.From()) == piece && !m.IsCastling() &&
			(m.Promotion() == PieceType(t.Promotion) || t.Promotion == 0) {
			fit = append(fit, m)
		}
	}
	switch {
	case len(fit) > 1 && fit[0].From() != fit[len(fit)-1].From():
		return p.failMove(game.ErrAmbiguous, text, "ambiguous: %s and %s both fit; name the file or rank it comes from",
			p.SAN(fit[0]), p.SAN(fit[len(fit)-1]))
	case len(fit) > 1:
		return p.failMove(game.ErrAmbiguous, text, "a pawn that reaches %s is promoted; add =Q, =R, =B or =N", to)
	case t.Promotion != 0 && piece != Pawn || t.Promotion != 0 && bit(to)&ends == 0:
		return p.failMove(game.ErrMove, text, "only a pawn that reaches the last rank is promoted; leave the promotion out")
	case own&bit(to) != 0:
		return p.failMove(game.ErrMove, text, "an own piece stands on %s", to)
	case from != 0 && p.InCheck():
		return p.failMove(game.ErrMove, text, "the king would stay in check")
	case from != 0:
		return p.failMove(game.ErrMove, text, "the king would be in check")
	}
	return p.failMove(game.ErrMove, text, "no %s %s can go to %s", p.turn, piece, to)
}
