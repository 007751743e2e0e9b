package index

import (
	"context"
	"iter"

	"github.com/zobrist-go/zobrist"
)

// ReadManifest returns the manifest of what a store holds; see [Snapshot].
func ReadManifest(ctx context.Context, s Store) (Manifest, error) {
	return (&Index{Store: s}).Manifest(ctx)
}

// Manifest describes the index; see [Snapshot].
func (ix *Index) Manifest(ctx context.Context) (Manifest, error) {
	s, err := ix.ask()
	if err != nil {
		return Manifest{}, err
	}
	defer s.Close()
	return s.Manifest(ctx)
}

// lookup looks up positions by their hashes; see [Snapshot].
func (ix *Index) lookup(ctx context.Context, q Query, hashes []zobrist.Uint128,
	found func(i int, moves []MoveTally) error) error {
	s, err := ix.ask()
	if err != nil {
		return err
	}
	defer s.Close()
	return s.Lookup(ctx, q, hashes, found)
}

// Count returns for each hash the number of games that contain the position and that the
// query selects.
func (ix *Index) Count(ctx context.Context, q Query, hashes ...zobrist.Uint128) ([]int64, error) {
	s, err := ix.ask()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	counts := make([]int64, len(hashes))
	return counts, count(ctx, s, q, hashes, counts)
}

// count sets counts[i] to the number of games of hashes[i].
func count(ctx context.Context, s Snapshot, q Query, hashes []zobrist.Uint128, counts []int64) error {
	clear(counts)
	q.Totals = true
	return s.Lookup(ctx, q, hashes, func(i int, total []MoveTally) error {
		counts[i] = total[0].Games
		return nil
	})
}

// List returns a page of the games that contain a position, without their texts. Of games
// that are equal in the order, the one added last comes first.
func (ix *Index) List(ctx context.Context, q Query, hash zobrist.Uint128, o ListOptions) ([]FoundGame, error) {
	s, err := ix.ask()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	list, err := s.List(ctx, q, hash, o)
	if err != nil {
		return nil, err
	}
	return found(ctx, s, list)
}

// found returns the games of a list.
func found(ctx context.Context, s Snapshot, list []Occurrence) ([]FoundGame, error) {
	if len(list) == 0 {
		return nil, nil
	}
	games, err := s.Games(ctx, numbersOf(list), false)
	if err != nil {
		return nil, err
	}
	all := make([]FoundGame, len(list))
	for i, occurrence := range list {
		all[i] = FoundGame{occurrence, games[i]}
	}
	return all, nil
}

// History tallies the games that contain a position by the months of their dates; see
// [Snapshot], and [Years] for years.
func (ix *Index) History(ctx context.Context, q Query, hash zobrist.Uint128) ([]Period, error) {
	s, err := ix.ask()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.History(ctx, q, hash)
}

// Games returns games by their numbers; see [Snapshot]. Games are numbered from 0 in the
// order in which they were added.
func (ix *Index) Games(ctx context.Context, numbers []int64, texts bool) ([]Game, error) {
	s, err := ix.ask()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Games(ctx, numbers, texts)
}

// Game returns a game by its number, with its text; see [Index.Games].
func (ix *Index) Game(ctx context.Context, number int64) (Game, error) {
	games, err := ix.Games(ctx, []int64{number}, true)
	if err != nil {
		return Game{}, err
	}
	return games[0], nil
}

// Players returns the players whose names fit what a person wrote; see [Snapshot].
func (ix *Index) Players(ctx context.Context, name string) ([]Player, error) {
	s, err := ix.ask()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return s.Players(ctx, name)
}

// Select returns the numbers of the games that a filter selects; see [Snapshot].
func (ix *Index) Select(ctx context.Context, f Filter, from int64) iter.Seq2[int64, error] {
	return each(ix, func(s Snapshot) iter.Seq2[int64, error] { return s.Select(ctx, f, from) })
}

// Each returns all positions of a view; see [Snapshot].
func (ix *Index) Each(ctx context.Context, v View) iter.Seq2[Entry, error] {
	return each(ix, func(s Snapshot) iter.Seq2[Entry, error] { return s.Each(ctx, v) })
}

// each returns a list that holds on to its state while it is read.
func each[T any](ix *Index, list func(Snapshot) iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		s, err := ix.ask()
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		defer s.Close()
		list(s)(yield)
	}
}

// Years sums up the months of a history by years; see [Index.History].
func Years(months []Period) []Period {
	var years []Period
	for _, m := range months {
		if last := len(years) - 1; last >= 0 && years[last].Year == m.Year {
			years[last].Tally = years[last].Tally.Add(m.Tally)
			continue
		}
		years = append(years, Period{Year: m.Year, Tally: m.Tally})
	}
	return years
}

// numbersOf returns the numbers of the games of a list.
func numbersOf(list []Occurrence) []int64 {
	numbers := make([]int64, len(list))
	for i, occurrence := range list {
		numbers[i] = occurrence.Number
	}
	return numbers
}
