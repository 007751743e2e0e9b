package flat_test

import (
	"context"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// TestCancel cancels builds between batches and during the commit, and suspends them.
// The next build goes on from the last batch that was saved.
func TestCancel(t *testing.T) {
	base := t.TempDir()
	empty := open(t, filepath.Join(base, "whole"))
	add := step{from: 0, to: 1000}
	if err := add.apply(t.Context(), empty, crash); err != nil {
		t.Fatal(err)
	}
	want, err := answers(empty)
	if err != nil {
		t.Fatal(err)
	}
	if err := empty.Close(); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(4, 4))
	s := open(t, filepath.Join(base, "index"))
	defer s.Close()
	from, saved, cancelled := 0, 0, 0
	for done := false; !done; {
		ctx, cancel := context.WithCancel(t.Context())
		b, err := s.Begin(ctx, config, index.BuildOptions{Checkpoint: 1, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		from = 0
		ok, err := b.Restore(func(m json.RawMessage) bool { return json.Unmarshal(m, &from) == nil })
		if err != nil || ok != (saved > 0) || from != saved {
			t.Fatalf("restored %v up to game %d, error %v; %d games were saved", ok, from, err, saved)
		}
		var batch index.Batch
		for ; from < add.to && err == nil; from += perBatch {
			batch.Reset()
			for n := range perBatch {
				addGame(&batch, from+n)
			}
			if rng.IntN(8) == 0 {
				cancel()
			}
			if _, err = b.Append(ctx, &batch); err == nil && rng.IntN(3) > 0 {
				saved = from + perBatch
				if err := b.Save(saved); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err == nil {
			b.Keep(index.Source{Name: add.name(), Digest: add.name()})
			var calls atomic.Int64
			last := int64(1 + rng.IntN(1+1100>>(cancelled/4))) // sooner or later none is cancelled
			_, err = b.Commit(ctx, func(float64) {
				if calls.Add(1) == last && cancelled < 20 {
					cancel()
				}
			})
			done = err == nil
		}
		if err != nil {
			if cancelled++; !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if _, err := storetest.Now(s).Manifest(t.Context()); !errors.Is(err, index.ErrEmpty) {
				t.Fatalf("manifest after a build that was cancelled: %v", err)
			}
		}
		cancel()
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := answers(s); err != nil || got != want {
		t.Errorf("%s; error %v", difference(got, want), err)
	}
	checkFiles(t, filepath.Join(base, "index"))
	t.Logf("cancelled %d times", cancelled)
	if cancelled == 0 {
		t.Error("no build was cancelled")
	}
}

// TestCommitTwice must not add games without their positions.
func TestCommitTwice(t *testing.T) {
	s := open(t, t.TempDir())
	defer s.Close()
	b, err := s.Begin(t.Context(), config, index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var batch index.Batch
	addGame(&batch, 1)
	if _, err := b.Append(t.Context(), &batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{Name: "a"})
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := b.Commit(ctx, func(float64) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Fatalf("cancelled commit: %v", err)
	}
	if _, err := b.Commit(t.Context(), nil); err == nil {
		t.Error("a commit after one that failed went well")
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := storetest.Now(s).Manifest(t.Context()); !errors.Is(err, index.ErrEmpty) {
		t.Errorf("manifest: %v", err)
	}
}

// TestOtherFolder opens folders that hold something else.
func TestOtherFolder(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.c"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := flat.Open(dir, flat.Options{}); err == nil {
		t.Error("an index was opened in a folder with another program")
	}
	hidden := t.TempDir()
	if err := os.WriteFile(filepath.Join(hidden, ".DS_Store"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s := open(t, hidden)
	if err := (step{from: 0, to: 50}).apply(t.Context(), s, index.BuildOptions{}); err != nil {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestOthersStay: a folder with a folder build, with runs or with a file LOCK of other content, but without a
// manifest, is none of an index, and a first build that fails removes nothing that was there before.
func TestOthersStay(t *testing.T) {
	for _, test := range []struct {
		name, text string
		opens      bool
	}{{"build/main.o", "x", false}, {"000001.run", "x", false}, {"LOCK", "mine", false}, {"LOCK", "", true}, {".keep", "x", true}} {
		dir := t.TempDir()
		path := filepath.Join(dir, test.name)
		err := os.MkdirAll(filepath.Dir(path), 0o777)
		if err := errors.Join(err, os.WriteFile(path, []byte(test.text), 0o666)); err != nil {
			t.Fatal(err)
		}
		s, err := flat.Open(dir, flat.Options{})
		if (err == nil) != test.opens {
			t.Errorf("%s with %q: %v", test.name, test.text, err)
		}
		if err == nil {
			b, err := s.Begin(t.Context(), config, index.BuildOptions{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(b.Close(), s.Close()); err != nil {
				t.Error(err)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
				t.Errorf("%s: the build leaves %v, %v", test.name, entries, err)
			}
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != test.text {
			t.Errorf("%s: %q, %v", test.name, text, err)
		}
	}
}

// TestMergeProgress adds a few games to many. The merge at the end has its share of the
// progress.
func TestMergeProgress(t *testing.T) {
	s := open(t, t.TempDir())
	defer s.Close()
	if err := (step{from: 0, to: 600}).apply(t.Context(), s, index.BuildOptions{}); err != nil {
		t.Fatal(err)
	}
	b, err := s.Begin(t.Context(), config, index.BuildOptions{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var batch index.Batch
	for n := range 200 {
		addGame(&batch, 1000+n)
	}
	if _, err := b.Append(t.Context(), &batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{Name: "more"})
	var merging []float64
	_, err = b.Commit(t.Context(), func(done float64) {
		if m, err := storetest.Now(s).Manifest(t.Context()); err == nil && m.Builds > 1 { // the build took effect
			merging = append(merging, done)
		}
	})
	if err != nil || len(merging) < 100 || merging[0] > 0.5 || !slices.IsSorted(merging) {
		t.Errorf("%d reports during the merge, from %v on, error %v", len(merging), merging[:min(len(merging), 3)], err)
	}
}
