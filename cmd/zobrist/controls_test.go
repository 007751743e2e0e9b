package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
)

// TestNoControls runs commands over records, files and names with control characters in them. None reaches standard
// output or standard error, as text or as JSON.
func TestNoControls(t *testing.T) {
	const evil = clitest.Evil
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Skip(err) // a system without such names
		}
		return path
	}
	games := write(evil+".pgn", "[Event \""+evil+"\"]\n[Site \""+evil+"\"]\n[White \""+evil+"\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n"+
		"1. e4 {"+evil+"} e5 "+evil+" 1-0\n\n[Variant \""+evil+"\"]\n[White \"x\"]\n\n1. e4 *\n\n[FEN \""+evil+"\"]\n\n1. e4 *\n\n1. e4 "+evil+" *\n")
	sgf := write(evil+".sgf", "(;GM[1]SZ[9]PB["+evil+"]PW[x]EV["+evil+"];B[ee];W["+evil+"])")
	keys := write("keys.txt", evil+"\n0123456789abcdef\n")
	db, goDB, folder := filepath.Join(dir, "db"), filepath.Join(dir, "go"), filepath.Join(dir, evil)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Skip(err)
	}
	clitest.NoControls(t, &program, [][]string{
		{"index", "build", "--db", db, games}, {"index", "build", "--db", db, "--duplicates", "list", "--force", games},
		{"index", "build", "--db", goDB, sgf}, {"index", "games", "--db", db}, {"index", "games", "--db", db, "e4"},
		{"index", "games", "--db", goDB}, {"index", "find", "--db", db, "e4"}, {"index", "find", "--db", db, evil},
		{"index", "stats", "--db", db}, {"index", "stats", "--db", goDB}, {"index", "verify", "--db", db},
		{"index", "games", "--db", db, "--player", evil}, {"index", "games", "--db", db, "--player", "nobody" + evil},
		{"index", "history", "--db", db, "e4"}, {"index", "stats", "--db", folder}, {"index", "build", "--db", folder + "/x", folder},
		{"index", "export", "--db", db, "--player", evil, "-o", filepath.Join(dir, evil+".out")},
		{"book", "make", "-o", filepath.Join(dir, "b.bin"), games}, {"book", "info", games}, {"book", "info", folder},
		{"hash", evil}, {"hash", "-g", "baduk:5", evil}, {"keys", "audit", keys}, {"keys", "import", keys}, {"keys", "gen", "--keys", evil},
		{"perft", "--depth", "1", evil}, {"solve", evil}, {evil}, {"index", evil},
		{"odds", "clash", evil}, {"games", evil}, {"serve", "--db", folder, "--listen", evil}, {"play", "--game", evil},
		{"help", evil}, {"index", "build", "--" + evil},
	})
}
