package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// refresh opens the index a second time. The second store must show a change when
// it is refreshed, and not before.
func (s *suite) refresh() {
	if s.o.Volatile {
		s.Skip("does not apply: a volatile store cannot be opened a second time")
	}
	s.build(index.BuildOptions{}, 200)
	writer, reader := s.store, s.o.Open(s.T, s.dir)
	defer func() { s.noError(reader.Close()) }()
	look := func(want bool) {
		s.Helper()
		news, err := reader.Refresh(s.Context())
		s.noError(err)
		if news != want {
			s.Errorf("refresh reports %v, want %v", news, want)
		}
		s.store = reader
		s.compare(5)
		s.store = writer
	}
	look(false)
	for i := range s.short(6, 4) {
		var before, after [1]int64
		start := []zobrist.Uint128{hashOf(0, 0)}
		s.noError(count(s.Context(), Now(reader), index.Query{}, start, before[:]))
		if i%4 == 3 {
			s.removeAll(index.Filter{Event: "rated", Sources: []string{"games"}})
		} else {
			s.build(index.BuildOptions{}, 100)
		}
		s.noError(count(s.Context(), Now(reader), index.Query{}, start, after[:]))
		if before != after {
			s.Errorf("%d games after %d, although nothing was refreshed", after, before)
		}
		look(true)
		look(false)
	}
	reopened := s.begin(index.BuildOptions{})
	look(false)
	reopened.close()
	look(false)
	s.addsNothing(s.begin(index.BuildOptions{}))
	look(false)
	for range 3 { // several changes at once
		s.build(index.BuildOptions{}, 50)
	}
	look(true)
}

// replaced puts another index in the place of one that is open. The open store shows it if hashes
// mean the same in both. Else it stays as it was and says why.
func (s *suite) replaced() {
	if s.o.Destroy == nil {
		s.Skip("does not apply: nothing can remove the index")
	}
	views, keys := config, config
	views.Views = []string{"band", "other"}
	keys.Set = zobrist.Set{Name: "other", Keys: zobrist.Keys{3}, Second: zobrist.Keys{1}}
	for range 2 {
		s.build(index.BuildOptions{}, 50)
	}
	for _, c := range []struct {
		config index.Config
		err    error
	}{{config, nil}, {keys, index.ErrKeys}, {views, index.ErrConfig}} {
		reader := s.o.Open(s.T, s.dir)
		want, err := Now(reader).Manifest(s.Context())
		s.noError(err)
		s.noError(s.store.Close())
		s.o.Destroy(s.T, s.dir)
		s.store, s.model, s.games = s.o.Open(s.T, s.dir), Memory(), nil
		s.config = c.config
		s.build(index.BuildOptions{}, 20) // fewer builds than the first one had, and as many as the second
		if c.err == nil {
			want, err = s.got().Manifest(s.Context())
			s.noError(err)
		}
		news, err := reader.Refresh(s.Context())
		if !errors.Is(err, c.err) || news != (err == nil) {
			s.Errorf("refresh after an index with the views %q and the keys %q took its place: %v, %v, want %v",
				c.config.Views, c.config.Set.Name, news, err, c.err)
		}
		got, err := Now(reader).Manifest(s.Context())
		s.noError(err)
		s.equal("manifest after another index took its place", got, want)
		s.noError(reader.Close())
	}
}

// oneBuild tries to change the index during a build.
func (s *suite) oneBuild() {
	s.build(index.BuildOptions{}, 50)
	stores := []index.Store{s.store}
	if !s.o.Volatile {
		second := s.o.Open(s.T, s.dir)
		defer func() { s.noError(second.Close()) }()
		stores = append(stores, second)
	}
	p := s.begin(index.BuildOptions{})
	p.add(s.walks(10))
	for i, store := range stores {
		if _, err := store.Begin(s.Context(), s.config, index.BuildOptions{}); !errors.Is(err, index.ErrLocked) {
			s.Errorf("store %d: another build: %v, want ErrLocked", i, err)
		}
		if _, err := store.Remove(s.Context(), index.Filter{}, nil); !errors.Is(err, index.ErrLocked) {
			s.Errorf("store %d: a removal: %v, want ErrLocked", i, err)
		}
	}
	s.compare(3)
	p.close()
	s.build(index.BuildOptions{}, 50)
	s.compare(3)
}

// errors asks wrong questions, and ends some early.
func (s *suite) errors() {
	s.build(index.BuildOptions{}, 100)
	ctx, start := s.Context(), []zobrist.Uint128{hashOf(0, 0), hashOf(0, 1)}
	stop := errors.New("stop")
	calls := 0
	err := s.got().Lookup(ctx, index.Query{}, start, func(int, []index.MoveTally) error { calls++; return stop })
	if !errors.Is(err, stop) || calls != 1 {
		s.Errorf("look-up returns %v after %d calls, want the error of found", err, calls)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	none := func(int, []index.MoveTally) error { return nil }
	unknown := index.Query{View: index.View(len(s.config.Views) + 1)}
	list := func(ctx context.Context, q index.Query, o index.ListOptions) error {
		_, err := s.got().List(ctx, q, start[0], o)
		return err
	}
	games := func(numbers ...int64) error {
		_, err := s.got().Games(ctx, numbers, true)
		return err
	}
	history := func(q index.Query) error {
		_, err := s.got().History(ctx, q, start[0])
		return err
	}
	begin := func(change func(*index.Config)) error {
		c := s.config
		change(&c)
		_, err := s.store.Begin(ctx, c, index.BuildOptions{})
		return err
	}
	for what, c := range map[string]struct{ err, want error }{
		"a game after the last":      {games(0, 100), index.ErrNotFound},
		"a game before the first":    {games(-1), index.ErrNotFound},
		"look-up in no view":         {s.got().Lookup(ctx, unknown, start, none), index.ErrNotFound},
		"count in no view":           {count(ctx, s.got(), unknown, start, make([]int64, 2)), index.ErrNotFound},
		"list of no view":            {list(ctx, unknown, index.ListOptions{}), index.ErrNotFound},
		"history of no view":         {history(unknown), index.ErrNotFound},
		"cancelled look-up":          {s.got().Lookup(cancelled, index.Query{}, start, none), context.Canceled},
		"cancelled list":             {list(cancelled, index.Query{}, index.ListOptions{}), context.Canceled},
		"build of another game":      {begin(func(c *index.Config) { c.Game = "x" }), index.ErrConfig},
		"build under other rules":    {begin(func(c *index.Config) { c.Rules = "x" }), index.ErrConfig},
		"build with fewer views":     {begin(func(c *index.Config) { c.Views = c.Views[:1] }), index.ErrConfig},
		"build with other keys":      {begin(func(c *index.Config) { c.Set.Keys = zobrist.Keys{77} }), index.ErrKeys},
		"build with the right views": {func() error { s.build(index.BuildOptions{}, 1); return nil }(), nil},
	} {
		if !errors.Is(c.err, c.want) {
			s.Errorf("%s: %v, want %v", what, c.err, c.want)
		}
	}
	if list(ctx, index.Query{}, index.ListOptions{Skip: -1}) == nil {
		s.Error("a negative number of games was skipped")
	}
	for range s.got().Each(ctx, index.Positions) {
		break
	}
	s.cancelledCommit(cancelled)
	s.compare(10)
}

// cancelledCommit must leave the index as it is.
func (s *suite) cancelledCommit(cancelled context.Context) {
	p := s.begin(index.BuildOptions{})
	p.add(s.walks(20))
	p.keep(index.Source{Name: "games"})
	if _, err := p.store.Commit(cancelled, nil); !errors.Is(err, context.Canceled) {
		s.Errorf("cancelled commit: %v", err)
	}
	p.close()
}

// nested asks from within a look-up while a build is committed.
func (s *suite) nested() {
	s.build(index.BuildOptions{}, 100)
	hashes := []zobrist.Uint128{hashOf(0, 0), hashOf(0, 1), hashOf(0, 0)}
	p := s.begin(index.BuildOptions{})
	p.add(s.walks(100))
	p.keep(index.Source{Name: "games"})
	var wg sync.WaitGroup
	committing := false
	seen := make([]int64, len(hashes))
	s.noError(s.got().Lookup(s.Context(), index.Query{}, hashes, func(i int, moves []index.MoveTally) error {
		if !committing {
			committing = true
			wg.Go(func() {
				if _, err := p.store.Commit(s.Context(), nil); err != nil {
					s.Error(err)
				}
			})
		}
		for _, m := range moves {
			seen[i] += m.Games
		}
		return count(s.Context(), s.got(), index.Query{}, hashes, make([]int64, len(hashes)))
	}))
	if seen[0] != seen[2] || seen[0] == 0 {
		s.Errorf("one look-up found the start in %d games and in %d", seen[0], seen[2])
	}
	wg.Wait()
	_, err := p.model.Commit(s.Context(), nil)
	s.noError(err)
	p.close()
	s.compare(10)
}

// concurrent asks during builds of fifty games each, and during one removal. The
// games of each build must appear together.
func (s *suite) concurrent() {
	const size = 50
	add := func() {
		games := s.walks(size)
		for i := range games {
			games[i].Moves, games[i].states = append(games[i].Moves, 1), append(games[i].states, 4000000000)
			games[i].Moves = games[i].Moves[:len(games[i].states)-1]
			if len(games[i].Moves)%8 == 7 { // addTo would cut the last position
				games[i].Moves, games[i].states = append(games[i].Moves, 1), append(games[i].states, 4000000001)
			}
		}
		p := s.begin(index.BuildOptions{})
		p.add(games)
		p.keep(index.Source{Name: "games"})
		p.commit()
	}
	add()
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for last := int64(0); ; {
				select {
				case <-done:
					return
				default:
				}
				n, err := s.countAll(hashOf(0, 4000000000))
				if err == nil && (n%size != 0 || n < last) {
					err = fmt.Errorf("%d games after %d, in builds of %d", n, last, size)
				}
				if last = n; err != nil {
					s.Error(err)
					return
				}
			}
		})
	}
	for range s.short(10, 6) {
		add()
	}
	close(done)
	wg.Wait()
	s.compare(10)
}

// countAll counts the games of a position in several ways.
func (s *suite) countAll(hash zobrist.Uint128) (n int64, err error) {
	var counts [1]int64
	if err := count(s.Context(), s.got(), index.Query{}, []zobrist.Uint128{hash}, counts[:]); err != nil {
		return 0, err
	}
	listed, err := s.got().List(s.Context(), index.Query{}, hash, index.ListOptions{Limit: 1 << 30})
	if err != nil {
		return 0, err
	}
	err = s.got().Lookup(s.Context(), index.Query{}, []zobrist.Uint128{hash},
		func(_ int, moves []index.MoveTally) error {
			for _, m := range moves {
				n += m.Games
			}
			return nil
		})
	if n < int64(len(listed)) || int64(len(listed)) < counts[0] {
		return 0, fmt.Errorf("%d games, then %d, then %d", counts[0], len(listed), n)
	}
	numbers := make([]int64, len(listed))
	for i, o := range listed {
		numbers[i] = o.Number
	}
	if _, err := s.got().Games(s.Context(), numbers, true); err != nil {
		return 0, err
	}
	return n, err
}
