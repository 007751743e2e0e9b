package chess

import (
	"math/bits"

	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// countMoves returns the number of legal moves without listing them. It is
// appendMoves with sets counted instead of walked through.
func (b *board) countMoves() (n int) {
	us := b.turn & 1
	pbq, nbk, rqk := b.sets.PBQ, b.sets.NBK, b.sets.RQK
	occ := pbq | nbk | rqk
	own := b.sets.White
	if us == Black {
		own ^= occ
	}
	them := occ ^ own
	pawns := pbq &^ (nbk | rqk)
	diagonal, straight, knights := pbq&(nbk|rqk), rqk&^nbk, nbk&^(pbq|rqk)
	king := nbk & rqk & own
	k := first(king) & 63

	checkers := (bitboard.KnightAttacks[k]&knights | bitboard.PawnAttacks[us][k]&pawns) & them
	pinned := uint64(0)
	snipers := (bishopAttacks(k, them)&diagonal | rookAttacks(k, them)&straight) & them
	for ; snipers != 0; snipers &= snipers - 1 {
		s := first(snipers) & 63
		switch shield := bitboard.Between[k][s] & own; {
		case shield == 0:
			checkers |= bit(s)
		case shield&(shield-1) == 0:
			pinned |= shield
		}
	}
	near := bitboard.KingAttacks[k] &^ own
	rooks := b.sets.Rights & own
	home := uint(us) * 56 // the lowest bit of the home rank
	usual := rooks&^corners == 0 && k == Square(home+4)
	switch {
	case rooks == 0:
	case checkers != 0:
		rooks = 0
	case usual: // a1 and h1, or a8 and h8, with no piece between king and rook
		rank := occ >> home
		rooks = rooks >> home & (zeroBit(rank&longWay) | zeroBit(rank&shortWay)<<7)
	default:
		rooks &= rookAttacks(k, occ) // only a rook that the king sees can castle
	}
	if rooks == 0 && near&(near-1) == 0 {
		// At most one square to test: cheaper than all enemy attacks.
		if near != 0 && b.attackers(first(near), occ^king)&them == 0 {
			n = 1
		}
	} else {
		danger := b.attackedBy(us^1, occ^king)
		n = bits.OnesCount64(near &^ danger)
		if usual {
			danger >>= home
			n += int(rooks&zeroBit(danger&longKingWay) + rooks>>7&zeroBit(danger&shortWay))
			rooks = 0
		}
		for ; rooks != 0; rooks &= rooks - 1 {
			if r := first(rooks); b.wayFree(k, r) && b.waySafe(k, r, danger) {
				n++
			}
		}
	}
	targets := ^own
	if checkers != 0 {
		if checkers&(checkers-1) != 0 {
			return n
		}
		targets = checkers | bitboard.Between[k][first(checkers)&63]
	}

	free := own &^ pinned
	for set := knights & free; set != 0; set &= set - 1 {
		n += bits.OnesCount64(bitboard.KnightAttacks[first(set)&63] & targets)
	}
	for set := diagonal & free; set != 0; set &= set - 1 {
		n += bits.OnesCount64(bishopAttacks(first(set), occ) & targets)
	}
	for set := straight & free; set != 0; set &= set - 1 {
		n += bits.OnesCount64(rookAttacks(first(set), occ) & targets)
	}

	enemies := them & targets
	up, left, right, third := 8, 7, 9, uint64(rank1<<16)
	if us == Black {
		up, left, right, third = 56, 55, 57, rank8>>16
	}
	set := pawns & free
	one := bits.RotateLeft64(set, up) &^ occ
	two := bits.RotateLeft64(one&third, up) &^ occ
	ahead := (one | two) & targets
	west := bits.RotateLeft64(set&^fileA, left) & enemies
	east := bits.RotateLeft64(set&^fileH, right) & enemies
	n += bits.OnesCount64(ahead) + bits.OnesCount64(west) + bits.OnesCount64(east)
	if (ahead|west|east)&ends != 0 {
		n += 3 * (bits.OnesCount64(ahead&ends) + bits.OnesCount64(west&ends) + bits.OnesCount64(east&ends))
	}
	if pinned != 0 {
		n += b.countPinned(k, pinned, targets)
	}
	if b.ep != 0 {
		for c := bitboard.PawnAttacks[us^1][b.ep&63] & pawns & own; c != 0; c &= c - 1 {
			if b.mayCaptureEnPassant(first(c)) {
				n++
			}
		}
	}
	return n
}

// The squares between king and rook in standard chess, on the home rank, and those that the king crosses or reaches. On
// the short side they are the same, and the rook shields none of them.
const (
	longWay     = 0b0000_1110
	longKingWay = 0b0000_1100
	shortWay    = 0b0110_0000
)

// zeroBit returns 1 for 0 and 0 for other sets, without a branch.
func zeroBit(set uint64) uint64 {
	if set == 0 {
		return 1
	}
	return 0
}

// countPinned counts the moves of pinned pieces, which stay on the line
// through the king.
func (b *board) countPinned(k Square, pinned, targets uint64) (n int) {
	occ := b.occupied()
	for set := b.diagonal() & pinned; set != 0; set &= set - 1 {
		s := first(set) & 63
		n += bits.OnesCount64(bishopAttacks(s, occ) & targets & bitboard.Line[k&63][s])
	}
	for set := b.straight() & pinned; set != 0; set &= set - 1 {
		s := first(set) & 63
		n += bits.OnesCount64(rookAttacks(s, occ) & targets & bitboard.Line[k&63][s])
	}
	us := b.turn & 1
	up, third := 8, uint64(rank1<<16)
	if us == Black {
		up, third = 56, rank8>>16
	}
	for set := b.pawns() & pinned; set != 0; set &= set - 1 {
		s := first(set) & 63
		one := bits.RotateLeft64(bit(s), up) &^ occ
		two := bits.RotateLeft64(one&third, up) &^ occ
		m := (one | two | bitboard.PawnAttacks[us][s]&occ) & targets & bitboard.Line[k&63][s]
		if n += bits.OnesCount64(m); m&ends != 0 {
			n += 3 * bits.OnesCount64(m)
		}
	}
	return n
}
