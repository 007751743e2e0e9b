package chessindex

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// A Source is PGN text to add, plain or compressed by gzip, bzip2 or Zstandard.
type Source struct {
	Name   string    // path of a file, "-" for standard input, or any name for a reader
	Reader io.Reader // where the text comes from; nil means the file of that name
}

// BuildOptions say how games are added. Zero fields mean the defaults.
type BuildOptions struct {
	index.BuildOptions // its Workers parse as well as sort

	// Force adds sources that are in the index already once more.
	Force bool

	// Progress, where not nil, is called now and then from one goroutine at
	// a time.
	Progress func(Progress)

	// Broken, where not nil, is called for each game with an error in it,
	// from one goroutine, in order; Error.Whole says that the main line is not
	// concerned, and then the game is indexed all the same.
	Broken func(source string, err *pgn.Error)
}

// Progress says how far a build is.
type Progress struct {
	Sorting bool    // all games are read, and positions are being sorted and written
	Source  string  // being read
	Games   int64   // read so far
	Bytes   int64   // read so far of all files, as they lie there
	Size    int64   // of all files, −1 where one of the sources has no known size
	Sorted  float64 // share of the sorting that is done, 0 to 1
}

// Summary says what a build did.
type Summary struct {
	index.Summary
	Broken  int64          // games left out because of an error on the main line
	Skipped map[string]int // games of other variants, by name: the first 99 met; the rest, and names above 64 bytes, as "other"
	Known   []string       // sources that were in the index and were not added again
	Resumed int64          // games that an interrupted build had read
}

// Build adds the games of all sources, in their order, in one step: when it
// fails or its process is killed, the index is as before. Sources with known
// content are passed over. On an error nothing is added; the error names the
// source and the place.
//
// Where all sources are files, a build that was cancelled or killed saved from
// time to time what it had read. The next build with the same files, as they
// were, goes on from there.
func (e *Explorer) Build(ctx context.Context, o BuildOptions, sources ...Source) (_ Summary, err error) {
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(Progress) {}
	}
	if o.Broken == nil {
		o.Broken = func(string, *pgn.Error) {}
	}
	b, err := e.ix.Build(ctx, o.BuildOptions)
	if err != nil {
		return Summary{}, err
	}
	defer func() {
		if ctx.Err() != nil {
			err = errors.Join(err, b.Suspend())
		} else {
			err = errors.Join(err, b.Close())
		}
	}()
	in := &intake{explorer: e, options: o, builder: b, sum: Summary{Skipped: make(map[string]int)}}
	if in.inputs, err = openAll(sources); err != nil {
		return Summary{}, err
	}
	defer in.close()
	stop, err := in.startWorkers()
	if err != nil {
		return Summary{}, err
	}
	defer stop()
	if err := in.resume(); err != nil {
		return Summary{}, err
	}
	for in.progress.Current < len(in.inputs) {
		input := in.inputs[in.progress.Current]
		if err := in.source(ctx, input); err != nil {
			return Summary{}, fmt.Errorf("%s: %w", input.name, err)
		}
		in.progress.Current, in.progress.Read = in.progress.Current+1, 0
		in.progress.Broken, in.progress.Skipped = 0, make(map[string]int)
	}
	var sorting sync.Mutex
	bytes, size := in.bytes()
	in.sum.Summary, err = b.Commit(ctx, func(done float64) {
		sorting.Lock()
		defer sorting.Unlock()
		o.Progress(Progress{Sorting: true, Games: in.games, Bytes: bytes, Size: size, Sorted: done})
	})
	if err != nil {
		return Summary{}, err
	}
	return in.sum, nil
}

// An intake takes sources in.
type intake struct {
	explorer *Explorer
	options  BuildOptions
	builder  *index.Builder
	inputs   []*input
	jobs     chan *job
	free     chan *job
	sum      Summary
	games    int64
	progress saved
}

// source adds one source, or drops it.
func (in *intake) source(ctx context.Context, input *input) error {
	if known, err := in.knownFile(ctx, input); known || err != nil {
		return err
	}
	if err := input.open(); err != nil {
		return err
	}
	if err := in.read(ctx, input); err != nil {
		return err
	}
	source, err := input.finish()
	if err != nil {
		return err
	}
	if in.builder.Known(source.Digest) && !in.options.Force {
		in.sum.Known = append(in.sum.Known, input.name)
		return in.builder.Drop()
	}
	at := &in.progress
	source.Broken = at.Broken
	if len(at.Skipped) > 0 {
		source.Skipped = at.Skipped
	}
	in.builder.Keep(source)
	in.sum.Broken += at.Broken
	for _, name := range slices.Sorted(maps.Keys(at.Skipped)) {
		countVariant(in.sum.Skipped, name, at.Skipped[name])
	}
	return nil
}

// knownFile tells a file that was added before by its bytes alone.
func (in *intake) knownFile(ctx context.Context, input *input) (bool, error) {
	if in.options.Force || input.file == nil || !in.builder.HasSources() {
		return false, nil
	}
	digest, err := input.fileDigest(ctx)
	if err != nil || !in.builder.Known(digest) {
		return false, err
	}
	in.sum.Known = append(in.sum.Known, input.name)
	return true, nil
}

// A job is a chunk of games on its way through a worker.
type job struct {
	chunk   *pgn.Chunk
	skip    int // games at its beginning that were read before
	last    int // number of its last game in the source
	batch   index.Batch
	broken  []*pgn.Error
	skipped []string // names of variants, one a game
	err     error
	done    chan struct{}
}

// startWorkers starts the workers and returns what stops them.
func (in *intake) startWorkers() (stop func(), err error) {
	n := in.options.Workers
	parsers := make([]*pgn.Parser, n)
	for i := range parsers {
		if parsers[i], err = pgn.NewParser(in.explorer.chess); err != nil {
			return nil, err
		}
	}
	in.jobs = make(chan *job, 2*n)
	in.free = make(chan *job, 3*n+1)
	for range cap(in.free) {
		in.free <- &job{done: make(chan struct{}, 1)}
	}
	quit := make(chan struct{})
	for _, p := range parsers {
		go func() {
			w := worker{parser: p}
			for {
				select {
				case <-quit:
					return
				case j := <-in.jobs:
					w.parse(j)
					j.done <- struct{}{}
				}
			}
		}()
	}
	return func() { close(quit) }, nil
}

// read sends the chunks of a source through the workers and takes the batches
// out in order.
func (in *intake) read(ctx context.Context, input *input) error {
	ctx, cancel := context.WithCancel(ctx)
	order := make(chan *job, cap(in.free))
	var readErr error
	skip := in.progress.Read
	go func() {
		defer close(order)
		readErr = in.scan(ctx, input, skip, order)
	}()
	ended := false
	defer func() {
		cancel()
		if ended {
			return
		}
		// A file soon comes to the end of its chunk; a pipe may never.
		if input.file == nil {
			input.abandoned = true
			return
		}
		for range order {
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j, ok := <-order:
			if ended = !ok; ended {
				return readErr
			}
			<-j.done
			if err := in.take(j, input); err != nil {
				return err
			}
			j.reset()
			in.free <- j
		}
	}
}

// scan hands out the chunks of a source: to the workers, and in order.
func (in *intake) scan(ctx context.Context, input *input, skip int, order chan<- *job) error {
	scanner := pgn.NewScanner(input.text)
	for {
		chunk, err := scanner.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read: %w", err)
		}
		last := chunk.First() + chunk.Len() - 1
		if last <= skip {
			chunk.Release()
			continue
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j := <-in.free:
			j.chunk, j.skip, j.last = chunk, max(0, skip+1-chunk.First()), last
			select {
			case <-ctx.Done():
				return ctx.Err()
			case in.jobs <- j:
				order <- j // never blocks: there are not more jobs than it holds
			}
		}
	}
}

// take adds a parsed batch to the build.
func (in *intake) take(j *job, input *input) error {
	if j.err != nil {
		return j.err
	}
	for _, broken := range j.broken {
		if !broken.Whole {
			in.progress.Broken++
		}
		in.options.Broken(input.name, broken)
	}
	for _, name := range j.skipped {
		countVariant(in.progress.Skipped, name, 1)
	}
	if err := in.builder.Append(&j.batch); err != nil {
		return err
	}
	in.games += int64(j.batch.Len())
	in.progress.Read = j.last
	if err := in.save(); err != nil {
		return err
	}
	bytes, size := in.bytes()
	in.options.Progress(Progress{Source: input.name, Games: in.games, Bytes: bytes, Size: size})
	return nil
}

// bytes returns how much of all sources has been read, and how much there is.
func (in *intake) bytes() (done, size int64) {
	for _, input := range in.inputs {
		done += input.raw.n.Load()
		if input.size < 0 || size < 0 {
			size = -1
			continue
		}
		size += input.size
	}
	return done, size
}

func (in *intake) close() {
	for _, input := range in.inputs {
		input.close()
	}
}

func (j *job) reset() {
	j.batch.Reset()
	j.broken, j.skipped, j.err = j.broken[:0], j.skipped[:0], nil
}
