package index_test

import (
	"context"
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

func (s changing) Snapshot() (index.Snapshot, error) {
	snapshot, err := s.Store.Snapshot()
	return changingSnapshot{snapshot, s.Store}, err
}

type changingSnapshot struct {
	index.Snapshot
	whole index.Store
}

func (s changingSnapshot) change(ctx context.Context) error {
	_, err := s.whole.Remove(ctx, index.Filter{}, nil)
	return err
}

func (s changingSnapshot) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(int, []index.MoveTally) error) error {
	if err := s.Snapshot.Lookup(ctx, q, hashes, found); err != nil {
		return err
	}
	return s.change(ctx)
}

func (s changingSnapshot) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) ([]index.Occurrence, error) {
	list, err := s.Snapshot.List(ctx, q, hash, o)
	if err != nil {
		return nil, err
	}
	return list, s.change(ctx)
}

// TestSnapshot changes the index between the questions that make up one answer. It
// must be the answer of the index before.
func TestSnapshot(t *testing.T) {
	legal := []index.Successor{{Move: 1, Hash: hashOf(1)}, {Move: 2, Hash: hashOf(2)}, {Move: 3, Hash: hashOf(3)}}
	for name, ask := range map[string]func(*index.Index) (any, error){
		"find": func(ix *index.Index) (any, error) {
			return ix.Find(t.Context(), index.Query{}, hashOf(0), legal...)
		},
		"list": func(ix *index.Index) (any, error) {
			return ix.List(t.Context(), index.Query{}, hashOf(0), index.ListOptions{Limit: 50})
		},
	} {
		ix := build(t, walks(60))
		want, err := ask(ix)
		if err != nil {
			t.Fatal(err)
		}
		unsteady, err := index.Open(t.Context(), changing{ix.Store}, config, nil)
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
	index.Snapshot
	sums *int
}

func (s summing) Snapshot() (index.Snapshot, error) {
	snapshot, err := s.Store.Snapshot()
	return summingSnapshot{snapshot, s.sums}, err
}

func (s summingSnapshot) Sums(ctx context.Context, progress func(done float64)) ([]index.Sum, error) {
	*s.sums++
	return s.Snapshot.(index.Summer).Sums(ctx, progress)
}

// TestVerifySnapshot verifies an index, a snapshot of it, and one of that. Each compares sums.
func TestVerifySnapshot(t *testing.T) {
	sums := 0
	ix, err := chessindex.Open(t.Context(), summing{storetest.Memory(), &sums}, chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := ix.Import(t.Context(), index.ImportOptions{},
		index.Input{Name: "games", Reader: strings.NewReader("1. e4 e5 *")}); err != nil {
		t.Fatal(err)
	}
	for depth := range 3 {
		if _, err := ix.Verify(t.Context(), nil); err != nil || sums != depth+1 {
			t.Errorf("snapshot %d: sums are compared %d times, error %v", depth, sums, err)
		}
		if ix, err = ix.Snapshot(); err != nil {
			t.Fatal(err)
		}
		defer ix.Close()
	}
}
