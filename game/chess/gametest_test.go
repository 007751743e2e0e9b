package chess_test

import (
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func kit(fen string, rule chess.EnPassant) gametest.Game[chess.Move] {
	g := gamekit.Kit(gamekit.Must(chess.Parse(fen, chess.Options{Wide: true, EnPassant: rule})), zobrist.Set{})
	g.ScoreHistory = true // repetition, and moves without progress
	return g
}

func TestConformance(t *testing.T) {
	for i, fen := range seeds {
		for rule := chess.LegalEnPassant; rule <= chess.AlwaysEnPassant; rule++ {
			g := kit(fen, rule)
			g.Walks = 6
			if oracle.Short() {
				g.Walks = 1
			}
			switch {
			case i == 0:
				g.Perft = []uint64{20, 400, 8902, 197281} // ORACLES.md
				if rule == chess.LegalEnPassant && !oracle.Cut(t, "the number of positions") {
					g.Positions = []uint64{20, 400, 5362, 72078} // OEIS A083276
				}
			case i == 1:
				g.Perft = []uint64{48, 2039, 97862} // ORACLES.md
			}
			gametest.Run(t, g)
		}
	}
}

func FuzzConformance(f *testing.F) {
	gametest.Fuzz(f, kit(kiwipete, chess.LegalEnPassant))
}
