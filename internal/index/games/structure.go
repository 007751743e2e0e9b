package games

import (
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
)

// pawnText writes the pawns of a position as the first field of a FEN.
func pawnText(p *chess.Position) string {
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				b.WriteByte('0' + byte(empty))
			}
			empty = 0
		}
		for file := range 8 {
			piece := p.PieceAt(chess.NewSquare(file, rank))
			if piece.Type() != chess.Pawn {
				empty++
				continue
			}
			flush()
			b.WriteString(piece.String())
		}
		flush()
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

// materialText writes the pieces of a position, the white ones first:
// "KQRRBBNNPPPPPPPP-KQRRBBNNPPPPPPPP".
func materialText(p *chess.Position) string {
	var counts [2][7]int
	for s := range chess.Square(64) {
		if piece := p.PieceAt(s); piece != chess.NoPiece {
			counts[piece.Color()][piece.Type()]++
		}
	}
	var b strings.Builder
	for color := range counts {
		if color == 1 {
			b.WriteByte('-')
		}
		for t := chess.King; t >= chess.Pawn; t-- {
			b.WriteString(strings.Repeat(chess.NewPiece(chess.White, t).String(), counts[color][t]))
		}
	}
	return b.String()
}
