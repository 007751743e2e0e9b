package chessindex_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestManyVariants adds a file with thousands of variants. Its source must keep a
// hundred names, the first ones whatever the number of workers, and count all
// games.
func TestManyVariants(t *testing.T) {
	const names = 5000
	var file strings.Builder
	write := func(name string) { fmt.Fprintf(&file, "[White \"x\"]\n[Variant \"%s\"]\n\n1. e4 *\n\n", name) }
	write(strings.Repeat("long", 1000))
	for i := range names {
		write(fmt.Sprint("a", i))
		write("a0")
	}
	want := map[string]int{"other": 1 + names - 98}
	for i := range 98 {
		want[fmt.Sprint("a", i)] = 1
	}
	want["a0"] += names
	for _, workers := range []int{1, 3} {
		var o index.ImportOptions
		o.Workers, o.KeepDuplicates = workers, true
		sum := add(t, open(t, storetest.Memory(), chessindex.Options{}), o, text(file.String()))
		if got := sum.Sources[0].Skipped; !maps.Equal(got, want) {
			t.Errorf("%d workers: %d names, %d games under another name; want %d and %d",
				workers, len(got), got["other"], len(want), want["other"])
		}
	}
}
