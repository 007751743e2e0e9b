package evals

import (
	"math/bits"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// zpack.go was made by: zstd -dc masters.pgn.zst | go run packgen.go, from 2,000 master games. Another table is another
// format.

// packChess appends a position without its counters, as a code of a rangeEncoder:
//
//   - the side to move, the number of phases to which the number of pieces belongs, and for each square from a1 to h8
//     its content, with the share that packShares has for the phase: empty, or a piece as its number in pieceOrder
//   - for each rook of a side on the home rank of its king, from a1 to h8, whether it may castle
//   - if a capture en passant is possible: none, or the number of its file
func (r *packer) packChess(w *bitWriter, p *chess.Position) {
	b := p.Bitboard(0)
	r.enc.reset()
	r.enc.put(uint32(p.Turn()), 2)
	phase := packPhase(bits.OnesCount64(b.Occupied()))
	r.enc.put(uint32(phase), phases)
	sums := packSums()
	for s := range chess.Square(64) {
		symbol := symbolOf(p.PieceAt(s))
		sum := &sums[phase][s]
		r.enc.putShare(uint32(sum[symbol]), uint32(sum[symbol+1]-sum[symbol]), uint32(sum[symbols]))
	}
	for rooks := castlingRooks(b); rooks != 0; rooks &= rooks - 1 {
		r.enc.put(uint32(flag(b.Rights&rooks&-rooks != 0)), 2)
	}
	if files := passedFiles(b, p.Turn()); files != 0 {
		n := uint32(0)
		if s := p.EnPassantSquare(); s != chess.NoSquare {
			n = uint32(bits.OnesCount8(files&(1<<s.File()-1))) + 1
		}
		r.enc.put(n, uint32(bits.OnesCount8(files))+1)
	}
	code, n := r.enc.finish()
	w.putBits(code, 0, n)
}

// A packer packs positions of chess. It belongs to one goroutine.
type packer struct{ enc rangeEncoder }

const (
	phases  = 4
	symbols = 13 // an empty square, or one of 12 pieces
)

// packSums has the sums of the shares before each symbol, and at last of all.
var packSums = sync.OnceValue(func() *[phases][64][symbols + 1]uint16 {
	var sums [phases][64][symbols + 1]uint16
	for phase := range packShares {
		for s := range packShares[phase] {
			for i, share := range packShares[phase][s] {
				sums[phase][s][i+1] = sums[phase][s][i] + share
			}
		}
	}
	return &sums
})

// packPhase returns the phase of a number of pieces.
func packPhase(pieces int) int { return min(max(34-pieces, 0)/8, phases-1) }

// pieceOrder are the pieces by their symbols, after 0 for an empty square.
const pieceOrder = "PNBRQKpnbrqk"

func symbolOf(p chess.Piece) int {
	if p == chess.NoPiece {
		return 0
	}
	return int(p.Type()) + 6*int(p.Color())
}

// castlingRooks returns the rooks of both sides on the home rank of their king, if he is there.
func castlingRooks(b *bitboard.Board) (rooks uint64) {
	all := b.Occupied()
	for _, side := range [2][2]uint64{{b.White, bitboard.Rank1}, {all &^ b.White, bitboard.Rank8}} {
		if own, home := side[0], side[1]; b.Kings()&own&home != 0 {
			rooks |= b.Straight() &^ b.Diagonal() & own & home
		}
	}
	return rooks
}

// passedFiles returns the files on which a pawn may have moved two squares beside a pawn of the side to move.
func passedFiles(b *bitboard.Board, turn chess.Color) (files uint8) {
	own, them := b.Pawns()&b.White, b.Pawns()&^b.White
	rank, behind, from := 4, 5, 6 // of the pawn, counted from 0, and of the squares that it has passed and left
	if turn == chess.Black {
		own, them = them, own
		rank, behind, from = 3, 2, 1
	}
	mine, theirs := uint8(own>>(8*rank)), uint8(them>>(8*rank))
	empty := uint8(^b.Occupied()>>(8*behind)) & uint8(^b.Occupied()>>(8*from))
	return theirs & empty & (mine<<1 | mine>>1)
}

// unpackChess returns the FEN of a position that packChess packed, without counters.
func unpackChess(in bitReader) string {
	d := newRangeDecoder(in)
	turn := chess.Color(d.get(2))
	phase := d.get(phases)
	var squares [64]byte
	var b bitboard.Board
	sums := packSums()
	for s := range squares {
		sum := &sums[phase][s]
		total := uint32(sum[symbols])
		place, symbol := d.place(total), 0
		for uint32(sum[symbol+1]) <= place {
			symbol++
		}
		d.take(uint32(sum[symbol]), uint32(sum[symbol+1]-sum[symbol]), total)
		if symbol > 0 {
			squares[s] = pieceOrder[symbol-1]
			putPiece(&b, s, symbol)
		}
	}
	var fen strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for _, letter := range squares[8*rank:][:8] {
			if letter == 0 {
				empty++
				continue
			}
			if empty > 0 {
				fen.WriteByte('0' + empty)
				empty = 0
			}
			fen.WriteByte(letter)
		}
		if empty > 0 {
			fen.WriteByte('0' + empty)
		}
		if rank > 0 {
			fen.WriteByte('/')
		}
	}
	fen.WriteString([...]string{" w ", " b "}[turn&1])
	some := false
	for rooks := castlingRooks(&b); rooks != 0; rooks &= rooks - 1 {
		if d.get(2) == 1 {
			s := bits.TrailingZeros64(rooks)
			fen.WriteByte("Aa"[s>>5] + byte(s&7))
			some = true
		}
	}
	if !some {
		fen.WriteByte('-')
	}
	fen.WriteByte(' ')
	if files := passedFiles(&b, turn); files != 0 {
		n := d.get(uint32(bits.OnesCount8(files)) + 1)
		if n > 0 {
			for range n - 1 {
				files &= files - 1
			}
			fen.WriteByte('a' + byte(bits.TrailingZeros8(files)))
			fen.WriteByte("63"[turn&1])
			return fen.String()
		}
	}
	fen.WriteByte('-')
	return fen.String()
}

// putPiece puts the piece of a symbol on an empty square.
func putPiece(b *bitboard.Board, s, symbol int) {
	set := uint64(1) << s
	t := symbol
	if symbol <= 6 {
		b.White |= set
	} else {
		t -= 6
	}
	b.PBQ |= set & -uint64(t&1)
	b.NBK |= set & -uint64(t>>1&1)
	b.RQK |= set & -uint64(t>>2)
}
