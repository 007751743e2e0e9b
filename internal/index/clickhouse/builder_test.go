package clickhouse

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// draftBuilder returns a builder of an empty index that reaches no server until it is committed or closed.
func draftBuilder(t *testing.T, dir string) *builder {
	t.Helper()
	files, err := openSpool(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.close() })
	return &builder{session: &session{}, ctx: t.Context(), options: index.BuildOptions{Checkpoint: 1}, spool: files,
		lines: make(map[index.Key]uint32), first: true}
}

// appendNames appends a game for each name and returns the duplicates.
func appendNames(t *testing.T, b *builder, names ...string) []index.Repeat {
	t.Helper()
	var batch index.Batch
	for _, name := range names {
		batch.Games = append(batch.Games, index.Game{First: name})
	}
	left, err := b.Append(t.Context(), &batch)
	if err != nil {
		t.Fatal(err)
	}
	return left
}

// TestManyDrops drops many sources after many games were kept. To drop one may take no more than its own games: all
// 100,000 were passed through for each, and in reading the spool all sources for each game, 14 billion steps in all.
func TestManyDrops(t *testing.T) {
	const games, sources = 100_000, 100_000
	b := draftBuilder(t, t.TempDir())
	names := make([]string, games)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	appendNames(t, b, names...)
	b.Keep(index.Source{Name: "good"})
	for i := range sources {
		if left := appendNames(t, b, "dropped", names[i]); len(left) != 1 || left[0].First != int64(i) {
			t.Fatalf("source %d: left out %+v; want game %d of the index alone", i, left, i)
		}
		b.Drop("bad")
	}
	if left := appendNames(t, b, "dropped", "new", "new"); len(left) != 1 || left[0].First != games+1 {
		t.Errorf("left out %+v; want the game added last", left)
	}
	b.Keep(index.Source{Name: "last"})
	n := 0
	err := b.spool.read(b.spool.size, b.Gaps, func(*index.Game, [][]index.Visit, int64) error {
		n++
		return nil
	})
	if err != nil || n != games+2 || len(b.Dropped) != sources {
		t.Errorf("%d games, %d sources dropped, error %v; want %d and %d", n, len(b.Dropped), err, games+2, sources)
	}
}

// TestDropRestored drops games that an interrupted build has appended: they are no games of the index afterwards.
func TestDropRestored(t *testing.T) {
	dir := t.TempDir()
	b := draftBuilder(t, dir)
	appendNames(t, b, "kept")
	b.Keep(index.Source{Name: "good"})
	appendNames(t, b, "a", "b")
	b.unsaved = 1
	if err := b.Save("state"); err != nil {
		t.Fatal(err)
	}
	if err := b.spool.close(); err != nil {
		t.Fatal(err)
	}
	b = draftBuilder(t, dir)
	if ok, err := b.Restore(func(json.RawMessage) bool { return true }); !ok || err != nil {
		t.Fatalf("restored %v, error %v", ok, err)
	}
	b.Drop("bad")
	if left := appendNames(t, b, "b", "a", "kept"); len(left) != 1 || left[0].Game != 2 {
		t.Errorf("left out %+v; want the game kept alone", left)
	}
}
