package tuner

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestOddTutors: a program that never has a quiet position to say, or says half a score, is an error. Neither is there
// an endless loop nor a panic.
func TestOddTutors(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("left out: no shell")
	}
	for _, c := range []struct{ name, score, want string }{
		{"mates", "mate 3", "1000 games in a row had no quiet position"},
		{"half a score", "cp", `stockfish says "info depth 1 score cp"`},
		{"no number", "cp many", "many"},
		{"no move", "cp 10", "move"},
	} {
		program := filepath.Join(t.TempDir(), "stockfish")
		script := "#!/bin/sh\nwhile read command rest; do\n  case $command in\n    go) echo 'info depth 1 score " + c.score +
			"'; echo 'bestmove (none)';;\n    quit) exit;;\n  esac\ndone\n"
		if err := os.WriteFile(program, []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
		o := Options{Stockfish: program, PerPart: 1}
		const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0;"
		if _, err := o.part(t.Context(), []string{start}, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// To tune from fewer positions than one is held out of measures nothing.
func TestTooFew(t *testing.T) {
	o := Options{Games: "none", Openings: "none", PerPart: heldOutOneIn - 1, Write: filepath.Join(t.TempDir(), "weights")}
	if err := Run(t.Context(), o, t.Logf); err == nil || !strings.Contains(err.Error(), "too few to tune") {
		t.Error(err)
	}
}
