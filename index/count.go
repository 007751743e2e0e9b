package index

import (
	"cmp"
	"context"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// Count returns the number of games that contain a position. In a view of parts a game
// counts once for each place in which it has the part.
func (ix *questions) Count(ctx context.Context, q Query, p Position) (int64, error) {
	counts, err := ix.CountEach(ctx, q, func(yield func(Position) bool) { yield(p) })
	if err != nil {
		return 0, err
	}
	return counts[0], nil
}

// CountEach counts as Count does, for many positions at once. A position may change when the next one comes.
func (ix *questions) CountEach(ctx context.Context, q Query, positions iter.Seq[Position]) ([]int64, error) {
	if err := ix.checkView(q.View); err != nil {
		return nil, err
	}
	var hashes []zobrist.Uint128
	var ends []int // of the hashes of each position
	for p := range positions {
		hashes = ix.appendHashes(hashes, q.View, p)
		ends = append(ends, len(hashes))
	}
	s, err := ix.state()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	games := make([]int64, len(hashes))
	if err := count(ctx, s, q, hashes, games); err != nil {
		return nil, err
	}
	return sums(games, ends), nil
}

// sums returns the sums of parts of a list, by the ends of the parts.
func sums(list []int64, ends []int) []int64 {
	all, from := make([]int64, len(ends)), 0
	for i, end := range ends {
		for _, n := range list[from:end] {
			all[i] += n
		}
		from = end
	}
	return all
}

// count sets counts[i] to the number of games of hashes[i].
func count(ctx context.Context, s State, q Query, hashes []zobrist.Uint128, counts []int64) error {
	clear(counts)
	q.Totals = true
	return s.Lookup(ctx, q, hashes, func(i int, total []MoveTally) error {
		counts[i] = total[0].Games
		return nil
	})
}

// CountGames returns the number of games that List lists. In a view of parts a game that has the part in several
// places counts once; there it costs as much as listing all games with the part.
func (ix *questions) CountGames(ctx context.Context, q Query, p Position) (int64, error) {
	if err := ix.checkView(q.View); err != nil {
		return 0, err
	}
	s, err := ix.state()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	hashes := ix.appendHashes(nil, q.View, p)
	counts := make([]int64, len(hashes))
	if err := count(ctx, s, q, hashes, counts); err != nil {
		return 0, err
	}
	if most := slices.Max(counts); most == 0 || len(hashes) == 1 {
		return most, nil
	}
	var numbers []int64
	for i, hash := range hashes {
		if counts[i] == 0 {
			continue
		}
		list, err := s.List(ctx, q, hash, ListOptions{Limit: MaxList})
		if err != nil {
			return 0, err
		}
		for _, o := range list {
			numbers = append(numbers, o.Number)
		}
	}
	slices.Sort(numbers)
	return int64(len(slices.Compact(numbers))), nil
}

// History tallies the games that contain a position by the months of their dates, in ascending order; see [Years] for
// years. Games without a date come first. Games count as in Count, and by the players that they had, also if colours
// are exchanged.
func (ix *questions) History(ctx context.Context, q Query, p Position) (all []Period, err error) {
	if err := ix.checkView(q.View); err != nil {
		return nil, err
	}
	s, err := ix.state()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for _, hash := range ix.appendHashes(nil, q.View, p) {
		months, err := s.History(ctx, q, hash)
		if err != nil {
			return nil, err
		}
		all = addMonths(all, months)
	}
	return all, nil
}

// addMonths adds a history to another one.
func addMonths(all, months []Period) []Period {
	for _, month := range months {
		i, found := slices.BinarySearchFunc(all, month, func(a, b Period) int {
			return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month))
		})
		if found {
			all[i].Tally = all[i].Tally.Add(month.Tally)
		} else {
			all = slices.Insert(all, i, month)
		}
	}
	return all
}

// Years sums up the months of a history by years.
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

// appendHashes appends the hashes by which a position is looked up.
func (ix *questions) appendHashes(dst []zobrist.Uint128, v View, p Position) []zobrist.Uint128 {
	if f := ix.folded(v, p); f != nil {
		return f.AppendHashes(dst, v)
	}
	return append(dst, p.Hash(v))
}
