package serve_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
	"github.com/zobrist-go/zobrist/serve"
)

// store is a store that cannot answer now.
type store struct {
	index.Store
	err error
}

func (s store) State() (index.State, error) {
	snapshot, err := s.Store.State()
	return away{snapshot, s.err}, err
}

type away struct {
	index.State
	err error
}

func (s away) Lookup(context.Context, index.Query, []zobrist.Uint128, func(int, []index.MoveTally) error) error {
	return s.err
}

// If both replicas of a shard are away, or the state being read is gone, there is no answer, and the request may be
// sent again later.
func TestStoreAway(t *testing.T) {
	for _, err := range []error{
		fmt.Errorf("%w: shard 2: server db3:9000: connection refused", index.ErrUnavailable),
		fmt.Errorf("%w: server db3:9000: 8 rows of 9", clickhouse.ErrOutdated),
	} {
		testAway(t, err)
	}
}

func testAway(t *testing.T, away error) {
	t.Helper()
	ix, err := chessindex.Open(t.Context(), store{storetest.Memory(), away}, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := index.Input{Name: "games.pgn", Reader: strings.NewReader("1. e4 *\n")}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, games); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, serve.Options{Index: ix})
	status, text := get(t, s, "/masters")
	if status != http.StatusServiceUnavailable || !strings.HasPrefix(text, "unavailable: ") ||
		strings.Contains(text, "db3") {
		t.Errorf("%v: status %d, %s", away, status, text)
	}
}
