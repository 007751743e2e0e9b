package chess_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
)

// Of all words, exactly the moves of AppendMoves are legal.
func TestIsLegal(t *testing.T) {
	fens := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"r3k2r/1P4p1/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1", // castling, promotion, en passant
		"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                 // stalemate
		"8/8/8/8/k2Pp2R/8/8/4K3 b - d3 0 1",              // en passant, which would expose the king
		"1rk2r2/2p5/8/8/8/8/2P5/RKR5 w KQ - 0 1",         // Chess960: castling to the square of the other rook
		"4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",             // in check
		"4k3/8/8/8/1b6/8/3n4/R3K2R w KQ - 0 1",
	}
	fens = append(fens, wander(t, 40)...)
	for _, fen := range fens {
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

// wander returns the positions of random games, usual ones and of Chess960, n of each.
func wander(t *testing.T, n int) (fens []string) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, start := range []string{"", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"} {
		p, err := chess.New(chess.Options{})
		if err == nil && start != "" {
			err = p.Set(start)
		}
		if err != nil {
			t.Fatal(err)
		}
		for range n {
			for range 3 {
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
			fens = append(fens, p.ShredderFEN())
		}
	}
	return fens
}

// TestFromTo compares ParseUCI with a search in the list of moves, for all texts of two squares and a promotion.
func TestFromTo(t *testing.T) {
	for _, fen := range append(wander(t, 8), "r3k2r/1P4p1/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
		"1rk2r2/2p5/8/8/8/8/2P5/RKR5 w KQ - 0 1") {
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		moves := p.AppendMoves(nil)
		for from := range chess.Square(64) {
			for to := range chess.Square(64) {
				for _, promotion := range []string{"", "n", "b", "r", "q"} {
					text := from.String() + to.String() + promotion
					want := chess.NoMove
					for _, m := range moves {
						if m.String() == text {
							want = m
						}
					}
					for _, m := range moves {
						if want == chess.NoMove && m.IsCastling() && m.From() == from && promotion == "" && to == kingTo(m) {
							want = m
						}
					}
					m, err := p.ParseUCI(text)
					if m != want || (err == nil) != (want != chess.NoMove) {
						t.Errorf("%s, %s: %v, %v; want %v", fen, text, m, err, want)
					}
					unpromoted := promotion == "" && slices.ContainsFunc(moves, func(m chess.Move) bool {
						return m.From() == from && m.To() == to && m.Promotion() != chess.NoPieceType
					})
					if errors.Is(err, game.ErrAmbiguous) != unpromoted {
						t.Errorf("%s, %s: %v; a promotion is missing: %v", fen, text, err, unpromoted)
					}
				}
			}
		}
	}
}

// kingTo returns where the king stands after castling, written apart from the package's own.
func kingTo(m chess.Move) chess.Square {
	if m.To() > m.From() {
		return m.From()&^7 | 6
	}
	return m.From()&^7 | 2
}
