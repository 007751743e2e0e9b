package index_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// A hooked store calls functions before and after calls of another one.
type hooked struct {
	index.Store
	afterGet   func(index.Section)
	beforeScan func(index.Section)
	committed  func()
}

func (h *hooked) Get(ctx context.Context, t index.Section, keys [][]byte, found func(int, []byte) error) error {
	err := h.Store.Get(ctx, t, keys, found)
	if h.afterGet != nil {
		h.afterGet(t)
	}
	return err
}

func (h *hooked) Scan(ctx context.Context, t index.Section, from, to []byte) iter.Seq2[index.Entry, error] {
	if h.beforeScan != nil {
		h.beforeScan(t)
	}
	return h.Store.Scan(ctx, t, from, to)
}

func (h *hooked) Begin(ctx context.Context) (index.Load, error) {
	l, err := h.Store.Begin(ctx)
	return hookedLoad{l, h}, err
}

type hookedLoad struct {
	index.Load
	h *hooked
}

func (l hookedLoad) Commit(ctx context.Context) error {
	err := l.Load.Commit(ctx)
	if l.h.committed != nil {
		l.h.committed()
	}
	return err
}

// inDir returns a store in memory whose temporary files are in a directory, as those
// of a store on disk.
func inDir(dir string) index.Store {
	return scratched{storetest.Memory(), filepath.Join(dir, "scratch")}
}

type scratched struct {
	index.Store
	dir string
}

func (s scratched) Begin(ctx context.Context) (index.Load, error) {
	l, err := s.Store.Begin(ctx)
	return scratchedLoad{l, s.dir}, err
}

type scratchedLoad struct {
	index.Load
	dir string
}

func (l scratchedLoad) Scratch() (string, error) { return l.dir, os.MkdirAll(l.dir, 0o777) }

func (l scratchedLoad) Commit(ctx context.Context) error {
	return errors.Join(l.Load.Commit(ctx), os.RemoveAll(l.dir))
}

// TestForged adds a game that reaches two positions with one key, whose hashes
// differ in bits that the index does not keep. The game must count once.
func TestForged(t *testing.T) {
	ix := openIndex(t, storetest.Memory())
	b, err := ix.Build(t.Context(), index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var batch index.Batch
	batch.Add(&index.Game{Moves: []uint32{5, 5}}, []zobrist.Uint128{{Lo: 7, Hi: 1}, {Lo: 7, Hi: 1<<16 | 1}, {Lo: 8}})
	if err := b.Append(&batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	a, err := ix.Find(t.Context(), zobrist.Uint128{Lo: 7, Hi: 1})
	if err != nil || a.Games != 1 {
		t.Errorf("%d games, error %v; want 1", a.Games, err)
	}
	if _, err := ix.Survey(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// TestCancelledAfterCommit cancels a build that has just taken effect. That must
// not be an error.
func TestCancelledAfterCommit(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ix := openIndex(t, &hooked{Store: storetest.Memory(), committed: cancel})
	b, err := ix.Build(ctx, index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	appendAll(t, b, playMany(1, 10), 10)
	b.Keep(index.Source{})
	if _, err := b.Commit(ctx, nil); err != nil || ix.Manifest().Games != 10 {
		t.Errorf("commit: %v, and %d games are in the index; want all 10 and no error", err, ix.Manifest().Games)
	}
}

// TestLateReload holds up a reader of the manifest until a later build is done. The
// index must not return to the manifest that the reader has read.
func TestLateReload(t *testing.T) {
	store := &hooked{Store: storetest.Memory()}
	games := playMany(1, 30)
	ix := openIndex(t, store)
	build(t, ix, index.BuildOptions{}, games[:10], 10)
	build(t, openIndex(t, store), index.BuildOptions{}, games[10:20], 10)
	held, release := make(chan struct{}), make(chan struct{})
	store.afterGet = func(t index.Section) {
		if t == index.Meta {
			store.afterGet = nil
			close(held)
			<-release
		}
	}
	done := make(chan error)
	go func() {
		_, err := ix.List(context.Background(), hashOf(0), index.ListOptions{}) // finds games that it does not know
		done <- err
	}()
	<-held
	build(t, ix, index.BuildOptions{}, games[20:], 10)
	close(release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := ix.Manifest().Games; n != 30 {
		t.Errorf("the manifest has %d games, want 30", n)
	}
}

// TestSurveyDuringBuild ends a build while the positions are read. The survey must
// not take that for corruption.
func TestSurveyDuringBuild(t *testing.T) {
	store := &hooked{Store: storetest.Memory()}
	games := playMany(1, 30)
	ix := openIndex(t, store)
	build(t, ix, index.BuildOptions{}, games[:10], 10)
	store.beforeScan = func(s index.Section) {
		if s == index.Positions {
			store.beforeScan = nil
			build(t, openIndex(t, store), index.BuildOptions{}, games[10:], 10)
		}
	}
	if _, err := ix.Survey(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// manyMoves builds an index of games that play many moves in one position, each
// move twice, and returns the answer for that position. No game has so many moves,
// but positions forged to share a key do.
func manyMoves(tb testing.TB, moves int) index.Answer {
	ix := openIndex(tb, storetest.Memory())
	b, err := ix.Build(tb.Context(), index.BuildOptions{})
	if err != nil {
		tb.Fatal(err)
	}
	defer b.Close()
	var batch index.Batch
	for i := range 2 * moves {
		hashes := []zobrist.Uint128{{Lo: 7}, {Lo: uint64(i) << 40, Hi: 1}}
		batch.Add(&index.Game{Moves: []uint32{uint32(i%moves + 1)}}, hashes)
	}
	if err := b.Append(&batch); err != nil {
		tb.Fatal(err)
	}
	b.Keep(index.Source{})
	if _, err := b.Commit(tb.Context(), nil); err != nil {
		tb.Fatal(err)
	}
	a, err := ix.Find(tb.Context(), zobrist.Uint128{Lo: 7})
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

// TestManyMoves counts moves below, at and above the number at which a record is no
// longer searched one by one.
func TestManyMoves(t *testing.T) {
	for _, moves := range []int{1, 31, 32, 33, 34, 1000, 1 << 15} {
		a := manyMoves(t, moves)
		if a.Games != int64(2*moves) || len(a.Moves) != moves {
			t.Fatalf("%d games with %d moves, want %d with %d", a.Games, len(a.Moves), 2*moves, moves)
		}
		seen := make(map[uint32]bool)
		for _, m := range a.Moves {
			if m.Games != 2 || seen[m.Move] {
				t.Fatalf("of %d moves: %d games with move %d, seen before: %v", moves, m.Games, m.Move, seen[m.Move])
			}
			seen[m.Move] = true
		}
	}
}

// BenchmarkManyMoves shows that the time for one move does not grow with their
// number.
func BenchmarkManyMoves(b *testing.B) {
	for _, moves := range []int{1 << 12, 1 << 14, 1 << 16} {
		b.Run(fmt.Sprintf("moves=%d", moves), func(b *testing.B) {
			for b.Loop() {
				manyMoves(b, moves)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moves), "ns/move")
		})
	}
}
