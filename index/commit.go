package index

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
)

// Commit sorts what was kept and adds it to the index. The index then holds
// all of it, or on an error or a kill nothing of it. After it the builder can
// only be closed or suspended. The progress function, where there is one, is
// called now and then, from several goroutines, with the share that is done,
// 0 to 1.
func (b *Builder) Commit(ctx context.Context, progress func(done float64)) (Summary, error) {
	if b.done {
		return Summary{}, fmt.Errorf("index: commit of a closed build")
	}
	if progress == nil {
		progress = func(float64) {}
	}
	if err := b.Drop(); err != nil {
		return Summary{}, err
	}
	sum := Summary{Games: int64(len(b.log.facts)), Sources: b.sources}
	for _, n := range b.kept.Parts {
		sum.Visits += n
	}
	if len(b.sources) == 0 {
		return sum, b.Close() // nothing was kept
	}
	if err := b.writeGames(ctx); err != nil {
		return Summary{}, b.ended("write games", err)
	}
	var err error
	if sum.Records, err = b.writePositions(ctx, progress); err != nil {
		return Summary{}, b.ended("sort positions", err)
	}
	if err := b.writeMeta(sum); err != nil {
		return Summary{}, fmt.Errorf("index: write manifest: %w", err)
	}
	if err := ctx.Err(); err != nil {
		return Summary{}, err
	}
	if err := b.load.Commit(ctx); err != nil {
		return Summary{}, fmt.Errorf("index: commit: %w", err)
	}
	progress(1)
	// It took effect: neither ctx nor what is left behind can undo it.
	_ = b.Close()
	return sum, b.ix.reload(context.WithoutCancel(ctx))
}

// ended adds to an error of Commit what was being done. Of temporary files
// that are damaged nothing is taken up by another build.
func (b *Builder) ended(what string, err error) error {
	if errors.Is(err, ErrDamaged) {
		err = errors.Join(err, b.forget())
	}
	return fmt.Errorf("index: %s: %w", what, err)
}

// writePositions sorts the parts on all workers, each worker an equal share
// of adjacent ones, and returns the number of positions.
func (b *Builder) writePositions(ctx context.Context, progress func(float64)) (int64, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var records, parts atomic.Int64
	workers := min(b.options.Workers, 256)
	for w := range workers {
		wg.Go(func() {
			n, err := b.writeParts(ctx, w*256/workers, (w+1)*256/workers, func() {
				progress(float64(parts.Add(1)) / 257)
			})
			records.Add(n)
			if err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	return records.Load(), context.Cause(ctx)
}

func (b *Builder) writeParts(ctx context.Context, from, to int, done func()) (n int64, err error) {
	a := aggregator{facts: b.log.facts, first: uint32(b.base.Games)}
	if a.positions.run, err = b.load.Run(Positions); err != nil {
		return 0, err
	}
	if a.postings.run, err = b.load.Run(Postings); err != nil {
		return 0, err
	}
	// A part may exist twice in memory, besides in the blocks of the spill.
	sort := sorter{limit: max(b.options.Memory/4/int64(b.options.Workers), 1<<16)}
	for part := from; part < to; part++ {
		if err := ctx.Err(); err != nil {
			return a.records, err
		}
		if err := sort.part(b.spill, part, a.add); err != nil {
			return a.records, err
		}
		done()
	}
	if err := a.positions.close(); err != nil {
		return a.records, err
	}
	return a.records, a.postings.close()
}

// writeGames writes the tables of games and facts. The last entry of the
// index before this build may have room for more games; it is written anew.
func (b *Builder) writeGames(ctx context.Context) error {
	if len(b.log.facts) == 0 {
		return nil
	}
	chunk, err := b.last(ctx, Games, gamesPerChunk)
	if err != nil {
		return err
	}
	run, err := b.load.Run(Games)
	if err != nil {
		return err
	}
	w := runWriter{run: run}
	number := uint32(b.base.Games)
	err = b.log.each(func(game []byte) error {
		chunk = append(chunk, game...)
		if number++; number%gamesPerChunk != 0 {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return w.chunk((number-1)/gamesPerChunk, &chunk)
	})
	if err == nil && len(chunk) > 0 {
		err = w.chunk(number/gamesPerChunk, &chunk)
	}
	if err != nil {
		return err
	}
	if err := w.close(); err != nil {
		return err
	}

	if chunk, err = b.last(ctx, Facts, factsPerChunk); err != nil {
		return err
	}
	if w.run, err = b.load.Run(Facts); err != nil {
		return err
	}
	number = uint32(b.base.Games)
	for _, f := range b.log.facts {
		chunk = appendFacts(chunk, f)
		if number++; number%factsPerChunk == 0 {
			if err := w.chunk((number-1)/factsPerChunk, &chunk); err != nil {
				return err
			}
		}
	}
	if len(chunk) > 0 {
		if err := w.chunk(number/factsPerChunk, &chunk); err != nil {
			return err
		}
	}
	return w.close()
}

// chunk writes an entry and empties it.
func (w *runWriter) chunk(number uint32, value *[]byte) error {
	w.key(nil)
	w.arena = binary.BigEndian.AppendUint32(w.arena, number)
	w.middle = len(w.arena)
	w.arena = append(w.arena, *value...)
	*value = (*value)[:0]
	return w.end()
}

// last returns the content of a table's last entry where it has room left.
func (b *Builder) last(ctx context.Context, t Table, perChunk int64) ([]byte, error) {
	if b.base.Games%perChunk == 0 {
		return nil, nil
	}
	var chunk []byte
	err := b.ix.store.Get(ctx, t, [][]byte{chunkKey(uint32(b.base.Games / perChunk))}, func(_ int, value []byte) error {
		chunk = append(chunk, value...)
		return nil
	})
	if err == nil && len(chunk) == 0 {
		err = fmt.Errorf("%w: the last entry of table %s is missing", ErrCorrupt, t)
	}
	return chunk, err
}

// writeMeta writes the manifest and the sources.
func (b *Builder) writeMeta(sum Summary) error {
	m := b.base
	m.Games += sum.Games
	m.Visits += sum.Visits
	m.Records += sum.Records
	m.Builds++
	value, err := json.Marshal(m)
	if err != nil {
		return err
	}
	entries := []Entry{{[]byte(manifestKey), value}}
	for _, s := range b.sources {
		if value, err = json.Marshal(s); err != nil {
			return err
		}
		entries = append(entries, Entry{fmt.Appendf(nil, "%s%s/%d/%010d", sourcePrefix, s.Digest, m.Builds, len(entries)), value})
	}
	slices.SortFunc(entries, func(x, y Entry) int { return slices.Compare(x.Key, y.Key) })
	run, err := b.load.Run(Meta)
	if err != nil {
		return err
	}
	if err := run.Append(entries); err != nil {
		return err
	}
	return run.Close()
}
