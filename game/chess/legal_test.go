package chess_test

import (
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
)

// Of all words, exactly the moves of AppendMoves are legal.
func TestIsLegal(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/1P4p1/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1", // castling, promotion, en passant
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                 // stalemate
	} {
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		moves := p.AppendMoves(nil)
		for word := range 1 << 16 {
			if m := chess.Move(word); p.IsLegal(m) != slices.Contains(moves, m) {
				t.Errorf("%s: %v, %#04x: legal is %v", fen, m, word, p.IsLegal(m))
			}
		}
	}
}
