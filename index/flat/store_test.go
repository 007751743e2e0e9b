package flat_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func TestStore(t *testing.T) {
	o := storetest.Options{Open: open, Quick: oracle.Short()}
	if runtime.GOOS != "windows" { // which does not remove files that are open
		o.Destroy = func(tb testing.TB, dir string) {
			if err := os.RemoveAll(dir); err != nil {
				tb.Fatal(err)
			}
		}
	}
	storetest.Run(t, o)
}

// An index that takes the place of another is noticed even if it has as many builds and runs.
func TestReplaced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("does not apply: files that are open cannot be removed")
	}
	dir := t.TempDir()
	build := func(games int) index.Store {
		s := open(t, dir)
		b, err := s.Begin(t.Context(), config, index.BuildOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer b.Close()
		var batch index.Batch
		for n := range games {
			hashes := make([]zobrist.Uint128, 2)
			batch.Add(&index.Game{Moves: []uint32{1 + uint32(n)}}, hashes, hashes)
		}
		if _, err := b.Append(t.Context(), &batch); err != nil {
			t.Fatal(err)
		}
		b.Keep(index.Source{Name: "games"})
		if _, err := b.Commit(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := build(3)
	defer s.Close()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	defer build(2).Close()
	news, err := s.Refresh(t.Context())
	if m, merr := storetest.Now(s).Manifest(t.Context()); !news || err != nil || merr != nil || m.Games != 2 {
		t.Errorf("news %v, %d games, %v, %v; want 2", news, m.Games, err, merr)
	}
}

// A file is refused by its name.
func TestOpenFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.pgn")
	if err := os.WriteFile(name, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, readOnly := range []bool{false, true} {
		_, err := flat.Open(name, flat.Options{ReadOnly: readOnly})
		if want := "open " + name + ": it is a file, and an index is a folder"; err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
