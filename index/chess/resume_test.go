package chessindex_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// content returns all positions and games of an index.
func content(t *testing.T, s *index.Index) (entries []string) {
	t.Helper()
	for p, err := range s.Each(t.Context(), index.Positions) {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, fmt.Sprint(p))
	}
	for n, err := range s.Select(t.Context(), index.Filter{}, 0) {
		if err != nil {
			t.Fatal(err)
		}
		games, err := s.Games(t.Context(), []int64{n}, true)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, fmt.Sprint(games))
	}
	return entries
}

// resumable writes four files of games, two of them equal, with broken games, one of
// them good up to its end, and games of another variant.
func resumable(t *testing.T, dir string) (files []index.Input) {
	t.Helper()
	broken := "[White \"x\"]\n\n1. Ke7 *\n\n[White \"z\"]\n\n1. e4 Ke7 *\n\n[White \"y\"]\n[Variant \"Atomic\"]\n\n1. e4 *\n\n"
	random := func(seed uint64, games int64) string { return string(randomGames(t, seed, games)) }
	for i, text := range []string{broken + random(1, 120), random(2, 10), random(2, 10), random(3, 200) + broken} {
		name := filepath.Join(dir, string(rune('a'+i))+".pgn")
		writeFile(t, name, []byte(text))
		files = append(files, index.Input{Name: name})
	}
	return files
}

// smallSteps returns options for an import that uses temporary files and saves
// often. They call cancel at a number of games, or if at is negative during the
// sorting.
func smallSteps(cancel func(), at int64) (o index.ImportOptions) {
	o.Memory, o.Checkpoint, o.Workers = 1<<16, 1<<15, 2
	o.Progress = func(p index.Progress) {
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
	wanted := content(t, open(t, whole, chessindex.Options{}))
	if n, skipped := leftOut(want); want.Games != 331 || want.Sources[2].Cut != 1 || n != 2 || skipped["Atomic"] != 2 || len(want.Dropped) != 1 {
		t.Fatalf("summary %+v", want)
	}
	places := []int64{1, 100, 125, 140, 250, 330, -1}
	if oracle.Cut(t, "five of the seven places") {
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
		if !slices.Equal(content(t, ix), wanted) {
			t.Errorf("interrupted at %d: the index differs from an import without interruption", at)
		}
		s.Close()
		if err := os.RemoveAll(filepath.Join(dir, "db")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestResumeUnread interrupts an import in a file of a folder that turns out to be cut off. The rest of the folder
// is a file of broken games, which is no error. After it was resumed, the import had forgotten that file.
func TestResumeUnread(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "games")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "a.pgn"), []byte("[White \"x\"]\n\n1. Ke7 *\n"))
	var gz bytes.Buffer
	z := gzip.NewWriter(&gz)
	_, err := z.Write(randomGames(t, 1, 4000))
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(folder, "b.pgn.gz"), gz.Bytes()[:gz.Len()-100])
	for _, at := range []int64{1 << 40, 500} {
		ix := open(t, onDisk(t, filepath.Join(dir, fmt.Sprint(at))), chessindex.Options{})
		ctx, cancel := context.WithCancel(t.Context())
		sum, err := ix.Import(ctx, smallSteps(cancel, at), index.Input{Name: folder})
		if cancel(); at < 1000 && !errors.Is(err, context.Canceled) {
			t.Fatalf("%+v, error %v; the import was not interrupted", sum, err)
		}
		if at < 1000 {
			o, first := smallSteps(func() {}, 0), int64(-1)
			o.Progress = func(p index.Progress) {
				if first < 0 {
					first = p.Games
				}
			}
			if sum, err = ix.Import(t.Context(), o, index.Input{Name: folder}); first < 100 {
				t.Errorf("%d games were resumed", first)
			}
		}
		if err != nil || len(sum.Sources) != 1 || sum.Sources[0].Broken != 1 || len(sum.Unread) != 1 {
			t.Errorf("interrupted at %d: %+v, error %v; want one source with a broken game, and one left out", at, sum, err)
		}
	}
}

// TestResumeDuplicates interrupts an import in a file whose second half repeats the first. Each game of that half is
// reported once, by the import that goes on.
func TestResumeDuplicates(t *testing.T) {
	dir := t.TempDir()
	file, once := filepath.Join(dir, "a.pgn"), randomGames(t, 1, 3000)
	writeFile(t, file, bytes.Repeat(once, 2))
	ix := open(t, onDisk(t, filepath.Join(dir, "db")), chessindex.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	numbers, first := make(map[int]int), int64(-1)
	o := smallSteps(func() {}, 0)
	o.Duplicate = func(d index.Duplicate) { numbers[d.Game]++ }
	o.Progress = func(p index.Progress) {
		if p.Games == 3000 {
			cancel()
		}
	}
	if _, err := ix.Import(ctx, o, index.Input{Name: file}); !errors.Is(err, context.Canceled) || len(numbers) > 0 {
		t.Fatalf("interrupted: error %v, %d duplicates reported", err, len(numbers))
	}
	o.Progress = func(p index.Progress) {
		if first < 0 {
			first = p.Games
		}
	}
	sum := add(t, ix, o, index.Input{Name: file})
	if first < 1000 || sum.Duplicates != 3000 || len(numbers) != 3000 || numbers[3001] != 1 || numbers[6000] != 1 {
		t.Errorf("%+v, resumed at game %d, %d duplicates reported; want 3000, each once", sum, first, len(numbers))
	}
}

// TestResumeRefused interrupts an import and changes its files, or what it saved. The
// next import must start from the beginning.
func TestResumeRefused(t *testing.T) {
	dir := t.TempDir()
	files := resumable(t, dir)
	for name, change := range map[string]func(db string) []index.Input{
		"other files": func(string) []index.Input { return files[3:] },
		"touched file": func(string) []index.Input {
			if err := os.Chtimes(files[0].Name, time.Time{}, time.Now().Add(time.Hour)); err != nil {
				t.Fatal(err)
			}
			return files
		},
		"damaged files": func(db string) []index.Input {
			left, err := filepath.Glob(filepath.Join(db, "build", "*"))
			if err != nil || len(left) == 0 {
				t.Fatalf("nothing is left of the build: %v", err)
			}
			for _, name := range left {
				if err := os.Truncate(name, 100); err != nil {
					t.Fatal(err)
				}
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
		games := map[bool]int64{true: 331, false: 201}[len(sources) == 4]
		if sum.Resumed != 0 || sum.Games != games || find(t, ix, "").Games != games {
			t.Errorf("%s: %+v, want %d games and none resumed", name, sum, games)
		}
	}
}

// randomGames plays legal moves at random.
func randomGames(tb testing.TB, seed uint64, games int64) []byte {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	var out bytes.Buffer
	p, err := chess.New(chess.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	var moves []chess.Move
	for n := range games {
		fmt.Fprintf(&out, "[White \"w%d\"]\n[Black \"b%d\"]\n[WhiteElo \"%d\"]\n", seed, n, 1500+rng.IntN(1000))
		out.WriteString("[Result \"1/2-1/2\"]\n\n")
		p.Reset()
		for ply := range 20 + rng.IntN(60) {
			if moves = p.AppendMoves(moves[:0]); len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(min(len(moves), 4))]
			if ply%2 == 0 {
				fmt.Fprintf(&out, "%d. ", ply/2+1)
			}
			out.WriteString(p.SAN(m) + " ")
			p.Make(m)
		}
		out.WriteString("1/2-1/2\n\n")
	}
	return out.Bytes()
}

// fullStore is a store whose builds fail when games are appended for the nth time.
type fullStore struct {
	index.Store
	n int
}

type fullBuilder struct {
	index.Builder
	n int
}

var errAppend = errors.New("no space left")

func (s fullStore) Begin(ctx context.Context, c index.Config, o index.BuildOptions) (index.Builder, error) {
	b, err := s.Store.Begin(ctx, c, o)
	return &fullBuilder{b, s.n}, err
}

func (b *fullBuilder) Append(ctx context.Context, batch *index.Batch) ([]index.Repeat, error) {
	if b.n--; b.n < 0 {
		return nil, errAppend
	}
	return b.Builder.Append(ctx, batch)
}

// TestResumeAfterFailure lets an import fail, and other imports and a merge after it
// that add nothing. The next import of the same files must go on from what was saved.
func TestResumeAfterFailure(t *testing.T) {
	dir := t.TempDir()
	files := resumable(t, dir)
	s := onDisk(t, filepath.Join(dir, "db"))
	ix := open(t, s, chessindex.Options{})
	if _, err := ix.Import(t.Context(), index.ImportOptions{},
		index.Input{Name: filepath.Join(dir, "typo.pgn")}); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("a file that does not exist: %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "db")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an import that could not begin has left a folder: %v", err)
	}
	add(t, ix, index.ImportOptions{}, text(five))
	other := open(t, storetest.Memory(), chessindex.Options{})
	add(t, other, index.ImportOptions{}, text(five))

	bad := open(t, fullStore{s, 2}, chessindex.Options{})
	o := smallSteps(func() {}, 0)
	if _, err := bad.Import(t.Context(), o, files...); !errors.Is(err, errAppend) {
		t.Fatalf("an import that must fail: %v", err)
	}
	if _, err := ix.Import(t.Context(), o, index.Input{Name: filepath.Join(dir, "typo.pgn")}); err == nil {
		t.Error("an import of a file that does not exist went well")
	}
	for i, input := range []index.Input{files[0], text(five)} {
		bad = open(t, fullStore{s, 0}, chessindex.Options{})
		if sum, err := bad.Import(t.Context(), o, input); i == 0 && !errors.Is(err, errAppend) || i > 0 && err == nil {
			t.Errorf("input %d: %+v, error %v", i, sum, err)
		}
	}
	if sum, err := ix.Merge(t.Context(), other, index.MergeOptions{}); err != nil || len(sum.Dropped) != 1 {
		t.Errorf("a merge with nothing new: %+v, error %v", sum, err)
	}
	if sum := add(t, ix, o, files...); sum.Resumed == 0 || sum.Games != 331 {
		t.Errorf("summary %+v, want 331 games, and some resumed", sum)
	}
}
