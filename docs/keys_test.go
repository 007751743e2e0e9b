package docs_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

// TestPrintKeys: the functions of keys.md print keys that a program draws, and the file is a table.
func TestPrintKeys(t *testing.T) {
	for _, l := range []struct {
		program, pkg, block, file, before, after string
		command                                  []string
	}{
		{"gcc", "gcc", "c", "main.c", "", `
static uint64_t piece[2][2], side = 7;
int main(void) {
	for (int i = 0; i < 4; i++) piece[i/2][i%2] = UINT64_C(0x9e3779b97f4a7c15) * (i + 1);
	print_keys(&piece[0][0], 4);
	print_keys(&side, 1);
}
`, []string{"sh", "-c", "gcc -std=c99 -Wall -Wextra -Werror -o main main.c && ./main"}},
		{"go", "golang", "go", "main.go", "package main\n\nimport \"fmt\"\n\n", `
func main() {
	var piece [2][2]uint64
	for i := range uint64(4) {
		piece[i/2][i%2] = 0x9e3779b97f4a7c15 * (i + 1)
	}
	for _, keys := range piece {
		printKeys(keys[:]...)
	}
	printKeys(7)
}
`, []string{"go", "run", "main.go"}},
	} {
		oracle.Program(t, l.program, l.pkg)
		block := regexp.MustCompile("(?s)```" + l.block + "\n(.*?)```").FindStringSubmatch(read(t, "keys.md"))
		if block == nil || strings.Count(block[1], "\n") > 6 {
			t.Fatalf("keys.md has no block of %s, or a long one", l.block)
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, l.file), []byte(l.before+block[1]+l.after), 0o600); err != nil {
			t.Fatal(err)
		}
		command := exec.Command(l.command[0], l.command[1:]...)
		command.Dir = dir
		out, err := command.Output()
		if err != nil {
			t.Fatalf("%s: %v", l.program, err)
		}
		f, err := keyfile.Read(bytes.NewReader(out), keyfile.ReadOptions{})
		if err == nil {
			err = f.Proof(chess.Space())
		}
		mul := uint64(0x9e3779b97f4a7c15)
		if err != nil || f.Bits != 64 || len(f.Keys) != 5 || f.Keys[0] != mul || f.Keys[3] != 4*mul || f.Keys[4] != 7 {
			t.Errorf("%s prints %q: %v, %v", l.program, out, f.Keys, err)
		}
	}
}
