package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// command runs the program and returns what it prints.
func command(t *testing.T, ctx context.Context, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errs strings.Builder
	status = program.Run(ctx, args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), status
}

// Entries that are not legal in the position, such as entries of another
// position with the same key, are reported by every command that sees a position.
func TestBookIllegal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "clash.bin")
	entry := "\x46\x3b\x96\x18\x16\x91\xfc\x9c" // the start position
	book := entry + "\x01\xff\x00\x09\x00\x00\x00\x00" + entry + "\x03\x1c\x00\x02\x00\x00\x00\x00"
	if err := os.WriteFile(name, []byte(book), 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{ // in either output
		"find":               "warning: h1h8, weight 9, is not legal here",
		"find --json":        `"uci": "h1h8"`,
		"dump":               "463b96181691fc9c\th1h8\t9\t0\n",
		"dump --tree 1":      "h1h8 is not legal in rnbqkbnr",
		"info --json":        `"illegal": 1`,
		"merge -o - --quiet": entry + "\x01\xff",
		"find -q --moves":    "",
	} {
		words := append([]string{"book"}, strings.Fields(args)...)
		if strings.HasSuffix(args, "--moves") {
			words = append(words, "e4")
		}
		out, errs, status := command(t, t.Context(), append(words, name)...)
		if status != 0 || !strings.Contains(out+errs, want) {
			t.Errorf("book %s: status %d, no %q in %s%s", args, status, want, out, errs)
		}
	}
}

// TestBookUnsorted: merge sorts a book that the other commands refuse, and they say so.
func TestBookUnsorted(t *testing.T) {
	folder := t.TempDir()
	name, sorted := filepath.Join(folder, "unsorted.bin"), filepath.Join(folder, "sorted.bin")
	entry := func(key byte) string {
		return strings.Repeat(string(rune(key)), 8) + "\x01\x06\x00\x03\x00\x00\x00\x00"
	}
	if err := os.WriteFile(name, []byte(entry(2)+entry(1)+entry(2)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, errs, status := command(t, t.Context(), "book", "info", name)
	if status != 1 || !strings.Contains(errs, "sort it with: zobrist book merge -o sorted.bin BOOK\n") {
		t.Errorf("info: status %d, %s", status, errs)
	}
	_, errs, status = command(t, t.Context(), "book", "merge", "-o", sorted, name)
	if got, _ := os.ReadFile(sorted); status != 0 || string(got) != entry(1)+entry(2)+entry(2) {
		t.Errorf("merge: status %d, %q, %s", status, got, errs)
	}
	_, errs, status = command(t, t.Context(), "book", "merge", "-o", name, name)
	if got, _ := os.ReadFile(name); status != 0 || string(got) != entry(1)+entry(2)+entry(2) {
		t.Errorf("merge in place: status %d, %q, %s", status, got, errs)
	}
}

// An interrupted command leaves neither a book nor a temporary file, and an old book
// as it was.
func TestBookInterrupted(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "book.bin")
	old := strings.Repeat("x", 16)
	if err := os.WriteFile(name, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	games := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(games, []byte(strings.Repeat(sample.Famous(), 50)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, errs, status := command(t, ctx, "book", "make", "-o", name, games)
	if status != 1 || !strings.Contains(errs, "error: interrupted\nzobrist: hint: nothing was written") {
		t.Errorf("status %d: %s", status, errs)
	}
	left, err := os.ReadDir(folder)
	content, readErr := os.ReadFile(name)
	if err != nil || readErr != nil || len(left) != 1 || string(content) != old {
		t.Errorf("left %v, the book has %q: %v, %v", left, content, err, readErr)
	}
}

// Real books in all compressions and under little memory make the same file.
func TestBookMakeReal(t *testing.T) {
	if oracle.Short() {
		oracle.Long(t, "a book of 20,000 games")
	}
	folder := t.TempDir()
	plain := filepath.Join(folder, "games.pgn")
	if err := os.WriteFile(plain, oracle.Read(t, "pgn/masters-20k.pgn.zst"), 0o600); err != nil {
		t.Fatal(err)
	}
	var books []string
	compressed := oracle.Data(t, "pgn/masters-20k.pgn.zst")
	db := filepath.Join(folder, "games.db")
	if out, errs, status := command(t, t.Context(), "index", "build", "--db", db, "--no-text", "--max-ply", "1",
		"--duplicates", "keep", plain); status != 0 {
		t.Fatal(out, errs)
	}
	ways := [][]string{{compressed}, {"--memory", "16M", "--threads", "3", plain}, {"--memory", "16M", "--db", db}}
	for i, args := range ways {
		name := filepath.Join(folder, string(rune('a'+i)))
		args = append(strings.Fields("book make --json --min-games 2 --max-ply 60 -o "+name), args...)
		out, errs, status := command(t, t.Context(), args...)
		made := regexp.MustCompile(`"(?:games|moves|positions|entries)": (\d+)`).FindAllStringSubmatch(out, -1)
		var figures []string
		for _, m := range made {
			figures = append(figures, m[1])
		}
		if status != 0 || strings.Join(figures, " ") != "20000 1115588 34028 40911" {
			t.Errorf("status %d: %s%s", status, out, errs)
		}
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		books = append(books, string(content))
	}
	if books[0] != books[1] || books[0] != books[2] {
		t.Error("three ways, several books")
	}
}

// TestPackedInZip: games in a format that is not read, within a zip archive, are named, and the exit status is 1, as
// for a file of them in a folder. The other games of the archive are read.
func TestPackedInZip(t *testing.T) {
	const zip = "testdata/xz-in-zip.zip"
	for _, args := range [][]string{{"index", "build", "--db", filepath.Join(t.TempDir(), "db"), zip},
		{"book", "make", "--min-games", "1", "-o", filepath.Join(t.TempDir(), "book.bin"), zip}} {
		stdout, stderr, status := command(t, t.Context(), args...)
		for _, want := range []string{"warning: " + zip + "/games.pgn.xz: ", "xz -dc FILE",
			"error: left out 1 file that cannot be read: " + zip + "/games.pgn.xz\n"} {
			if status != 1 || !strings.Contains(stderr, want) || !strings.Contains(stdout, "1 game") {
				t.Errorf("%s: status %d\n%s%s\nwant %q", args[0], status, stdout, stderr, want)
			}
		}
	}
}
