package chess

import (
	"math/bits"
	"strconv"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// Set replaces the position by a FEN, with no moves to take back.
// Castling rights are read in each of the dialects: KQkq of FEN,
// letters of files of Shredder-FEN (HAha), and X-FEN, in which KQkq are the
// outermost rooks and letters are for the others. What real files leave out
// or write as "-" has a default: castling and en passant none, halfmove clock
// 0, move number 1.
//
// It fails with a [*game.TextError], and leaves p as it was, if the text is
// malformed or if the game cannot be played on from there: not one king a side,
// pawns on the end ranks, the side not to move in check, rights to castle or an
// en-passant square that do not fit the pieces, and without [Options].Editor more
// than 8 pawns or 16 pieces a side or more than two checking pieces. Without an error it
// does not allocate.
func (p *Position) Set(fen string) error {
	_, err := p.read(fenReader{fen: fen})
	return err
}

// SetLenient is Set for what programs and files write. It leaves out rights to castle and an en-passant square that do
// not fit the pieces, and counters that are no numbers, and returns the error about each, a [*game.TextError].
// Without [Options].Chess960, rights that only Chess960 has do not fit: a king that has castled often keeps one by
// mistake. To read Chess960 without that option, try Set first.
//
// Underscores and blanks of Unicode separate fields, too. In a board alone White is to move, with an error about it.
func (p *Position) SetLenient(fen string) (ignored []error, err error) {
	fields := strings.FieldsFunc(fen, func(r rune) bool { return r == '_' || r == '\ufeff' || unicode.IsSpace(r) })
	alone := len(fields) == 1
	if alone {
		fields = append(fields, "w")
	}
	r := fenReader{fen: strings.Join(fields, " "), lenient: true, standard: !p.setting.chess960}
	if ignored, err = p.read(r); alone && err == nil {
		ignored = append(ignored, r.fail("side to move", len(fields[0]), "missing; White is to move"))
	}
	return ignored, err
}

func (p *Position) read(r fenReader) (ignored []error, err error) {
	bitboard.Prepare()
	r.editor = p.setting.editor
	var b board
	chess960 := p.setting.chess960
	err = r.placement(&b)
	if err == nil {
		err = r.turn(&b)
	}
	if err == nil {
		err = r.castling(&b, &chess960)
	}
	if err == nil {
		err = r.enPassant(&b, p.setting.enPassant)
	}
	clock, number := 0, 1
	if err == nil {
		clock, err = r.count("halfmove clock", 0)
	}
	if err == nil {
		number, err = r.count("move number", 1)
	}
	if err == nil {
		err = r.end()
	}
	if err != nil {
		return nil, err
	}
	b.clock = uint32(clock)
	p.setUp(b)
	p.number, p.begun, p.chess960 = max(number, 1), b.turn, chess960
	var buffer [maxFeatures]zobrist.Feature
	held := p.appendFeatures(buffer[:0])
	p.hash = p.setting.set.Hash(held...)
	if p.setting.second != nil {
		p.second = p.setting.set.Hash128(held...).Hi
	}
	if p.setting.extra {
		p.setExtra()
	}
	return r.ignored, nil
}

// FEN returns the position as FEN with six fields. Castling rights are
// written as X-FEN does: KQkq, and the letter of its file for a rook that is
// not the outermost one on its side. For positions of standard chess this is
// ordinary FEN. The en-passant square is written if the rule of the options
// counts it.
func (p *Position) FEN() string { return p.writeFEN(false) }

// ShredderFEN returns the position as FEN with castling rights as letters of
// the rooks' files: HAha at the start of standard chess.
func (p *Position) ShredderFEN() string { return p.writeFEN(true) }

func (p *Position) writeFEN(files bool) string {
	dst := make([]byte, 0, 96)
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			piece := p.at(NewSquare(file, rank))
			if piece == NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = append(dst, pieceLetters[piece&15])
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	dst = append(dst, ' ', "wb"[p.turn&1], ' ')
	dst = p.appendRights(dst, files)
	dst = append(dst, ' ')
	if p.ep == 0 {
		dst = append(dst, '-')
	} else {
		dst = append(dst, p.ep.String()...)
	}
	dst = append(dst, ' ')
	dst = strconv.AppendUint(dst, uint64(p.clock), 10)
	dst = append(dst, ' ')
	return string(strconv.AppendInt(dst, int64(p.FullmoveNumber()), 10))
}

// appendRights appends the rights to castle, the king's side first.
func (b *board) appendRights(dst []byte, files bool) []byte {
	if b.sets.Rights == 0 {
		return append(dst, '-')
	}
	for c := White; c <= Black; c++ {
		for rooks := b.sets.Rights & b.of(c); rooks != 0; {
			r := Square(63 - bits.LeadingZeros64(rooks))
			rooks ^= bit(r)
			letter := "KQkq"[b.right(r)&3]
			if files || b.outermost(c, r > b.king(c)) != r {
				letter = 'A' + byte(c)<<5 + byte(r&7)
			}
			dst = append(dst, letter)
		}
	}
	return dst
}

// outermost returns the rook on the home rank of a side that is farthest from its
// king in one direction, or NoSquare if there is none.
func (b *board) outermost(c Color, kingSide bool) Square {
	k := b.king(c)
	rooks := b.set(Rook) & b.of(c) & homeRank(c)
	if !kingSide {
		return first(rooks & (bit(k) - 1)) // 64, NoSquare, for none
	}
	if rooks &^= bit(k)<<1 - 1; rooks == 0 {
		return NoSquare
	}
	return Square(63 - bits.LeadingZeros64(rooks))
}
