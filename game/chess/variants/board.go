package variants

import (
	"math/bits"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// A board is the state of play that later moves can depend on. Two positions are the same if their boards are equal
// except for the clock.
type board struct {
	sets     bitboard.Board
	promoted uint64   // in crazyhouse
	pocket   [2]hand  // in crazyhouse
	checks   [2]uint8 // in three-check, given by each side
	clock    uint32   // plies since the last capture, pawn move or drop of a pawn
	rules    Variant
	turn     chess.Color
	ep       chess.Square // square behind a pawn that moved two squares; 0 for none
}

// A hand is the number of pieces of each type in a pocket.
type hand [chess.Queen + 1]uint8

const (
	fileA   = bitboard.FileA
	fileH   = bitboard.FileH
	rank1   = bitboard.Rank1
	rank8   = bitboard.Rank8
	ends    = rank1 | rank8
	corners = (rank1 | rank8) & (fileA | fileH)
	hill    = uint64(0x0000001818000000) // d4, e4, d5, e5
)

func bit(s chess.Square) uint64 { return 1 << (s & 63) }

// first returns the lowest square of a set, NoSquare if it is empty.
func first(set uint64) chess.Square { return chess.Square(bits.TrailingZeros64(set)) }

// homeRank returns the rank of a side's king before the first move.
func homeRank(c chess.Color) uint64 { return rank1 << ((c & 1) * 56) }

func (b *board) of(c chess.Color) uint64 { return b.sets.Of(uint8(c)) }

// king returns the square of a side's king, NoSquare if there is none.
func (b *board) king(c chess.Color) chess.Square { return first(b.sets.Kings() & b.of(c)) }

// at returns the piece on a square.
func (b *board) at(s chess.Square) chess.Piece {
	t := chess.PieceType(b.sets.TypeAt(uint8(s)))
	if t == chess.NoPieceType {
		return chess.NoPiece
	}
	return chess.NewPiece(chess.Color(^b.sets.White>>(s&63)&1), t)
}

// put places a piece on an empty square.
func (b *board) put(s chess.Square, p chess.Piece) {
	set, t := bit(s), p.Type()
	if p.Color() == chess.White {
		b.sets.White |= set
	}
	if t&1 != 0 {
		b.sets.PBQ |= set
	}
	if t&2 != 0 {
		b.sets.NBK |= set
	}
	if t&4 != 0 {
		b.sets.RQK |= set
	}
}

// clear empties squares; castling rooks there lose their rights.
func (b *board) clear(set uint64) {
	b.sets.White &^= set
	b.sets.PBQ &^= set
	b.sets.NBK &^= set
	b.sets.RQK &^= set
	b.sets.Rights &^= set
	b.promoted &^= set
}

// attacked reports whether a side attacks a square if occ are the occupied squares. In atomic chess a king attacks
// nothing.
func (b *board) attacked(s chess.Square, by chess.Color, occ uint64) bool {
	set := b.sets.Attackers(uint8(s), occ) & b.of(by)
	if b.rules == Atomic {
		set &^= b.sets.Kings()
	}
	return set != 0
}

// inCheck reports whether a side's king is attacked, if it has one that can be. In atomic chess a king beside the
// other one cannot.
func (b *board) inCheck(c chess.Color) bool {
	k := b.king(c)
	return b.rules != Antichess && k != chess.NoSquare && !b.touches(k, c) &&
		b.attacked(k, c.Opponent(), b.sets.Occupied())
}

// touches reports whether a square is next to the enemy king in atomic chess, where a side's king is safe.
func (b *board) touches(s chess.Square, c chess.Color) bool {
	return b.rules == Atomic && bitboard.KingAttacks[s&63]&b.sets.Kings()&b.of(c.Opponent()) != 0
}

// right returns the number of the right to castle with the rook on r: 0 and 1 for White on the king's and the
// queen's side, 2 and 3 for Black.
func (b *board) right(r chess.Square) int {
	c := chess.Color(r >> 5 & 1)
	if r < b.king(c) {
		return int(c)<<1 | 1
	}
	return int(c) << 1
}

// outermost returns the rook on the home rank of a side that is farthest from its king in one direction, or NoSquare
// if there is none.
func (b *board) outermost(c chess.Color, kingSide bool) chess.Square {
	before := bit(b.king(c)) - 1
	rooks := b.sets.Set(bitboard.Rook) & b.of(c) & homeRank(c)
	if !kingSide {
		return first(rooks & before)
	}
	if rooks &^= before; rooks == 0 {
		return chess.NoSquare
	}
	return chess.Square(63 - bits.LeadingZeros64(rooks))
}

// inner returns the castling rooks that are not outermost. As in package chess, each counts as a pawn on its square,
// where no pawn of its side can stand.
func (b *board) inner() (set uint64) {
	for rooks := b.sets.Rights &^ corners; rooks != 0; rooks &= rooks - 1 {
		r := first(rooks)
		c := chess.Color(r >> 5 & 1)
		if b.outermost(c, r > b.king(c)) != r {
			set |= bit(r)
		}
	}
	return set
}
