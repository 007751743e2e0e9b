package index_test

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/memstore"
	"github.com/zobrist-go/zobrist/index/pebblestore"
)

func onDisk(tb testing.TB) index.Store {
	tb.Helper()
	return onDiskAt(tb, tb.TempDir())
}

func onDiskAt(tb testing.TB, dir string) index.Store {
	tb.Helper()
	s, err := pebblestore.Open(dir, pebblestore.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

// TestSameAnswers builds the index of the same games in many ways: batches,
// splits into several builds, memory limits that force temporary files and
// finer parts, numbers of workers, stores. Every answer must be the plain
// count, whatever the way.
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

func inMemory(testing.TB) index.Store { return memstore.New() }

// TestList compares pages of games with a plain sort of all of them.
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
		for _, o := range []index.ListOptions{{}, {Limit: 3}, {Limit: 7, Skip: 5}, {Limit: 6000}, {Skip: 100000}, {Order: index.MostRecent, Limit: 5000, Skip: 3}} {
			rank := func(g index.FoundGame) float64 {
				if o.Order == index.MostRecent {
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

func TestBatch(t *testing.T) {
	games := playMany(3, 300)
	ix := openIndex(t, memstore.New())
	build(t, ix, index.BuildOptions{}, games, 10)
	hashes := []zobrist.Uint128{hashOf(0), hashOf(77777), hashOf(2), hashOf(0)}
	answers, err := ix.FindBatch(t.Context(), hashes)
	if err != nil {
		t.Fatal(err)
	}
	counts, err := ix.Count(t.Context(), hashes)
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range hashes {
		one, err := ix.Find(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(one, answers[i]) || one.Games != counts[i] {
			t.Errorf("position %d: alone %+v, in a batch %+v, counted %d", i, one, answers[i], counts[i])
		}
	}
	if counts[0] != 300 || counts[1] != 0 {
		t.Errorf("counts %v, want 300 first and 0 second", counts)
	}
}

// TestSources drops, keeps and recognises.
func TestSources(t *testing.T) {
	games := playMany(4, 900)
	store := onDisk(t)
	ix := openIndex(t, store)
	b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1 << 14}) // dropping from files as well
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	appendAll(t, b, games[:300], 11)
	b.Keep(index.Source{Name: "one", Digest: "d1", File: "f1"})
	appendAll(t, b, games[500:], 13)
	if b.Games() != 400 {
		t.Errorf("%d games since the last source, want 400", b.Games())
	}
	if err := b.Drop(); err != nil {
		t.Fatal(err)
	}
	appendAll(t, b, games[300:600], 17)
	b.Keep(index.Source{Name: "two", Digest: "d2", Broken: 3})
	appendAll(t, b, games[:10], 1) // neither kept nor dropped
	if !b.Known("d1") || !b.Known("f1") || !b.Known("d2") || b.Known("d3") {
		t.Error("the builder does not know its sources")
	}
	sum, err := b.Commit(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Games != 600 || len(sum.Sources) != 2 {
		t.Errorf("summary %+v, want 600 games from 2 sources", sum)
	}
	check(t, ix, games[:600])

	var names []string
	err = index.Sources(t.Context(), store, func(s index.Source) error {
		names = append(names, fmt.Sprintf("%s %d+%d", s.Name, s.First, s.Games))
		return nil
	})
	if err != nil || !slices.Equal(names, []string{"one 0+300", "two 300+300"}) {
		t.Errorf("sources %q, error %v", names, err)
	}
	again, err := openIndex(t, store).Build(t.Context(), index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if !again.Known("f1") || !again.Known("d2") {
		t.Error("a later build does not know the sources")
	}
	if err := again.Close(); err != nil {
		t.Fatal(err)
	}
	check(t, openIndex(t, store), games[:600])
}

func TestRefusals(t *testing.T) {
	store := memstore.New()
	if _, err := index.Describe(t.Context(), store); !errors.Is(err, index.ErrEmpty) {
		t.Errorf("describe an empty store: %v, want ErrEmpty", err)
	}
	build(t, openIndex(t, store), index.BuildOptions{}, playMany(5, 3), 1)
	for name, change := range map[string]func(*index.Config){
		"game":          func(c *index.Config) { c.Game = "chess" },
		"rules":         func(c *index.Config) { c.Rules = "others" },
		"keys":          func(c *index.Config) { c.Keys.Keys = zobrist.Keys{3} },
		"start":         func(c *index.Config) { c.Keys.SecondStart = 1 },
		"no second":     func(c *index.Config) { c.Keys.Second = nil },
		"name is right": func(c *index.Config) { c.Keys.Start = 9 },
	} {
		c := config
		change(&c)
		if _, err := index.Open(t.Context(), store, c); !errors.Is(err, index.ErrKeys) {
			t.Errorf("open with other %s: %v, want ErrKeys", name, err)
		}
	}
	c := config
	c.Keys.Name = "other name, same keys"
	if _, err := index.Open(t.Context(), store, c); err != nil {
		t.Errorf("open with the same keys under another name: %v", err)
	}
	if _, err := openIndex(t, store).Game(t.Context(), 3); !errors.Is(err, index.ErrNotFound) {
		t.Errorf("a fourth game of three: %v, want ErrNotFound", err)
	}

	load, err := store.Begin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	run, _ := load.Run(index.Meta)
	run.Append([]index.Entry{{Key: []byte("index"), Value: []byte(`{"format":2,"games":"another type"}`)}})
	run.Close()
	if err := load.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Open(t.Context(), store, config); !errors.Is(err, index.ErrFormat) {
		t.Errorf("open format 2: %v, want ErrFormat", err)
	}
}

// TestReadDuringBuilds asks while another index over the same store adds
// games: each answer is one between two builds.
func TestReadDuringBuilds(t *testing.T) {
	store := onDisk(t)
	writer, reader := openIndex(t, store), openIndex(t, store)
	games := playMany(6, 300)
	done := make(chan error)
	stop := make(chan struct{})
	go func() {
		for last := int64(0); ; {
			select {
			case <-stop:
				done <- nil
				return
			default:
			}
			a, err := reader.Find(t.Context(), hashOf(0))
			if err == nil && (a.Games < last || a.Games%20 != 0) {
				err = fmt.Errorf("%d games after %d, in steps of 20", a.Games, last)
			}
			if err == nil {
				_, err = reader.List(t.Context(), hashOf(0), index.ListOptions{Limit: 5})
			}
			if err != nil {
				done <- err
				return
			}
			last = a.Games
		}
	}()
	for part := range slices.Chunk(games, 20) {
		build(t, writer, index.BuildOptions{}, part, 5)
	}
	close(stop)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
}

func TestBatchPanics(t *testing.T) {
	for name, g := range map[string]index.Game{"too few positions": {Moves: []uint32{1, 2}}, "move 0": {Moves: []uint32{0}}} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			new(index.Batch).Add(&g, []zobrist.Uint128{{}, {Lo: 1}})
		})
	}
}

func TestDate(t *testing.T) {
	for d, text := range map[index.Date]string{
		{}:                              "????.??.??",
		{Year: 1906}:                    "1906.??.??",
		{Year: 1972, Month: 7, Day: 11}: "1972.07.11",
		{Year: 850, Month: 12}:          "0850.12.??",
	} {
		if d.String() != text {
			t.Errorf("%#v is %s, want %s", d, d, text)
		}
	}
}

// TestOddFacts feeds values out of range.
func TestOddFacts(t *testing.T) {
	ix := openIndex(t, memstore.New())
	b, err := ix.Build(t.Context(), index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var batch index.Batch
	for _, g := range []index.Game{
		{FirstRating: -5, SecondRating: 1 << 30, Date: index.Date{Year: 99999, Month: 5}},
		{FirstRating: 9999, SecondRating: 9999, Date: index.Date{Year: 9999, Month: 12, Day: 31}},
		{FirstRating: 1, Date: index.Date{Year: 2000, Month: 13, Day: 5}},
	} {
		batch.Add(&g, []zobrist.Uint128{{Lo: 7}})
	}
	if err := b.Append(&batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	a, err := ix.Find(t.Context(), zobrist.Uint128{Lo: 7})
	wanted := index.Tally{Games: 3, Ratings: 9999 + 9999 + 1, Rated: 3, LastYear: 9999}
	if err != nil || a.Tally != wanted || a.Ended != 3 || a.AverageRating() != 6666 {
		t.Errorf("got %+v, average %d, error %v; want %+v, average 6666", a, a.AverageRating(), err, wanted)
	}
	found, err := ix.List(t.Context(), zobrist.Uint128{Lo: 7}, index.ListOptions{Order: index.MostRecent})
	if err != nil || len(found) != 3 || found[0].Date.Year != 9999 || found[1].Date != (index.Date{Year: 2000}) || found[2].Date != (index.Date{}) {
		t.Errorf("most recent first: %+v, error %v", found, err)
	}
}
