package flat

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/index"
)

// A state is an index at one time: its runs, in the order of their games. It never
// changes. It is safe for concurrent use, and counts its users.
type state struct {
	manifest index.Manifest
	sources  []index.Source
	runs     []placedRun
	scratch  sync.Pool // of *scratch
	filters  lastFilters

	full  manifest
	store *Store
	users atomic.Int64
}

// newState returns a state with one user.
func (s *Store) newState(m manifest, runs []*run) *state {
	p := &state{manifest: m.Manifest, sources: m.Sources, full: m, store: s}
	for i, r := range runs {
		p.runs = append(p.runs, placedRun{r, m.Runs[i].Base})
	}
	p.users.Store(1)
	return p
}

// release ends a use of the state.
func (s *state) release() {
	if s.users.Add(-1) == 0 {
		s.store.mu.Lock()
		defer s.store.mu.Unlock()
		s.closeRuns()
	}
}

// closeRuns closes the runs that no other state has. The caller has the lock.
func (s *state) closeRuns() {
	users := s.store.users
	for _, r := range s.runs {
		if users[r.run]--; users[r.run] == 0 {
			delete(users, r.run)
			_ = r.close() // a mapping that stays costs address space only
		}
	}
}

// A reference is one use of a state, by the store or by a snapshot. It is nil after its
// owner is closed.
type reference struct {
	atomic.Pointer[state]
	dir string // of the index
}

// acquire returns the state for another use. Release it afterwards.
func (r *reference) acquire() (*state, error) {
	for {
		s := r.Load()
		if s == nil {
			return nil, r.closed()
		}
		for n := s.users.Load(); n > 0; n = s.users.Load() {
			if s.users.CompareAndSwap(n, n+1) {
				return s, nil
			}
		}
	}
}

func (r *reference) closed() error {
	return fmt.Errorf("%s: the index is closed: %w", r.dir, fs.ErrClosed)
}

// A snapshot is a state that answers questions.
type snapshot struct{ reference }

// Close implements [index.State].
func (p *snapshot) Close() error {
	if s := p.Swap(nil); s != nil {
		s.release()
	}
	return nil
}

// Manifest implements [index.State].
func (p *snapshot) Manifest(context.Context) (index.Manifest, error) {
	s, err := p.acquire()
	if err != nil {
		return index.Manifest{}, err
	}
	defer s.release()
	if s.manifest.Builds == 0 {
		return index.Manifest{}, fmt.Errorf("%s: %w", p.dir, index.ErrEmpty)
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
	defer s.release()
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
