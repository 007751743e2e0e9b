package memstore_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/memstore"
	"github.com/zobrist-go/zobrist/index/storetest"
)

func TestStore(t *testing.T) {
	storetest.Test(t, storetest.Options{
		Open:     func(testing.TB, string) index.Store { return memstore.New() },
		Volatile: true,
	})
}
