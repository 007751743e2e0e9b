package chessindex_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/memstore"
)

// TestManyVariants: names of variants are a hundred at most, however many a
// file makes up, the first ones and always the same; all games are counted.
func TestManyVariants(t *testing.T) {
	const names = 5000
	pgn := func(prefix string) string {
		var b strings.Builder
		write := func(name string) { fmt.Fprintf(&b, "[White \"x\"]\n[Variant \"%s\"]\n\n1. e4 *\n\n", name) }
		write(strings.Repeat("long", 1000))
		for i := range names {
			write(fmt.Sprint(prefix, i))
			write(prefix + "0")
		}
		return b.String()
	}
	want := make(map[string]int)
	for i := range 98 {
		want[fmt.Sprint("a", i)] = 1
	}
	want["a0"] += names
	want["other"] = 1 + names - 98
	both := maps.Clone(want)
	both["other"] += 1 + 2*names
	for _, workers := range []int{1, 3} {
		store := memstore.New()
		var o chessindex.BuildOptions
		o.Workers = workers
		sum := build(t, open(t, store, chessindex.Options{}), o, text(pgn("a")), text(pgn("b")))
		if !maps.Equal(sum.Skipped, both) || len(sum.Skipped) >= 100 {
			t.Errorf("%d workers: %d names, %d games under another name; want %d and %d", workers, len(sum.Skipped), sum.Skipped["other"], len(both), both["other"])
		}
		err := index.Sources(t.Context(), store, func(s index.Source) error {
			if s.Skipped["a0"] > 0 && !maps.Equal(s.Skipped, want) || len(s.Skipped) != len(want) {
				t.Errorf("%d workers: a source of %d names, %d games under another name", workers, len(s.Skipped), s.Skipped["other"])
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
