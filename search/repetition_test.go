package search_test

import (
	"context"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
)

var _ search.Tactical[checkers.Move] = (*checkers.Position)(nil)

// An again is an ending with one move that wins. Four moves, of which this is the first, have led back to it: the
// move reaches a position that occurred once before.
type again struct{ start, moves string }

// finds searches an ending to a depth and reports the move if it is not the one that wins.
func finds[M comparable, P search.Position[M, P]](
	t *testing.T, a again, depth int, parse func(p P, text string) (M, error), p P,
) {
	t.Helper()
	var want M
	for i, text := range strings.Fields(a.moves) {
		m, err := parse(p, text)
		if err != nil {
			t.Fatalf("%v: %v", a, err)
		}
		if i == 0 {
			want = m
		}
		p.Make(m)
	}
	s, err := search.New(p, search.Options{Table: table(t, 4<<20)})
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Search(context.Background(), search.Limits{Depth: depth})
	if err != nil || info.Line[0] != want {
		t.Errorf("%v: %+v, %v; only %v wins", a, info, err, want)
	}
}

// TestOccurredOnce: only the third occurrence of a position is a draw (FIDE Laws of Chess, 9.2), so the move that
// wins is played although the position after it occurred once before (official-stockfish/Stockfish#566). Which moves
// win is by the Syzygy tables among python-chess's data.
func TestOccurredOnce(t *testing.T) {
	for _, a := range []again{
		{"5k2/8/8/3P4/K7/8/8/8 w - - 0 1", "a4b5 f8g8 b5a4 g8f8"},
		{"1K6/8/8/4P1k1/8/8/8/8 w - - 0 1", "b8c7 g5h6 c7b8 h6g5"},
		{"8/2k5/8/4P3/7K/8/8/8 w - - 0 1", "h4g5 c7d8 g5h4 d8c7"},
		{"4K3/8/5k2/8/8/1P6/8/8 w - - 0 1", "e8d7 f6g7 d7e8 g7f6"},
		{"8/4k3/8/6P1/7K/8/8/8 w - - 0 1", "h4h5 e7f8 h5h4 f8e7"},
		{"4K3/8/8/8/5k2/1P6/8/8 w - - 0 1", "e8d7 f4g5 d7e8 g5f4"},
		{"8/3K4/8/6Q1/8/3k4/5p2/8 w - - 0 1", "g5b5 d3e4 b5g5 e4d3"},
		{"8/7K/7Q/8/8/8/k1p5/8 w - - 0 1", "h6c1 a2b3 c1h6 b3a2"},
		{"8/8/8/6Q1/8/7k/K6p/8 w - - 0 1", "g5d5 h3h4 d5g5 h4h3"},
		{"7K/8/6k1/6P1/7P/8/8/8 w - - 0 1", "h8g8 g6h5 g8h8 h5g6"},
		{"7r/8/8/2k5/6QK/8/8/8 w - - 0 1", "h4g3 h8g8 g3h4 g8h8"},
		{"r7/8/K7/1Q6/8/8/5k2/8 w - - 0 1", "a6b7 a8h8 b7a6 h8a8"},
		{"K7/5k2/2p5/8/3P4/8/8/8 w - - 0 1", "a8b7 f7g8 b7a8 g8f7"},
		{"8/8/8/2p5/8/5K2/5P2/5k2 w - - 0 1", "f3e3 f1g1 e3f3 g1f1"},
		{"8/8/8/8/3Pp3/8/7k/2K5 w - - 0 1", "c1d2 h2h3 d2c1 h3h2"},
		{"8/8/1p4k1/1K2P3/8/8/8/8 w - - 0 1", "b5c6 g6h7 c6b5 h7g6"},
		{"2K5/6p1/8/8/5k2/8/8/R7 w - - 0 1", "a1f1 f4g5 f1a1 g5f4"},
		{"2K5/6p1/8/8/5k2/8/7R/8 w - - 0 1", "h2f2 f4g5 f2h2 g5f4"},
		{"5K2/8/8/6k1/8/8/6p1/7R w - - 0 1", "h1g1 g5h6 g1h1 h6g5"},
		{"1K6/6p1/8/8/7R/4k3/8/8 w - - 0 1", "h4g4 e3f3 g4h4 f3e3"},
		{"8/8/7K/8/8/8/8/B5kN w - - 0 1", "h1g3 g1h2 g3h1 h2g1"},
		{"1N4B1/2k5/8/8/8/8/1K6/8 w - - 0 1", "b8a6 c7d8 a6b8 d8c7"},
		{"2Q5/4K3/8/q2k4/8/8/8/8 w - - 0 1", "c8f5 d5c6 f5c8 c6d5"},
		{"2K5/7Q/8/8/k7/8/8/q7 w - - 0 1", "h7a7 a4b5 a7h7 b5a4"},
	} {
		p, err := engine.Parse(a.start, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		finds(t, a, 12, func(p *engine.Position, text string) (chess.Move, error) { return p.ParseUCI(text) }, p)
	}
}

// TestOccurredOnceCheckers is [TestOccurredOnce] in checkers. Which moves win is by working backwards from the ends
// of all games of three pieces, as TestEndingsLong of package checkers does, whose numbers of positions are published.
func TestOccurredOnceCheckers(t *testing.T) {
	for _, a := range []again{
		{"B:WK11:BK2,K4", "2-6 11-7 6-2 7-11"},
		{"B:WK19:BK4,K12", "4-8 19-24 8-4 24-19"},
		{"B:WK10:BK2,K29", "29-25 10-15 25-29 15-10"},
		{"B:WK11:BK3,K20", "20-24 11-15 24-20 15-11"},
		{"B:WK11:BK2,4", "2-6 11-15 6-2 15-11"},
		{"B:WK32:B28,K31", "31-26 32-27 26-31 27-32"},
		{"B:WK3:BK2,4", "2-6 3-7 6-2 7-3"},
		{"B:WK27:B20,K29", "29-25 27-31 25-29 31-27"},
		{"B:WK22:BK4,14", "4-8 22-26 8-4 26-22"},
		{"B:WK14:BK1,K5", "1-6 14-17 6-1 17-14"},
		{"B:WK23:B15,K29", "29-25 23-27 25-29 27-23"},
		{"B:WK20:B12,K29", "29-25 20-24 25-29 24-20"},
	} {
		p, err := checkers.Parse(a.start, checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		finds(t, a, 25, func(p *checkers.Position, text string) (checkers.Move, error) { return p.ParseMove(text) }, p)
	}
}
