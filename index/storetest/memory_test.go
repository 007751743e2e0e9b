package storetest_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, storetest.Options{
		Open:     func(testing.TB, string) index.Store { return storetest.Memory() },
		Volatile: true,
		Quick:    true, // the model against itself
	})
}
