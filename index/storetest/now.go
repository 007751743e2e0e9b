package storetest

import (
	"context"
	"iter"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// Now returns a snapshot that is always the present one of a store. It needs no Close.
func Now(s index.Store) index.State { return now{s} }

type now struct{ store index.Store }

// Close implements [index.State].
func (now) Close() error { return nil }

// answer returns what a snapshot answers.
func answer[T any](n now, ask func(index.State) (T, error)) (T, error) {
	s, err := n.store.State()
	if err != nil {
		var none T
		return none, err
	}
	defer s.Close()
	return ask(s)
}

// list returns a list that a snapshot gives.
func list[T any](n now, ask func(index.State) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s, err := n.store.State()
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		defer s.Close()
		ask(s)(yield)
	}
}

// Manifest implements [index.State].
func (n now) Manifest(ctx context.Context) (index.Manifest, error) {
	return answer(n, func(s index.State) (index.Manifest, error) { return s.Manifest(ctx) })
}

// Lookup implements [index.State].
func (n now) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(int, []index.MoveTally) error) error {
	_, err := answer(n, func(s index.State) (any, error) { return nil, s.Lookup(ctx, q, hashes, found) })
	return err
}

// List implements [index.State].
func (n now) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) ([]index.Occurrence, error) {
	return answer(n, func(s index.State) ([]index.Occurrence, error) { return s.List(ctx, q, hash, o) })
}

// History implements [index.State].
func (n now) History(ctx context.Context, q index.Query, hash zobrist.Uint128) ([]index.Period, error) {
	return answer(n, func(s index.State) ([]index.Period, error) { return s.History(ctx, q, hash) })
}

// Rank implements [index.State].
func (n now) Rank(ctx context.Context, r index.Ranking, progress func(float64)) ([]index.RankedPosition, error) {
	return answer(n, func(s index.State) ([]index.RankedPosition, error) { return s.Rank(ctx, r, progress) })
}

// Games implements [index.State].
func (n now) Games(ctx context.Context, numbers []int64, texts bool) ([]index.Game, error) {
	return answer(n, func(s index.State) ([]index.Game, error) { return s.Games(ctx, numbers, texts) })
}

// Players implements [index.State].
func (n now) Players(ctx context.Context, name string) ([]index.Player, error) {
	return answer(n, func(s index.State) ([]index.Player, error) { return s.Players(ctx, name) })
}

// Select implements [index.State].
func (n now) Select(ctx context.Context, f index.Filter, from int64) iter.Seq2[int64, error] {
	return list(n, func(s index.State) iter.Seq2[int64, error] { return s.Select(ctx, f, from) })
}

// Each implements [index.State].
func (n now) Each(ctx context.Context, v index.View) iter.Seq2[index.Entry, error] {
	return list(n, func(s index.State) iter.Seq2[index.Entry, error] { return s.Each(ctx, v) })
}

// count sets counts[i] to the number of games of hashes[i].
func count(ctx context.Context, s index.State, q index.Query, hashes []zobrist.Uint128, counts []int64) error {
	clear(counts)
	q.Totals = true
	return s.Lookup(ctx, q, hashes, func(i int, total []index.MoveTally) error {
		counts[i] += total[0].Games
		return nil
	})
}
