package index_test

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/pebblestore"
	"github.com/zobrist-go/zobrist/index/storetest"
)

func onDisk(tb testing.TB) index.Store {
	tb.Helper()
	s, err := pebblestore.Open(tb.TempDir(), pebblestore.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

// TestSameAnswers builds the index of the same games in many ways: by different
// batches, numbers of builds, memory limits that force temporary files and finer
// parts, numbers of workers, and stores. Every answer must be the direct count.
func TestSameAnswers(t *testing.T) {
	games := playMany(1, 2500)
	if testing.Short() {
		games = games[:200]
	}
	for _, c := range []struct {
		name   string
		store  func(testing.TB) index.Store
		o      index.BuildOptions
		batch  int
		splits int
	}{
		{"memory", inMemory, index.BuildOptions{}, 100, 1},
		{"memory/ten builds", inMemory, index.BuildOptions{Workers: 1}, 33, 10},
		{"memory/temporary files", inMemory, index.BuildOptions{Memory: 1 << 14, Workers: 3}, 7, 1},
		{"disk", onDisk, index.BuildOptions{}, 1, 1},
		{"disk/many builds", onDisk, index.BuildOptions{Memory: 1 << 16}, 50, 12},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			ix := openIndex(t, c.store(t))
			for part := range slices.Chunk(games, len(games)/c.splits) {
				build(t, ix, c.o, part, c.batch)
			}
			check(t, ix, games)
		})
	}
}

func inMemory(testing.TB) index.Store { return storetest.Memory() }

// TestList compares pages of games with a sorted list of all of them.
func TestList(t *testing.T) {
	games := playMany(2, 3000)
	if testing.Short() {
		games = games[:500]
	}
	ix := openIndex(t, onDisk(t))
	for part := range slices.Chunk(games, len(games)/3) {
		build(t, ix, index.BuildOptions{}, part, 10)
	}
	for _, state := range []uint32{0, 1, 2, 8, 33, 999999999} {
		var all []index.FoundGame
		for i, g := range games {
			if at := slices.Index(g.states, state); at >= 0 {
				f := index.FoundGame{Number: int64(i), Game: g.Game}
				if at < len(g.Moves) {
					f.Move = g.Moves[at]
				}
				all = append(all, f)
			}
		}
		for _, o := range []index.ListOptions{
			{}, {Limit: 3}, {Limit: 7, Skip: 5}, {Limit: 6000}, {Skip: 100000}, {Skip: math.MaxInt - 10},
			{Recent: true, Limit: 1}, {Recent: true, Limit: 5000, Skip: 3},
		} {
			rank := func(g index.FoundGame) float64 {
				if o.Recent {
					return float64(g.Date.Year*10000 + g.Date.Month*100 + g.Date.Day)
				}
				n := min(g.FirstRating, 1) + min(g.SecondRating, 1)
				return float64(g.FirstRating+g.SecondRating) / float64(max(n, 1))
			}
			slices.SortFunc(all, func(a, b index.FoundGame) int {
				return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(b.Number, a.Number))
			})
			limit := cmp.Or(o.Limit, 10)
			page := all[min(o.Skip, len(all)):]
			page = page[:min(limit, len(page))]
			got, err := ix.List(t.Context(), hashOf(state), o)
			if err != nil {
				t.Fatal(err)
			}
			if len(got) != len(page) || len(page) > 0 && !reflect.DeepEqual(got, page) {
				t.Errorf("state %d, %+v: got %d games, want %d, or in another order", state, o, len(got), len(page))
			}
		}
	}
	if _, err := ix.List(t.Context(), hashOf(0), index.ListOptions{Skip: -1}); err == nil {
		t.Error("a negative number of games was skipped")
	}
}

// TestFindLegal gives the legal moves to Find: one that games played, one that
// reaches another position of the index, one that reaches none. Games that played
// other moves are foreign.
func TestFindLegal(t *testing.T) {
	games := playMany(3, 300)
	ix := openIndex(t, storetest.Memory())
	build(t, ix, index.BuildOptions{}, games, 10)
	all, err := ix.Find(t.Context(), hashOf(0))
	if err != nil || all.Games != 300 || len(all.Moves) < 3 || all.Foreign != 0 {
		t.Fatalf("%+v, error %v", all, err)
	}
	played := all.Moves[1]
	got, err := ix.Find(t.Context(), hashOf(0),
		index.Successor{Move: 70001, Hash: hashOf(77777)},
		index.Successor{Move: 70002, Hash: hashOf(0)},
		index.Successor{Move: played.Move, Hash: hashOf(1)})
	if err != nil {
		t.Fatal(err)
	}
	one, err := ix.Find(t.Context(), hashOf(1))
	if err != nil {
		t.Fatal(err)
	}
	want := all
	want.Foreign = all.Games - all.Ended - played.Games
	played.Reaches = one.Games
	want.Moves = []index.MoveTally{played}
	want.Transpositions = []index.MoveTally{{Move: 70002, Reaches: 300}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}
