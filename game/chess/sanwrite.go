package chess

import "github.com/zobrist-go/zobrist/game/chess/internal/san"

// SAN returns a legal move in standard algebraic notation, with + or # for
// check and mate.
func (p *Position) SAN(m Move) string { return string(p.AppendSAN(nil, m)) }

// AppendSAN appends [Position.SAN] to dst.
func (p *Position) AppendSAN(dst []byte, m Move) []byte {
	from, to := m.From(), m.To()
	switch t := p.typeAt(from); {
	case m.IsCastling() && to > from:
		dst = append(dst, "O-O"...)
	case m.IsCastling():
		dst = append(dst, "O-O-O"...)
	default:
		capture := p.at(to) != NoPiece || m.IsEnPassant()
		if t != Pawn {
			dst = append(dst, pieceLetters[t])
			dst = p.appendOrigin(dst, t, m)
		} else if capture {
			dst = append(dst, 'a'+byte(from&7))
		}
		if capture {
			dst = append(dst, 'x')
		}
		dst = append(dst, 'a'+byte(to&7), '1'+byte(to>>3))
		if promotion := m.Promotion(); promotion != NoPieceType {
			dst = append(dst, '=', pieceLetters[promotion])
		}
	}
	var after board
	p.make(&after, m, p.setting.keys, LegalEnPassant)
	if after.checkers() == 0 {
		return dst
	}
	if after.countMoves() > 0 {
		return append(dst, '+')
	}
	return append(dst, '#')
}

// appendOrigin appends what tells the moved piece from others of its type
// that may go to the same square: its file, else its rank, else both.
func (b *board) appendOrigin(dst []byte, t PieceType, m Move) []byte {
	own := b.of(b.turn)
	from := m.From()
	others := uint64(0)
	reach := b.reach(&san.Text{Piece: uint8(t), To: uint8(m.To())}, own)
	for rest := own & reach &^ bit(from); rest != 0; rest &= rest - 1 {
		if s := first(rest); b.safe(s, m&63) {
			others |= bit(s)
		}
	}
	if others == 0 {
		return dst
	}
	sameFile := others&(fileA<<(from&7)) != 0
	sameRank := others&(rank1<<(from&56)) != 0
	if !sameFile || sameRank {
		dst = append(dst, 'a'+byte(from&7))
	}
	if sameFile {
		dst = append(dst, '1'+byte(from>>3))
	}
	return dst
}
