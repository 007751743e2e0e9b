package clickhouse_test

import (
	"os"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

func TestStore(t *testing.T) {
	t.Parallel()
	hosts(t)
	storetest.Run(t, storetest.Options{Parallel: true, Open: open, Destroy: destroy,
		Quick: os.Getenv("ZOBRIST_LONG") == ""})
}

// TestGrown runs the tests that change an index, open it again and look, on one that has been begun
// with one shard: its runs are divided over different numbers of shards then.
func TestGrown(t *testing.T) {
	t.Parallel()
	hosts(t)
	var begun sync.Map
	only := []string{"Questions", "Builds", "Duplicates", "Remove", "Rankings"}
	storetest.Run(t, storetest.Options{Quick: true, Parallel: true, Only: only, Open: func(tb testing.TB,
		dir string) index.Store {
		s := open(tb, dir)
		if _, again := begun.LoadOrStore(dir, true); !again {
			clickhouse.Narrow(s.(*clickhouse.Store))
		}
		return s
	}})
}
