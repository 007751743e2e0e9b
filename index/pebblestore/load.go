package pebblestore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/objstorage/objstorageprovider"
	"github.com/cockroachdb/pebble/v2/sstable"
	"github.com/cockroachdb/pebble/v2/vfs"

	"github.com/zobrist-go/zobrist/index"
)

// fileSize is the number of bytes of keys and values after which a run continues
// in another file.
const fileSize = 64 << 20

// A load writes files beside the engine's. Commit makes the engine take them over.
type load struct {
	store *Store
	ended bool

	mu     sync.Mutex
	files  []string
	open   map[*run]bool
	failed error // the first failure of a run
}

// Begin implements [index.Store].
func (s *Store) Begin(context.Context) (index.Load, error) {
	if s.options.ReadOnly {
		return nil, fmt.Errorf("%s: load: the store is open for reading only", s.dir)
	}
	if !s.loading.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("%s: %w: another load is not finished", s.dir, index.ErrLocked)
	}
	err := os.RemoveAll(filepath.Join(s.dir, loadDir))
	if err == nil {
		err = os.MkdirAll(filepath.Join(s.dir, loadDir), 0o777)
	}
	if err != nil {
		s.loading.Store(false)
		return nil, err
	}
	return &load{store: s, open: make(map[*run]bool)}, nil
}

// Scratch implements [index.Load].
func (l *load) Scratch() (string, error) {
	dir := filepath.Join(l.store.dir, scratchDir)
	return dir, os.MkdirAll(dir, 0o777)
}

// Run implements [index.Load].
func (l *load) Run(to index.Section) (index.Run, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := &run{load: l, section: to}
	l.open[r] = true
	return r, nil
}

// file returns the path of another file.
func (l *load) file() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	path := filepath.Join(l.store.dir, loadDir, fmt.Sprintf("%06d.sst", len(l.files)))
	l.files = append(l.files, path)
	return path
}

// Commit implements [index.Load]. The engine links all files into its own
// directory and records them by one write to its manifest.
func (l *load) Commit(ctx context.Context) error {
	if l.ended {
		return errors.New("pebblestore: commit of a load that has ended")
	}
	if l.failed != nil {
		return l.failed
	}
	if n := len(l.open); n > 0 {
		return fmt.Errorf("pebblestore: commit with %d open runs", n)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(l.files) > 0 {
		if err := l.store.db.Ingest(ctx, l.files); err != nil {
			return l.store.wrap(err)
		}
		l.store.advance()
	}
	// The load took effect. The next one removes what this one cannot.
	_ = os.RemoveAll(filepath.Join(l.store.dir, scratchDir))
	_ = l.Discard()
	return nil
}

// Discard implements [index.Load].
func (l *load) Discard() error {
	if l.ended {
		return nil
	}
	l.ended = true
	for r := range l.open {
		_ = r.finish() // closes the file, which is removed below
	}
	l.store.loading.Store(false)
	_ = os.Remove(filepath.Join(l.store.dir, scratchDir)) // if it is empty
	return os.RemoveAll(filepath.Join(l.store.dir, loadDir))
}

// A run is written to one or several files.
type run struct {
	load    *load
	section index.Section
	writer  *sstable.Writer
	bytes   int
	key     []byte
}

// Append implements [index.Run].
func (r *run) Append(entries []index.Entry) error {
	return r.load.note(r.append(entries))
}

// note remembers the first failure, which prevents a commit.
func (l *load) note(err error) error {
	if err == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.failed == nil {
		l.failed = err
	}
	return err
}

func (r *run) append(entries []index.Entry) error {
	for _, e := range entries {
		if r.writer == nil {
			if err := r.open(); err != nil {
				return err
			}
		}
		r.key = appendKey(r.key[:0], r.section, e.Key)
		var err error
		if r.section == index.Positions {
			err = r.writer.Merge(r.key, e.Value)
		} else {
			err = r.writer.Set(r.key, e.Value)
		}
		if err != nil {
			return err
		}
		if r.bytes += len(r.key) + len(e.Value); r.bytes >= fileSize {
			if err := r.finish(); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *run) open() error {
	f, err := vfs.Default.Create(r.load.file(), vfs.WriteCategoryUnspecified)
	if err != nil {
		return err
	}
	db, level := r.load.store.db, len(pebble.Options{}.Levels)-1
	options := r.load.store.options.MakeWriterOptions(level, db.TableFormat())
	r.writer = sstable.NewWriter(objstorageprovider.NewFileWritable(f), options)
	r.bytes = 0
	return nil
}

func (r *run) finish() error {
	if r.writer == nil {
		return nil
	}
	err := r.writer.Close()
	r.writer = nil
	return err
}

// Close implements [index.Run].
func (r *run) Close() error {
	r.load.mu.Lock()
	delete(r.load.open, r)
	r.load.mu.Unlock()
	return r.load.note(r.finish())
}
