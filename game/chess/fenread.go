package chess

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/game"
)

// fenReader reads the fields of a FEN in order.
type fenReader struct {
	fen   string
	pos   int // of the next byte
	start int // of the field being read

	lenient  bool    // an error about castling, en passant or counters is ignored
	ignored  []error // the errors that were
	standard bool    // only rights of standard chess can be
	editor   bool    // any number of pieces
}

// ignore reports whether an error is ignored, and keeps it.
func (r *fenReader) ignore(err error) bool {
	if r.lenient {
		r.ignored = append(r.ignored, err)
	}
	return r.lenient
}

func (r *fenReader) fail(field string, offset int, format string, args ...any) error {
	reason := field + ": " + fmt.Sprintf(format, args...)
	return &game.TextError{Game: "chess", Text: strings.Clone(r.fen), Offset: offset, Reason: reason,
		Err: game.ErrPosition}
}

// next returns the next field, empty at the end.
func (r *fenReader) next() string {
	for r.pos < len(r.fen) && isSpace(r.fen[r.pos]) {
		r.pos++
	}
	r.start = r.pos
	for r.pos < len(r.fen) && !isSpace(r.fen[r.pos]) {
		r.pos++
	}
	return r.fen[r.start:r.pos]
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' < 5 }

func (r *fenReader) end() error {
	if field := r.next(); field != "" {
		return r.fail("move number", r.start, "%.40q follows it; a FEN ends there", field)
	}
	return nil
}

// pieceOf returns the piece of a letter of FEN, or NoPiece.
func pieceOf(letter byte) Piece {
	for p := Pawn; p <= King; p++ {
		switch letter {
		case pieceLetters[p]:
			return NewPiece(White, p)
		case pieceLetters[p|8]:
			return NewPiece(Black, p)
		}
	}
	return NoPiece
}

func (r *fenReader) placement(b *board) error {
	const field = "placement"
	text := r.next()
	if text == "" {
		return r.fail(field, 0, "the FEN is empty; it starts with the pieces, rank 8 first")
	}
	file, rank := 0, 7
	for i := range len(text) {
		c, at := text[i], r.start+i
		switch p := pieceOf(c); {
		case c == '/':
			if file != 8 {
				return r.fail(field, at, "rank %d has %d squares, not 8", rank+1, file)
			}
			if rank == 0 {
				return r.fail(field, at, "more than 8 ranks")
			}
			file, rank = 0, rank-1
			continue
		case c >= '1' && c <= '8':
			file += int(c - '0')
		case p == NoPiece:
			_, n := utf8.DecodeRuneInString(text[i:])
			return r.fail(field, at, "%q is neither a piece (PNBRQK, pnbrqk) nor a number of empty squares (1 to 8)",
				text[i:i+n])
		case p.Type() == Pawn && (rank == 0 || rank == 7) && file < 8:
			return r.fail(field, at, "a %s pawn on %s; no pawn stands on rank 1 or 8", p.Color(), NewSquare(file, rank))
		default:
			if file < 8 {
				b.put(NewSquare(file, rank), p)
			}
			file++
		}
		if file > 8 {
			return r.fail(field, at, "rank %d has more than 8 squares", rank+1)
		}
	}
	if rank != 0 || file != 8 {
		return r.fail(field, r.pos, "the board ends after %d squares of rank %d; 8 ranks of 8 squares are needed",
			file, rank+1)
	}
	for c := White; c <= Black; c++ {
		own := b.of(c)
		if n := bits.OnesCount64(b.kings() & own); n != 1 {
			return r.fail(field, r.start, "%d %s kings; each side has one", n, c)
		}
		if n := bits.OnesCount64(b.pawns() & own); n > 8 && !r.editor {
			return r.fail(field, r.start, "%d %s pawns; a side has at most 8", n, c)
		}
		if n := bits.OnesCount64(own); n > 16 && !r.editor {
			return r.fail(field, r.start, "%d %s pieces; a side has at most 16", n, c)
		}
	}
	return nil
}

func (r *fenReader) turn(b *board) error {
	const field = "side to move"
	switch text := r.next(); text {
	case "w", "W":
		b.turn = White
	case "b", "B":
		b.turn = Black
	case "":
		return r.fail(field, r.start, "missing; add w or b after the placement")
	default:
		return r.fail(field, r.start, "%.40q; write w or b", text)
	}
	them := b.turn.Opponent()
	if attackers := b.attackers(b.king(them), b.occupied()) & b.of(b.turn); attackers != 0 {
		return r.fail(field, r.start, "the %s king, not to move, is in check from %s; is it %s's turn?",
			them, first(attackers), them)
	}
	if n := bits.OnesCount64(b.checkers()); n > 2 && !r.editor {
		return r.fail(field, r.start, "%d pieces give check; no move gives check with more than two", n)
	}
	return nil
}

func (r *fenReader) castling(b *board, chess960 *bool) error {
	text := r.next()
	if text == "" || text == "-" {
		return nil
	}
	for i, letter := range text {
		rook, err := r.right(b, letter, r.start+i)
		if err != nil {
			if r.ignore(err) {
				continue
			}
			return err
		}
		b.sets.Rights |= bit(rook)
		if b.king(Color(rook>>5))&7 != 4 || rook&7 != 0 && rook&7 != 7 {
			*chess960 = true
		}
	}
	return nil
}

// right returns the rook that a letter of the rights to castle names.
func (r *fenReader) right(b *board, letter rune, at int) (rook Square, err error) {
	const field = "castling"
	c := Color(letter >> 5 & 1)
	k := b.king(c)
	switch upper := letter &^ 32; {
	case upper == 'K', upper == 'Q':
		rook = b.outermost(c, upper == 'K')
	case upper >= 'A' && upper <= 'H':
		rook = Square(upper-'A') | Square(c)*56
	default:
		return 0, r.fail(field, at, "%q; write some of KQkq, or letters of files, or -", letter)
	}
	switch {
	case homeRank(c)&^(fileA|fileH)&bit(k) == 0:
		return 0, r.fail(field, at, "%q, but the %s king on %s has moved; remove it", letter, c, k)
	case rook == NoSquare || b.at(rook) != NewPiece(c, Rook):
		return 0, r.fail(field, at, "%q, but the %s king on %s has no rook there; remove it", letter, c, k)
	case r.standard && (k&7 != 4 || bit(rook)&corners == 0):
		return 0, r.fail(field, at, "%q, but in standard chess a king castles from e%d with a rook on the a- or h-file; "+
			"set Chess960 or remove it", letter, k.Rank()+1)
	case b.sets.Rights&bit(rook) != 0:
		return 0, r.fail(field, at, "%q names the rook on %s again", letter, rook)
	}
	for others := b.sets.Rights & b.of(c); others != 0; others &= others - 1 {
		if o := first(others); (o > k) == (rook > k) {
			return 0, r.fail(field, at, "%q, but %s castles on that side with the rook on %s; keep one", letter, c, o)
		}
	}
	return rook, nil
}

func (r *fenReader) enPassant(b *board, rule EnPassant) error {
	s, err := r.passed(b)
	if err != nil && !r.ignore(err) {
		return err
	}
	if err == nil && s != 0 {
		b.ep = s
		b.keepEnPassant(rule)
	}
	return nil
}

// passed returns the square of the field for en passant, 0 for none.
func (r *fenReader) passed(b *board) (Square, error) {
	const field = "en passant"
	text := r.next()
	if text == "" || text == "-" {
		return 0, nil
	}
	s, ok := ParseSquare(text)
	if !ok {
		return 0, r.fail(field, r.start, "%.40q is not a square; write one such as e3, or -", text)
	}
	rank := 5 // counted from 0: behind a pawn of Black
	if b.turn == Black {
		rank = 2
	}
	them := b.turn.Opponent()
	switch {
	case s.Rank() != rank:
		return 0, r.fail(field, r.start, "%s with %s to move; the square is on rank %d, or write -", s, b.turn, rank+1)
	case b.at(s^8) != NewPiece(them, Pawn):
		return 0, r.fail(field, r.start, "%s, but no %s pawn on %s has just moved two squares; write -", s, them, s^8)
	case b.at(s) != NoPiece || b.at(s^24) != NoPiece:
		return 0, r.fail(field, r.start, "%s, but a piece stands in the way of the pawn on %s; write -", s, s^8)
	}
	return s, nil
}

// count reads a counter, which is often missing or "-".
func (r *fenReader) count(field string, missing int) (int, error) {
	text := r.next()
	if text == "" || text == "-" {
		return missing, nil
	}
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		err = r.fail(field, r.start, "%.40q; write a number from 0 to 65535, or leave it out", text)
		if r.ignore(err) {
			return missing, nil
		}
		return 0, err
	}
	return int(n), nil
}
