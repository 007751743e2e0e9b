package index_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestFailedWrite fails to write visits. Nothing may be committed afterwards, even
// if later visits can be written.
func TestFailedWrite(t *testing.T) {
	games := playMany(1, 60)
	for name, then := range map[string]func(*index.Builder) error{
		"commit": func(b *index.Builder) error {
			b.Keep(index.Source{})
			_, err := b.Commit(t.Context(), nil)
			return err
		},
		"save": func(b *index.Builder) error { return b.Save(nil) },
	} {
		ix := openIndex(t, storetest.Memory())
		b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		appendAll(t, b, games[:20], 20)
		closed, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		closed.Close()
		good := index.SwapVisits(b, closed)
		var batch index.Batch
		batch.Add(&games[20].Game, games[20].hashes())
		if err := b.Append(&batch); err == nil {
			t.Fatal("visits were written to a closed file")
		}
		index.SwapVisits(b, good)
		batch.Reset()
		batch.Add(&games[21].Game, games[21].hashes())
		_ = b.Append(&batch)
		if err := then(b); err == nil || ix.Manifest().Games != 0 {
			t.Errorf("%s after a failed write: %v, and %d games in the index", name, err, ix.Manifest().Games)
		}
	}
}

// flip flips a bit of a file.
func flip(t *testing.T, path string, at int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	var one [1]byte
	_, err = f.ReadAt(one[:], at)
	one[0] ^= 1
	_, err2 := f.WriteAt(one[:], at)
	if err := errors.Join(err, err2, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedFiles flips a bit of a temporary file after it was written, at many
// places. The build must fail with an error that names the place, and the next
// build must start from the beginning.
func TestDamagedFiles(t *testing.T) {
	games := playMany(1, 60)
	dir := t.TempDir()
	store := inDir(dir)
	ix := openIndex(t, store)
	build(t, ix, index.BuildOptions{}, games[:20], 10)
	start := func() *index.Builder {
		b, err := ix.Build(t.Context(), index.BuildOptions{Memory: 1 << 14, Checkpoint: 1})
		if err != nil {
			t.Fatal(err)
		}
		appendAll(t, b, games[20:], 5)
		b.Keep(index.Source{})
		if err := b.Save(nil); err != nil { // which writes all of it
			t.Fatal(err)
		}
		return b
	}
	for _, name := range []string{"visits", "games"} {
		path := filepath.Join(dir, "scratch", name)
		for part := range int64(24) {
			b := start()
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			at := (info.Size() - 1) * part / 23
			flip(t, path, at)
			_, err = b.Commit(t.Context(), nil)
			var from, to int64
			_, place, _ := strings.Cut(fmt.Sprint(err), path)
			n, _ := fmt.Sscanf(place, ", between bytes %d and %d;", &from, &to)
			if !errors.Is(err, index.ErrDamaged) || n < 2 || at < from || at >= to {
				t.Errorf("%s damaged at byte %d: %v", name, at, err)
			}
			if err := b.Suspend(); err != nil {
				t.Fatal(err)
			}
			check(t, ix, games[:20])
		}
	}
	b, err := ix.Build(t.Context(), index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if ok, err := b.Restore(func(json.RawMessage) bool { return true }); ok || err != nil {
		t.Errorf("what was damaged is taken up: %v, error %v", ok, err)
	}
	appendAll(t, b, games[20:], 5)
	b.Keep(index.Source{})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	check(t, ix, games)
}
