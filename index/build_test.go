package index_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestSources drops, keeps and recognises sources.
func TestSources(t *testing.T) {
	games := playMany(4, 900)
	store := onDisk(t)
	ix := openIndex(t, store)
	b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1 << 14})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	appendAll(t, b, games[:300], 11)
	b.Keep(index.Source{Name: "one", Digest: "d1", File: "f1"})
	appendAll(t, b, games[500:], 13)
	if b.Games() != 700 {
		t.Errorf("%d games so far, want 700", b.Games())
	}
	b.Drop("three")
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
	if sum.Games != 600 || len(sum.Sources) != 2 || !slices.Equal(sum.Dropped, []string{"three"}) {
		t.Errorf("summary %+v, want 600 games from 2 sources, and three dropped", sum)
	}
	check(t, ix, games[:600])

	sources, err := ix.Sources(t.Context())
	var names []string
	for _, s := range sources {
		names = append(names, fmt.Sprintf("%s %d+%d", s.Name, s.First, s.Games))
	}
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

// TestDrops keeps and drops sources of random sizes, in memory and in temporary
// files.
func TestDrops(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for _, memory := range []int64{0, 1 << 14} {
		ix := openIndex(t, storetest.Memory())
		var kept []played
		for range 2 {
			b, err := ix.Build(t.Context(), index.BuildOptions{Memory: memory})
			if err != nil {
				t.Fatal(err)
			}
			for range 30 {
				games := playMany(rng.Uint64(), rng.IntN(40))
				appendAll(t, b, games, 7)
				if rng.IntN(2) == 0 {
					b.Drop("dropped")
					continue
				}
				b.Keep(index.Source{Name: "kept"})
				kept = append(kept, games...)
			}
			if _, err := b.Commit(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
		}
		check(t, ix, kept)
		at := int64(0)
		sources, err := ix.Sources(t.Context())
		for _, s := range sources {
			if s.First != at {
				t.Errorf("a source begins with game %d, want %d", s.First, at)
			}
			at += s.Games
		}
		if err != nil || at != int64(len(kept)) {
			t.Errorf("sources have %d games, want %d; error %v", at, len(kept), err)
		}
	}
}

func TestRefusals(t *testing.T) {
	store := storetest.Memory()
	if _, err := index.Describe(t.Context(), store); !errors.Is(err, index.ErrEmpty) {
		t.Errorf("describe an empty store: %v, want ErrEmpty", err)
	}
	build(t, openIndex(t, store), index.BuildOptions{}, playMany(5, 3), 1)
	for name, change := range map[string]func(*index.Config){
		"game":          func(c *index.Config) { c.Game = "chess" },
		"rules":         func(c *index.Config) { c.Rules = "others" },
		"keys":          func(c *index.Config) { c.Set.Keys = zobrist.Keys{3} },
		"start":         func(c *index.Config) { c.Set.SecondStart = 1 },
		"no second":     func(c *index.Config) { c.Set.Second = nil },
		"name is right": func(c *index.Config) { c.Set.Start = 9 },
	} {
		c := config
		change(&c)
		if _, err := index.Open(t.Context(), store, c); !errors.Is(err, index.ErrKeys) {
			t.Errorf("open with other %s: %v, want ErrKeys", name, err)
		}
	}
	c := config
	c.Set.Name = "other name, same keys"
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

// TestReadDuringBuilds reads while games are added through another index over the
// same store. Each answer must be one between two builds.
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
