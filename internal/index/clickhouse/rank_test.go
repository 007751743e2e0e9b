package clickhouse_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// TestRankTogether asks for the same ranking several times at once, of an index whose runs
// are divided over different numbers of shards. Its sets of games are shared.
func TestRankTogether(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	narrow := open(t, dir)
	clickhouse.Narrow(narrow.(*clickhouse.Store))
	err := build(t.Context(), narrow, 1, 4000)
	if err := narrow.Close(); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir)
	defer s.Close()
	if err == nil {
		err = build(t.Context(), s, 2, 500)
	}
	if err != nil {
		t.Fatal(err)
	}
	ranking := index.Ranking{MinGames: 1, Limit: 5, First: index.Filter{Results: []game.Result{game.FirstWins}}}
	lists := make([][]index.RankedPosition, 4)
	var wg sync.WaitGroup
	for i := range lists {
		wg.Go(func() {
			var err error
			if lists[i], err = storetest.Now(s).Rank(t.Context(), ranking, nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, list := range lists {
		if len(list) != 5 || !slices.Equal(list, lists[0]) {
			t.Errorf("%v, and another time %v", list, lists[0])
		}
	}
}
