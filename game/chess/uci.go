package chess

import (
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess/internal/san"
)

// ParseUCI returns the legal move that a text in the notation of the Universal
// Chess Interface names: "e2e4", "e7e8q"; castling as the king's move, "e1g1", or
// as king takes rook, "e1h1", in any position. If the king may also go to g1 by
// itself, as in Chess960, "e1g1" means that. The error is a [*game.TextError].
func (p *Position) ParseUCI(text string) (Move, error) {
	if len(text) != 4 && len(text) != 5 {
		return p.failMove(game.ErrSyntax, text, "not a move; write two squares and the promotion, as e2e4 or e7e8q")
	}
	from, ok := ParseSquare(text[:2])
	to, ok2 := ParseSquare(text[2:4])
	promotion := NoPieceType
	if len(text) == 5 {
		promotion = pieceOf(text[4]).Type()
	}
	if !ok || !ok2 || len(text) == 5 && (promotion < Knight || promotion > Queen) {
		return p.failMove(game.ErrSyntax, text, "not a move; write two squares and the promotion, as e2e4 or e7e8q")
	}
	m, unpromoted := p.findFromTo(from, to, promotion)
	switch {
	case m != NoMove:
		return m, nil
	case unpromoted && promotion == NoPieceType:
		return p.failMove(game.ErrAmbiguous, text, "a pawn that reaches %s is promoted; add q, r, b or n", to)
	case p.at(from) == NoPiece:
		return p.failMove(game.ErrMove, text, "no piece stands on %s", from)
	case p.at(from).Color() != p.turn:
		return p.failMove(game.ErrMove, text, "the piece on %s is %s's, and it is %s's turn", from, p.turn.Opponent(), p.turn)
	}
	return p.failMove(game.ErrMove, text, "not legal")
}

// findFromTo returns the legal move that two squares and a promotion name, or NoMove;
// unpromoted says that only a promotion is missing.
func (p *Position) findFromTo(from, to Square, promotion PieceType) (found Move, unpromoted bool) {
	if p.of(p.turn)&bit(from) == 0 {
		return NoMove, false
	}
	t := p.textOf(from, to, promotion)
	if found = p.find(&t); found != NoMove || promotion != NoPieceType {
		return found, false
	}
	if p.king(p.turn) == from {
		for _, side := range [...]san.Kind{san.KingSide, san.QueenSide} {
			m := p.findCastling(side)
			if m == NoMove {
				continue
			}
			if m.To() == to {
				return m, false
			}
			if kingTo, _ := castled(from, m.To()); kingTo == to {
				found = m
			}
		}
	}
	if PieceType(t.Piece) == Pawn && bit(to)&ends != 0 {
		t.Promotion = uint8(Queen)
		unpromoted = p.find(&t) != NoMove
	}
	return found, unpromoted
}

// UCI returns a legal move in the notation of the Universal Chess Interface.
// Castling is written as the king's move, "e1g1", or as king takes rook, "e1h1",
// if [Position.Chess960] is true.
func (p *Position) UCI(m Move) string {
	to := m.To()
	if m.IsCastling() && !p.chess960 {
		to, _ = castled(m.From(), to)
	}
	return writeUCI(m.From(), to, m.Promotion())
}

func writeUCI(from, to Square, promotion PieceType) string {
	dst := append(make([]byte, 0, 5), 'a'+byte(from&7), '1'+byte(from>>3), 'a'+byte(to&7), '1'+byte(to>>3))
	if promotion != NoPieceType {
		dst = append(dst, pieceLetters[8|promotion])
	}
	return string(dst)
}

// FromPolyglot returns the legal move that a word of a Polyglot book means.
// Castling is king takes rook or, as in some books, the king's move.
func (p *Position) FromPolyglot(word uint16) (Move, bool) {
	var buffer [256]Move
	castle := NoMove
	for _, m := range p.appendMoves(buffer[:0]) {
		if m.Polyglot() == word {
			return m, true
		}
		if m.IsCastling() {
			if kingTo, _ := castled(m.From(), m.To()); uint16(newMove(m.From(), kingTo)) == word {
				castle = m
			}
		}
	}
	return castle, castle != NoMove
}
