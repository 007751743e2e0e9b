package flat

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"weak"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// shared is what a state is for its folder.
type shared = sorted.State[*manifest, *run]

// A state is an index at one time: its runs, in the order of their games. It never
// changes, and is safe for concurrent use.
type state struct {
	*shared
	manifest index.Manifest
	sources  []index.Source
	runs     []placedRun
	scratch  sync.Pool // of *scratch
	filters  lastFilters
}

func newState(t *shared) any {
	s := &state{shared: t, manifest: t.Manifest.Manifest, sources: t.Manifest.Sources}
	for i, r := range t.Files {
		s.runs = append(s.runs, placedRun{r, t.Manifest.Runs[i].Base})
	}
	return s
}

// stateOf returns the state of a shared one.
func stateOf(t *shared) *state { return t.Value.(*state) }

// A holder holds a state.
type holder interface {
	Acquire() (*shared, error)
	Close()
}

// A snapshot is a state that answers questions.
type snapshot struct{ holder }

// acquire returns the state for another use. Release it afterwards.
func (p *snapshot) acquire() (*state, error) {
	t, err := p.Acquire()
	if err != nil {
		return nil, err
	}
	return stateOf(t), nil
}

// Identity implements [index.Identified].
func (p *snapshot) Identity() any {
	s, err := p.acquire()
	if err != nil {
		return nil
	}
	defer s.Release()
	return weak.Make(s)
}

// Close implements [index.State].
func (p *snapshot) Close() error {
	p.holder.Close()
	return nil
}

// Manifest implements [index.State].
func (p *snapshot) Manifest(context.Context) (index.Manifest, error) {
	s, err := p.acquire()
	if err != nil {
		return index.Manifest{}, err
	}
	defer s.Release()
	if s.manifest.Builds == 0 {
		return index.Manifest{}, fmt.Errorf("%s: %w", s.Dir(), index.ErrEmpty)
	}
	m := s.manifest
	m.Views, m.Sources = slices.Clone(m.Views), slices.Clone(s.sources)
	return m, nil
}

// ask calls answer with the state, with scratch memory, and with the matchers of the
// query's filter, one a run; nil if the filter selects all games.
func (p *snapshot) ask(ctx context.Context, q *index.Query, answer func(*state, *scratch, []matcher) error) error {
	s, err := p.acquire()
	if err != nil {
		return err
	}
	defer s.Release()
	if err := s.check(ctx, q.View); err != nil {
		return err
	}
	return s.guard(func() error {
		t := s.newScratch()
		defer s.scratch.Put(t)
		matchers, err := s.matchers(ctx, &q.Filter)
		if err != nil {
			return err
		}
		return answer(s, t, matchers)
	})
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

// guard calls a function that reads the runs. Faults of the mappings are errors.
func (s *state) guard(read func() error) error {
	return sorted.Guard(s.files, read)
}

// files returns the files of the runs.
func (s *state) files() []*sorted.File {
	files := make([]*sorted.File, len(s.runs))
	for i, r := range s.runs {
		files[i] = r.File
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
