package flat

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A builder makes a run. Games are written to it as they come. Visits go to an
// external sort: they are divided by the first byte of their keys, in memory or in a
// file, and Commit sorts each part and writes it to the run.
//
// Games go to a log as well, from which a build goes on that was interrupted. The
// games of the run come from there, too, if some of those written were dropped.
type builder struct {
	store   *Store
	session *session
	options index.BuildOptions
	base    *state  // the index before this build
	dir     string  // of temporary files
	digests int     // number of the view of the digests of games
	words   []uint8 // bits of the words of each view
	spill   *sorted.Spill
	adder   *sorted.Adder
	visits  int64 // added
	log     *gameLog
	run     *runWriter     // with all games that were appended; nil if there is none such
	texts   bool           // all games of the run have their texts
	table   digestTable    // of games appended and not dropped
	numbers []uint32       // of the games of a batch
	left    []index.Repeat // of the games of a batch
	pending pending
	dropped dropped
	summary index.Summary
	saved   int64 // visits when the build was last saved
	failed  error // after which it is unknown what the temporary files hold
	ended   bool  // by a commit, that has used up the visits
	whole   bool  // the commit took effect
	done    bool
}

// pending is what came after the last Keep or Drop.
type pending struct {
	Start      uint32 // first game, as games were appended
	Duplicates int64  // games left out
}

// Begin implements [index.Store].
func (s *Store) Begin(_ context.Context, c index.Config, o index.BuildOptions) (index.Builder, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	session, err := s.change(&c)
	if err != nil {
		return nil, err
	}
	b := &builder{store: s, session: session, options: o, base: session.base,
		digests: len(c.Views) + 1, words: c.WordBits}
	if b.dir, err = session.change.BuildDir(); err != nil {
		return nil, errors.Join(err, session.end())
	}
	b.open()
	return b, nil
}

func (b *builder) open() {
	b.spill = family.NewSpill(sorted.SpillOptions{Path: filepath.Join(b.dir, visitsName), Groups: b.digests + 1,
		Size: playedSize, Memory: memory(b.options.Memory).visits()})
	b.adder, b.visits = b.spill.Adder(), 0
	b.log = &gameLog{path: filepath.Join(b.dir, gamesName)}
	b.table = newDigestTable(filepath.Join(b.dir, digestsName), &b.dropped)
}

// games returns the number of games appended and neither dropped nor duplicates.
func (b *builder) games() int64 { return int64(b.log.games) - int64(b.dropped.count()) }

// Append implements [index.Builder].
func (b *builder) Append(ctx context.Context, batch *index.Batch) ([]index.Repeat, error) {
	if err := b.usable(ctx); err != nil {
		return nil, err
	}
	if b.log.file == nil { // an earlier build may have left files
		if err := b.forget(); err != nil {
			return nil, err
		}
	}
	if b.base.manifest.Next+int64(b.log.games+len(batch.Games)) > index.MaxGames {
		return nil, fmt.Errorf("index: more than %d games", int64(index.MaxGames))
	}
	if len(batch.Visits) > b.digests {
		return nil, fmt.Errorf("index: a batch of %d views for an index of %d", len(batch.Visits), b.digests)
	}
	for view, bits := range b.words {
		if bits > 0 && view < len(batch.Visits) && slices.ContainsFunc(batch.Visits[view], func(v index.Visit) bool {
			return v.Move>>bits != 0
		}) {
			return nil, fmt.Errorf("index: a word of more than %d bits in view %d", bits, view)
		}
	}
	if err := b.appendGames(batch); err != nil {
		return nil, b.fail(err)
	}
	for view, visits := range batch.Visits {
		if err := b.addVisits(view, visits); err != nil {
			return nil, b.fail(err)
		}
	}
	return b.left, nil
}

// usable returns an error if nothing can be added or committed.
func (b *builder) usable(ctx context.Context) error {
	if b.done || b.ended {
		return errors.New("index: the build has ended")
	}
	return errors.Join(b.failed, ctx.Err())
}

// appendGames writes the games of a batch, apart from duplicates, and numbers them.
func (b *builder) appendGames(batch *index.Batch) error {
	b.numbers, b.left = b.numbers[:0], b.left[:0]
	b.log.begin()
	next := uint32(b.log.games)
	if next == 0 && b.run == nil {
		if err := b.createRun(); err != nil {
			return err
		}
	}
	for i := range batch.Games {
		undo, digest := b.log.add(&batch.Games[i], !b.options.NoTexts)
		if !b.options.KeepDuplicates {
			first, duplicate, err := b.duplicate(digest)
			if err != nil {
				return err
			}
			if duplicate {
				b.left = append(b.left, index.Repeat{Game: i, First: first})
				b.log.undo(undo)
				b.numbers = append(b.numbers, skipped)
				b.pending.Duplicates++
				continue
			}
		}
		if b.run != nil {
			if err := b.writeGame(&batch.Games[i]); err != nil {
				return err
			}
		}
		if err := b.addVisit(b.digests, digest, next, 0); err != nil {
			return err
		}
		b.numbers = append(b.numbers, next)
		next++
	}
	return b.log.end()
}

// skipped is the number of a game that is not added.
const skipped = ^uint32(0)

// addVisits adds the visits of a batch to a view. b.numbers has the number of each of its games.
func (b *builder) addVisits(view int, visits []index.Visit) error {
	for i := range visits {
		v := &visits[i]
		if n := b.numbers[v.Game]; n != skipped {
			if err := b.addVisit(view, v.Key, n, v.Move); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *builder) addVisit(view int, k index.Key, game, move uint32) error {
	var raw [playedSize]byte
	binary.LittleEndian.PutUint32(raw[:], game)
	binary.LittleEndian.PutUint32(raw[4:], move)
	b.visits++
	return b.adder.Add(view, sorted.Key(k), raw[:])
}

// duplicate looks for a game with that digest in this build and in the index. If there
// is none, it gives the digest to the next game.
func (b *builder) duplicate(digest index.Key) (first int64, found bool, err error) {
	game, found, err := b.table.find(digest)
	if found {
		number, _ := b.dropped.number(game)
		return b.base.manifest.Next + int64(number), true, nil
	}
	if err == nil {
		first, found, err = b.base.gameOf(digest)
	}
	if err == nil && !found {
		err = b.table.add(digest)
	}
	return first, found, err
}

// fail remembers an error after which it is unknown what the temporary files hold.
func (b *builder) fail(err error) error {
	if err != nil {
		b.failed = fmt.Errorf("index: add games: %w", err)
	}
	return b.failed
}

// Keep implements [index.Builder].
func (b *builder) Keep(s index.Source) {
	s.Games = int64(b.log.games) - int64(b.pending.Start)
	s.Duplicates += b.pending.Duplicates
	s.End = b.base.manifest.Next + b.games()
	s.First = s.End - s.Games
	b.summary.Duplicates += b.pending.Duplicates
	b.summary.Sources = append(b.summary.Sources, s)
	b.pending = pending{Start: uint32(b.log.games)}
}

// Drop implements [index.Builder].
func (b *builder) Drop(name string) {
	b.drop()
	b.summary.Dropped = append(b.summary.Dropped, name)
}

// drop drops the games appended since the last Keep or Drop.
func (b *builder) drop() {
	if start := b.pending.Start; start < uint32(b.log.games) {
		b.dropped.add(int(start), b.log.games)
		b.abortRun()
	}
	b.pending = pending{Start: uint32(b.log.games)}
}

// Close implements [index.Builder].
func (b *builder) Close() error {
	if b.done {
		return nil
	}
	b.done = true
	b.abortRun()
	b.table.close()
	if _, err := os.Stat(b.journal()); err == nil && !b.whole {
		b.spill.Suspend()
		b.log.suspend()
		return b.session.end()
	}
	b.spill.Close()
	b.log.close()
	return errors.Join(b.session.change.RemoveBuild(), b.session.end())
}
