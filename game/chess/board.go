package chess

import (
	"math/bits"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// A board is the state of play that later moves can depend on. It is small enough
// to be copied at every move.
type board struct {
	sets         bitboard.Board
	hash, second uint64 // primary and secondary code; second only if Options.Wide
	clock        uint32 // plies since the last capture or pawn move
	turn         Color
	ep           Square // square behind the pawn that moved two squares; 0 for none
}

const (
	fileA = bitboard.FileA
	fileH = bitboard.FileH
	rank1 = bitboard.Rank1
	rank8 = bitboard.Rank8
	ends  = rank1 | rank8
)

func bit(s Square) uint64 { return 1 << (s & 63) }

// first returns the lowest square of a set that is not empty.
func first(set uint64) Square { return Square(bits.TrailingZeros64(set)) }

func rookAttacks(s Square, occ uint64) uint64   { return bitboard.RookAttacks(uint8(s), occ) }
func bishopAttacks(s Square, occ uint64) uint64 { return bitboard.BishopAttacks(uint8(s), occ) }

// These are methods of [bitboard.Board], with the types of this package.
func (b *board) occupied() uint64                      { return b.sets.Occupied() }
func (b *board) pawns() uint64                         { return b.sets.Pawns() }
func (b *board) knights() uint64                       { return b.sets.Knights() }
func (b *board) kings() uint64                         { return b.sets.Kings() }
func (b *board) diagonal() uint64                      { return b.sets.Diagonal() }
func (b *board) straight() uint64                      { return b.sets.Straight() }
func (b *board) of(c Color) uint64                     { return b.sets.Of(uint8(c)) }
func (b *board) set(t PieceType) uint64                { return b.sets.Set(uint8(t)) }
func (b *board) typeAt(s Square) PieceType             { return PieceType(b.sets.TypeAt(uint8(s))) }
func (b *board) attackers(s Square, occ uint64) uint64 { return b.sets.Attackers(uint8(s), occ) }

// king returns the square of a side's king.
func (b *board) king(c Color) Square { return first(b.kings() & b.of(c)) }

// at returns the piece on a square.
func (b *board) at(s Square) Piece {
	t := Piece(b.typeAt(s))
	if t != 0 && b.sets.White>>(s&63)&1 == 0 {
		t |= 8
	}
	return t
}

// put places a piece on an empty square.
func (b *board) put(s Square, p Piece) {
	set := bit(s)
	if p.Color() == White {
		b.sets.White |= set
	}
	t := uint64(p.Type())
	b.sets.PBQ |= set & -(t & 1)
	b.sets.NBK |= set & -(t >> 1 & 1)
	b.sets.RQK |= set & -(t >> 2)
}

// checkers returns the pieces that give check to the side to move.
func (b *board) checkers() uint64 {
	return b.attackers(b.king(b.turn), b.occupied()) & b.of(b.turn.Opponent())
}
