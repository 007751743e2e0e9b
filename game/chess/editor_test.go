package chess_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
)

// TestEditor: positions that no game can reach are read with Options.Editor only. The numbers of move paths come from
// python-chess.
func TestEditor(t *testing.T) {
	for _, c := range []struct {
		fen, refused string
		perft        [2]uint64
	}{
		{"4k3/pppppppp/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "9 white pawns", [2]uint64{17, 306}},
		{"rnbqkbnr/pppppppp/8/8/8/3Q4/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "17 white pieces", [2]uint64{36, 695}},
		{"4k3/4r3/8/8/1b6/5n2/8/4K3 w - - 0 1", "3 pieces give check", [2]uint64{3, 96}},
	} {
		if _, err := chess.Parse(c.fen, chess.Options{}); err == nil || !strings.Contains(err.Error(), c.refused) {
			t.Errorf("%s: error %v, want one with %q", c.fen, err, c.refused)
		}
		p, err := chess.Parse(c.fen, chess.Options{Editor: true, Wide: true, Views: chess.MaterialView})
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if got := [2]uint64{p.Perft(1), p.Perft(2)}; got != c.perft {
			t.Errorf("%s: perft %v, want %v", c.fen, got, c.perft)
		}
		if p.FEN() != c.fen || !p.Options().Editor {
			t.Errorf("%s came back as %s, editor %v", c.fen, p.FEN(), p.Options().Editor)
		}
	}
	// 17 queens of a side count as 16 in the view of material.
	p, err := chess.Parse("4k2q/qqqqqqqq/qqqqqqqq/8/PPPPPPPP/8/8/4K3 b - - 0 1", chess.Options{Editor: true})
	if err != nil {
		t.Fatal(err)
	}
	p.ViewHash(chess.MaterialView)
}
