package storetest_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// open opens the store in files. A store of your own is opened here instead.
func open(tb testing.TB, dir string) index.Store {
	store, err := flat.Open(dir, flat.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return store
}

// The last line is all that a store's own TestStore needs. An example is not given a
// testing.T, so this one is compiled and not run.
func Example() {
	var t *testing.T // the argument of TestStore
	storetest.Run(t, storetest.Options{Open: open})
}
