package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An index whose games were all removed takes the game of the next build, by the first file or --game, also of a
// file that it had read.
func TestEmptyIndexTakesGame(t *testing.T) {
	dir := t.TempDir()
	db, record := filepath.Join(dir, "db"), filepath.Join(dir, "a.sgf")
	if err := os.WriteFile(record, []byte("(;GM[1]SZ[9];B[ee];W[cc])"), 0o666); err != nil {
		t.Fatal(err)
	}
	index := func(in, verb string, args ...string) (string, int) {
		var out, errs strings.Builder
		status := program.Run(t.Context(), append([]string{"index", verb, "--db", db}, args...), strings.NewReader(in), &out, &errs)
		return out.String() + errs.String(), status
	}
	for _, step := range []struct {
		in   string
		args []string
		want string
	}{
		{"1. e4 e5 *\n", []string{"build", "--views", "pawns", "-"}, "now holds 1 game"},
		{"", []string{"build", record}, "--game"},
		{"", []string{"build", "--game", "baduk", record}, "name another folder"},
		{"", []string{"remove", "--source", "standard input"}, "1 game"},
		{"", []string{"build", record}, "now holds 1 game"},
		{"", []string{"find", "9"}, "1 game"},
		{"1. e4 e5 *\n", []string{"build", "--game", "chess", "-"}, "name another folder"},
	} {
		if got, _ := index(step.in, step.args[0], step.args[1:]...); !strings.Contains(got, step.want) {
			t.Errorf("index %q: %s, want %q", step.args, got, step.want)
		}
	}
}
