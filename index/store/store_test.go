package store_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestExample checks the store of the example.
func TestExample(t *testing.T) {
	all := []string{"Empty", "Questions", "Popular", "Builds", "Filters", "Sources", "LostSources", "Duplicates", "Texts",
		"Remove", "Emptied", "Snapshots", "OneBuild", "Errors", "Rankings", "Nested", "Concurrent"} // all but Resume
	storetest.Run(t, storetest.Options{Volatile: true, Quick: true, Only: all,
		Open: func(testing.TB, string) index.Store { return &lists{now: &state{}} }})
}
