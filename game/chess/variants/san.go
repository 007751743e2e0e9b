package variants

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
)

// SAN returns a legal move in standard algebraic notation: "Nf3", "O-O", and in crazyhouse "N@f3" and "P@e4". A move
// that ends the game by a win of either side gets #, any other check +.
func (p *Position) SAN(m chess.Move) string {
	b := p.last()
	var dst []byte
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
		return string(append(dst, '#'))
	}
	if next.inCheck(next.turn) {
		dst = append(dst, '+')
	}
	return string(dst)
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
	t, ok := cutMove(text)
	if !ok || !t.whole() {
		return p.failMove(game.ErrSyntax, text, "not a move; write two squares and the promotion, as e2e4 or e7e8q, or a "+
			"drop, as N@f3")
	}
	return p.choose(text, &t)
}

// ParseSAN returns the legal move that a text in standard algebraic notation names, in the forms that
// [chess.Position.ParseSAN] reads. A drop of a pawn is "P@e4" or "@e4". The error is a [*game.TextError].
func (p *Position) ParseSAN(text string) (chess.Move, error) {
	t, ok := cutMove(text)
	if !ok {
		return p.failMove(game.ErrSyntax, text, "not a move; write one as Nf3, exd5, e8=Q, O-O or N@f3")
	}
	return p.choose(text, &t)
}

// moveText is a move taken apart.
type moveText struct {
	piece     chess.PieceType
	named     bool // the text names the piece
	drop      bool
	castling  int    // 0; 1 on the king's side, 2 on the queen's
	from      uint64 // squares that the text leaves possible
	to        chess.Square
	promotion chess.PieceType
}

// whole reports whether a text names both squares and no piece, or a drop: all that UCI has.
func (t *moveText) whole() bool {
	return t.drop || t.castling == 0 && !t.named && t.from != 0 && t.from&(t.from-1) == 0
}

// cutMove takes a text apart, and reports whether it is a move at all.
func cutMove(text string) (t moveText, ok bool) {
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimRight(text, "+#!?"), "e.p."))
	switch castle := strings.ToUpper(strings.NewReplacer("0", "O", "-", "").Replace(text)); castle {
	case "OO", "OOO":
		t.castling = len(castle) - 1
		return t, true
	}
	t.from, t.piece = ^uint64(0), chess.Pawn
	if piece, square, found := strings.Cut(text, "@"); found {
		t.drop = true
		if piece != "" {
			t.piece = pieceOf(piece[0]).Type()
		}
		t.to, ok = chess.ParseSquare(square)
		return t, ok && len(piece) <= 1 && t.piece != chess.NoPieceType
	}
	if n := len(text); n > 2 && text[n-1] > '9' || n > 2 && text[n-1] == ')' {
		text = strings.TrimSuffix(text, ")")
		t.promotion = pieceOf(text[len(text)-1]).Type()
		text = strings.TrimRight(text[:len(text)-1], "=(/")
		if t.promotion < chess.Knight {
			return t, false
		}
	}
	if len(text) < 2 {
		return t, false
	}
	if t.to, ok = chess.ParseSquare(text[len(text)-2:]); !ok {
		return t, false
	}
	text = text[:len(text)-2]
	if text != "" && strings.IndexByte("PNBRQK", text[0]) >= 0 {
		t.piece, t.named, text = pieceOf(text[0]).Type(), true, text[1:]
	}
	for i := range len(text) {
		switch c := text[i]; {
		case c-'a' < 8:
			t.from &= fileA << (c - 'a')
		case c-'1' < 8:
			t.from &= rank1 << ((c - '1') << 3)
		case c != 'x' && c != ':' && c != '-':
			return t, false
		}
	}
	return t, true
}

// fits reports whether a legal move is what the text names, but for the promotion. two says that the text may be
// two squares alone.
func (b *board) fits(m chess.Move, t *moveText, two bool) bool {
	switch {
	case t.drop:
		return m.Drop() == t.piece && m.To() == t.to
	case m.Drop() != chess.NoPieceType:
		return false
	case t.castling != 0:
		return m.IsCastling() && (m.To() > m.From()) == (t.castling == 1)
	case t.from&bit(m.From()) == 0:
		return false
	case m.IsCastling():
		kingTo, _ := castled(m.From(), m.To())
		return two && (t.to == m.To() || t.to == kingTo)
	}
	return t.to == m.To() && (two || b.at(m.From()).Type() == t.piece)
}

// choose returns the only legal move that fits.
func (p *Position) choose(text string, t *moveText) (chess.Move, error) {
	b, two := p.last(), t.whole()
	var buffer [256]chess.Move
	var fit []chess.Move
	promotes := false
	for _, m := range p.AppendMoves(buffer[:0]) {
		if !b.fits(m, t, two) {
			continue
		}
		if m.Promotion() != t.promotion {
			promotes = promotes || m.Promotion() != chess.NoPieceType
			continue
		}
		if len(fit) == 1 && two && !t.drop && m.From() == fit[0].From() { // castling and the king's own move
			if fit[0].IsCastling() {
				fit[0] = m
			}
			continue
		}
		fit = append(fit, m)
	}
	switch {
	case len(fit) == 1:
		return fit[0], nil
	case len(fit) > 1:
		return p.failMove(game.ErrAmbiguous, text, "ambiguous: %s and %s both fit; name the file or rank it comes from",
			p.SAN(fit[0]), p.SAN(fit[len(fit)-1]))
	case promotes && t.promotion == chess.NoPieceType:
		return p.failMove(game.ErrAmbiguous, text, "a pawn that reaches %s is promoted; add =Q, =R, =B or =N", t.to)
	case t.drop && p.Pocket(b.turn, t.piece) == 0:
		return p.failMove(game.ErrMove, text, "%s holds no %s", b.turn, t.piece)
	}
	return p.failMove(game.ErrMove, text, "not legal")
}

// failMove returns the error about a move, which ends with the position. kind is the sentinel that it wraps.
func (p *Position) failMove(kind error, text, format string, args ...any) (chess.Move, error) {
	reason := fmt.Sprintf(format, args...) + ", in " + p.FEN()
	return chess.NoMove, &game.TextError{Game: p.Variant().String(), Text: text, Reason: reason, Err: kind}
}
