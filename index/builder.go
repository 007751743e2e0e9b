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
	// Memory is about how many bytes a build takes for visits and for sorting them;
	// the default is 512 MiB. What exceeds it goes to temporary files. Less than
	// 16 MiB saves nothing and makes a build slower. On top come eight bytes a game,
	// what the store needs, and 48 bytes for each game of the position being sorted.
	Memory int64

	// Checkpoint is the number of bytes of visits after which [Builder.Save] saves
	// what was read. The default is 256 MiB, a few seconds' work.
	Checkpoint int64

	// Workers is the number of goroutines that sort; the default is GOMAXPROCS.
	Workers int
}

func (o *BuildOptions) setDefaults() error {
	if o.Memory < 0 || o.Checkpoint < 0 || o.Workers < 0 {
		return fmt.Errorf("index: build with %+v: nothing may be negative", *o)
	}
	if o.Memory == 0 {
		o.Memory = 512 << 20
	}
	if o.Checkpoint == 0 {
		o.Checkpoint = 256 << 20
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return nil
}

// A Builder adds games to an index. It is an external sort: batches of games are
// divided by the first byte of their keys, in memory or in files. Commit sorts
// each part, sums up the games of each position and gives the result to the
// store as sorted runs, which become visible all at once.
//
// Games are kept or dropped by source, so that a file that turns out to be broken
// or known leaves no trace. A builder belongs to one goroutine.
type Builder struct {
	ix      *Index
	options BuildOptions
	load    Load
	dir     string // of temporary files
	spill   *spill
	log     *gameLog
	base    Manifest        // before this build
	known   map[string]bool // digests of sources and files
	start   int             // first game after those kept or dropped
	dropped dropped
	summary Summary
	saved   int64 // visits when the build was last saved
	failed  error // to write a temporary file: its content is unknown
	done    bool
}

// Summary says what a build added.
type Summary struct {
	Games   int64    // games added
	Visits  int64    // pairs of a game and a position in it
	Records int64    // different positions among them
	Resumed int64    // games that an interrupted build had read
	Sources []Source // kept, in their order
	Dropped []string // names given to [Builder.Drop]
}

// Build starts to add games. Close the builder after use.
func (ix *Index) Build(ctx context.Context, o BuildOptions) (*Builder, error) {
	if err := o.setDefaults(); err != nil {
		return nil, err
	}
	if err := ix.reload(ctx); err != nil {
		return nil, err
	}
	b := &Builder{ix: ix, options: o, base: ix.Manifest(), known: make(map[string]bool)}
	sources, err := ix.Sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		b.learn(s)
	}
	if b.load, err = ix.store.Begin(ctx); err != nil {
		return nil, err
	}
	if err := b.open(); err != nil {
		return nil, errors.Join(err, b.load.Discard())
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

// Known reports whether a source with this digest, of its content or of the file
// that held it, was added before.
func (b *Builder) Known(digest string) bool { return b.known[digest] }

// Games returns the number of games appended and not dropped.
func (b *Builder) Games() int64 { return int64(len(b.log.facts)) - int64(b.dropped.count()) }

// Append adds the games of a batch, in their order. If it cannot write them, the
// builder can only be closed or suspended.
func (b *Builder) Append(batch *Batch) error {
	if b.failed != nil {
		return b.failed
	}
	if b.log.file == nil { // an earlier build may have left files
		if err := b.forget(); err != nil {
			return err
		}
	}
	first := len(b.log.facts)
	if b.base.Games+int64(first+batch.Len()) > maxGames {
		return fmt.Errorf("index: more than %d games", int64(maxGames))
	}
	err := b.log.add(batch.games, batch.facts)
	if err == nil {
		err = b.spill.add(batch.visits, uint32(first))
	}
	return b.fail(err)
}

// fail remembers that a temporary file could not be written.
func (b *Builder) fail(err error) error {
	if err != nil {
		b.failed = fmt.Errorf("index: write temporary file: %w", err)
	}
	return b.failed
}

// Keep makes the games appended since the last Keep or Drop part of the build, as
// those of the source s. It fills in First and Games of s.
func (b *Builder) Keep(s Source) {
	s.Games = int64(len(b.log.facts) - b.start)
	s.First = b.base.Games + b.Games() - s.Games
	b.start = len(b.log.facts)
	b.summary.Sources = append(b.summary.Sources, s)
	b.learn(s)
}

// Drop removes the games appended since the last Keep or Drop. The summary lists
// their source by its name.
func (b *Builder) Drop(name string) {
	b.drop()
	b.summary.Dropped = append(b.summary.Dropped, name)
}

func (b *Builder) drop() {
	b.dropped.add(b.start, len(b.log.facts))
	b.start = len(b.log.facts)
}

// Close ends the build and removes what was saved. Without a Commit before, the
// index does not change.
func (b *Builder) Close() error {
	if b.done {
		return nil
	}
	b.done = true
	b.spill.close()
	b.log.close()
	left, _ := os.ReadDir(b.dir) // a killed build may have left more
	for _, e := range left {
		_ = os.RemoveAll(filepath.Join(b.dir, e.Name()))
	}
	return b.load.Discard()
}
