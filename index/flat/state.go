package flat

import (
	"context"
	"fmt"
	"sync"

	"github.com/zobrist-go/zobrist/index"
)

// A state is an index at one time: its runs, in the order of their games. It answers
// questions and never changes. It is safe for concurrent use.
type state struct {
	manifest index.Manifest
	sources  []index.Source
	runs     []placedRun
	scratch  sync.Pool // of *scratch
}

// A placedRun is a run of an index.
type placedRun struct {
	*run
	base int64 // number in the index of the run's game 0
}

// A scratch is the memory of one question.
type scratch struct {
	in     bitReader
	places []place
	groups []group
	games  []uint32
	moves  []index.MoveTally // of a run
	all    []index.MoveTally // of all runs
	merged []index.MoveTally
}

func (s *state) newScratch() *scratch {
	if t, ok := s.scratch.Get().(*scratch); ok {
		return t
	}
	return new(scratch)
}

// check returns an error if the context is done or the index does not have the view.
func (s *state) check(ctx context.Context, v index.View) error {
	if len(s.runs) > 0 && int(v) > len(s.manifest.Views) || v >= index.MaxViews {
		return fmt.Errorf("%w: view %d of an index with %d", index.ErrNotFound, v, 1+len(s.manifest.Views))
	}
	return ctx.Err()
}

// ask calls a function that answers a query, with scratch memory and with the
// matchers of its filter, one a run; nil if the filter selects all games.
func (s *state) ask(ctx context.Context, q *index.Query, answer func(*scratch, []matcher) error) error {
	if err := s.check(ctx, q.View); err != nil {
		return err
	}
	return s.guard(func() error {
		t := s.newScratch()
		defer s.scratch.Put(t)
		matchers, err := s.matchers(&q.Filter)
		if err != nil {
			return err
		}
		return answer(t, matchers)
	})
}

// guard calls a function that reads the runs. Faults of the mappings are errors.
func (s *state) guard(read func() error) error {
	return guarded(s.files, read)
}

// files returns the files of the runs.
func (s *state) files() []*file {
	files := make([]*file, len(s.runs))
	for i, r := range s.runs {
		files[i] = r.file
	}
	return files
}

// runOf returns the run that has a game's number, and its number in the run.
func (s *state) runOf(number int64) (*placedRun, uint32, bool) {
	from, to := 0, len(s.runs)
	for from < to {
		middle := (from + to) / 2
		if s.runs[middle].base <= number {
			from = middle + 1
		} else {
			to = middle
		}
	}
	if from == 0 {
		return nil, 0, false
	}
	r := &s.runs[from-1]
	if number-r.base >= int64(r.header.games) {
		return nil, 0, false
	}
	return r, uint32(number - r.base), true
}
