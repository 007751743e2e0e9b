package clickhouse_test

import (
	"os"
	"testing"

	"github.com/zobrist-go/zobrist/index/storetest"
)

func TestStore(t *testing.T) {
	hosts(t)
	storetest.Test(t, storetest.Options{Open: open, Quick: os.Getenv("ZOBRIST_LONG") == ""})
}
