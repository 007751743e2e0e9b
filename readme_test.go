package zobrist_test

import (
	"fmt"
	"os"
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
	set := zobrist.Default(space.Len()) // for 19 features: all keys independent
	keys, hash := set.Keys, set.Start   // the empty board

	hash ^= keys[piece.At(0, 4)] ^ keys[turn] // X takes the centre
	hash ^= keys[piece.At(1, 0)] ^ keys[turn] // O takes a corner

	fmt.Println(hash == set.Hash(piece.At(0, 4), piece.At(1, 0)))
	// Output: true
}

// TestReadme: the first block of Go in the README is the example above.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, block, ok := strings.Cut(string(readme), "```go\n")
	block, _, closed := strings.Cut(block, "```")
	if !ok || !closed {
		t.Fatal("the README has no block of Go")
	}
	for line := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
		if line = strings.Join(strings.Fields(line), " "); line == "" {
			continue
		}
		found := false
		for own := range strings.SplitSeq(string(source), "\n") {
			found = found || strings.Join(strings.Fields(own), " ") == line
		}
		if !found {
			t.Errorf("the README's line %q is not in Example_readme", line)
		}
	}
}
