package index_test

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// changing is a store that loses all of its games after each answer.
type changing struct{ index.Store }

func (s changing) State() (index.State, error) {
	snapshot, err := s.Store.State()
	return changingSnapshot{snapshot, s.Store}, err
}

type changingSnapshot struct {
	index.State
	whole index.Store
}

func (s changingSnapshot) change(ctx context.Context) error {
	_, err := s.whole.Remove(ctx, index.Filter{}, nil)
	return err
}

func (s changingSnapshot) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(int, []index.MoveTally) error) error {
	if err := s.State.Lookup(ctx, q, hashes, found); err != nil {
		return err
	}
	return s.change(ctx)
}

func (s changingSnapshot) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) ([]index.Occurrence, error) {
	list, err := s.State.List(ctx, q, hash, o)
	if err != nil {
		return nil, err
	}
	return list, s.change(ctx)
}

// TestSnapshot changes the index between the questions that make up one answer. It
// must be the answer of the index before.
func TestSnapshot(t *testing.T) {
	for name, ask := range map[string]func(*index.Index) (any, error){
		"find": func(ix *index.Index) (any, error) {
			return ix.Find(t.Context(), index.Query{}, at(0))
		},
		"list": func(ix *index.Index) (any, error) {
			return ix.List(t.Context(), index.Query{}, at(0), index.ListOptions{Limit: 50})
		},
	} {
		ix, s := build(t, randomWalks(60))
		want, err := ask(ix)
		if err != nil {
			t.Fatal(err)
		}
		unsteady, err := index.Open(t.Context(), changing{s}, config, walkAdapter{})
		if err != nil {
			t.Fatal(err)
		}
		if got, err := ask(unsteady); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n got %+v\nwant %+v, error %v", name, got, want, err)
		}
		if m, err := ix.Manifest(t.Context()); err != nil || m.Games != 0 {
			t.Errorf("%s: %d games are left, error %v", name, m.Games, err)
		}
	}
}

// A summing store counts how often its visits are summed up.
type summing struct {
	index.Store
	sums *int
}

type summingSnapshot struct {
	index.State
	sums *int
}

func (s summing) State() (index.State, error) {
	snapshot, err := s.Store.State()
	return summingSnapshot{snapshot, s.sums}, err
}

func (s summingSnapshot) Sums(ctx context.Context, progress func(done float64)) ([]index.Sum, error) {
	*s.sums++
	return s.State.(index.Summer).Sums(ctx, progress)
}

// TestVerifySums verifies an index. It compares sums, and looks nothing up.
func TestVerifySums(t *testing.T) {
	sums := 0
	ix, err := chessindex.Open(t.Context(), summing{storetest.Memory(), &sums}, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Import(t.Context(), index.ImportOptions{},
		index.Input{Name: "games", Reader: strings.NewReader("1. e4 e5 *")}); err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Verify(t.Context(), nil); err != nil || sums != 1 {
		t.Errorf("sums are compared %d times, error %v", sums, err)
	}
}

// TestSnapshotReads: a snapshot stays as it is while the index changes, and it has nothing that changes an index. The
// same file, imported again by an index that has answered through a snapshot, is known.
func TestSnapshotReads(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.pgn")
	if err := os.WriteFile(file, []byte("1. e4 e5 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	before, err := ix.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	for _, dropped := range []int{0, 1} {
		sum, err := ix.Import(t.Context(), index.ImportOptions{}, index.Input{Name: file})
		if err != nil || len(sum.Dropped) != dropped {
			t.Errorf("dropped %q, error %v; want %d files", sum.Dropped, err, dropped)
		}
	}
	if m, err := ix.Manifest(t.Context()); err != nil || len(m.Sources) != 1 || m.Games != 1 {
		t.Errorf("%+v, error %v; want one game of one source", m, err)
	}
	start, err := before.Position("")
	if err != nil {
		t.Fatal(err)
	}
	if n, err := before.Count(t.Context(), index.Query{}, start); err != nil || n != 0 {
		t.Errorf("the snapshot from before has %d games, error %v", n, err)
	}
	var s any = before
	for name, changes := range map[string]bool{
		"Import": is[interface {
			Import(context.Context, index.ImportOptions, ...index.Input) (index.Summary, error)
		}](s),
		"Merge": is[interface {
			Merge(context.Context, *index.Index, index.MergeOptions) (index.Summary, error)
		}](s),
		"Build": is[interface {
			Build(context.Context, index.BuildOptions) (index.Builder, error)
		}](s),
		"Remove": is[interface {
			Remove(context.Context, index.Filter, func(float64)) (int64, error)
		}](s),
	} {
		if changes {
			t.Errorf("a snapshot has %s", name)
		}
	}
}

// is reports whether x has a type.
func is[T any](x any) bool { _, ok := x.(T); return ok }
