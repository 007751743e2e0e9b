package flat

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// Options configure a store. Zero fields mean the defaults.
type Options struct {
	// ReadOnly opens an existing index, which cannot be changed. Nothing is written.
	ReadOnly bool
}

// A Store is an [index.Store] in a folder. Make one with [Open]. It is safe for
// concurrent use, also by [Store.Close].
type Store struct {
	folder *sorted.Folder[*manifest, *run]
	cells  cellRule
}

// Open opens the index in a folder. If there is none, the store is empty and the first
// build makes the folder, unless the options say ReadOnly: then the error wraps
// [index.ErrEmpty]. Opening takes well under a millisecond: runs are mapped into memory
// and read when asked.
//
// Any number of processes may open a folder, also while one of them builds; see
// [Store.Refresh].
func Open(dir string, o Options) (*Store, error) {
	folder, err := sorted.OpenFolder(dir, sorted.FolderOptions[*manifest, *run]{
		Family: family, Suffix: runSuffix, ReadOnly: o.ReadOnly,
		New: func() *manifest { return new(manifest) }, Open: openEntry, Value: newState,
		Check: sameIndex, Keep: resumable,
	})
	if err != nil {
		return nil, err
	}
	return &Store{folder: folder, cells: usualCells}, nil
}

// sameIndex checks that a newer manifest is of the index that was opened.
func sameIndex(old, now *manifest) error {
	if err := old.Manifest.Check(now.Manifest); err != nil {
		return fmt.Errorf("another index took its place: %w", err)
	}
	return nil
}

// openEntry opens a run and compares it with what the manifest says.
func openEntry(path string, m *manifest, number int) (*run, error) {
	r, err := openRun(path)
	if err != nil {
		return nil, err
	}
	if e := m.Runs[number]; r.info().entry(e.File, e.Base) != e {
		_ = r.Close()
		return nil, fmt.Errorf("%w: %s is not the file that %s names", index.ErrCorrupt, path, sorted.ManifestName)
	}
	return r, nil
}

// State implements [index.Store]. It takes well under a µs.
func (s *Store) State() (index.State, error) {
	r, err := s.folder.Snapshot()
	if err != nil {
		return nil, err
	}
	return &snapshot{r}, nil
}

// acquire returns the current state. Release it afterwards.
func (s *Store) acquire() (*state, error) {
	t, err := s.folder.Acquire()
	if err != nil {
		return nil, err
	}
	return stateOf(t), nil
}

// Close implements [index.Store]. Questions that are being answered and snapshots go on.
// Later questions, and a Commit that would change the index, return an error that wraps
// [fs.ErrClosed].
func (s *Store) Close() error { return s.folder.Close() }

// Refresh implements [index.Store]. Without news it costs one system call.
func (s *Store) Refresh(context.Context) (bool, error) { return s.folder.Refresh() }

// Verify implements [index.Store].
func (s *Store) Verify(ctx context.Context, progress func(done float64)) (unread []error, err error) {
	state, err := s.acquire()
	if err != nil {
		return nil, err
	}
	defer state.Release()
	return nil, state.verify(ctx, progress)
}

// Size implements [index.Store].
func (s *Store) Size(ctx context.Context) (parts []index.Part, left int64, err error) {
	state, err := s.acquire()
	if err != nil {
		return nil, 0, err
	}
	defer state.Release()
	if parts, err = state.size(ctx); err != nil {
		return nil, 0, err
	}
	if info, err := os.Stat(filepath.Join(s.folder.Dir(), sorted.ManifestName)); err == nil {
		parts = append(parts, index.Part{Name: "manifest", Bytes: info.Size()})
	}
	left, err = s.folder.Left()
	return parts, left, err
}
