package games_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/internal/games"
)

// TestOfFile tells games by the names of files.
func TestOfFile(t *testing.T) {
	for name, want := range map[string]string{
		"a.pgn": "chess", "A.PGN.zst": "chess", "b/c.pgn.gz": "chess", "pgn": "", "a.zip": "", "": "", "a.pgn.txt": "",
	} {
		got := ""
		if g := games.OfFile(name); g != nil {
			got = g.Name
		}
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

// TestTable checks that every game has what all callers use.
func TestTable(t *testing.T) {
	for _, name := range games.Names() {
		g, err := games.Named(name)
		if err != nil || g.Name != name {
			t.Fatalf("%s: %v, error %v", name, g, err)
		}
		white, black := games.Colors(g, g.Sides[0], g.Sides[1])
		if white != "white" || black != "black" {
			t.Errorf("%s: White is %q and Black %q", name, white, black)
		}
		if len(g.Rules) == 0 || games.OfFile("x"+g.Ending) != g {
			t.Errorf("%s: rules %q, ending %q", name, g.Rules, g.Ending)
		}
		for _, rules := range g.Rules {
			if space, err := g.Space(rules); err != nil || space.Len() == 0 {
				t.Errorf("%s, %s: %v", name, rules, err)
			}
		}
	}
	if _, err := games.Named("halma"); err == nil {
		t.Error("halma: no error")
	}
}
