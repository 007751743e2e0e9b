package search_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// solved returns the proven value of a position, with a table.
func solved[M comparable, P search.Position[M, P]](t *testing.T, p P, margin search.Scoring) string {
	t.Helper()
	table := gamekit.Must(tt.New(tt.Options{Bytes: 4 << 20}))
	defer table.Close()
	s := gamekit.Must(search.New(p, search.Options{Table: table, Scoring: margin}))
	solution, err := s.Solve(context.Background(), search.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(solution.Low, " to ", solution.High)
}

// TestSolveUnderSymmetry: a proof finds the same value with hashes that images
// share, those with the colours exchanged too. If it took 2×2 for that image, it would
// be worth 0 to 2.
func TestSolveUnderSymmetry(t *testing.T) {
	for _, o := range []baduk.Options{
		{Width: 2}, {Width: 3, Height: 1}, {Width: 4, Height: 1},
	} {
		want := solved(t, gamekit.Must(baduk.New(o)), search.ByMargin)
		for _, exchange := range []bool{false, true} {
			o.Canonical, o.Exchange = true, exchange
			if got := solved(t, gamekit.Must(baduk.New(o)), search.ByMargin); got != want {
				t.Errorf("%d×%d: value %s under symmetry, exchanging %t, want %s",
					o.Width, o.Height, got, exchange, want)
			}
		}
	}
	for _, fen := range []string{"W:WK19,K23:BK32"} {
		want := solved(t, gamekit.Must(checkers.Parse(fen, checkers.Options{})), search.WinOrLoss)
		o := checkers.Options{Canonical: true}
		if got := solved(t, gamekit.Must(checkers.Parse(fen, o)), search.WinOrLoss); got != want {
			t.Errorf("%s: value %s under symmetry, want %s", fen, got, want)
		}
	}
}

// TestSearchUnderSymmetry: with canonical hashes, and the moves that the table keeps
// by their images, a search finds the mate that it finds without them.
func TestSearchUnderSymmetry(t *testing.T) {
	const fen = "8/8/8/8/8/2k5/7r/K7 b - - 0 1" // mate in 2
	for _, canonical := range []bool{false, true} {
		table := gamekit.Must(tt.New(tt.Options{Bytes: 4 << 20}))
		p := gamekit.Must(engine.Parse(fen, chess.Options{Canonical: canonical}))
		if want := game.ColorSymmetry; canonical && p.Symmetry() != want {
			t.Fatalf("symmetry %d", p.Symmetry())
		}
		s := gamekit.Must(search.New(p, search.Options{Table: table}))
		info, err := s.Search(context.Background(), search.Limits{Depth: 7})
		table.Close()
		if err != nil {
			t.Fatal(err)
		}
		if info.Value != search.Win-3 || len(info.Line) != 3 {
			t.Errorf("canonical %t: value %d, line %v", canonical, info.Value, info.Line)
		}
	}
}
