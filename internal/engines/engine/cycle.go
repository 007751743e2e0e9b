package engine

import (
	"math/bits"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// Upcoming reports whether the side to move can reach, by one move, a position that a search which
// began so many plies ago counts as a draw by repetition; see [Position.Drawn]. It compares boards, not hashes.
func (p *Position) Upcoming(plies int) bool {
	now := p.Bitboard(0)
	limit := min(p.HalfmoveClock(), p.Ply())
	for back := 3; back <= limit; back += 2 {
		old := p.Bitboard(back)
		moved := now.Changed(old)
		if bits.OnesCount64(moved) == 2 && p.leads(now, moved, plies) {
			return true
		}
	}
	return false
}

// leads reports whether a move of the side to move between two squares gives a position that
// repeats. Neither a pawn moves nor is a piece captured.
func (p *Position) leads(b *bitboard.Board, both uint64, plies int) bool {
	occ := b.Occupied()
	piece := occ & both
	if piece == both || piece&b.Of(uint8(p.Turn())) == 0 {
		return false
	}
	from := bitboard.First(piece)
	if reach(b.TypeAt(from), from, occ)&both == 0 {
		return false
	}
	p.Make(chess.Move(from)<<6 | chess.Move(bitboard.First(both^piece)))
	repeats := p.Repeats(plies + 1)
	p.Unmake()
	return repeats
}

// reach returns the squares that a piece other than a pawn attacks.
func reach(piece, s uint8, occ uint64) uint64 {
	switch s &= 63; piece {
	case bitboard.Knight:
		return bitboard.KnightAttacks[s]
	case bitboard.Bishop:
		return bitboard.BishopAttacks(s, occ)
	case bitboard.Rook:
		return bitboard.RookAttacks(s, occ)
	case bitboard.Queen:
		return bitboard.BishopAttacks(s, occ) | bitboard.RookAttacks(s, occ)
	case bitboard.King:
		return bitboard.KingAttacks[s]
	}
	return 0
}
