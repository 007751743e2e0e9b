package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
)

// Commit sorts what was kept and adds it to the index, all of it or, if there is
// an error or the process is killed, nothing. Afterwards the builder can only be
// closed or suspended. If progress is not nil, it is called now and then, from
// several goroutines, with the share that is done, 0 to 1.
func (b *Builder) Commit(ctx context.Context, progress func(done float64)) (Summary, error) {
	if b.done {
		return Summary{}, errors.New("index: commit of a closed build")
	}
	if progress == nil {
		progress = func(float64) {}
	}
	if b.failed != nil {
		return Summary{}, b.failed
	}
	b.drop()
	sum := b.summary
	sum.Games = b.Games()
	if len(sum.Sources) == 0 {
		return sum, b.Close() // nothing was kept
	}
	kept := b.keptFacts()
	if err := b.writeGames(ctx, kept); err != nil {
		return Summary{}, b.commitError("write games", err)
	}
	if err := b.writePositions(ctx, kept, &sum, progress); err != nil {
		return Summary{}, b.commitError("sort positions", err)
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
	// The build took effect: neither a cancelled ctx nor files left behind change that.
	_ = b.Close()
	return sum, b.ix.reload(context.WithoutCancel(ctx))
}

// commitError adds to an error of Commit what was being done. If temporary files
// are damaged, no other build may go on from them.
func (b *Builder) commitError(what string, err error) error {
	if errors.Is(err, ErrDamaged) {
		err = errors.Join(err, b.forget())
	}
	return fmt.Errorf("index: %s: %w", what, err)
}

// keptFacts returns the facts of the games that were not dropped.
func (b *Builder) keptFacts() []facts {
	if len(b.dropped) == 0 {
		return b.log.facts
	}
	var kept []facts
	for i, f := range b.log.facts {
		if _, ok := b.dropped.number(uint32(i)); ok {
			kept = append(kept, f)
		}
	}
	return kept
}

// writePositions sorts the parts, an equal share of adjacent ones on each worker. It
// adds the numbers of positions and visits to the summary.
func (b *Builder) writePositions(ctx context.Context, kept []facts, sum *Summary, progress func(float64)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	var parts, records, visits atomic.Int64
	workers := min(b.options.Workers, 256)
	for w := range workers {
		wg.Go(func() {
			a := aggregator{games: len(b.log.facts), dropped: b.dropped, facts: kept, first: uint32(b.base.Games)}
			err := b.writeParts(ctx, &a, w*256/workers, (w+1)*256/workers, func() {
				progress(float64(parts.Add(1)) / 257)
			})
			if err != nil {
				cancel(err)
			}
			records.Add(a.records)
			visits.Add(a.visits)
		})
	}
	wg.Wait()
	sum.Records, sum.Visits = records.Load(), visits.Load()
	return context.Cause(ctx)
}

// writeParts writes the parts from up to to.
func (b *Builder) writeParts(ctx context.Context, a *aggregator, from, to int, done func()) (err error) {
	if a.positions.run, err = b.load.Run(Positions); err != nil {
		return err
	}
	if a.postings.run, err = b.load.Run(Postings); err != nil {
		return err
	}
	// A part may be in memory twice, apart from the blocks of the spill.
	sort := sorter{limit: max(b.options.Memory/4/int64(b.options.Workers), 1<<16)}
	for part := from; part < to; part++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := sort.part(b.spill, part, a.add); err != nil {
			return err
		}
		done()
	}
	return errors.Join(a.positions.close(), a.postings.close())
}

// writeGames writes the sections of games and facts.
func (b *Builder) writeGames(ctx context.Context, kept []facts) error {
	if len(kept) == 0 {
		return nil
	}
	err := b.writeChunks(ctx, Games, gamesPerChunk, func(add func([]byte) error) error {
		i := uint32(0)
		return b.log.each(func(game []byte) error {
			_, ok := b.dropped.number(i)
			if i++; !ok {
				return nil
			}
			return add(game)
		})
	})
	if err != nil {
		return err
	}
	return b.writeChunks(ctx, Facts, factsPerChunk, func(add func([]byte) error) error {
		var one []byte
		for _, f := range kept {
			one = appendFacts(one[:0], f)
			if err := add(one); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeChunks writes a section of one item a game, size of them in an entry. The
// last entry that the index has may have room for more; it is written anew.
func (b *Builder) writeChunks(ctx context.Context, s Section, size int64,
	each func(add func(item []byte) error) error) error {
	number := b.base.Games
	var chunk []byte
	if number%size != 0 {
		err := b.ix.store.Get(ctx, s, [][]byte{chunkKey(uint32(number / size))}, func(_ int, value []byte) error {
			chunk = append(chunk, value...)
			return nil
		})
		if err == nil && len(chunk) == 0 {
			err = fmt.Errorf("%w: the last entry of %s is missing", ErrCorrupt, s)
		}
		if err != nil {
			return err
		}
	}
	run, err := b.load.Run(s)
	if err != nil {
		return err
	}
	w := runWriter{run: run}
	write := func() error {
		w.key(chunkKey(uint32((number - 1) / size)))
		w.arena = append(w.arena, chunk...)
		chunk = chunk[:0]
		return w.end()
	}
	err = each(func(item []byte) error {
		chunk = append(chunk, item...)
		if number++; number%size != 0 {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		return write()
	})
	if err == nil && len(chunk) > 0 {
		err = write()
	}
	if err != nil {
		return err
	}
	return w.close()
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
	for i, s := range sum.Sources {
		if value, err = json.Marshal(s); err != nil {
			return err
		}
		entries = append(entries, Entry{fmt.Appendf(nil, "%s%010d/%010d", sourcePrefix, m.Builds, i), value})
	}
	run, err := b.load.Run(Meta)
	if err != nil {
		return err
	}
	if err := run.Append(entries); err != nil {
		return err
	}
	return run.Close()
}
