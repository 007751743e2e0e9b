package variants

import (
	"math/bits"
	"strconv"

	"github.com/zobrist-go/zobrist/game/chess"
)

// FEN returns the position as FEN. Pockets are in brackets after the board and checks still to give in the
// fifth field, as Fairy-Stockfish and python-chess write them:
// "…RNBQKBNR[QPn] w KQkq - 0 1", "…RNBQKBNR w KQkq - 3+3 0 1".
// In crazyhouse ~ follows a promoted piece. Castling rights are written as X-FEN does, and the en-passant square if a
// capture there is legal.
func (p *Position) FEN() string { return p.writeFEN(false) }

// LichessFEN is FEN as Lichess writes it: pockets as a ninth rank, and checks given at the end:
// "…RNBQKBNR/PQn w KQkq - 0 1", "…RNBQKBNR w KQkq - 0 1 +0+0".
func (p *Position) LichessFEN() string { return p.writeFEN(true) }

// The order of pieces in a pocket.
const (
	fairyOrder   = "QRBNP"
	lichessOrder = "PNBRQ"
)

func (p *Position) writeFEN(lichess bool) string {
	b := p.last()
	dst := b.appendPlacement(make([]byte, 0, 128))
	switch {
	case b.rules != Crazyhouse:
	case lichess:
		dst = b.appendPockets(append(dst, '/'), lichessOrder)
	default:
		dst = append(b.appendPockets(append(dst, '['), fairyOrder), ']')
	}
	dst = append(dst, ' ', "wb"[b.turn&1], ' ')
	dst = b.appendRights(dst)
	if b.ep == 0 {
		dst = append(dst, " - "...)
	} else {
		dst = append(dst, " "+b.ep.String()+" "...)
	}
	white, black := int64(b.checks[0]), int64(b.checks[1])
	if b.rules == ThreeCheck && !lichess {
		dst = append(strconv.AppendInt(dst, toWin-white, 10), '+')
		dst = append(strconv.AppendInt(dst, toWin-black, 10), ' ')
	}
	dst = append(strconv.AppendUint(dst, uint64(b.clock), 10), ' ')
	dst = strconv.AppendInt(dst, int64(p.FullmoveNumber()), 10)
	if b.rules == ThreeCheck && lichess {
		dst = strconv.AppendInt(append(dst, " +"...), white, 10)
		dst = strconv.AppendInt(append(dst, '+'), black, 10)
	}
	return string(dst)
}

func (b *board) appendPlacement(dst []byte) []byte {
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			s := chess.NewSquare(file, rank)
			piece := b.at(s)
			if piece == chess.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				dst = append(dst, '0'+empty)
				empty = 0
			}
			dst = append(dst, piece.String()...)
			if b.promoted&bit(s) != 0 {
				dst = append(dst, '~')
			}
		}
		if empty > 0 {
			dst = append(dst, '0'+empty)
		}
		if rank > 0 {
			dst = append(dst, '/')
		}
	}
	return dst
}

// appendPockets appends the pieces in both pockets, White's first.
func (b *board) appendPockets(dst []byte, order string) []byte {
	for c := range b.pocket {
		for i := range len(order) {
			for range b.pocket[c][pieceOf(order[i]).Type()] {
				dst = append(dst, order[i]|byte(c)<<5)
			}
		}
	}
	return dst
}

// appendRights appends the rights to castle, the king's side first.
func (b *board) appendRights(dst []byte) []byte {
	if b.sets.Rights == 0 {
		return append(dst, '-')
	}
	for c := chess.White; c <= chess.Black; c++ {
		for rooks := b.sets.Rights & b.of(c); rooks != 0; {
			r := chess.Square(63 - bits.LeadingZeros64(rooks))
			rooks ^= bit(r)
			letter := "KQkq"[b.right(r)&3]
			if b.outermost(c, r > b.king(c)) != r {
				letter = 'A' + byte(c)<<5 + byte(r&7)
			}
			dst = append(dst, letter)
		}
	}
	return dst
}
