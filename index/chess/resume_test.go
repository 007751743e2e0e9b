package chessindex_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
)

// content returns all entries of an index except those of Meta.
func content(t *testing.T, s index.Store) (entries []string) {
	t.Helper()
	for _, section := range index.Sections() {
		if section == index.Meta {
			continue
		}
		for e, err := range s.Scan(t.Context(), section, nil, nil) {
			if err != nil {
				t.Fatal(err)
			}
			entries = append(entries, section.String()+string(e.Key)+"="+string(e.Value))
		}
	}
	return entries
}

// resumable writes four files of games, two of them equal, with broken games and
// games of another variant.
func resumable(t *testing.T, dir string) (files []chessindex.Input) {
	t.Helper()
	broken := "[White \"x\"]\n\n1. e4 Ke7 *\n\n[White \"y\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n"
	random := func(seed uint64, games int64) string { return string(randomGames(t, seed, games)) }
	for i, text := range []string{broken + random(1, 120), random(2, 10), random(2, 10), random(3, 200) + broken} {
		name := filepath.Join(dir, string(rune('a'+i))+".pgn")
		writeFile(t, name, []byte(text))
		files = append(files, chessindex.Input{Name: name})
	}
	return files
}

// smallSteps returns options for an import that uses temporary files and saves
// often. They call cancel at a number of games, or if at is negative during the
// sorting.
func smallSteps(cancel func(), at int64) (o chessindex.ImportOptions) {
	o.Memory, o.Checkpoint, o.Workers = 1<<16, 1<<15, 2
	o.Progress = func(p chessindex.Progress) {
		if at >= 0 && p.Games >= at || at < 0 && p.Sorting && p.Sorted > 0.5 {
			cancel()
		}
	}
	return o
}

// TestResume interrupts an import of several files at many places. The next import
// must go on from what was saved, and end with the same index as one that was not
// interrupted.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	files := resumable(t, dir)
	whole := onDisk(t, filepath.Join(dir, "whole"))
	want := add(t, open(t, whole, chessindex.Options{}), smallSteps(func() {}, 0), files...)
	wanted := content(t, whole)
	if n, skipped := leftOut(want); want.Games != 330 || n != 2 || skipped["Atomic"] != 2 || len(want.Dropped) != 1 {
		t.Fatalf("summary %+v", want)
	}
	places := []int64{1, 100, 125, 140, 250, 330, -1}
	if testing.Short() {
		places = places[5:]
	}
	for _, at := range places {
		s := onDisk(t, filepath.Join(dir, "db"))
		ix := open(t, s, chessindex.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := ix.Import(ctx, smallSteps(cancel, at), files...); !errors.Is(err, context.Canceled) {
			t.Fatalf("interrupted at %d: %v", at, err)
		}
		if n := find(t, ix, "").Games; n != 0 {
			t.Fatalf("interrupted at %d: %d games in the index", at, n)
		}
		got := add(t, ix, smallSteps(func() {}, 0), files...)
		if at >= 140 && got.Resumed == 0 || at < 0 && got.Resumed < 200 {
			t.Errorf("interrupted at %d: only %d games were resumed", at, got.Resumed)
		}
		got.Resumed = 0
		if !reflect.DeepEqual(got, want) {
			t.Errorf("interrupted at %d:\n got %+v\nwant %+v", at, got, want)
		}
		if !slices.Equal(content(t, s), wanted) {
			t.Errorf("interrupted at %d: the index is not that of an import without interruption", at)
		}
		s.Close()
		if left, err := filepath.Glob(filepath.Join(dir, "db", "*")); err != nil || len(left) != 1 {
			t.Errorf("interrupted at %d: the folder holds %v", at, left)
		}
		if err := os.RemoveAll(filepath.Join(dir, "db")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestResumeRefused interrupts an import and changes its files, or what it saved. The
// next import must start from the beginning.
func TestResumeRefused(t *testing.T) {
	dir := t.TempDir()
	files := resumable(t, dir)
	for name, change := range map[string]func(db string) []chessindex.Input{
		"other files": func(string) []chessindex.Input { return files[3:] },
		"touched file": func(string) []chessindex.Input {
			if err := os.Chtimes(files[0].Name, time.Time{}, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			return files
		},
		"damaged visits": func(db string) []chessindex.Input {
			if err := os.Truncate(filepath.Join(db, "scratch", "visits"), 100); err != nil {
				t.Fatal(err)
			}
			return files
		},
		"damaged games": func(db string) []chessindex.Input {
			if err := os.Truncate(filepath.Join(db, "scratch", "games"), 100); err != nil {
				t.Fatal(err)
			}
			return files
		},
	} {
		db := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		ix := open(t, onDisk(t, db), chessindex.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		if _, err := ix.Import(ctx, smallSteps(cancel, 250), files...); !errors.Is(err, context.Canceled) {
			t.Fatalf("%s: %v", name, err)
		}
		sources := change(db)
		sum := add(t, ix, smallSteps(func() {}, 0), sources...)
		games := map[bool]int64{true: 330, false: 200}[len(sources) == 4]
		if sum.Resumed != 0 || sum.Games != games || find(t, ix, "").Games != games {
			t.Errorf("%s: %+v, want %d games and none resumed", name, sum, games)
		}
	}
}
