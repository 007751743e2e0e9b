package zobrist_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// The README's example, word for word; TestReadme compares.
func Example_readme() {
	space := zobrist.MustSpace("tic-tac-toe",
		zobrist.Grid("piece", []string{"X", "O"}, zobrist.Squares(3, 3)),
		zobrist.Flags("turn", "O to move"))
	piece, turn := space.Group("piece"), space.Group("turn").Flag(0)
	set := zobrist.Default(space.Len()) // a key for each of the 19 features, all independent
	keys, hash := set.Keys, set.Start   // the empty board

	hash ^= keys[piece.At(0, 4)] ^ keys[turn] // X takes the centre
	hash ^= keys[piece.At(1, 0)] ^ keys[turn] // O takes a corner
	fmt.Printf("%016x\n", hash)
	fmt.Printf("%016x\n", set.Hash(piece.At(0, 4), piece.At(1, 0))) // from scratch
	// Output:
	// ee301f79f0dd6785
	// ee301f79f0dd6785
}

// TestReadme: the README's Go and its output are the example above, and its pictures are there and small.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(readme, "```go\n")
	block, rest, closed := strings.Cut(rest, "```")
	_, rest, printed := strings.Cut(rest, "```text\n")
	output, _, _ := strings.Cut(rest, "```")
	if !ok || !closed || !printed {
		t.Fatal("the README has no block of Go with its output")
	}
	if !strings.Contains(undented(string(source)), undented(block)) {
		t.Errorf("the README's Go is not in Example_readme:\n%s", block)
	}
	for line := range strings.Lines(output) {
		if !strings.Contains(string(source), "\t// "+line) {
			t.Errorf("the example does not print %q", line)
		}
	}
	total := int64(0)
	for _, picture := range regexp.MustCompile(`docs/pictures/[a-z-]+\.webp`).FindAllString(readme, -1) {
		info, err := os.Stat(picture)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	if total == 0 || total > 200_000 {
		t.Errorf("the README's pictures have %d bytes; want 1 to 200,000", total)
	}
}

// undented returns a text without the tabs at the beginning of its lines.
func undented(text string) string {
	return strings.TrimSpace(regexp.MustCompile(`(?m)^\t+`).ReplaceAllString(text, ""))
}
