package chessindex_test

import (
	"path"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestEdge adds the odd files of Disservin/chess-library. Two games are broken:
// corrupted.pgn ends within a move, and in black2move.pgn Black castles through a
// queen of its own.
func TestEdge(t *testing.T) {
	type counts struct{ games, broken int64 }
	for name, want := range map[string]counts{
		"backslash_header":     {1, 0},
		"basic":                {1, 0},
		"black2move":           {0, 1},
		"book":                 {1, 0},
		"castling":             {1, 0},
		"comment_before_moves": {1, 0},
		"corrupted":            {1, 0}, // kept up to the move that is cut off
		"empty_body":           {2, 0},
		"multiple":             {4, 0},
		"newline":              {1, 0},
		"no_moves":             {1, 0},
		"no_moves_but_comment_followed_by_termination_marker": {2, 0},
		"no_moves_but_game_termination":                       {1, 0},
		"no_moves_but_game_termination_2":                     {1, 0},
		"no_moves_but_game_termination_3":                     {1, 0},
		"no_moves_but_game_termination_multiple":              {2, 0},
		"no_moves_but_game_termination_multiple_2":            {3, 0},
		"no_moves_two_games":                                  {2, 0},
		"no_result":                                           {1, 0},
		"non_ascii":                                           {1, 0},
		"skip":                                                {2, 0},
		"square_bracket_in_header":                            {1, 0},
		"threefold_repetition":                                {1, 0},
		"unescaped_quote_header":                              {1, 0},
		"variations":                                          {1, 0},
	} {
		ix := open(t, storetest.Memory(), chessindex.Options{})
		var o index.ImportOptions
		o.KeepDuplicates = true
		file := oracle.Data(t, path.Join("pgn/edge", name+".pgn"))
		sum := add(t, ix, o, index.Input{Name: file})
		broken, skipped := leftOut(sum)
		if got := (counts{sum.Games, broken}); got != want || len(skipped) > 0 {
			t.Errorf("%s: got %+v, want %+v; skipped %v", name, got, want, skipped)
		}
	}
}
