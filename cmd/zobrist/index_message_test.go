package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMessages checks what a user reads about small errors.
func TestMessages(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(dir, "games")
	if err := os.Mkdir(folder, 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		write(fmt.Sprintf("games/%d.sgf", i), fmt.Sprintf("(;SZ[9];B[%cc])", 'a'+i%9))
	}
	write("games/a.pgn", "1. e4 *")
	write("games/a.pdn", "1. 11-15 *")
	write("large.sgf", "(;SZ[9];B[cc])")
	if err := os.Truncate(filepath.Join(dir, "large.sgf"), 17<<20); err != nil {
		t.Fatal(err)
	}
	write("one.pdn", "[Event \"x\"]\n\n1. 11-15 *\n")
	for _, c := range [][2]string{
		{"build --db DIR/go --game baduk DIR/games", "passed over 1 .pgn and 1 .pdn file; --game chooses another game"},
		{"build --db DIR/go --game baduk DIR/games", "and 2 more\n"},
		{"build --db DIR/pdn DIR/one.pdn", "added 1 game with 2 positions"},
		{"find --db DIR/pdn --by pawns", "an index of checkers has no views\nzobrist: hint: leave --by out"},
		{"find --db DIR/go DIR/none.sgf", "zobrist: error: open "},
		{"find --db DIR/go DIR/large.sgf", "large.sgf has more than 16 MiB, and one record is wanted\nzobrist: hint: cut"},
		{"find --db DIR/go --eco B90", "--eco does not apply to baduk"},
		{"find --db DIR/go --speeds blitz", "--speeds does not apply to baduk"},
		{"export --db DIR/go --json", "the output is the records"},
		{"fnd --db x", "unknown command \"fnd\" for zobrist index\nzobrist: hint: did you mean find?"},
		{"find --db DIR/go --since 2017-02-30", "not a date"},
		{"games --db DIR/go --player none", "with an asterisk, which must fit one player: \"Kasp*\"; repeat the flag"},
		{"build --db DIR/more DIR/pdn", "hint: it is an index; add its games by: zobrist index merge --db DIR/more DIR/pdn"},
		{"find --db DIR/go --rank 9d-1d", "exchange"},
	} {
		out, errs, _ := command(t, t.Context(), strings.Fields("index "+strings.ReplaceAll(c[0], "DIR", dir))...)
		if want := strings.ReplaceAll(c[1], "DIR", dir); !strings.Contains(out+errs, want) {
			t.Errorf("%s: %s%s; want %q", c[0], out, errs, want)
		}
	}
}
