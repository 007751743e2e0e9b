package chess

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// failMove returns the error about a move, which ends with the position. kind is the sentinel that it wraps.
func (p *Position) failMove(kind error, text, format string, args ...any) (Move, error) {
	reason := fmt.Sprintf(format, args...) + ", in " + p.FEN()
	return NoMove, &game.TextError{Game: "chess", Text: text, Reason: reason, Err: kind}
}

// sanText is a move in SAN taken apart.
type sanText struct {
	piece     PieceType
	to        Square
	from      uint64 // squares that the text leaves possible
	file      bool   // it names the file that the piece comes from
	capture   bool   // it has an x
	promotion PieceType
	castling  int // 0; 1 on the king's side, 2 on the queen's
}

// ParseSAN returns the legal move that a text in standard algebraic notation
// names. It reads what real files contain besides the standard's own form:
// 0-0, o-o and OO, e8Q and e8(Q), e2-e4 and e2e4, Ngf3 for Nf3, g1f3 and e1g1, a
// missing or needless x, and any of + # ! ? and e.p. at the end. The error is
// a [*game.TextError]. Without an error it does not allocate.
func (p *Position) ParseSAN(san string) (Move, error) {
	if m := findSAN(p.board, san); m != NoMove {
		return m, nil
	}
	if m := findSquares(p, san); m != NoMove {
		return m, nil
	}
	return p.explainSAN(san)
}

// ParseSANBytes is [Position.ParseSAN] for a text in a buffer, which it does
// not keep.
func (p *Position) ParseSANBytes(san []byte) (Move, error) {
	if m := findSAN(p.board, san); m != NoMove {
		return m, nil
	}
	if m := findSquares(p, san); m != NoMove {
		return m, nil
	}
	return p.explainSAN(string(san))
}

// findSAN returns the only legal move that a text names, or NoMove.
func findSAN[T string | []byte](b *board, text T) Move {
	var t sanText
	switch {
	case !cutSAN(&t, text):
		return NoMove
	case t.castling != 0:
		return b.findCastling(t.castling)
	}
	return b.find(&t)
}

// findSquares returns the legal move that a text names by two squares alone, or
// NoMove: g1f3, and e1g1 or e1h1 for castling. Engines and web pages write whole
// games so.
func findSquares[T string | []byte](p *Position, text T) Move {
	var t sanText
	if !cutSAN(&t, text) || !namesSquares(&t, text) || t.promotion != NoPieceType {
		return NoMove
	}
	m, _ := p.findFromTo(first(t.from), t.to, NoPieceType)
	return m
}

// namesSquares reports whether a text, taken apart in t, names the square that the piece comes
// from, and no piece.
func namesSquares[T string | []byte](t *sanText, text T) bool {
	return t.castling == 0 && t.piece == Pawn && text[0] != 'P' && t.from != 0 && t.from&(t.from-1) == 0
}

// find returns the only legal move that fits, or NoMove.
func (b *board) find(t *sanText) Move {
	own := b.of(b.turn)
	if own&bit(t.to) != 0 {
		return NoMove
	}
	from := own & t.from & b.reach(t, own)
	m := newMove(0, t.to)
	if t.piece == Pawn {
		if (bit(t.to)&ends != 0) != (t.promotion != NoPieceType) {
			return NoMove
		}
		if t.promotion != NoPieceType {
			m = newMove(0, t.to) | Move(t.promotion-1)<<12
		} else if t.to == b.ep && b.ep != 0 && from&(fileA<<(t.to&7)) == 0 {
			m |= enPassant
		}
	} else if t.promotion != NoPieceType {
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

// reach returns the squares from which a piece of the type may come to the square,
// whether the king would be exposed or not.
func (b *board) reach(t *sanText, own uint64) uint64 {
	occ := b.occupied()
	switch s := t.to & 63; t.piece {
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
	if bit(t.to)&(occ^own) != 0 || t.to == b.ep && b.ep != 0 && (t.capture || t.file && t.from&(fileA<<(t.to&7)) == 0) {
		return bitboard.PawnAttacks[b.turn.Opponent()&1][t.to&63] & b.pawns()
	}
	back := 8
	if b.turn == White {
		back = -8
	}
	one := rotate(bit(t.to), back)
	set := one
	if one&occ == 0 && t.to>>3 == 3+Square(b.turn) {
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
	return b.attackers(king, occ)&b.of(b.turn.Opponent())&^taken == 0
}

// findCastling returns castling on the king's side (1) or the queen's (2), or
// NoMove.
func (b *board) findCastling(side int) Move {
	k := b.king(b.turn)
	for rooks := b.sets.Rights & b.of(b.turn); rooks != 0; rooks &= rooks - 1 {
		r := first(rooks)
		if (r > k) == (side == 1) && b.checkers() == 0 && b.wayFree(k, r) &&
			b.waySafe(k, r, b.attackedBy(b.turn.Opponent(), b.occupied()^bit(k))) {
			return newMove(k, r) | castling
		}
	}
	return NoMove
}

// cutSAN takes a text apart, and reports whether it is SAN at all.
func cutSAN[T string | []byte](t *sanText, s T) bool {
	n := len(s)
	for n > 0 && (s[n-1] == '+' || s[n-1] == '#' || s[n-1] == '!' || s[n-1] == '?') {
		n--
	}
	if n > 4 && s[n-1] == '.' && string(s[n-4:n]) == "e.p." {
		n -= 4
	} else if n > 4 && s[n-1] == 'p' && s[n-2] == 'e' {
		n -= 2
	}
	for n > 0 && s[n-1] == ' ' {
		n--
	}
	if n < 2 {
		return false
	}
	if s[0] == 'O' || s[0] == '0' || s[0] == 'o' {
		return cutCastling(s[:n], t)
	}
	if c := s[n-1]; c > '9' || c == ')' {
		if c == ')' {
			n--
			c = s[n-1]
		}
		switch c {
		case 'N', 'n':
			t.promotion = Knight
		case 'B', 'b':
			t.promotion = Bishop
		case 'R', 'r':
			t.promotion = Rook
		case 'Q', 'q':
			t.promotion = Queen
		default:
			return false
		}
		n--
		if n > 0 && (s[n-1] == '=' || s[n-1] == '(' || s[n-1] == '/') {
			n--
		}
		if n < 2 {
			return false
		}
	}
	file, rank := s[n-2]-'a', s[n-1]-'1'
	if file > 7 || rank > 7 {
		return false
	}
	t.to = Square(rank<<3 | file)
	t.from, t.piece = ^uint64(0), Pawn
	i := 0
	switch s[0] {
	case 'N':
		t.piece, i = Knight, 1
	case 'B':
		t.piece, i = Bishop, 1
	case 'R':
		t.piece, i = Rook, 1
	case 'Q':
		t.piece, i = Queen, 1
	case 'K':
		t.piece, i = King, 1
	case 'P':
		i = 1
	}
	for ; i < n-2; i++ {
		switch c := s[i]; {
		case c-'a' < 8:
			t.from &= fileA << (c - 'a')
			t.file = true
		case c-'1' < 8:
			t.from &= rank1 << ((c - '1') << 3)
		case c == 'x' || c == ':':
			t.capture = true
		case c != '-':
			return false
		}
	}
	return true
}

// cutCastling reads O-O and O-O-O, with letters or zeros and the hyphens or not.
func cutCastling[T string | []byte](s T, t *sanText) bool {
	n := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c == 'O' || c == '0' || c == 'o':
			n++
		case c != '-' || i == 0 || i == len(s)-1 || s[i-1] == '-':
			return false
		}
	}
	t.castling = n - 1
	return n == 2 || n == 3
}

// explainSAN returns the error for a text that findSAN found no move for.
func (p *Position) explainSAN(san string) (Move, error) {
	var t sanText
	if !cutSAN(&t, san) {
		return p.failMove(game.ErrSyntax, san, "not a move; write one as Nf3, exd5, e8=Q or O-O")
	}
	if t.castling != 0 {
		return p.failMove(game.ErrMove, san, "%s may not castle there now", p.turn)
	}
	own := p.of(p.turn)
	if namesSquares(&t, san) && own&t.from != 0 {
		t.piece = p.typeAt(first(t.from))
	}
	from := own & t.from & p.reach(&t, own)
	var fit []Move
	var buffer [256]Move
	for _, m := range p.appendMoves(buffer[:0]) {
		if m.To() == t.to && bit(m.From())&t.from != 0 && p.typeAt(m.From()) == t.piece && !m.IsCastling() &&
			(m.Promotion() == t.promotion || t.promotion == NoPieceType) {
			fit = append(fit, m)
		}
	}
	switch {
	case len(fit) > 1 && fit[0].From() != fit[len(fit)-1].From():
		return p.failMove(game.ErrAmbiguous, san, "ambiguous: %s and %s both fit; name the file or rank it comes from",
			p.SAN(fit[0]), p.SAN(fit[len(fit)-1]))
	case len(fit) > 1:
		return p.failMove(game.ErrAmbiguous, san, "a pawn that reaches %s is promoted; add =Q, =R, =B or =N", t.to)
	case t.promotion != NoPieceType && t.piece != Pawn || t.promotion != NoPieceType && bit(t.to)&ends == 0:
		return p.failMove(game.ErrMove, san, "only a pawn that reaches the last rank is promoted; leave the promotion out")
	case own&bit(t.to) != 0:
		return p.failMove(game.ErrMove, san, "an own piece stands on %s", t.to)
	case from != 0 && p.InCheck():
		return p.failMove(game.ErrMove, san, "the king would stay in check")
	case from != 0:
		return p.failMove(game.ErrMove, san, "the king would be in check")
	}
	return p.failMove(game.ErrMove, san, "no %s %s can go to %s", p.turn, t.piece, t.to)
}
