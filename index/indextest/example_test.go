package indextest_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/indextest"
)

// A test of an adapter is its configuration and some games.
func Example() {
	_ = func(t *testing.T) {
		indextest.Run(t, indextest.Game{
			Config:  index.Config{Game: "walk", Set: set},
			Adapter: walk{},
			Text:    "Ann Bob 1-0 10 LRR\nCid Bob 0-1 7 LLRL\n",
		})
	}
}
