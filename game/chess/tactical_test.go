package chess_test

import (
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
)

// TestAppendTactical compares with the moves that take something or make a queen.
func TestAppendTactical(t *testing.T) {
	seen := 0
	visit := func(p *chess.Position) {
		var want []chess.Move
		for _, m := range p.AppendMoves(nil) {
			takes := m.IsEnPassant() || !m.IsCastling() && p.PieceAt(m.To()) != chess.NoPiece
			if t := m.Promotion(); takes && t == chess.NoPieceType || t == chess.Queen {
				want = append(want, m)
			}
		}
		got := p.AppendTactical(nil)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %v, want %v", p, got, want)
		}
		seen += len(got)
	}
	walk(t, chess.Options{}, 20, 100, func(p *chess.Position, _ []chess.Move) { visit(p) })
	for _, fen := range []string{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
		"8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"} {
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		visit(p)
		for _, m := range p.AppendMoves(nil) {
			p.Make(m)
			visit(p)
			p.Unmake()
		}
	}
	t.Logf("%d captures and promotions", seen)
}
