package storetest

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync/atomic"
	"weak"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// Memory returns an empty store in memory: for examples, for tests of what uses an
// index, and as the definition of what each question means. It answers every
// question by walking over the games concerned with [index.Matcher.Match].
func Memory() index.Store {
	m := new(memory)
	m.state.Store(&state{positions: make([]postings, index.MaxViews)})
	return m
}

// memory is the store. A change replaces the state as a whole.
type memory struct {
	state    atomic.Pointer[state]
	building atomic.Bool
	saved    *draft // of a suspended build; belongs to who holds building
}

// A state is an index at one time. It never changes.
type state struct {
	built     bool
	manifest  index.Manifest
	sources   []index.Source
	games     []*stored  // by number; nil if removed
	positions []postings // of each view
}

// A stored game has the visits of its batch, for each view.
type stored struct {
	index.Game
	source string // its name
	visits [][]index.Visit
}

// postings are the games of each position in ascending order, also removed ones.
type postings map[index.Key][]index.Occurrence

// Manifest implements [index.State].
func (s *state) Manifest(context.Context) (index.Manifest, error) {
	if !s.built {
		return index.Manifest{}, index.ErrEmpty
	}
	m := s.manifest
	m.Sources = slices.Clone(s.sources)
	return m, nil
}

// Identity implements [index.Identified].
func (s *state) Identity() any { return weak.Make(s) }

// Refresh implements [index.Store].
func (m *memory) Refresh(context.Context) (bool, error) { return false, nil }

// Verify implements [index.Store].
func (m *memory) Verify(context.Context, func(float64)) ([]error, error) { return nil, nil }

// Size implements [index.Store]. It counts 16 bytes for each visit.
func (m *memory) Size(context.Context) (parts []index.Part, left int64, err error) {
	s := m.state.Load()
	return []index.Part{{Name: "positions", Bytes: 16 * s.manifest.Visits}}, 0, nil
}

// State implements [index.Store].
func (m *memory) State() (index.State, error) { return m.state.Load(), nil }

// Close implements [index.State].
func (s *state) Close() error { return nil }

// Close implements [index.Store].
func (m *memory) Close() error { return nil }

// visits returns the games of a position that the query selects.
func (s *state) visits(q index.Query, hash zobrist.Uint128) iter.Seq2[index.Occurrence, *stored] {
	m := q.Filter.Matcher()
	return func(yield func(index.Occurrence, *stored) bool) {
		for _, o := range s.positions[q.View][index.KeyOf(hash)] {
			g := s.games[o.Number]
			if g != nil && m.Match(&g.Game, g.source) && !yield(o, g) {
				return
			}
		}
	}
}

// check returns an error if the context is done or the view is not one of the
// index.
func (s *state) check(ctx context.Context, v index.View) error {
	if int(v) > len(s.manifest.Views) && s.built || v >= index.MaxViews {
		return fmt.Errorf("%w: view %d of an index with %d", index.ErrNotFound, v, 1+len(s.manifest.Views))
	}
	return ctx.Err()
}

// Lookup implements [index.State].
func (s *state) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(int, []index.MoveTally) error) error {
	for i, hash := range hashes {
		if err := s.check(ctx, q.View); err != nil {
			return err
		}
		moves := tally(s.visits(q, hash))
		if q.Totals && len(moves) > 0 {
			moves[0] = index.MoveTally{Tally: index.Tally{Games: games(moves)}}
			moves = moves[:1]
		}
		if len(moves) > 0 {
			if err := found(i, moves); err != nil {
				return err
			}
		}
	}
	return nil
}

// tally sums up games by their moves.
func tally(visits iter.Seq2[index.Occurrence, *stored]) (list []index.MoveTally) {
	for o, g := range visits {
		i, ok := slices.BinarySearchFunc(list, o.Move, func(t index.MoveTally, move uint32) int {
			return cmp.Compare(t.Move, move)
		})
		if !ok {
			list = slices.Insert(list, i, index.MoveTally{Move: o.Move})
		}
		list[i].Sample = o.Number
		list[i].Count(index.FactsOf(&g.Game))
	}
	return list
}

// games returns the number of all games of some moves.
func games(moves []index.MoveTally) (n int64) {
	for _, t := range moves {
		n += t.Games
	}
	return n
}

// Each implements [index.State].
func (s *state) Each(ctx context.Context, v index.View) iter.Seq2[index.Entry, error] {
	return func(yield func(index.Entry, error) bool) {
		if err := s.check(ctx, v); err != nil {
			yield(index.Entry{}, err)
			return
		}
		for _, k := range slices.SortedFunc(maps.Keys(s.positions[v]), index.Key.Compare) {
			hash := zobrist.Uint128{Hi: uint64(k.Hi), Lo: k.Lo}
			moves := tally(s.visits(index.Query{View: v}, hash))
			if len(moves) == 0 {
				continue // its games were removed
			}
			if err := ctx.Err(); err != nil {
				yield(index.Entry{}, err)
				return
			}
			if !yield(index.Entry{Key: k, Moves: moves}, nil) {
				return
			}
		}
	}
}
