package chess

import "math/bits"

// A board is the state of play that later moves can depend on. It is small enough
// to be copied at every move. Pieces are in three bit planes, whose bits for a
// square are the number of the [PieceType] there:
//
//	       none pawn knight bishop rook queen king
//	pbq      0    1     0      1     0    1     0
//	nbk      0    0     1      1     0    0     1
//	rqk      0    0     0      0     1    1     1
//
// The sets that moves are generated from take one or two operations.
type board struct {
	white         uint64 // squares of white's pieces
	pbq, nbk, rqk uint64
	rights        uint64 // rooks that may still castle
	hash, second  uint64 // primary and secondary code; second only if Options.Wide
	clock         uint32 // plies since the last capture or pawn move
	turn          Color
	ep            Square // square behind the pawn that moved two squares; 0 for none
}

func bit(s Square) uint64 { return 1 << (s & 63) }

// first returns the lowest square of a set that is not empty.
func first(set uint64) Square { return Square(bits.TrailingZeros64(set)) }

func (b *board) occupied() uint64 { return b.pbq | b.nbk | b.rqk }
func (b *board) pawns() uint64    { return b.pbq &^ (b.nbk | b.rqk) }
func (b *board) knights() uint64  { return b.nbk &^ (b.pbq | b.rqk) }
func (b *board) kings() uint64    { return b.nbk & b.rqk }
func (b *board) diagonal() uint64 { return b.pbq & (b.nbk | b.rqk) } // bishops and queens
func (b *board) straight() uint64 { return b.rqk &^ b.nbk }          // rooks and queens

// of returns the pieces of one side.
func (b *board) of(c Color) uint64 {
	if c == White {
		return b.white
	}
	return b.occupied() ^ b.white
}

// set returns the pieces of one type.
func (b *board) set(t PieceType) uint64 {
	pick := func(plane uint64, bit PieceType) uint64 {
		if t&bit != 0 {
			return plane
		}
		return ^plane
	}
	return pick(b.pbq, 1) & pick(b.nbk, 2) & pick(b.rqk, 4)
}

// king returns the square of a side's king.
func (b *board) king(c Color) Square { return first(b.kings() & b.of(c)) }

// typeAt returns the type of the piece on a square.
func (b *board) typeAt(s Square) PieceType {
	s &= 63
	return PieceType(b.pbq>>s&1 | b.nbk>>s&1<<1 | b.rqk>>s&1<<2)
}

// at returns the piece on a square.
func (b *board) at(s Square) Piece {
	t := Piece(b.typeAt(s))
	if t != 0 && b.white>>(s&63)&1 == 0 {
		t |= 8
	}
	return t
}

// put places a piece on an empty square.
func (b *board) put(s Square, p Piece) {
	set := bit(s)
	if p.Color() == White {
		b.white |= set
	}
	t := uint64(p.Type())
	b.pbq |= set & -(t & 1)
	b.nbk |= set & -(t >> 1 & 1)
	b.rqk |= set & -(t >> 2)
}

// attackers returns the pieces of both sides that attack a square if occ are the
// occupied squares.
func (b *board) attackers(s Square, occ uint64) uint64 {
	pawns := b.pawns()
	return knightAttacks[s&63]&b.knights() |
		kingAttacks[s&63]&b.kings() |
		pawnAttacks[White][s&63]&pawns&^b.white |
		pawnAttacks[Black][s&63]&pawns&b.white |
		bishopAttacks(s, occ)&b.diagonal() |
		rookAttacks(s, occ)&b.straight()
}

// checkers returns the pieces that give check to the side to move.
func (b *board) checkers() uint64 {
	return b.attackers(b.king(b.turn), b.occupied()) & b.of(b.turn.Opponent())
}
