// Package pebblestore keeps an index on disk, in a directory of its own, with the
// embedded engine Pebble. It is the store for one machine:
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
// A load becomes visible as a whole, and durably. A process that is killed leaves
// the index as it was before the load or as it is after it. The folder scratch
// keeps what the next load may go on from.
//
// # Limits
//
// One process may have a directory open for writing, or several for reading. The
// others get [index.ErrLocked].
//
// # Cost
//
// A sorted run is written as files that the engine links into its directory
// without copying. Later loads are merged in the background while a process has
// the store open for writing. A look-up in a warm cache takes a few µs.
//
// # Sources
//
// github.com/cockroachdb/pebble, a log-structured merge tree after LevelDB and
// RocksDB.
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
	// Cache is the number of bytes of data blocks kept in memory; the default is
	// 64 MiB.
	Cache int64

	// ReadOnly opens an existing store. Several processes may do so.
	ReadOnly bool
}

// A Store is an [index.Store] in a directory. Make one with [Open].
type Store struct {
	db      *pebble.DB
	options *pebble.Options
	dir     string
	loading atomic.Bool
	closed  atomic.Bool

	// Readers see a snapshot of the store after the last load. Without it they might
	// see a part of a load before the rest: the engine hides new entries by their
	// sequence numbers until it publishes these, but a compaction that ends earlier
	// sets the numbers to zero (cockroachdb/pebble, pull request 6087; in all releases
	// up to v2.1.7). The lock is held only while a read begins.
	mu    sync.RWMutex
	state *pebble.Snapshot
}

// Folders in the directory of a store.
const (
	engineDir  = "pebble"
	loadDir    = "load"    // runs of a load before its commit
	scratchDir = "scratch" // see [index.Load]
)

// Open opens the store in a directory. It makes the directory if it does not
// exist, unless the options say ReadOnly: then the error wraps [index.ErrEmpty].
// It wraps [index.ErrLocked] if another process has the store open.
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
	_ = before.Close() // a failure only keeps replaced entries on disk
}

// checkDir makes the directory if it does not exist. It refuses one that holds
// anything but a store.
func checkDir(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return os.MkdirAll(dir, 0o777)
	}
	for _, e := range entries {
		if name := e.Name(); name != engineDir && name != loadDir && name != scratchDir {
			return fmt.Errorf("open %s: it holds %s, which is not part of an index; name another directory", dir, name)
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

// silent discards the engine's log. Errors are returned.
type silent struct{}

func (silent) Infof(string, ...any)  {}
func (silent) Errorf(string, ...any) {}
func (silent) Fatalf(format string, args ...any) {
	panic(fmt.Sprintf("pebblestore: "+format, args...))
}

// appendKey appends a key of the engine: the number of the section, then the key.
func appendKey(dst []byte, in index.Section, key []byte) []byte {
	return append(append(dst, byte(in)), key...)
}

// Get implements [index.Store].
func (s *Store) Get(ctx context.Context, in index.Section, keys [][]byte, found func(int, []byte) error) error {
	var space [64]byte
	for i, key := range keys {
		if err := ctx.Err(); err != nil {
			return err
		}
		s.mu.RLock()
		value, closer, err := s.state.Get(appendKey(space[:0], in, key))
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
func (s *Store) Scan(ctx context.Context, in index.Section, from, to []byte) iter.Seq2[index.Entry, error] {
	return func(yield func(index.Entry, error) bool) {
		upper := []byte{byte(in) + 1}
		if to != nil {
			upper = appendKey(nil, in, to)
		}
		s.mu.RLock()
		bounds := pebble.IterOptions{LowerBound: appendKey(nil, in, from), UpperBound: upper}
		it, err := s.state.NewIterWithContext(ctx, &bounds)
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

// Size implements [index.Store]. The sizes of sections are the engine's estimates.
func (s *Store) Size(context.Context) (sections map[index.Section]int64, left int64, err error) {
	sections = make(map[index.Section]int64)
	for _, in := range index.Sections() {
		n, err := s.db.EstimateDiskUsage([]byte{byte(in)}, []byte{byte(in) + 1})
		if err != nil {
			return nil, 0, s.wrap(err)
		}
		sections[in] = int64(n)
	}
	for _, name := range []string{loadDir, scratchDir} {
		n, err := dirSize(filepath.Join(s.dir, name))
		if err != nil {
			return nil, 0, err
		}
		left += n
	}
	return sections, left, nil
}

// dirSize returns the bytes of the files in a directory, 0 if it does not exist.
func dirSize(dir string) (n int64, err error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil { // otherwise it has just been removed
			n += info.Size()
		}
	}
	return n, err
}

// Close implements [index.Store]. A second call does nothing.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	return errors.Join(s.state.Close(), s.db.Close())
}
