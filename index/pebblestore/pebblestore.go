// Package pebblestore keeps an index on disk, in a directory of its own, with
// the embedded engine Pebble. It is the store to use on one machine:
//
//	store, err := pebblestore.Open("games.index", pebblestore.Options{})
//	if err != nil {
//		return err
//	}
//	defer store.Close()
//	ix, err := index.Open(ctx, store, config)
//
// # Guarantees
//
// A load becomes visible all at once and durably. A process killed at any
// moment leaves the index as it was before or as it is after, and in the
// folder scratch what the next load may take up.
//
// # Limits
//
// One process may have a directory open for writing, or several for reading;
// the others get [index.ErrLocked].
//
// # Cost
//
// A sorted run is written as table files, which the engine takes over without
// copying; later loads are merged in the background while a process has the
// store open for writing. A look-up in a warm cache takes a few µs.
package pebblestore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/zobrist-go/zobrist/index"
)

// Options configure a store. Zero fields mean the defaults.
type Options struct {
	// Cache is the number of bytes of table blocks kept in memory; the
	// default is 64 MiB.
	Cache int64

	// ReadOnly opens a store that must exist, beside other readers.
	ReadOnly bool
}

// A Store is an [index.Store] in a directory. Make one with [Open].
type Store struct {
	db      *pebble.DB
	options *pebble.Options
	dir     string
	loading atomic.Bool
	closed  atomic.Bool

	// Readers see the store after the last load, by a snapshot. Without one a
	// part of a load may be seen before the rest: the engine hides entries by
	// their sequence numbers until it publishes these, but where a compaction
	// of the new entries ends before that it sets the numbers to zero
	// (cockroachdb/pebble, pull request 6087; in all releases up to v2.1.7).
	// The lock is held while a read begins, not while it lasts.
	mu    sync.RWMutex
	state *pebble.Snapshot
}

// The directory holds the engine's files, and those of a load.
const (
	engineDir  = "pebble"
	loadDir    = "load"
	scratchDir = "scratch"
)

// Open opens the store in a directory, which it makes where there is none and
// the options allow it. The error wraps [index.ErrEmpty] where there is none to
// read, and [index.ErrLocked] where another process has it open.
func Open(dir string, o Options) (*Store, error) {
	if o.Cache == 0 {
		o.Cache = 64 << 20
	}
	engine := filepath.Join(dir, engineDir)
	if o.ReadOnly {
		if _, err := os.Stat(filepath.Join(engine, "LOCK")); errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("open %s: %w", dir, index.ErrEmpty)
		}
	} else if err := checkDir(dir); err != nil {
		return nil, err
	}
	s := &Store{dir: dir, options: engineOptions(o)}
	db, err := pebble.Open(engine, s.options)
	if errors.Is(err, pebble.ErrDBDoesNotExist) {
		err = index.ErrEmpty
	}
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", dir, err)
	}
	s.db, s.state = db, db.NewSnapshot()
	return s, nil
}

// advance shows readers the store as it is now.
func (s *Store) advance() {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.state
	s.state = s.db.NewSnapshot()
	_ = before.Close() // it could at worst go on keeping what was replaced
}

// checkDir refuses a directory that holds something else.
func checkDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return os.MkdirAll(dir, 0o777)
	}
	for _, e := range entries {
		if name := e.Name(); name != engineDir && name != loadDir && name != scratchDir {
			return fmt.Errorf("open %s: the directory holds %s, which is not part of an index; name another one", dir, name)
		}
	}
	return err
}

func engineOptions(o Options) *pebble.Options {
	options := &pebble.Options{
		FS:                 lockFS{vfs.Default, o.ReadOnly},
		FormatMajorVersion: pebble.FormatNewest,
		CacheSize:          o.Cache,
		ReadOnly:           o.ReadOnly,
		Merger:             &pebble.Merger{Name: "zobrist.index.1", Merge: newMerger},
		Logger:             silent{},
	}
	for i := range options.TargetFileSizes {
		options.TargetFileSizes[i] = 32 << 20
	}
	options.EnsureDefaults()
	return options
}

// silent keeps the engine's log to itself; errors are returned.
type silent struct{}

func (silent) Infof(string, ...any)  {}
func (silent) Errorf(string, ...any) {}
func (silent) Fatalf(format string, args ...any) {
	panic(fmt.Sprintf("pebblestore: "+format, args...))
}

// A key of the engine is the table's number, then the key.
func appendKey(dst []byte, t index.Table, key []byte) []byte {
	return append(append(dst, byte(t)), key...)
}

// Get implements [index.Store].
func (s *Store) Get(ctx context.Context, t index.Table, keys [][]byte, found func(int, []byte) error) error {
	var space [64]byte
	for i, key := range keys {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.mu.RLock()
		value, closer, err := s.state.Get(appendKey(space[:0], t, key))
		s.mu.RUnlock()
		if errors.Is(err, pebble.ErrNotFound) {
			continue
		}
		if err != nil {
			return s.wrap(err)
		}
		err = found(i, value)
		if e := closer.Close(); err == nil {
			err = e
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) wrap(err error) error {
	if pebble.IsCorruptionError(err) {
		return fmt.Errorf("%s: %w: %w", s.dir, index.ErrCorrupt, err)
	}
	return fmt.Errorf("%s: %w", s.dir, err)
}

// Scan implements [index.Store].
func (s *Store) Scan(ctx context.Context, t index.Table, from, to []byte) iter.Seq2[index.Entry, error] {
	return func(yield func(index.Entry, error) bool) {
		upper := []byte{byte(t) + 1}
		if to != nil {
			upper = appendKey(nil, t, to)
		}
		s.mu.RLock()
		it, err := s.state.NewIterWithContext(ctx, &pebble.IterOptions{LowerBound: appendKey(nil, t, from), UpperBound: upper})
		s.mu.RUnlock()
		if err != nil {
			yield(index.Entry{}, s.wrap(err))
			return
		}
		defer it.Close()
		for ok := it.First(); ok; ok = it.Next() {
			if err := ctx.Err(); err != nil {
				yield(index.Entry{}, err)
				return
			}
			value, err := it.ValueAndErr()
			if err != nil {
				yield(index.Entry{}, s.wrap(err))
				return
			}
			if !yield(index.Entry{Key: it.Key()[1:], Value: value}, nil) {
				return
			}
		}
		if err := it.Error(); err != nil {
			yield(index.Entry{}, s.wrap(err))
		}
	}
}

// Size implements [index.Store]: the engine's estimate of the bytes on disk.
func (s *Store) Size(context.Context) (map[index.Table]int64, error) {
	sizes := make(map[index.Table]int64)
	for _, t := range index.Tables() {
		n, err := s.db.EstimateDiskUsage([]byte{byte(t)}, []byte{byte(t) + 1})
		if err != nil {
			return nil, s.wrap(err)
		}
		sizes[t] = int64(n)
	}
	return sizes, nil
}

// Compact brings the store into its final shape: one sorted run, the fastest
// to read. It takes time in proportion to what was loaded since.
func (s *Store) Compact(ctx context.Context) error {
	if err := s.db.Compact(ctx, []byte{0}, []byte{0xff}, true); err != nil {
		return s.wrap(err)
	}
	return nil
}

// Close implements [index.Store]. A second Close does nothing.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	return errors.Join(s.state.Close(), s.db.Close())
}
