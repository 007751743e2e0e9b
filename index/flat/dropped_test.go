package flat_test

import (
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// TestManyDrops drops many sources after many games were kept, as an import of a folder of damaged files does. The
// digests of all 200,000 games were read again for each source, 20 billion in all, which took a quarter of an hour.
// Half of the sources have the same games.
func TestManyDrops(t *testing.T) {
	const games, sources = 200_000, 100_000
	s := open(t, t.TempDir())
	defer s.Close()
	b, err := s.Begin(t.Context(), config, index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var batch index.Batch
	add := func(names ...string) []index.Repeat {
		t.Helper()
		batch.Reset()
		for _, name := range names {
			batch.Add(&index.Game{First: name, Moves: []uint32{1}})
		}
		left, err := b.Append(t.Context(), &batch)
		if err != nil {
			t.Fatal(err)
		}
		return left
	}
	kept := make([]string, games)
	for i := range kept {
		kept[i] = fmt.Sprint(i)
	}
	add(kept...)
	b.Keep(index.Source{Name: "good"})
	for i := range sources {
		own := "same"
		if i%2 == 0 {
			own = fmt.Sprint("of ", i)
		}
		if left := add(own, kept[i], "dropped"); len(left) != 1 || left[0].First != int64(i) {
			t.Fatalf("source %d: left out %+v; want game %d of the index alone", i, left, i)
		}
		b.Drop(own)
	}
	if left := add("dropped", "new", "new"); len(left) != 1 || left[0].First != games+1 {
		t.Errorf("left out %+v; want the game added last", left)
	}
	b.Keep(index.Source{Name: "last"})
	if sum, err := b.Commit(t.Context(), nil); err != nil || sum.Games != games+2 || len(sum.Dropped) != sources {
		t.Errorf("%d games, %d sources dropped, error %v; want %d and %d", sum.Games, len(sum.Dropped), err,
			games+2, sources)
	}
}
