package store_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestExample checks the store of the example.
func TestExample(t *testing.T) {
	storetest.Run(t, storetest.Options{Volatile: true, Quick: true, Except: []string{"Resume"},
		Open: func(testing.TB, string) index.Store { return &lists{now: &state{}} }})
}
