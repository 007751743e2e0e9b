package index

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// An Index is what a [Store] has of one game. It answers questions, each by the present state, and changes: it imports
// and merges games, and removes them. Use a [Index.Snapshot] if several answers must agree. It is safe for
// concurrent use, also during a build.
type Index struct {
	questions
	store Store
}

// A Snapshot is a state of an [Index], whatever is built or removed meanwhile. It has the questions of an Index and
// changes nothing. Close it after use. It is safe for concurrent use until then.
type Snapshot struct {
	questions
	held State
}

// questions are what an index and a snapshot have in common. Each is answered by one state.
type questions struct {
	*opened
	state func() (State, error) // to be closed after use
}

// opened is what an index and its snapshots were opened with.
type opened struct {
	config  Config
	adapter Adapter
	readers sync.Pool // of Reader
	aliases atomic.Pointer[knownAliases]
}

// Open opens the index in a store, or an empty one if nothing has been built there
// yet. An index without games takes the configuration when games are added. Otherwise the
// error wraps [ErrKeys] if the index was built with other keys, and [ErrConfig] if the rest
// of its configuration differs, or is impossible. It wraps [ErrFormat] if its format is unknown.
// The packages of games call Open with their adapters. The index has nothing to close but the
// store, which whoever opened it closes.
func Open(ctx context.Context, s Store, c Config, a Adapter) (*Index, error) {
	if len(c.Set.Second) == 0 {
		return nil, fmt.Errorf("%w: the set %q has no secondary code; see zobrist.Set.Complete", ErrKeys, c.Set.Name)
	}
	if len(c.Views) >= MaxViews {
		return nil, fmt.Errorf("%w: %d views, and the most are %d", ErrConfig, len(c.Views)+1, MaxViews)
	}
	if len(c.WordBits) > 1+len(c.Views) || slices.ContainsFunc(c.WordBits,
		func(n uint8) bool { return n > MaxWordBits }) {
		return nil, fmt.Errorf("%w: words of %v bits in %d views, and the most are %d bits", ErrConfig, c.WordBits,
			len(c.Views)+1, MaxWordBits)
	}
	if s == nil || a == nil {
		return nil, fmt.Errorf("%w: an index needs a store and an adapter, which the packages of games have", ErrConfig)
	}
	if _, ok := a.(Replayer); !ok && slices.Max(append([]uint8{0}, c.WordBits...)) > 0 {
		return nil, fmt.Errorf("%w: Config.WordBits %v need Folded positions, and an adapter that is a Replayer", ErrConfig,
			c.WordBits)
	}
	m, err := ReadManifest(ctx, s)
	if err == nil {
		_, err = m.Take(c)
	}
	if err != nil && !errors.Is(err, ErrEmpty) {
		return nil, err
	}
	return &Index{questions{&opened{config: c, adapter: a}, s.State}, s}, nil
}

// Snapshot returns the index as it is now. Close it after use.
func (ix *Index) Snapshot() (*Snapshot, error) { return ix.hold() }

// hold returns the state that several questions are asked of. Close it after use.
func (ix *questions) hold() (*Snapshot, error) {
	s, err := ix.state()
	if err != nil {
		return nil, err
	}
	return &Snapshot{questions{ix.opened, func() (State, error) { return borrowed{s}, nil }}, s}, nil
}

// borrowed is a state that somebody else closes.
type borrowed struct{ State }

// Close implements [State].
func (borrowed) Close() error { return nil }

// Identity returns a value that is equal for snapshots of the same state and for no others, so that a program can
// keep answers as long as they hold. It is nil if the store has none; see [Identified].
func (s *Snapshot) Identity() any {
	if state, ok := s.held.(Identified); ok {
		return state.Identity()
	}
	return nil
}

// Close frees the snapshot. It must not be used afterwards.
func (s *Snapshot) Close() error { return s.held.Close() }

// Build starts to add games as batches of hashes. [Index.Import] adds records. Close the builder after use.
func (ix *Index) Build(ctx context.Context, o BuildOptions) (Builder, error) {
	return ix.store.Begin(ctx, ix.config, o)
}

// Refresh shows what other processes have built since the store was opened or refreshed; see [Store].
func (ix *Index) Refresh(ctx context.Context) (bool, error) { return ix.store.Refresh(ctx) }

// Remove removes the games that a filter selects, and returns their number; see [Store].
func (ix *Index) Remove(ctx context.Context, f Filter, progress func(done float64)) (int64, error) {
	return ix.store.Remove(ctx, f, progress)
}

// Size returns the bytes that each part of the index takes, and the bytes of files that an interrupted build has left.
func (ix *Index) Size(ctx context.Context) (parts []Part, left int64, err error) {
	return ix.store.Size(ctx)
}

// Check reads everything that is stored and checks it, as [Index.Verify] does, but replays no game; see [Store].
func (ix *Index) Check(ctx context.Context, progress func(done float64)) (unread []error, err error) {
	return ix.store.Verify(ctx, progress)
}
