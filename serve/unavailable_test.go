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
	"github.com/zobrist-go/zobrist/internal/storetest"
	"github.com/zobrist-go/zobrist/serve"
)

// away is a store one of whose shards does not answer.
type away struct{ index.Store }

func (away) Lookup(context.Context, index.Query, []zobrist.Uint128, func(int, []index.MoveTally) error) error {
	return fmt.Errorf("%w: shard 2: server db3:9000: connection refused", index.ErrUnavailable)
}

// Without both replicas of a shard there is no answer, and the request may be sent again later.
func TestShardAway(t *testing.T) {
	ix, err := chessindex.Open(t.Context(), away{storetest.Memory()}, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := chessindex.Input{Name: "games.pgn", Reader: strings.NewReader("1. e4 *\n")}
	if _, err := ix.Import(t.Context(), chessindex.ImportOptions{}, games); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, serve.Options{Index: ix})
	status, text := get(t, s, "/masters")
	if status != http.StatusServiceUnavailable || !strings.HasPrefix(text, "unavailable: ") ||
		strings.Contains(text, "db3") {
		t.Errorf("status %d, %s", status, text)
	}
}
