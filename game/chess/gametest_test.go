package chess_test

import (
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/gametest"
)

func conformance(tb testing.TB, fen string, rule chess.EnPassant) gametest.Game[chess.Move] {
	tb.Helper()
	set := zobrist.Default(chess.Space().Len())
	o := chess.Options{Set: set, Wide: true, EnPassant: rule}
	parse := func(text string) (game.Position[chess.Move], error) { return chess.Parse(text, o) }
	if _, err := parse(fen); err != nil {
		tb.Fatal(err)
	}
	return gametest.Game[chess.Move]{
		New: func() game.Position[chess.Move] {
			p, _ := parse(fen)
			return p
		},
		Space:    chess.Space(),
		Set:      set,
		Parse:    parse,
		NoAllocs: true,
	}
}

func TestConformance(t *testing.T) {
	for i, fen := range seeds {
		for rule := chess.LegalEnPassant; rule <= chess.AlwaysEnPassant; rule++ {
			g := conformance(t, fen, rule)
			g.Walks = 6
			if testing.Short() {
				g.Walks = 1
			}
			switch {
			case i == 0:
				g.Perft = []uint64{20, 400, 8902, 197281} // ORACLES.md
				if rule == chess.LegalEnPassant && !testing.Short() {
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
	gametest.Fuzz(f, conformance(f, kiwipete, chess.LegalEnPassant))
}
