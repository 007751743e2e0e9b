package flat_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestCells runs the kit with cells of all moves of more than 16 games: with a game or more a cell,
// so that classes have days, and with two or more, so that most have none.
func TestCells(t *testing.T) {
	for perCell, only := range map[uint32][]string{1: {"Questions", "Remove"}, 2: {"Questions", "Popular", "Filters"}} {
		t.Run(fmt.Sprint("perCell=", perCell), func(t *testing.T) {
			storetest.Run(t, storetest.Options{
				Open: func(tb testing.TB, dir string) index.Store {
					s := open(tb, dir)
					s.(*flat.Store).SetCells(17, perCell)
					return s
				},
				Only:  only,
				Quick: oracle.Short(),
			})
		})
	}
}

// addPlain adds the game of a number, one of the games in testdata/format2 and format3.
func addPlain(b *index.Batch, n int) {
	g := index.Game{First: "a", Second: "b", Moves: []uint32{1 + uint32(n%2), 3 + uint32(n)},
		FirstRating: 1000 + 100*n, Date: index.Date{Year: 2000 + n%3, Month: 1 + n%5}}
	hashes := []zobrist.Uint128{hashOf(0, 0), hashOf(0, uint64(1+n%2)), hashOf(0, uint64(3+n%4))}
	b.Add(&g, hashes, hashes[:1])
}

// addPlains adds games in a build.
func addPlains(t *testing.T, s index.Store, name string, from, to int) {
	t.Helper()
	b, err := s.Begin(t.Context(), config, index.BuildOptions{NoTexts: true})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var batch index.Batch
	for n := from; n < to; n++ {
		addPlain(&batch, n)
	}
	if _, err := b.Append(t.Context(), &batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{Name: name, Digest: name})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
}

// TestFrozenRuns reads indexes that were made once, and adds to them, which merges their runs with new ones. Do not
// edit: format2 was written before runs had cells, by the commit 2ad5749, and format3 with cells, by 20ff682.
func TestFrozenRuns(t *testing.T) {
	for _, format := range []string{"format2", "format3"} {
		t.Run(format, func(t *testing.T) { addToFrozen(t, filepath.Join("testdata", format)) })
	}
}

func addToFrozen(t *testing.T, frozen string) {
	dir := t.TempDir()
	manifest, err := os.ReadFile(filepath.Join(frozen, "MANIFEST"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(frozen, "000001.run.gz.base64"))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewReader(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	run, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string][]byte{"MANIFEST": manifest, "000001.run": run} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, want := open(t, dir), open(t, t.TempDir())
	defer got.Close()
	defer want.Close()
	got.(*flat.Store).SetCells(17, 1)
	addPlains(t, want, "plain", 0, 40)
	for _, more := range []int{0, 60} {
		if more > 0 {
			addPlains(t, got, "more", 40, 40+more)
			addPlains(t, want, "more", 40, 40+more)
			checkFiles(t, dir)
		}
		if err := verify(t.Context(), got); err != nil {
			t.Fatal(err)
		}
		for _, q := range questions() {
			a, err := q.ask(storetest.Now(got))
			if err != nil {
				t.Fatal(err)
			}
			b, err := q.ask(storetest.Now(want))
			if fmt.Sprint(a) != fmt.Sprint(b) || err != nil {
				t.Errorf("%s: %v, %v; want %v", q.name, a, err, b)
			}
		}
	}
}
