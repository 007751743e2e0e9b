package games_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/index/games"
)

// TestCutTag reads a FEN with the brackets that it has in a PGN or a PDN, and leaves every other text alone.
func TestCutTag(t *testing.T) {
	const chess, crazyhouse = "8/8/8/8/8/8/8/K1k5 w - - 0 1", "8/8/8/8/8/8/8/K1k5[Qq] w - - 0 1"
	for text, want := range map[string]string{
		`[FEN "W:W21:B1"]`: "W:W21:B1", `[FEN "` + chess + `"]`: chess, `[FEN ` + chess + `]`: chess,
		` [ fen  "` + chess + "\" ] \r\n": chess, `[FEN "` + crazyhouse + `"]`: crazyhouse,
		"[SetUp \"1\"]\n[FEN \"" + chess + `"]`: chess, `[FEN “W:W21:B1”] [SetUp "1"]`: "W:W21:B1", `[FEN ""]`: "",
	} {
		if got := games.CutTag(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"", "startpos", "e4 e5", chess, crazyhouse, "W:W21:B1", "(;SZ[9]AB[ee])", `[Event "x"]`, `[FEN "` + chess + `"] 1. Kb1`,
		`[Variant "Atomic"] [FEN "` + chess + `"]`,
	} {
		if got := games.CutTag(text); got != text {
			t.Errorf("%q: %q", text, got)
		}
	}
	for g, tag := range map[games.Game]string{games.Chess: `[FEN "` + chess + `"]`, games.Checkers: `[FEN "W:W21:B1"]`} {
		if position, moves := g.Split(tag); strings.Contains(position, "[") || position == "" || moves != "" {
			t.Errorf("%s: position %q, moves %q", g.About().Name, position, moves)
		}
	}
}
