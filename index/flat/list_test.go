package flat_test

import (
	"context"
	"fmt"
	"reflect"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
)

// An ending is a context that ends when it is asked for a number of times.
type ending struct {
	context.Context
	asked, end int
}

func (c *ending) Err() error {
	if c.asked++; c.asked >= c.end {
		return context.Canceled
	}
	return nil
}

// TestListCells lists games with and without cells, after skips, and with contexts that end.
func TestListCells(t *testing.T) {
	const games = 3000
	var snapshots [2]index.State
	for i := range snapshots {
		s := open(t, t.TempDir())
		t.Cleanup(func() { s.Close() })
		if i == 1 {
			s.(*flat.Store).SetCells(17, 2)
		}
		b, err := s.Begin(t.Context(), config, index.BuildOptions{NoTexts: true})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var batch index.Batch
		for n := range games {
			g := index.Game{First: fmt.Sprint(n), Second: "b", Moves: []uint32{1 + uint32(n%2)},
				FirstRating: 1000 + n*n%300, SecondRating: 1000 + n*7%300,
				Result: []game.Result{game.FirstWins, game.Draw, game.SecondWins}[n%3],
				Date:   index.Date{Year: 1998 + n%4, Month: n % 13}}
			hashes := []zobrist.Uint128{hashOf(0, 0), hashOf(0, uint64(1+n%2))}
			batch.Add(&g, hashes, hashes[:1])
		}
		if _, err := b.Append(t.Context(), &batch); err != nil {
			t.Fatal(err)
		}
		b.Keep(index.Source{Name: "games", Digest: "games"})
		if _, err := b.Commit(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if snapshots[i], err = s.State(); err != nil {
			t.Fatal(err)
		}
		defer snapshots[i].Close()
	}
	filters := []index.Filter{{}, {Results: []game.Result{game.Draw}}, {Ratings: []index.Range{{Min: 1134, Max: 2000}}},
		{Since: index.Date{Year: 2000, Month: 2, Day: 3}}}
	for _, f := range filters {
		for _, o := range []index.ListOptions{{}, {Skip: 1, Limit: 1}, {Skip: 100}, {Skip: 990, Limit: 20},
			{Skip: 1400, Limit: 500, Move: 2}, {Skip: 2990, Limit: 100}} {
			for _, o.Recent = range []bool{false, true} {
				q := index.Query{Filter: f}
				want, err := snapshots[0].List(t.Context(), q, hashOf(0, 0), o)
				if err != nil {
					t.Fatal(err)
				}
				got, err := snapshots[1].List(t.Context(), q, hashOf(0, 0), o)
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%+v %+v: %d games, not %d, or others, error %v", f, o, len(got), len(want), err)
				}
			}
		}
	}
	q, o := index.Query{Filter: filters[3]}, index.ListOptions{Skip: games, Recent: true}
	for _, end := range []int{1, 2, 20, 100} { // there are more cells
		if _, err := snapshots[1].List(&ending{t.Context(), 0, end}, q, hashOf(0, 0), o); err != context.Canceled {
			t.Errorf("list: %v in place of the end of the context", err)
		}
		if _, err := snapshots[1].History(&ending{t.Context(), 0, end}, q, hashOf(0, 0)); err != context.Canceled {
			t.Errorf("history: %v in place of the end of the context", err)
		}
	}
}
