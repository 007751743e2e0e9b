package storetest_test

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// broken is the environment variable that names a fault.
const broken = "ZOBRIST_BROKEN_STORE"

// A faulty store breaks one promise.
type faulty struct {
	index.Store
	fault string
}

var faults = []string{
	"get misses", "get mixes places", "scan skips", "scan past the end", "sections mix", "visible early",
	"discard commits", "two loads", "keeps entries", "replaces records", "scratch stays", "does not nest",
	"closes runs", "finds a key once",
}

// getting is the number of look-ups that are going on.
var getting atomic.Int32

func (f faulty) Get(ctx context.Context, t index.Section, keys [][]byte, found func(int, []byte) error) error {
	if getting.Add(1) > 1 && f.fault == "does not nest" {
		return errors.New("locked")
	}
	defer getting.Add(-1)
	if f.fault == "finds a key once" {
		keys = slices.Clone(keys)
		for i := len(keys) - 1; i > 0; i-- {
			if bytes.Equal(keys[i], keys[0]) {
				keys = slices.Delete(keys, i, i+1)
			}
		}
	}
	return f.Store.Get(ctx, t, keys, func(i int, v []byte) error {
		switch {
		case f.fault == "get misses" && len(keys) > 3 && i%2 == 0:
			return nil
		case f.fault == "get mixes places":
			i = len(keys) - 1 - i
		}
		return found(i, v)
	})
}

func (f faulty) Scan(ctx context.Context, t index.Section, from, to []byte) iter.Seq2[index.Entry, error] {
	if f.fault == "scan past the end" {
		to = nil
	}
	return func(yield func(index.Entry, error) bool) {
		n := 0
		for e, err := range f.Store.Scan(ctx, t, from, to) {
			if n++; f.fault == "scan skips" && n == 3 {
				continue
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

func (f faulty) Begin(ctx context.Context) (index.Load, error) {
	l, err := f.Store.Begin(ctx)
	if err != nil && f.fault == "two loads" {
		return storetest.Memory().Begin(ctx)
	}
	return &faultyLoad{Load: l, f: f}, err
}

type faultyLoad struct {
	index.Load
	f    faulty
	kept []index.Entry
	runs []index.Run
}

func (l *faultyLoad) Run(t index.Section) (index.Run, error) {
	if l.f.fault == "sections mix" && t == index.Games {
		t = index.Facts
	}
	r, err := l.Load.Run(t)
	l.runs = append(l.runs, r)
	return &faultyRun{r, l, t}, err
}

func (l *faultyLoad) Discard() error {
	if l.f.fault == "discard commits" {
		_ = l.Load.Commit(context.Background())
	}
	return l.Load.Discard()
}

func (l *faultyLoad) Commit(ctx context.Context) error {
	var dir string
	if l.f.fault == "scratch stays" {
		dir, _ = l.Scratch()
	}
	if l.f.fault == "closes runs" {
		for _, r := range l.runs {
			_ = r.Close()
		}
	}
	err := l.Load.Commit(ctx)
	if dir != "" {
		_ = os.MkdirAll(dir, 0o777)
	}
	return err
}

type faultyRun struct {
	index.Run
	l *faultyLoad
	t index.Section
}

func (r *faultyRun) Append(entries []index.Entry) error {
	switch {
	case r.l.f.fault == "keeps entries":
		r.l.kept = append(r.l.kept, entries...)
		return nil
	case r.l.f.fault == "visible early":
		if err := r.Run.Append(entries); err != nil {
			return err
		}
		_ = r.Run.Close()
		return r.l.Load.Commit(context.Background())
	case r.l.f.fault == "replaces records" && r.t == index.Positions:
		for i := range entries { // always the record of one and the same game
			entries[i].Value = []byte{1<<1 | 1, 1}
		}
	}
	return r.Run.Append(entries)
}

func (r *faultyRun) Close() error {
	if r.l.f.fault == "keeps entries" {
		_ = r.Run.Append(r.l.kept)
	}
	return r.Run.Close()
}

func TestFaulty(t *testing.T) {
	fault := os.Getenv(broken) // without one the kit must pass
	storetest.Test(t, storetest.Options{
		Open:     func(testing.TB, string) index.Store { return faulty{storetest.Memory(), fault} },
		Volatile: true,
	})
}

// TestCatches runs the kit on each faulty store, in a process of its own. The kit must
// fail.
func TestCatches(t *testing.T) {
	for _, fault := range faults {
		t.Run(fault, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(os.Args[0], "-test.run=^TestFaulty$")
			cmd.Env = append(os.Environ(), broken+"="+fault)
			if out, err := cmd.CombinedOutput(); err == nil {
				t.Errorf("the kit passes a store that %s:\n%s", fault, out)
			}
		})
	}
}
