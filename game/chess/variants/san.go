package variants

import (
	"fmt"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/internal/san"
)

// SAN returns a legal move in standard algebraic notation: "Nf3", "O-O", and in crazyhouse "N@f3" and "P@e4". A move
// that ends the game by a win of either side gets #, any other check +.
func (p *Position) SAN(m chess.Move) string { return string(p.AppendSAN(nil, m)) }

// AppendSAN appends [Position.SAN] to dst.
func (p *Position) AppendSAN(dst []byte, m chess.Move) []byte {
	b := p.last()
	from, to := m.From(), m.To()
	switch {
	case m.Drop() != chess.NoPieceType:
		dst = append(dst, m.String()...)
	case m.IsCastling() && to > from:
		dst = append(dst, "O-O"...)
	case m.IsCastling():
		dst = append(dst, "O-O-O"...)
	default:
		if t := b.at(from).Type(); t != chess.Pawn {
			dst = append(dst, letter(t))
			dst = b.appendOrigin(dst, m)
		} else if b.captures(m) {
			dst = append(dst, 'a'+byte(from&7))
		}
		if b.captures(m) {
			dst = append(dst, 'x')
		}
		dst = append(dst, to.String()...)
		if t := m.Promotion(); t != chess.NoPieceType {
			dst = append(dst, '=', letter(t))
		}
	}
	next := *b
	next.make(m)
	if result, _ := next.decide(); result == game.FirstWins || result == game.SecondWins {
		return append(dst, '#')
	}
	if next.inCheck(next.turn) {
		dst = append(dst, '+')
	}
	return dst
}

func letter(t chess.PieceType) byte { return ".PNBRQK."[t&7] }

// appendOrigin appends what tells the moved piece from others of its type that may go to the same square: its file,
// else its rank, else both.
func (b *board) appendOrigin(dst []byte, m chess.Move) []byte {
	from, others := m.From(), uint64(0)
	var buffer [256]chess.Move
	for _, o := range b.appendMoves(buffer[:0]) {
		if o.To() == m.To() && !o.IsCastling() && o.Drop() == chess.NoPieceType && b.at(o.From()) == b.at(from) {
			others |= bit(o.From())
		}
	}
	if others &^= bit(from); others == 0 {
		return dst
	}
	sameFile, sameRank := others&(fileA<<(from&7)) != 0, others&(rank1<<(from&56)) != 0
	if !sameFile || sameRank {
		dst = append(dst, 'a'+byte(from&7))
	}
	if sameFile {
		dst = append(dst, '1'+byte(from>>3))
	}
	return dst
}

// UCI returns a legal move in the notation of the Universal Chess Interface: "e2e4", "e7e8q", "N@f3". Castling is the
// king's move, "e1g1", or king takes rook, "e1h1", if [Position.Chess960] is true.
func (p *Position) UCI(m chess.Move) string {
	if m.IsCastling() && !p.chess960 {
		kingTo, _ := castled(m.From(), m.To())
		return m.From().String() + kingTo.String()
	}
	return m.String()
}

// MoveString returns [Position.SAN].
func (p *Position) MoveString(m chess.Move) string { return p.SAN(m) }

// ParseMove returns the legal move that a text names, as [Position.ParseUCI] or else [Position.ParseSAN] reads it.
func (p *Position) ParseMove(text string) (chess.Move, error) {
	if m, err := p.ParseUCI(text); err == nil {
		return m, nil
	}
	return p.ParseSAN(text)
}

// ParseUCI returns the legal move that a text in UCI's notation names. Castling is read as the king's move and as king
// takes rook; if the king may also go there by itself, that is meant. The error is a [*game.TextError].
func (p *Position) ParseUCI(text string) (chess.Move, error) {
	var t san.Text
	if !san.Cut(&t, text) || t.Kind != san.Drop && !t.Squares() {
		return p.failMove(game.ErrSyntax, text, "not a move; write two squares and the promotion, as e2e4 or e7e8q, or a "+
			"drop, as N@f3")
	}
	return p.choose(text, &t)
}

// ParseSAN returns the legal move that a text in standard algebraic notation names, in the forms that
// [chess.Position.ParseSAN] reads. A drop of a pawn is "P@e4" or "@e4". The error is a [*game.TextError].
func (p *Position) ParseSAN(text string) (chess.Move, error) {
	var t san.Text
	if !san.Cut(&t, text) {
		return p.failMove(game.ErrSyntax, text, "not a move; write one as Nf3, exd5, e8=Q, O-O or N@f3")
	}
	return p.choose(text, &t)
}

// ParseSANBytes is [Position.ParseSAN] for a text in a buffer, which it does not keep. Without an error it does not
// allocate.
func (p *Position) ParseSANBytes(text []byte) (chess.Move, error) {
	var t san.Text
	if san.Cut(&t, text) {
		var buffer [64]chess.Move
		if fit := p.fitting(buffer[:0], &t); len(fit) == 1 {
			return fit[0], nil
		}
	}
	return p.ParseSAN(string(text))
}

// fits reports whether a move is what the text names.
func (b *board) fits(m chess.Move, t *san.Text) bool {
	squares := t.Squares() // the text may be these alone
	to := chess.Square(t.To)
	switch {
	case t.Kind == san.Drop:
		return m.Drop() == chess.PieceType(t.Piece) && m.To() == to
	case m.Drop() != chess.NoPieceType:
		return false
	case t.Castles():
		return m.IsCastling() && (m.To() > m.From()) == (t.Kind == san.KingSide)
	case t.From()&bit(m.From()) == 0 || m.Promotion() != chess.PieceType(t.Promotion):
		return false
	case m.IsCastling():
		kingTo, _ := castled(m.From(), m.To())
		return squares && (to == m.To() || to == kingTo)
	}
	return to == m.To() && (squares || b.at(m.From()).Type() == chess.PieceType(t.Piece))
}

// fitting appends the legal moves that a text names. Of castling and the king's own move that is the latter.
func (p *Position) fitting(dst []chess.Move, t *san.Text) []chess.Move {
	b, begin := p.last(), len(dst)
	var buffer [256]chess.Move
	captures := false // there is a capture
	for _, m := range b.appendAll(buffer[:0]) {
		captures = captures || b.rules == Antichess && b.captures(m)
		if b.fits(m, t) {
			dst = append(dst, m)
		}
	}
	if len(dst) == begin || b.over() {
		return dst[:begin]
	}
	r, kept := b.risks(), dst[:begin]
	for _, m := range dst[begin:] {
		if captures && !b.captures(m) || b.risky(m, &r) && !b.legal(m) {
			continue
		}
		if last := len(kept) - 1; last >= begin && t.Squares() { // castling and the king's own move
			if kept[last].IsCastling() {
				kept[last] = m
			}
			continue
		}
		kept = append(kept, m)
	}
	return kept
}

// choose returns the only legal move that fits.
func (p *Position) choose(text string, t *san.Text) (chess.Move, error) {
	fit := p.fitting(nil, t)
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) > 1:
		return p.failMove(game.ErrAmbiguous, text, "ambiguous: %s and %s both fit; name the file or rank it comes from",
			p.SAN(fit[0]), p.SAN(fit[len(fit)-1]))
	case t.Kind == san.Drop && p.Pocket(p.Turn(), chess.PieceType(t.Piece)) == 0:
		return p.failMove(game.ErrMove, text, "%s holds no %s", p.Turn(), chess.PieceType(t.Piece))
	}
	if queen := *t; t.Promotion == 0 && t.Kind == san.Move {
		if queen.Promotion = san.Queen; len(p.fitting(nil, &queen)) > 0 {
			return p.failMove(game.ErrAmbiguous, text, "a pawn that reaches %s is promoted; add =Q, =R, =B or =N",
				chess.Square(t.To))
		}
	}
	return p.failMove(game.ErrMove, text, "not legal")
}

// failMove returns the error about a move, which ends with the position. kind is the sentinel that it wraps.
func (p *Position) failMove(kind error, text, format string, args ...any) (chess.Move, error) {
	reason := fmt.Sprintf(format, args...) + ", in " + p.FEN()
	return chess.NoMove, &game.TextError{Game: p.Variant().String(), Text: text, Reason: reason, Err: kind}
}
