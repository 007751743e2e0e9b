package games_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/internal/games"
)

// TestCheckersMoves reads moves as people type them, in the ways that PDN has: with blanks or other signs in place of the
// hyphen, as four digits, by letters. Half a move is an error.
func TestCheckersMoves(t *testing.T) {
	for _, c := range []struct{ text, moves, wrong string }{
		{"", "", ""},
		{"11 15", "11-15", ""},
		{"11,15", "11-15", ""},
		{"11 15 23 19 8 11", "11-15 23-19 8-11", ""},
		{"1. 11 15 23 19 2. 8 11 1-0", "11-15 23-19 8-11", ""},
		{"11-15,22-18,15x22", "11-15 22-18 15x22", ""},
		{"11 - 15 22–18 15 x 22", "11-15 22-18 15x22", ""},
		{"1115 2218 1522", "11-15 22-18 15x22", ""},
		{"f6-e5 c3d4", "11-15 22-18", ""},
		{"11-15 *", "11-15", ""},
		{"1.", "", ""},
		{"11", "", "11"},
		{"11-15 23", "11-15", "23"},
		{"11-15 11-15", "11-15", "11-15"},
		{"11-15 e4 23-19", "11-15", "e4"},
	} {
		p, err := checkers.New(checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		moves, err := games.CheckersMoves(p, c.text)
		if got := strings.Trim(fmt.Sprint(moves), "[]"); got != c.moves || (err != nil) != (c.wrong != "") ||
			err != nil && !strings.Contains(err.Error(), `"`+c.wrong+`"`) {
			t.Errorf("%q: moves %q, error %v; want %q and %q", c.text, got, err, c.moves, c.wrong)
		}
	}
}
