package index

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/zobrist-go/zobrist/game"
)

// Games pass through three stages. scan cuts an input into chunks and hands each
// out twice: to the workers, and to read in the order of the input. A worker
// parses a chunk into a batch. read waits for each batch in order and adds it to
// the build.

// A job is a chunk of games on its way through the stages.
type job struct {
	input    string
	chunk    Chunk
	skip     int // games at its beginning that an interrupted build has read
	last     int // number of its last game in the input
	batch    Batch
	numbers  []int // in the input, of the games of the batch
	filtered int64 // games that the filter left out
	broken   []*game.RecordError
	skipped  []string // variants, one for each game left out
	spelled  []spelling
	fits     map[string]int64 // games of each player whose name fits one that a person wrote
	err      error
	done     chan struct{}
}

func (j *job) reset() {
	j.batch.Reset()
	j.broken, j.skipped, j.err = j.broken[:0], j.skipped[:0], nil
	j.numbers, j.filtered = j.numbers[:0], 0
	j.spelled = j.spelled[:0]
	clear(j.fits)
}

// startWorkers starts the workers and returns what stops them.
func (in *intake) startWorkers(ix *Index) (stop func(), err error) {
	n := in.options.Workers
	readers := make([]Reader, n)
	for i := range readers {
		if readers[i], err = ix.reader(); err != nil {
			return nil, err
		}
	}
	in.jobs = make(chan *job, 2*n)
	in.free = make(chan *job, 3*n+1)
	for range cap(in.free) {
		in.free <- &job{done: make(chan struct{}, 1), fits: make(map[string]int64)}
	}
	quit, jobs := make(chan struct{}), in.jobs
	for _, r := range readers {
		go func() {
			w := worker{reader: r, options: &in.options, config: ix.config, filter: in.options.Filter.Matcher(),
				wanted: in.wanted, fits: make(map[string]uint8)}
			defer ix.readers.Put(r)
			for {
				select {
				case <-quit:
					return
				case j := <-jobs:
					w.parse(j)
					j.done <- struct{}{}
				}
			}
		}()
	}
	return sync.OnceFunc(func() { close(quit) }), nil
}

// read adds the games of an input to the build.
func (in *intake) read(ctx context.Context, input *input) error {
	ctx, cancel := context.WithCancel(ctx)
	order := make(chan *job, cap(in.free))
	var scanErr error
	skip := in.at.Read
	go func() {
		defer close(order)
		scanErr = in.scan(ctx, input, skip, order)
	}()
	ended := false
	defer func() {
		cancel()
		switch {
		case ended:
		case input.onDisk() == nil: // a pipe may never come to the end of its chunk
			input.abandoned = true
		default:
			for range order {
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j, ok := <-order:
			if ended = !ok; ended {
				return scanErr
			}
			<-j.done
			if err := in.take(ctx, j, input); err != nil {
				return err
			}
			j.reset()
			in.free <- j
		}
	}
}

// A textError is an error of reading a text, and no error of the build.
type textError struct{ error }

func (e *textError) Unwrap() error { return e.error }

// scan hands out the chunks of an input after the first games, skip by number.
func (in *intake) scan(ctx context.Context, input *input, skip int, order chan<- *job) error {
	for chunk, err := range in.chunks(input) {
		if err != nil {
			return &textError{fmt.Errorf("read: %w", err)}
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
			j.input, j.chunk, j.skip, j.last = input.name, chunk, max(0, skip+1-chunk.First()), last
			select {
			case <-ctx.Done():
				return ctx.Err()
			case in.jobs <- j:
				order <- j // never blocks: it has room for all jobs
			}
		}
	}
	return nil
}

// take adds a parsed chunk to the build.
func (in *intake) take(ctx context.Context, j *job, input *input) error {
	if j.err != nil {
		return j.err
	}
	for _, broken := range j.broken {
		switch {
		case broken.Cut:
			in.at.Cut++
		case broken.Whole:
		case errors.Is(broken, game.ErrNoGame):
			in.at.NoGame++
		default:
			in.at.Broken++
		}
		in.options.Broken(input.name, broken)
	}
	for _, name := range j.skipped {
		in.at.countVariant(name)
	}
	in.at.Filtered += j.filtered
	in.at.Here.Tested += j.filtered + int64(len(j.batch.Games))
	in.spell(j.spelled)
	for name, n := range j.fits {
		in.at.Here.count(name, n)
	}
	left, err := in.builder.Append(ctx, &j.batch)
	if err != nil {
		return err
	}
	in.at.Games += int64(len(j.batch.Games) - len(left))
	for _, d := range left {
		in.duplicate(j.numbers[d.Game], d.First)
	}
	in.at.Read = j.last
	if err := in.save(); err != nil {
		return err
	}
	p := in.progress()
	p.Input = input.name
	in.options.Progress(p)
	return nil
}
