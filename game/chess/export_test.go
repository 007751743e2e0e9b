package chess

import (
	"github.com/zobrist-go/zobrist"
)

// PerftBare is Perft by makeBare.
func PerftBare(p *Position, depth int) uint64 {
	b := *p.board
	return perftBare(&b, depth, p.setting)
}

func perftBare(b *board, depth int, s *setting) uint64 {
	if depth == 1 {
		return uint64(b.countMoves())
	}
	var (
		buffer [256]Move
		next   board
	)
	total := uint64(0)
	for _, m := range b.appendMoves(buffer[:0]) {
		b.makeBare(&next, m, s)
		total += perftBare(&next, depth-1, s)
	}
	return total
}

// makeBare is make without the lines that keep the hash, to measure what they
// cost; castling, promotion and capture en passant, which are rare, keep theirs.
func (b *board) makeBare(n *board, m Move, s *setting) {
	from, to := m.From()&63, m.To()&63
	f, t := uint64(1)<<from, uint64(1)<<to
	us := b.turn & 1
	white, pbq, nbk, rqk := b.sets.White, b.sets.PBQ, b.sets.NBK, b.sets.RQK
	p0, p1, p2 := pbq>>from&1, nbk>>from&1, rqk>>from&1
	moved := p0 | p1<<1 | p2<<2

	rights := b.sets.Rights
	if rights != 0 {
		lost := rights & (f | t)
		if moved == uint64(King) {
			lost |= rights & homeRank(us)
		}
		rights ^= lost
	}
	n.sets.Rights = rights
	n.turn = us ^ 1
	n.ep = 0
	if m&(7<<12) == castling {
		n.sets.White, n.sets.PBQ, n.sets.NBK, n.sets.RQK = white, pbq, nbk, rqk
		n.clock = b.clock + 1
		n.castle(from, to, us, s.keys)
		return
	}

	clock := b.clock + 1
	if (pbq|nbk|rqk)&t != 0 {
		clock = 0
	}
	ft := ^(f | t)
	n.sets.White = white&ft | t&(uint64(us)-1)
	n.sets.PBQ = pbq&ft | p0<<to
	n.sets.NBK = nbk&ft | p1<<to
	n.sets.RQK = rqk&ft | p2<<to
	if moved == uint64(Pawn) {
		clock = 0
		switch {
		case m >= 1<<12:
			n.special(m, us, s.keys)
		case from^to == 16:
			n.ep = (from + to) / 2
			n.keepEnPassant(s.enPassant)
		}
	}
	n.clock = clock
}

// LeastImage is the canonical hash of a position with ordinary ones, computed from
// its features.
func LeastImage(p *Position) uint64 {
	var buffer, image [maxFeatures]zobrist.Feature
	held := p.appendFeatures(buffer[:0])
	least := p.hash
	for i := uint8(1); i < 4 && (i < mirrored || p.sets.Rights == 0); i++ {
		least = min(least, p.setting.set.Hash(apply(i, append(image[:0], held...), 0)...))
	}
	return least
}
