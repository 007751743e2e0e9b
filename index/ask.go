package index

import (
	"context"
	"fmt"
	"iter"
	"slices"
)

// ReadManifest returns the manifest of what a store holds; see [State].
func ReadManifest(ctx context.Context, s Store) (Manifest, error) { return manifestOf(ctx, s.State) }

func manifestOf(ctx context.Context, state func() (State, error)) (Manifest, error) {
	s, err := state()
	if err != nil {
		return Manifest{}, err
	}
	defer s.Close()
	return s.Manifest(ctx)
}

// Config returns what the index was opened with.
func (ix *questions) Config() Config { return ix.config }

// Manifest describes the index. The error wraps [ErrEmpty] if nothing has been built.
func (ix *questions) Manifest(ctx context.Context) (Manifest, error) {
	return manifestOf(ctx, ix.state)
}

// View returns the view of that name: "" is [Positions]. The error wraps
// [ErrNotFound] if the index has no such view.
func (ix *questions) View(name string) (View, error) {
	if name == "" {
		return Positions, nil
	}
	if i := slices.Index(ix.config.Views, name); i >= 0 {
		return View(i + 1), nil
	}
	return 0, fmt.Errorf("%w: the index was built without the view %q", ErrNotFound, name)
}

// checkView returns an error if the index has no such view.
func (ix *questions) checkView(v View) error {
	if int(v) > len(ix.config.Views) {
		return fmt.Errorf("%w: the index has no view %d", ErrNotFound, v)
	}
	return nil
}

// Position returns the position of a text, the usual start if it is "". It belongs to one goroutine.
func (ix *questions) Position(text string) (Position, error) {
	p := ix.adapter.NewPosition()
	return p, p.Set(text)
}

// Games returns games by their numbers, with their texts if they are wanted and stored. Games are numbered from 0 in
// the order in which they were added. The error wraps [ErrNotFound] if there is none of such a number.
func (ix *questions) Games(ctx context.Context, numbers []int64, texts bool) ([]Game, error) {
	s, err := ix.state()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Games(ctx, numbers, texts)
}

// Game returns a game by its number, with its text if it is stored. The error wraps [ErrNotFound] if there is none.
func (ix *questions) Game(ctx context.Context, number int64) (Game, error) {
	games, err := ix.Games(ctx, []int64{number}, true)
	if err != nil {
		return Game{}, err
	}
	return games[0], nil
}

// Players returns the players whose names fit what a person wrote; see [NameMatcher]. Those with most games come first,
// equal ones in the order of their names.
func (ix *questions) Players(ctx context.Context, name string) ([]Player, error) {
	s, err := ix.state()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Players(ctx, name)
}

// Select returns the numbers of the games that a filter selects, in ascending order, from the first one that is at
// least from. An error ends them.
func (ix *questions) Select(ctx context.Context, f Filter, from int64) iter.Seq2[int64, error] {
	return each(ix, func(s State) iter.Seq2[int64, error] { return s.Select(ctx, f, from) })
}

// Each returns all positions of a view, in ascending order of their keys. An error ends them.
func (ix *questions) Each(ctx context.Context, v View) iter.Seq2[Entry, error] {
	return each(ix, func(s State) iter.Seq2[Entry, error] { return s.Each(ctx, v) })
}

// each returns a list that holds on to its state while it is read.
func each[T any](ix *questions, list func(State) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s, err := ix.state()
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		defer s.Close()
		list(s)(yield)
	}
}
