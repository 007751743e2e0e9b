package badukindex_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/index/flat"
)

func open(tb testing.TB, s index.Store, o badukindex.Options) *index.Index {
	tb.Helper()
	ix, err := badukindex.Open(tb.Context(), s, o)
	if err != nil {
		tb.Fatal(err)
	}
	return ix
}

func onDisk(tb testing.TB) index.Store {
	tb.Helper()
	s, err := flat.Open(tb.TempDir(), flat.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

func text(s string) index.Input { return index.Input{Name: "text", Reader: strings.NewReader(s)} }

func add(tb testing.TB, ix *index.Index, o index.ImportOptions, inputs ...index.Input) index.Summary {
	tb.Helper()
	sum, err := ix.Import(tb.Context(), o, inputs...)
	if err != nil {
		tb.Fatal(err)
	}
	return sum
}
