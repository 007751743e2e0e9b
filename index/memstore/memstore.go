// Package memstore keeps an index in memory, for tests, for small
// collections and as the simplest [index.Store] to read:
//
//	store := memstore.New()
//	ix, err := index.Open(ctx, store, config)
//
// It is gone when the process ends. A load copies the tables that it changes,
// so that it costs time and memory in proportion to the whole index; look-ups
// are binary searches. A store is safe for concurrent use.
package memstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/index"
)

// A Store is an [index.Store] in memory. Make one with [New].
type Store struct {
	tables  atomic.Pointer[map[index.Table][]index.Entry] // replaced, never changed
	loading atomic.Bool
}

// New returns an empty store.
func New() *Store {
	s := new(Store)
	s.tables.Store(&map[index.Table][]index.Entry{})
	return s
}

func (s *Store) table(t index.Table) []index.Entry { return (*s.tables.Load())[t] }

// search returns the place of the first entry whose key is not below key.
func search(entries []index.Entry, key []byte) int {
	return sort.Search(len(entries), func(i int) bool { return bytes.Compare(entries[i].Key, key) >= 0 })
}

// Get implements [index.Store].
func (s *Store) Get(ctx context.Context, t index.Table, keys [][]byte, found func(int, []byte) error) error {
	entries := s.table(t)
	for i, key := range keys {
		if err := ctx.Err(); err != nil {
			return err
		}
		at := search(entries, key)
		if at < len(entries) && bytes.Equal(entries[at].Key, key) {
			if err := found(i, entries[at].Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// Scan implements [index.Store].
func (s *Store) Scan(ctx context.Context, t index.Table, from, to []byte) iter.Seq2[index.Entry, error] {
	return func(yield func(index.Entry, error) bool) {
		entries := s.table(t)
		for _, e := range entries[search(entries, from):] {
			if to != nil && bytes.Compare(e.Key, to) >= 0 {
				return
			}
			if err := ctx.Err(); err != nil {
				yield(index.Entry{}, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Begin implements [index.Store].
func (s *Store) Begin(context.Context) (index.Load, error) {
	if !s.loading.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("%w: a load is going on", index.ErrLocked)
	}
	return &load{store: s}, nil
}

// Size implements [index.Store]: the bytes of keys and values.
func (s *Store) Size(context.Context) (map[index.Table]int64, error) {
	sizes := make(map[index.Table]int64)
	for t, entries := range *s.tables.Load() {
		for _, e := range entries {
			sizes[t] += int64(len(e.Key) + len(e.Value))
		}
	}
	return sizes, nil
}

// Close implements [index.Store]. It does nothing.
func (s *Store) Close() error { return nil }

type load struct {
	store   *Store
	scratch string
	ended   bool

	mu   sync.Mutex
	runs []*run
}

type run struct {
	table   index.Table
	entries []index.Entry
	failed  error
	closed  bool
}

func (l *load) Scratch() (_ string, err error) {
	if l.scratch == "" {
		l.scratch, err = os.MkdirTemp("", "zobrist-index-")
	}
	return l.scratch, err
}

func (l *load) Run(t index.Table) (index.Run, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &run{table: t}
	l.runs = append(l.runs, r)
	return r, nil
}

func (r *run) Append(entries []index.Entry) error {
	for _, e := range entries {
		if n := len(r.entries); n > 0 && bytes.Compare(r.entries[n-1].Key, e.Key) >= 0 {
			r.failed = fmt.Errorf("memstore: run of %s: key %x is not above %x", r.table, e.Key, r.entries[n-1].Key)
			return r.failed
		}
		r.entries = append(r.entries, index.Entry{Key: bytes.Clone(e.Key), Value: bytes.Clone(e.Value)})
	}
	return nil
}

func (r *run) Close() error {
	r.closed = true
	return nil
}

func (l *load) Commit(ctx context.Context) error {
	if l.ended {
		return errors.New("memstore: commit of a load that has ended")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	added := make(map[index.Table][]index.Entry)
	for _, r := range l.runs {
		if r.failed != nil {
			return r.failed
		}
		if !r.closed {
			return fmt.Errorf("memstore: commit with an open run of %s", r.table)
		}
		added[r.table] = append(added[r.table], r.entries...)
	}
	next := make(map[index.Table][]index.Entry)
	maps.Copy(next, *l.store.tables.Load())
	for t, entries := range added {
		slices.SortFunc(entries, func(a, b index.Entry) int { return bytes.Compare(a.Key, b.Key) })
		for i := 1; i < len(entries); i++ {
			if bytes.Equal(entries[i-1].Key, entries[i].Key) {
				return fmt.Errorf("memstore: two runs of %s overlap at key %x", t, entries[i].Key)
			}
		}
		merged, err := merge(t, next[t], entries)
		if err != nil {
			return err
		}
		next[t] = merged
	}
	l.store.tables.Store(&next)
	return l.Discard()
}

// merge merges two sorted tables; the entries of the second are newer.
func merge(t index.Table, a, b []index.Entry) ([]index.Entry, error) {
	all := make([]index.Entry, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch bytes.Compare(a[0].Key, b[0].Key) {
		case -1:
			all, a = append(all, a[0]), a[1:]
		case 1:
			all, b = append(all, b[0]), b[1:]
		default:
			e := b[0]
			if t == index.Positions {
				var err error
				if e.Value, err = index.MergeRecords(nil, a[0].Value, b[0].Value); err != nil {
					return nil, err
				}
			}
			all, a, b = append(all, e), a[1:], b[1:]
		}
	}
	return append(append(all, a...), b...), nil
}

func (l *load) Discard() error {
	if l.ended {
		return nil
	}
	l.ended = true
	l.store.loading.Store(false)
	if l.scratch == "" {
		return nil
	}
	return os.RemoveAll(l.scratch)
}
