package storetest_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// A store under the kit. Its test file needs these lines, with its own Open in place of
// flat's. They run in a test only, so this example is compiled and not run.
func Example() {
	_ = func(t *testing.T) { // func TestStore(t *testing.T)
		storetest.Test(t, storetest.Options{Open: func(tb testing.TB, dir string) index.Store {
			store, err := flat.Open(dir, flat.Options{})
			if err != nil {
				tb.Fatal(err)
			}
			return store
		}})
	}
}
