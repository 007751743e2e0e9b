package index

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/zobrist-go/zobrist/index/internal/ordered"
)

// MergeOptions say how the games of another index are added. Zero fields mean the
// defaults.
type MergeOptions struct {
	BuildOptions

	MaxPly int    // as in [ImportOptions]
	Filter Filter // selects the games to add

	// If Progress is not nil it is called now and then, by one goroutine at a time, with
	// the games read so far, and with the share of the sorting that is done, 0 to 1.
	Progress func(games int64, sorted float64)
}

// Merge adds the games of another index, source by source, in one step: if it fails
// or its process is killed, the index stays as it was. A source that the index has
// already is dropped. The keys of the two may differ: all games are replayed. Texts
// come along, and games that this index has already are left out as duplicates.
func (ix *Index) Merge(ctx context.Context, from *Index, o MergeOptions) (_ Summary, err error) {
	if o.Progress == nil {
		o.Progress = func(int64, float64) {}
	}
	held, err := from.Snapshot()
	if err != nil {
		return Summary{}, err
	}
	defer held.Close()
	m, err := held.Manifest(ctx)
	if err != nil && !errors.Is(err, ErrEmpty) {
		return Summary{}, err
	}
	b, err := ix.Build(ctx, o.BuildOptions)
	if err != nil {
		return Summary{}, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	own, err := ix.Manifest(ctx) // which nobody else changes any more
	if err != nil && !errors.Is(err, ErrEmpty) {
		return Summary{}, err
	}
	games, known := int64(0), digestsOf(own.Sources)
	for _, s := range m.Sources {
		if known[s.Digest] || known[s.File] {
			b.Drop(s.Name)
			continue
		}
		n, err := ix.mergeSource(ctx, held, &s, b, o, games)
		if err != nil {
			return Summary{}, fmt.Errorf("%s: %w", s.Name, err)
		}
		games += n
		b.Keep(s)
		known.add(s)
	}
	var mu sync.Mutex
	return b.Commit(ctx, func(done float64) {
		mu.Lock()
		defer mu.Unlock()
		o.Progress(games, done)
	})
}

// mergeSource appends the games of a source that the filter selects, after some others. It
// returns how many games it added.
func (ix *Index) mergeSource(ctx context.Context, from *Snapshot, s *Source, b Builder,
	o MergeOptions, before int64) (added int64, err error) {
	selected := func(yield func(int64, error) bool) {
		for n, err := range from.Select(ctx, o.Filter, s.First) {
			if err == nil && n >= s.End || !yield(n, err) {
				return
			}
		}
	}
	appended := int64(0)
	err = ordered.Do(ctx, chunked(selected, exportGames), o.Workers,
		func(ctx context.Context, numbers []int64) (*Batch, error) {
			return ix.replayBatch(ctx, from, numbers, o)
		},
		func(batch *Batch) error {
			appended += int64(len(batch.Games))
			left, err := b.Append(ctx, batch)
			if err != nil {
				return err
			}
			added += int64(len(batch.Games) - len(left))
			o.Progress(before+added, 0)
			return nil
		})
	if s.Filtered += s.Games - appended; s.Filtered > 0 {
		s.Digest, s.File = "", "" // the file may come with its other games
	}
	return added, err
}

// replayBatch reads games of another index and hashes their positions.
func (ix *Index) replayBatch(ctx context.Context, from *Snapshot, numbers []int64, o MergeOptions) (*Batch, error) {
	games, err := from.Games(ctx, numbers, !o.NoTexts)
	if err != nil {
		return nil, err
	}
	h, err := ix.replayer(from.adapter)
	if err != nil {
		return nil, err
	}
	defer ix.readers.Put(h.reader)
	batch := new(Batch)
	for i := range games {
		if err := h.add(batch, &games[i], o.MaxPly, true); err != nil {
			return nil, fmt.Errorf("game %d: %w", numbers[i], err)
		}
	}
	return batch, nil
}
