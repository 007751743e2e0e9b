package checkersindex_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/zobrist-go/zobrist/index"
	checkersindex "github.com/zobrist-go/zobrist/index/checkers"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestEncodings: names in a file of Windows-1251 are read as they are.
func TestEncodings(t *testing.T) {
	raw, err := charmap.Windows1251.NewEncoder().String("[Black \"Чижов, Алексей\"]\n[White \"Георгиев, Александр\"]\n\n1. 11-15 *\n")
	if err != nil {
		t.Fatal(err)
	}
	ix, err := checkersindex.Open(t.Context(), storetest.Memory(), checkersindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	guessed := ""
	if _, err := ix.Import(t.Context(), index.ImportOptions{Guessed: func(_, name string) { guessed += name }},
		index.Input{Name: "a", Reader: strings.NewReader(raw)}); err != nil {
		t.Fatal(err)
	}
	g, err := ix.Game(t.Context(), 0)
	if err != nil || g.First != "Чижов, Алексей" || g.Second != "Георгиев, Александр" || guessed != "windows-1251" {
		t.Errorf("%q and %q, guessed %q, error %v", g.First, g.Second, guessed, err)
	}
}
