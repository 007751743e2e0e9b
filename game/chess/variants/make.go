package variants

import (
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/bitboard"
)

// make plays a legal move and completes what play leaves open.
func (b *board) make(m chess.Move) {
	b.play(m)
	if b.rules == ThreeCheck && b.inCheck(b.turn) {
		b.checks[b.turn.Opponent()&1]++
	}
	b.keepEnPassant()
}

// play plays a move, which may expose the king. It counts no checks, and a square en passant stays even if no
// capture there is legal.
func (b *board) play(m chess.Move) {
	us := b.turn & 1
	from, to := m.From(), m.To()
	b.turn ^= 1
	b.ep = 0
	b.clock++
	switch {
	case m.Drop() != chess.NoPieceType:
		b.pocket[us][m.Drop()]--
		b.put(to, chess.NewPiece(us, m.Drop()))
		if m.Drop() == chess.Pawn {
			b.clock = 0
		}
		return
	case m.IsCastling():
		b.castle(from, to, us)
		return
	}
	taken := to
	if m.IsEnPassant() {
		taken = to ^ 8
	}
	captures := b.sets.Occupied()&bit(taken) != 0
	if captures {
		b.clock = 0
		b.capture(taken, us)
	}
	b.move(from, to, m.Promotion(), us)
	if captures && b.rules == Atomic {
		b.explode(to)
	}
}

// capture takes a piece off the board, in crazyhouse into the pocket.
func (b *board) capture(s chess.Square, us chess.Color) {
	if b.rules == Crazyhouse {
		t := b.at(s).Type()
		if b.promoted&bit(s) != 0 {
			t = chess.Pawn
		}
		if int(t) < len(b.pocket[us&1]) { // a king is not captured in a legal move
			b.pocket[us&1][t]++
		}
	}
	b.clear(bit(s))
}

// move takes a piece to an empty square.
func (b *board) move(from, to chess.Square, promotion chess.PieceType, us chess.Color) {
	piece, marked := b.at(from), b.promoted&bit(from) != 0
	b.clear(bit(from))
	switch piece.Type() {
	case chess.King:
		b.sets.Rights &^= homeRank(us)
	case chess.Pawn:
		b.clock = 0
		if from^to == 16 && from.Rank() != 0 { // of the horde, pawns on rank 1 leave no trace
			b.ep = (from + to) / 2
		}
	}
	if promotion != chess.NoPieceType {
		piece, marked = chess.NewPiece(us, promotion), true
	}
	b.put(to, piece)
	if marked && b.rules == Crazyhouse {
		b.promoted |= bit(to)
	}
}

// castled returns where king and rook stand after castling with the rook on r.
func castled(king, r chess.Square) (kingTo, rookTo chess.Square) {
	if r > king {
		return king&^7 | 6, king&^7 | 5
	}
	return king&^7 | 2, king&^7 | 3
}

func (b *board) castle(king, rook chess.Square, us chess.Color) {
	kingTo, rookTo := castled(king, rook)
	b.clear(bit(king) | bit(rook))
	b.put(kingTo, chess.NewPiece(us, chess.King))
	b.put(rookTo, chess.NewPiece(us, chess.Rook))
	b.sets.Rights &^= homeRank(us)
}

// explode removes the piece that captured and all around it but pawns.
func (b *board) explode(s chess.Square) {
	b.clear(bitboard.KingAttacks[s&63]&^b.sets.Pawns() | bit(s))
	for c := chess.White; c <= chess.Black; c++ {
		if b.king(c) == chess.NoSquare {
			b.sets.Rights &^= homeRank(c)
		}
	}
}

// keepEnPassant drops the square behind a pawn that moved two squares if no legal move captures there.
func (b *board) keepEnPassant() {
	if b.ep == 0 {
		return
	}
	if !b.over() {
		pawns := bitboard.PawnAttacks[b.turn.Opponent()&1][b.ep&63] & b.sets.Pawns() & b.of(b.turn)
		for ; pawns != 0; pawns &= pawns - 1 {
			if b.legal(newMove(first(pawns), b.ep) | enPassant) {
				return
			}
		}
	}
	b.ep = 0
}
