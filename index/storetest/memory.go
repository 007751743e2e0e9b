package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/index"
)

// Memory returns an empty store in memory: for examples, for tests of what uses
// an index, and as the simplest store to read. A load copies the sections that it
// changes. A look-up is a binary search.
func Memory() index.Store {
	m := new(memory)
	m.sections.Store(&sections{})
	return m
}

type sections map[index.Section][]index.Entry

type memory struct {
	sections atomic.Pointer[sections] // replaced, never changed
	loading  atomic.Bool
}

// search returns the place of the first entry whose key is not below key, and whether
// it is equal.
func search(entries []index.Entry, key []byte) (int, bool) {
	return slices.BinarySearchFunc(entries, index.Entry{Key: key}, compareKeys)
}

// Get implements [index.Store].
func (m *memory) Get(ctx context.Context, s index.Section, keys [][]byte, found func(int, []byte) error) error {
	entries := (*m.sections.Load())[s]
	for i, key := range keys {
		if err := ctx.Err(); err != nil {
			return err
		}
		if at, ok := search(entries, key); ok {
			if err := found(i, entries[at].Value); err != nil {
				return err
			}
		}
	}
	return nil
}

// Scan implements [index.Store].
func (m *memory) Scan(ctx context.Context, s index.Section, from, to []byte) iter.Seq2[index.Entry, error] {
	return func(yield func(index.Entry, error) bool) {
		entries := (*m.sections.Load())[s]
		start, _ := search(entries, from)
		for _, e := range entries[start:] {
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
func (m *memory) Begin(context.Context) (index.Load, error) {
	if !m.loading.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("%w: another load is not finished", index.ErrLocked)
	}
	return &memoryLoad{store: m}, nil
}

// Size implements [index.Store]: the bytes of keys and values.
func (m *memory) Size(context.Context) (map[index.Section]int64, int64, error) {
	sizes := make(map[index.Section]int64)
	for s, entries := range *m.sections.Load() {
		for _, e := range entries {
			sizes[s] += int64(len(e.Key) + len(e.Value))
		}
	}
	return sizes, 0, nil
}

// Close implements [index.Store]. It does nothing.
func (m *memory) Close() error { return nil }

type memoryLoad struct {
	store   *memory
	scratch string
	ended   bool

	mu   sync.Mutex
	runs []*memoryRun
}

type memoryRun struct {
	section index.Section
	entries []index.Entry
	failed  error
	closed  bool
}

func (l *memoryLoad) Scratch() (_ string, err error) {
	if l.scratch == "" {
		l.scratch, err = os.MkdirTemp("", "zobrist-index-")
	}
	return l.scratch, err
}

func (l *memoryLoad) Run(s index.Section) (index.Run, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &memoryRun{section: s}
	l.runs = append(l.runs, r)
	return r, nil
}

func (r *memoryRun) Append(entries []index.Entry) error {
	for _, e := range entries {
		if n := len(r.entries); n > 0 && bytes.Compare(r.entries[n-1].Key, e.Key) >= 0 {
			r.failed = fmt.Errorf("storetest: run of %s: %x after %x", r.section, e.Key, r.entries[n-1].Key)
			return r.failed
		}
		r.entries = append(r.entries, index.Entry{Key: bytes.Clone(e.Key), Value: bytes.Clone(e.Value)})
	}
	return nil
}

func (r *memoryRun) Close() error {
	r.closed = true
	return nil
}

func (l *memoryLoad) Commit(ctx context.Context) error {
	if l.ended {
		return errors.New("storetest: commit of a load that has ended")
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	next := maps.Clone(*l.store.sections.Load())
	added := make(sections)
	for _, r := range l.runs {
		if r.failed != nil {
			return r.failed
		}
		if !r.closed {
			return fmt.Errorf("storetest: commit with an open run of %s", r.section)
		}
		added[r.section] = append(added[r.section], r.entries...)
	}
	for s, entries := range added {
		slices.SortFunc(entries, compareKeys)
		for i := 1; i < len(entries); i++ {
			if compareKeys(entries[i-1], entries[i]) == 0 {
				return fmt.Errorf("storetest: two runs of %s overlap at key %x", s, entries[i].Key)
			}
		}
		merged, err := merge(s, next[s], entries)
		if err != nil {
			return err
		}
		next[s] = merged
	}
	l.store.sections.Store(&next)
	return l.Discard()
}

func compareKeys(a, b index.Entry) int { return bytes.Compare(a.Key, b.Key) }

// merge merges the entries of a section with newer ones. Both are sorted.
func merge(s index.Section, old, newer []index.Entry) ([]index.Entry, error) {
	all := make([]index.Entry, 0, len(old)+len(newer))
	for len(old) > 0 && len(newer) > 0 {
		switch compareKeys(old[0], newer[0]) {
		case -1:
			all, old = append(all, old[0]), old[1:]
		case 1:
			all, newer = append(all, newer[0]), newer[1:]
		default:
			e := newer[0]
			if s == index.Positions {
				var err error
				if e.Value, err = index.MergeRecords(nil, old[0].Value, e.Value); err != nil {
					return nil, err
				}
			}
			all, old, newer = append(all, e), old[1:], newer[1:]
		}
	}
	return append(append(all, old...), newer...), nil
}

func (l *memoryLoad) Discard() error {
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
