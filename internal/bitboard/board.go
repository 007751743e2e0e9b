// Package bitboard has the board of chess as sets of squares, and the squares that its pieces
// attack. The rules (package chess) and the evaluation (package engine) share it.
//
// Squares are numbers from 0 for a1, 1 for b1, to 63 for h8, and the bits of a set. Colours are
// 0 for White and 1 for Black. Call [Prepare] before the tables and functions of attacks are used.
package bitboard

import "math/bits"

// Types of pieces. Their three bits are the planes of a [Board].
const (
	Pawn = 1 + iota
	Knight
	Bishop
	Rook
	Queen
	King
)

// A Board says which piece is on each square. The bits that three planes have for a square are the
// number of the type of the piece there:
//
//	     none pawn knight bishop rook queen king
//	PBQ    0    1     0      1     0    1     0
//	NBK    0    0     1      1     0    0     1
//	RQK    0    0     0      0     1    1     1
//
// The sets that moves are generated from take one or two operations.
type Board struct {
	White         uint64 // squares of White's pieces
	PBQ, NBK, RQK uint64
	Rights        uint64 // rooks that may still castle
}

// Bit returns the set of one square.
func Bit(s uint8) uint64 { return 1 << (s & 63) }

// First returns the lowest square of a set that is not empty.
func First(set uint64) uint8 { return uint8(bits.TrailingZeros64(set)) }

// Occupied returns the squares of all pieces.
func (b *Board) Occupied() uint64 { return b.PBQ | b.NBK | b.RQK }

// Pawns returns the squares of the pawns.
func (b *Board) Pawns() uint64 { return b.PBQ &^ (b.NBK | b.RQK) }

// Knights returns the squares of the knights.
func (b *Board) Knights() uint64 { return b.NBK &^ (b.PBQ | b.RQK) }

// Kings returns the squares of the kings.
func (b *Board) Kings() uint64 { return b.NBK & b.RQK }

// Diagonal returns the squares of bishops and queens.
func (b *Board) Diagonal() uint64 { return b.PBQ & (b.NBK | b.RQK) }

// Straight returns the squares of rooks and queens.
func (b *Board) Straight() uint64 { return b.RQK &^ b.NBK }

// Of returns the squares of one side's pieces.
func (b *Board) Of(color uint8) uint64 {
	if color == 0 {
		return b.White
	}
	return b.Occupied() ^ b.White
}

// Set returns the squares of all pieces of one type.
func (b *Board) Set(piece uint8) uint64 {
	pick := func(plane uint64, bit uint8) uint64 {
		if piece&bit != 0 {
			return plane
		}
		return ^plane
	}
	return pick(b.PBQ, 1) & pick(b.NBK, 2) & pick(b.RQK, 4)
}

// TypeAt returns the type of the piece on a square, 0 for none.
func (b *Board) TypeAt(s uint8) uint8 {
	s &= 63
	return uint8(b.PBQ>>s&1 | b.NBK>>s&1<<1 | b.RQK>>s&1<<2)
}

// Changed returns the squares on which the pieces of two boards differ.
func (b *Board) Changed(o *Board) uint64 {
	return (b.White ^ o.White) | (b.PBQ ^ o.PBQ) | (b.NBK ^ o.NBK) | (b.RQK ^ o.RQK)
}

// Attackers returns the pieces of both sides that attack a square if occ are the occupied squares.
func (b *Board) Attackers(s uint8, occ uint64) uint64 {
	pawns := b.Pawns()
	return KnightAttacks[s&63]&b.Knights() |
		KingAttacks[s&63]&b.Kings() |
		PawnAttacks[0][s&63]&pawns&^b.White |
		PawnAttacks[1][s&63]&pawns&b.White |
		BishopAttacks(s, occ)&b.Diagonal() |
		RookAttacks(s, occ)&b.Straight()
}

// PawnSpan returns the squares that a side's pawns attack.
func PawnSpan(pawns uint64, color uint8) uint64 {
	if color == 0 {
		return pawns&^FileA<<7 | pawns&^FileH<<9
	}
	return pawns&^FileA>>9 | pawns&^FileH>>7
}
