package clickhouse_test

import (
	"os"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/clickhouse"
	"github.com/zobrist-go/zobrist/internal/storetest"
)

func TestStore(t *testing.T) {
	hosts(t)
	storetest.Test(t, storetest.Options{Open: open, Destroy: destroy, Quick: os.Getenv("ZOBRIST_LONG") == ""})
}

// TestGrown runs the same tests on an index that has been begun with one shard: its runs are
// divided over different numbers of shards once it is opened again.
func TestGrown(t *testing.T) {
	hosts(t)
	begun := make(map[string]bool)
	storetest.Test(t, storetest.Options{Quick: true, Open: func(tb testing.TB, dir string) index.Store {
		s := open(tb, dir)
		if !begun[dir] {
			clickhouse.Narrow(s.(*clickhouse.Store))
		}
		begun[dir] = true
		return s
	}})
}
