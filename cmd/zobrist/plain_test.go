package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlainWriter: what a terminal could take for a command is written as an escape, however the text is cut.
func TestPlainWriter(t *testing.T) {
	for text, want := range map[string]string{
		"Müller 柯洁\t1\n":              "Müller 柯洁\t1\n",
		"a\x1b]0;x\x07b":              `a\u001b]0;x\u0007b`,
		"a\u009b2Jb\x7f":              `a\u009b2Jb\u007f`,
		"a\x9b2J \xe9":                "a\\x9b2J \xe9",
		"a\rb\r\n":                    `a\u000db` + "\r\n",
		"Tal\u202egpj.\u2066x\u200f":  `Tal\u202egpj.\u2066x\u200f`,
		"\x1b[31mred\x1b[0m \x1b[2Jx": `\u001b[31mred\u001b[0m \u001b[2Jx`,
		"cut \xe6\x9f":                "cut \xe6\\x9f",
	} {
		for size := 1; size <= len(text); size++ {
			var out strings.Builder
			w := &plainWriter{w: &out}
			for at := 0; at < len(text); at += size {
				if _, err := w.Write([]byte(text[at:min(at+size, len(text))])); err != nil {
					t.Fatal(err)
				}
			}
			if w.flush(); out.String() != want {
				t.Errorf("%q in parts of %d: %q, want %q", text, size, out.String(), want)
			}
		}
	}
	var out strings.Builder
	w := &plainWriter{w: &out, colours: true}
	if _, err := w.Write([]byte("\x1b[1;31mred\x1b[0m\x1b[2J")); err != nil || out.String() != "\x1b[1;31mred\x1b[0m"+`\u001b[2J` {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestNoControls runs commands over records, files and names with control characters in them. None reaches standard
// output or standard error, as text or as JSON.
func TestNoControls(t *testing.T) {
	const evil = "A\x1b]0;owned\x07\x1b[2J\u009b31m\x7f\u202eB"
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
	seen := false
	for _, args := range [][]string{
		{"index", "build", "--db", db, games}, {"index", "build", "--db", db, "--duplicates", "list", "--force", games},
		{"index", "build", "--db", goDB, sgf}, {"index", "games", "--db", db}, {"index", "games", "--db", db, "e4"},
		{"index", "games", "--db", goDB}, {"index", "find", "--db", db, "e4"}, {"index", "find", "--db", db, evil},
		{"index", "stats", "--db", db}, {"index", "stats", "--db", goDB}, {"index", "verify", "--db", db},
		{"index", "games", "--db", db, "--player", evil}, {"index", "games", "--db", db, "--player", "nobody" + evil},
		{"index", "history", "--db", db, "e4"}, {"index", "stats", "--db", folder}, {"index", "build", "--db", folder + "/x", folder},
		{"index", "export", "--db", db, "--player", evil, "-o", filepath.Join(dir, evil+".out")},
		{"book", "make", "-o", filepath.Join(dir, "b.bin"), games}, {"book", "info", games}, {"book", "info", folder},
		{"hash", evil}, {"hash", "-g", "baduk:5", evil}, {"keys", "audit", keys}, {"keys", "import", keys}, {"keys", "gen", "--keys", evil},
		{"perft", "--depth", "1", evil}, {"solve", evil}, {"lattice", "show", games}, {"lattice", "run", evil}, {evil}, {"index", evil},
		{"odds", "clash", evil}, {"lab", evil}, {"games", evil}, {"serve", "--db", folder, "--listen", evil}, {"play", "--game", evil},
		{"help", evil}, {"index", "build", "--" + evil},
	} {
		for _, form := range [][]string{nil, {"--json"}} {
			stdout, stderr, _ := command(t, t.Context(), append(args, form...)...)
			for _, text := range []string{stdout, stderr} {
				seen = seen || strings.Contains(text, `\u001b]0;owned`)
				if i := strings.IndexFunc(text, isControl); i >= 0 {
					t.Errorf("%q %v: a control character: %q", args, form, text[max(0, i-40):min(len(text), i+40)])
				}
			}
		}
	}
	if !seen {
		t.Error("no text has an escape")
	}
}
