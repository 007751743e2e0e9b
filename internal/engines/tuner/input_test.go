package tuner

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestBadFiles: files without games or positions are errors that name the file, and the line if there is one.
func TestBadFiles(t *testing.T) {
	moves := "1. Nf3 Nf6 2. Ng1 Ng8 "
	setUp := "[Result \"1-0\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"]\n\n" +
		strings.Repeat("1. Kd1 Kd8 2. Ke1 Ke8 ", 20) + "1-0\n\n"
	game := "[Result \"1-0\"]\n\n" + strings.Repeat(moves, 20) + "1-0\n\n"
	for _, c := range []struct{ name, games, openings, want string }{
		{"no game", "x", "", "games has too few finished games of 30 plies or more"},
		{"no game to measure", strings.Repeat(game, 9), "", "games has too few finished games of 30 plies or more"},
		{"set up", strings.Repeat(setUp, 20), "", "games has too few finished games of 30 plies or more"},
		{"no opening", strings.Repeat(game, 20), "\n", "openings has no position to play from"},
		{"no position", strings.Repeat(game, 20), "\n8/8 w\n", "openings, line 2: "},
		{"mate", strings.Repeat(game, 20), "7k/6Q1/6K1/8/8/8/8/8 b - - hmvc 0;", "openings has no position to play from"},
	} {
		dir := t.TempDir()
		o := Options{Games: filepath.Join(dir, "games"), Openings: filepath.Join(dir, "openings"), Stockfish: "none"}
		for file, text := range map[string]string{o.Games: c.games, o.Openings: c.openings} {
			if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := Run(t.Context(), o, t.Logf); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
