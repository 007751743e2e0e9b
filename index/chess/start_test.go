package chessindex_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// starts are start positions, each in several notations.
var starts = [][]string{
	{"", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha -",
		" rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
		"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"},
	{"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"},
	{"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"}, // without e5xd6
}

// TestStart adds one game from each start in all of its notations. The games of one start
// are one game, also if they come out of an index with another rule.
func TestStart(t *testing.T) {
	var games strings.Builder
	for _, fens := range starts {
		for _, fen := range fens {
			if fen != "" {
				fmt.Fprintf(&games, "[SetUp \"1\"]\n[FEN \"%s\"]\n", fen)
			}
			games.WriteString("[White \"A\"]\n\n1. Nf3 *\n\n")
		}
	}
	for _, noTexts := range []bool{false, true} {
		var o index.ImportOptions
		o.NoTexts = noTexts
		legal := open(t, storetest.Memory(), chessindex.Options{})
		sum := add(t, legal, o, text(games.String()))
		if sum.Games != int64(len(starts)) || sum.Duplicates != 4 {
			t.Errorf("%d games and %d duplicates, want %d and 4", sum.Games, sum.Duplicates, len(starts))
		}
		always := open(t, storetest.Memory(), chessindex.Options{EnPassant: chess.AlwaysEnPassant})
		if sum := add(t, always, o, text(games.String())); sum.Games != int64(len(starts))+1 {
			t.Errorf("%d games if all en-passant squares count, want %d", sum.Games, len(starts)+1)
		}
		for _, c := range []struct{ to, from *index.Index }{{legal, always}, {always, legal}} {
			sum, err := c.to.Merge(t.Context(), c.from, index.MergeOptions{BuildOptions: o.BuildOptions})
			if err != nil || sum.Games != 0 && !noTexts {
				t.Errorf("merged: %+v, error %v", sum, err)
			}
			if err := verify(t, c.to); err != nil {
				t.Error(err)
			}
		}
		for fens, n := range map[string]int64{starts[0][1]: 1, starts[1][1]: 1, starts[2][0]: 1, starts[3][0]: 1} {
			if a := find(t, legal, fens); a.Games != n {
				t.Errorf("%d games from %s, want %d", a.Games, fens, n)
			}
		}
		if g, err := legal.Game(t.Context(), 0); err != nil || g.Start != "" {
			t.Errorf("the usual start is %q, error %v", g.Start, err)
		}
	}
}
