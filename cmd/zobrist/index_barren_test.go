package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

// A build that can add nothing leaves an index as it was, and makes none.
func TestBarrenBuild(t *testing.T) {
	db, record := filepath.Join(t.TempDir(), "db"), filepath.Join(t.TempDir(), "a.sgf")
	const text = "(;GM[1]SZ[9];B[ee];W[cc])"
	if err := os.WriteFile(record, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	build := func(in string, args ...string) (string, int) {
		var out, errs strings.Builder
		args = append([]string{"index", "build", "--db", db}, args...)
		status := program.Run(t.Context(), args, strings.NewReader(in), &out, &errs)
		return errs.String(), status
	}
	errs, status := build(text, "-")
	if status != cli.ExitFailure || !strings.Contains(errs, "--game baduk or checkers") {
		t.Errorf("SGF as chess: status %d, %s", status, errs)
	}
	if _, errs, _ := command(t, t.Context(), "index", "stats", "--db", db); !strings.Contains(errs, "there is no index") {
		t.Errorf("an index of chess is left: %s", errs)
	}
	if errs, status := build(text, "--game", "baduk", "-"); status != cli.ExitOK {
		t.Fatalf("SGF as Go: status %d, %s", status, errs)
	}
	before, _, _ := command(t, t.Context(), "index", "stats", "--db", db, "--json")
	if errs, status := build("1. e4 e5 *\n", "-"); status != cli.ExitFailure {
		t.Errorf("PGN as Go: status %d, %s", status, errs)
	}
	if after, _, _ := command(t, t.Context(), "index", "stats", "--db", db, "--json"); after != before {
		t.Errorf("the index changed from %s to %s", before, after)
	}
	if errs, status := build(text, "-"); status != cli.ExitOK {
		t.Errorf("the same game again: status %d, %s", status, errs)
	}
	if errs, _ := build("1. e4 e5 *\n", "--game", "chess", "-"); !strings.Contains(errs, "name another folder") {
		t.Errorf("another game: %s", errs)
	}
	var out strings.Builder
	lines := `{"fen": "9/9/9/9/4X4/9/9/9/9 w"}` + "\n\n" + `{"moves": ["Q16"]}` + "\n"
	program.Run(t.Context(), []string{"index", "find", "--db", db, "--counts", "-"}, strings.NewReader(lines), &out, &out)
	if !strings.Contains(out.String(), `"games":1}`) || !strings.Contains(out.String(), `\"moves\" is not a string`) {
		t.Errorf("lines: %s", out.String())
	}
}
