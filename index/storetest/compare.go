package storetest

import (
	"errors"
	"iter"
	"reflect"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// equal reports a difference, nil and empty slices being the same.
func (s *suite) equal(what string, got, want any) {
	if v := reflect.ValueOf(want); v.Kind() == reflect.Slice && v.Len() == 0 && reflect.ValueOf(got).Len() == 0 {
		return
	}
	if !reflect.DeepEqual(plain(got), plain(want)) {
		s.Helper()
		s.Fatalf("%s:\n got %+v\nwant %+v", what, got, want)
	}
}

// plain makes empty slices nil in a value that is compared.
func plain(v any) any {
	switch v := v.(type) {
	case index.Summary:
		v.Sources, v.Dropped = slices.Clip(append([]index.Source(nil), v.Sources...)),
			append([]string(nil), v.Dropped...)
		return v
	case index.Manifest:
		v.Sources = slices.Clip(append([]index.Source(nil), v.Sources...))
		return v
	case []index.Game:
		v = slices.Clone(v)
		for i := range v {
			v[i].Moves, v[i].Text = append([]uint32(nil), v[i].Moves...), append([]byte(nil), v[i].Text...)
		}
		return v
	}
	return v
}

// compare compares the whole index, and the answers to n random questions of each
// kind.
func (s *suite) compare(n int) {
	s.Helper()
	s.compareWhole()
	for range n {
		q := index.Query{View: index.View(s.rng.IntN(1 + len(s.config.Views)))}
		if len(s.games) > 0 {
			q.Filter = s.filter()
		}
		hashes := make([]zobrist.Uint128, s.rng.IntN(6))
		for i := range hashes {
			if hashes[i] = s.hash(q.View); i > 0 && s.rng.IntN(5) == 0 {
				hashes[i] = hashes[0]
			}
		}
		s.compareLookup(q, hashes)
		hash := s.hash(q.View)
		s.compareList(q, hash)
		got, err := s.got().History(s.Context(), q, hash)
		s.noError(err)
		want, err := s.want().History(s.Context(), q, hash)
		s.noError(err)
		s.equal("history", got, want)
		s.compareSelect(q.Filter)
		s.compareGames()
	}
}

// compareWhole compares what needs no question.
func (s *suite) compareWhole() {
	s.Helper()
	want, err := s.want().Manifest(s.Context())
	if errors.Is(err, index.ErrEmpty) {
		if _, err := s.got().Manifest(s.Context()); !errors.Is(err, index.ErrEmpty) {
			s.Errorf("manifest: %v, want ErrEmpty", err)
		}
		return
	}
	s.noError(err)
	got, err := s.got().Manifest(s.Context())
	s.noError(err)
	if got.Records < want.Records && want.Games == want.Next {
		s.Errorf("manifest has %d records for %d positions", got.Records, want.Records)
	}
	want.Records = got.Records
	s.equal("manifest", got, want)
	for _, name := range []string{"", "carlsen", "Liren Ding", "Huebner", "m. carlsen 3", "nobody"} {
		players, err := s.got().Players(s.Context(), name)
		s.noError(err)
		wanted, err := s.want().Players(s.Context(), name)
		s.noError(err)
		s.equal("players called "+name, players, wanted)
	}
	for view := range index.View(1 + len(s.config.Views)) {
		next, stop := iter.Pull2(s.got().Each(s.Context(), view))
		for want, err := range s.want().Each(s.Context(), view) {
			s.noError(err)
			got, err, ok := next()
			s.noError(err)
			if !ok || got.Key != want.Key {
				s.Fatalf("position of view %d is %v, want %v", view, got.Key, want.Key)
			}
			s.compareMoves(index.Query{View: view}, want.Key, got.Moves, want.Moves)
		}
		if got, _, ok := next(); ok {
			s.Fatalf("position %v of view %d is one too many", got.Key, view)
		}
		stop()
	}
}

// compareMoves compares tallies. The sample may be any of the games.
func (s *suite) compareMoves(q index.Query, k index.Key, got, want []index.MoveTally) {
	s.Helper()
	got, hash := slices.Clone(got), zobrist.Uint128{Hi: uint64(k.Hi), Lo: k.Lo}
	for i := range min(len(got), len(want)) {
		if got[i].Sample != want[i].Sample {
			all, err := s.want().List(s.Context(), q, hash, index.ListOptions{Limit: 1 << 30})
			s.noError(err)
			if !slices.Contains(all, index.Occurrence{Number: got[i].Sample, Move: got[i].Move}) {
				s.Errorf("game %d is a sample of %+v, and does not play the move", got[i].Sample, want[i])
			}
		}
		got[i].Sample = want[i].Sample
	}
	s.equal("moves", got, want)
}

func (s *suite) compareLookup(q index.Query, hashes []zobrist.Uint128) {
	s.Helper()
	want := make(map[int][]index.MoveTally)
	s.noError(s.want().Lookup(s.Context(), q, hashes, func(i int, moves []index.MoveTally) error {
		want[i] = slices.Clone(moves)
		return nil
	}))
	s.noError(s.got().Lookup(s.Context(), q, hashes, func(i int, moves []index.MoveTally) error {
		if want[i] == nil {
			s.Fatalf("position %d of %d is found twice, or should not be: %+v, query %+v", i, len(hashes), moves, q)
		}
		s.compareMoves(q, index.KeyOf(hashes[i]), moves, want[i])
		delete(want, i)
		return nil
	}))
	if len(want) > 0 {
		s.Fatalf("positions are not found by %+v: %+v", q, want)
	}
	got, counts := make([]int64, len(hashes)), make([]int64, len(hashes))
	for i := range got {
		got[i] = s.rng.Int64() // must be overwritten
	}
	s.noError(count(s.Context(), s.got(), q, hashes, got))
	s.noError(count(s.Context(), s.want(), q, hashes, counts))
	s.equal("counts", got, counts)
}

func (s *suite) compareList(q index.Query, hash zobrist.Uint128) {
	s.Helper()
	o := index.ListOptions{Recent: s.rng.IntN(2) == 0, Limit: s.rng.IntN(30), Skip: s.rng.IntN(20)}
	if s.rng.IntN(3) == 0 {
		o.Limit, o.Skip = 1<<30, []int{0, 1, 2, 1 << 30}[s.rng.IntN(4)]
	}
	if (q.View == index.Positions || s.config.WordBits[q.View] > 0) && s.rng.IntN(2) == 0 {
		o.Move = uint32(1 + s.rng.IntN(5))
	}
	got, err := s.got().List(s.Context(), q, hash, o)
	s.noError(err)
	want, err := s.want().List(s.Context(), q, hash, o)
	s.noError(err)
	s.equal("list", got, want)
}

func (s *suite) compareSelect(f index.Filter) {
	s.Helper()
	from := s.rng.Int64N(int64(len(s.games) + 1))
	s.equal("selection", s.selection(s.got(), f, from), s.selection(s.want(), f, from))
}

// selection returns the first games that a filter selects.
func (s *suite) selection(of index.State, f index.Filter, from int64) (list []int64) {
	s.Helper()
	for n, err := range of.Select(s.Context(), f, from) {
		s.noError(err)
		if list = append(list, n); len(list) == 3000 {
			break
		}
	}
	return list
}

// compareGames compares some games that are there, in any order and some twice.
func (s *suite) compareGames() {
	s.Helper()
	var numbers []int64
	for n, err := range s.want().Select(s.Context(), index.Filter{}, s.rng.Int64N(int64(len(s.games)+1))) {
		s.noError(err)
		if numbers = append(numbers, n); len(numbers) == 5 {
			numbers = append(numbers, numbers[0])
			break
		}
	}
	s.rng.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
	for _, texts := range []bool{false, true} {
		got, err := s.got().Games(s.Context(), numbers, texts)
		s.noError(err)
		want, err := s.want().Games(s.Context(), numbers, texts)
		s.noError(err)
		s.equal("games", got, want)
	}
}
