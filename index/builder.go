package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// BuildOptions says how games are added. Zero fields mean the defaults.
type BuildOptions struct {
	// Memory is about how many bytes a build takes for visits and for sorting
	// them; the default is 512 MiB. What exceeds it goes to temporary files.
	// On top come eight bytes for each game, what the store needs, and while
	// a position that many games contain is sorted, 48 bytes for each of them.
	Memory int64

	// Checkpoint is the number of bytes of visits after which it is worth
	// while to save what was read; see [Builder.Save]. The default is 256 MiB,
	// a few seconds' work.
	Checkpoint int64

	// Workers is the number of goroutines that sort; the default is
	// GOMAXPROCS.
	Workers int
}

// A Builder adds games to an index: an external sort. Batches of games are
// divided by the first byte of their keys, in memory or in files; Commit
// sorts each part, sums up the games of each position and hands the result to
// the store as sorted runs, which appear in the index all at once.
//
// Games are kept or dropped by source, so that a file that turns out broken
// or known leaves no trace. A builder belongs to one goroutine.
type Builder struct {
	ix      *Index
	options BuildOptions
	load    Load
	spill   *spill
	log     *gameLog
	base    Manifest // before this build
	kept    mark
	known   map[string]bool // digests of sources and files
	sources []Source
	dir     string
	saved   int64 // visits when Save was last called
	failed  error // to write a temporary file; what they hold is not known then
	done    bool
}

// A mark is a length of everything that a builder has collected.
type mark struct {
	Parts [256]int64
	Games int
	Bytes int64
	Sum   uint32 // of these bytes of games
}

// within reports whether m is no longer than o.
func (m *mark) within(o *mark) bool {
	for i, n := range m.Parts {
		if n > o.Parts[i] {
			return false
		}
	}
	return m.Games <= o.Games && m.Bytes <= o.Bytes
}

// Summary says what a build added.
type Summary struct {
	Games   int64    // games added
	Visits  int64    // pairs of a game and a position in it
	Records int64    // different positions among them
	Sources []Source // in the order in which they were kept
}

// Build starts to add games. Close the builder when done with it.
func (ix *Index) Build(ctx context.Context, o BuildOptions) (*Builder, error) {
	if o.Memory == 0 {
		o.Memory = 512 << 20
	}
	if o.Checkpoint == 0 {
		o.Checkpoint = 256 << 20
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Memory < 0 || o.Workers < 0 {
		return nil, fmt.Errorf("index: build with %d bytes of memory and %d workers: neither may be negative", o.Memory, o.Workers)
	}
	if err := ix.reload(ctx); err != nil {
		return nil, err
	}
	b := &Builder{ix: ix, options: o, base: ix.Manifest(), known: make(map[string]bool)}
	if err := Sources(ctx, ix.store, func(s Source) error { b.learn(s); return nil }); err != nil {
		return nil, err
	}
	load, err := ix.store.Begin(ctx)
	if err != nil {
		return nil, err
	}
	b.load = load
	if err := b.open(); err != nil {
		return nil, errors.Join(err, load.Discard())
	}
	return b, nil
}

func (b *Builder) open() (err error) {
	if b.dir, err = b.load.Scratch(); err != nil {
		return err
	}
	b.spill = newSpill(filepath.Join(b.dir, "visits"), 0, b.options.Memory/2)
	b.log = newGameLog(filepath.Join(b.dir, "games"))
	return nil
}

func (b *Builder) learn(s Source) {
	for _, digest := range []string{s.Digest, s.File} {
		if digest != "" {
			b.known[digest] = true
		}
	}
}

// Known reports whether a source of this digest, of its content or of the
// file that held it, was added before.
func (b *Builder) Known(digest string) bool { return b.known[digest] }

// HasSources reports whether any source is known at all.
func (b *Builder) HasSources() bool { return len(b.known) > 0 }

// Games returns the number of games appended since the last [Builder.Keep] or
// [Builder.Drop].
func (b *Builder) Games() int64 { return int64(len(b.log.facts) - b.kept.Games) }

// Append adds the games of a batch, in order. Where it cannot write them, the
// builder can only be closed or suspended.
func (b *Builder) Append(batch *Batch) error {
	if b.failed != nil {
		return b.failed
	}
	if b.log.file == nil { // from here on the files are of this build
		if err := b.forget(); err != nil {
			return err
		}
	}
	first := b.base.Games + int64(len(b.log.facts))
	if first+int64(batch.Len()) > maxGames {
		return fmt.Errorf("index: more than %d games", int64(maxGames))
	}
	err := b.log.add(batch.games, batch.facts)
	if err == nil {
		err = b.spill.add(batch.visits, uint32(first))
	}
	return b.fail(err)
}

// fail remembers that temporary files could not be written.
func (b *Builder) fail(err error) error {
	if err != nil {
		b.failed = fmt.Errorf("index: write temporary file: %w", err)
	}
	return b.failed
}

// Keep makes the games appended since the last Keep or Drop part of the
// build, as those of the source; its First and Games are filled in.
func (b *Builder) Keep(s Source) {
	s.First, s.Games = b.base.Games+int64(b.kept.Games), b.Games()
	b.kept = b.mark()
	b.sources = append(b.sources, s)
	b.learn(s)
}

// mark returns how much there is.
func (b *Builder) mark() mark {
	return mark{b.spill.lengths(), len(b.log.facts), b.log.bytes, b.log.sum}
}

// Drop forgets the games appended since the last Keep or Drop.
func (b *Builder) Drop() error {
	if b.failed != nil {
		return b.failed
	}
	if b.Games() > 0 && b.saved > 0 { // what was saved is no longer there
		if err := b.forget(); err != nil {
			return err
		}
	}
	b.spill.truncate(b.kept.Parts)
	return b.fail(b.log.truncate(b.kept.Games, b.kept.Bytes, b.kept.Sum))
}

// Close ends the build; without a Commit before, nothing changes, and what was
// saved is gone.
func (b *Builder) Close() error {
	if b.done {
		return nil
	}
	b.done = true
	b.spill.close()
	b.log.close()
	left, _ := os.ReadDir(b.dir) // there may be more of a killed build
	for _, e := range left {
		_ = os.RemoveAll(filepath.Join(b.dir, e.Name()))
	}
	return b.load.Discard()
}
