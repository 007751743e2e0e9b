package flat

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// Commit implements [index.Builder]. It makes a run of what was kept, and a manifest
// that names it. Then it merges runs, if there are many; see [merges].
func (b *builder) Commit(ctx context.Context, progress func(done float64)) (index.Summary, error) {
	if err := b.usable(ctx); err != nil {
		return index.Summary{}, err
	}
	if progress == nil {
		progress = func(float64) {}
	}
	b.drop()
	b.ended = true
	sum := b.summary
	sum.Games = b.games()
	if sum.Games == 0 && len(sum.Sources) == 0 {
		b.whole = b.log.file != nil // otherwise what another build has saved stays
		return sum, b.Close()
	}
	m := b.session.manifest.clone()
	share := 1 - mergeShare(append(m.Runs, runEntry{Games: sum.Games}), sum.Games)
	if sum.Games > 0 {
		texts, err := b.addRun(ctx, &m, func(done float64) { progress(share * done) })
		if errors.Is(err, index.ErrDamaged) { // no other build may go on from these files
			err = errors.Join(err, b.forget())
		}
		if err != nil {
			return index.Summary{}, fmt.Errorf("index: write the index: %w", err)
		}
		m.Texts = m.Texts && texts
		sum.Visits, sum.Records = m.Runs[len(m.Runs)-1].Visits, m.Runs[len(m.Runs)-1].Records
	}
	m.Sources = append(m.Sources, sum.Sources...)
	m.Next += sum.Games
	m.Builds++
	if err := b.session.publish(m); err != nil {
		return index.Summary{}, fmt.Errorf("index: write the manifest: %w", err)
	}
	// The build took effect. What follows saves time later: no error of it counts, nor
	// that ctx is done.
	b.freeMemory()
	b.whole = true
	_ = b.session.merge(ctx, &b.options, func(done float64) { progress(share + (1-share)*done) })
	progress(1)
	_ = b.Close()
	return sum, nil
}

// freeMemory frees the memory that is not needed after the run was written.
func (b *builder) freeMemory() {
	b.spill.Close()
	b.log.close()
	b.log.frame = nil
}

// addRun ends the run and adds it to the manifest. It reports whether each game
// has its text.
func (b *builder) addRun(ctx context.Context, m *manifest, progress func(float64)) (texts bool, err error) {
	b.table.close()
	if b.run == nil {
		if err := b.replay(ctx, progress); err != nil {
			return false, err
		}
	}
	b.spill.End()
	if err := b.run.endGames(); err != nil {
		return false, err
	}
	if err := b.writeSegments(ctx, progress); err != nil {
		return false, err
	}
	info, err := b.run.close()
	b.run = nil
	if err != nil {
		return false, err
	}
	name := m.nextRun()
	m.Runs = append(m.Runs, info.entry(name, m.Next))
	return b.texts, os.Rename(b.newRun(), b.session.path(name))
}

// newRun is the path of the run before it belongs to the index.
func (b *builder) newRun() string { return filepath.Join(b.dir, runFile) }

func (b *builder) createRun() (err error) {
	b.texts = true
	b.run, err = createRun(b.newRun(), runOptions{views: b.digests, texts: !b.options.NoTexts, words: b.words,
		cells: b.store.cells.within(memory(b.options.Memory))})
	return err
}

func (b *builder) writeGame(g *index.Game) error {
	b.texts = b.texts && g.Text != nil && !b.options.NoTexts
	return b.run.game(g)
}

// abortRun removes the run, whose games are not those to be added.
func (b *builder) abortRun() {
	if b.run != nil {
		_ = b.run.abort() // its file is removed with the folder
		b.run = nil
	}
}

// replay writes the games that were not dropped from the log to a run.
func (b *builder) replay(ctx context.Context, progress func(float64)) error {
	if err := b.createRun(); err != nil {
		return err
	}
	i := uint32(0)
	return b.log.each(false, func(g *index.Game, _ index.Key) error {
		_, kept := b.dropped.number(i)
		if i++; i%1024 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress(gamesShare * float64(i) / float64(b.log.games))
		}
		if !kept {
			return nil
		}
		return b.writeGame(g)
	})
}

// Shares of the progress of a commit.
const (
	gamesShare    = 0.2
	segmentsShare = 0.75
)

// writeSegments sorts the parts and writes each as a segment.
func (b *builder) writeSegments(ctx context.Context, progress func(float64)) error {
	m := memory(b.options.Memory)
	held := m.visits()
	if b.spill.InFile() {
		if err := b.spill.Flush(); err != nil {
			return err
		}
		b.spill.Forget()
		held = 0
	}
	workers, each := m.workers(b.options.Workers, held)
	return eachSegment(ctx, b.digests+1, workers, progress, func() func(view int, first byte) error {
		e := positionEncoder{newSegmentEncoder(b.run, each.buffer), filepath.Join(b.dir, visitsName), b.log.games,
			b.dropped}
		sort := newSorter(each.sorter)
		return func(view int, first byte) error {
			e.begin(view, first)
			err := sort.Part(b.spill, view, first, &e)
			if err == nil {
				err = b.run.segment(e.segmentEncoder)
			}
			return errors.Join(err, e.end())
		}
	})
}

// eachSegment calls write for all segments of the views. There are several workers,
// each with its own function.
func eachSegment(ctx context.Context, views, workers int, progress func(float64),
	worker func() (write func(view int, first byte) error)) error {
	total := 256 * views
	var done atomic.Int64
	return sorted.EachTask(ctx, total, workers, func() func(int) error {
		write := worker()
		return func(i int) error {
			err := write(i/256, byte(i))
			progress(gamesShare + segmentsShare*float64(done.Add(1))/float64(total))
			return err
		}
	})
}

// A positionEncoder encodes segments from sorted visits.
type positionEncoder struct {
	*segmentEncoder
	from    string  // file of the visits
	games   int     // appended to the build
	dropped dropped // of these
}

// Sorted adds sorted visits. All visits of a position come in one call.
func (e *positionEncoder) Sorted(visits []visit) error {
	for len(visits) > 0 {
		n := 1
		for n < len(visits) && visits[n].Lo == visits[0].Lo && visits[n].Hi == visits[0].Hi {
			n++
		}
		if err := e.check(visits[:n], 0); err != nil {
			return err
		}
		if kept := e.dropped.remove(visits[:n]); len(kept) > 0 {
			e.add(keyOf(&kept[0]), kept)
		}
		visits = visits[n:]
	}
	return nil
}

// Popular adds a position. pieces calls its argument with the visits, which it may change.
func (e *positionEncoder) Popular(key sorted.Key, pieces func(func([]visit) error) error) error {
	return e.addPieces(index.Key(key), func(f func([]visit) error) error {
		next := int64(0)
		return pieces(func(visits []visit) error {
			if err := e.check(visits, next); err != nil {
				return err
			}
			next = int64(visits[len(visits)-1].Value.game) + 1
			return f(e.dropped.remove(visits))
		})
	})
}

// check checks that visits of one position belong to the segment, and are of different games of this
// build, the first of them at least from: they may come from a temporary file that another process
// left.
func (e *positionEncoder) check(visits []visit, from int64) error {
	if byte(visits[0].Lo>>56) != e.number {
		return fmt.Errorf("%w: %s: a visit in a wrong place; run the build again, the index is as it was",
			index.ErrDamaged, e.from)
	}
	for i := range visits {
		g := int64(visits[i].Value.game)
		if g < from || g >= int64(e.games) {
			return fmt.Errorf("%w: %s: a visit of game %d; run the build again, the index is as it was",
				index.ErrDamaged, e.from, g)
		}
		from = g + 1
	}
	return nil
}
