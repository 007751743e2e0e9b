package index

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"

	"github.com/zobrist-go/zobrist/index/internal/ordered"
)

// ErrClash: games of an answer do not contain the position, but another one with
// the same hash, by chance or by forgery.
var ErrClash = errors.New("index: another position has the same hash")

// VerifyAnswer replays games of an answer about p, one of each move and one that ends there,
// and compares their positions with p by their features, not by their hashes. The error wraps
// [ErrClash] if a game has no equal position. It costs one read of the games, and about 20 µs
// for each. Reaches and Transpositions are about the positions after the moves, and are not
// verified.
func (ix *questions) VerifyAnswer(ctx context.Context, v View, p Position, a Answer) error {
	if err := ix.checkView(v); err != nil || a.Games == 0 {
		return err
	}
	numbers := []int64{a.Sample}
	for _, m := range a.Moves {
		numbers = append(numbers, m.Sample)
	}
	if a.Ended > 0 {
		numbers = append(numbers, a.EndedSample)
	}
	slices.Sort(numbers)
	return ix.verifyGames(ctx, v, p, slices.Compact(numbers))
}

// verifyGames is VerifyAnswer for some games.
func (ix *questions) verifyGames(ctx context.Context, v View, p Position, numbers []int64) error {
	games, err := ix.Games(ctx, numbers, false)
	if err != nil {
		return err
	}
	hash, wanted, replayed := p.Hash(v), p.AppendFeatures(nil, v), p.Clone()
	var here []zobrist.Feature
	folded := ix.folded(v, p)
	for i := range games {
		found := false
		err = replay(replayed, &games[i], func(uint32) {
			switch {
			case found:
			case folded != nil:
				found = folded.Occurs(v, replayed)
			case replayed.Hash(v) == hash: // equal positions have equal hashes
				here = replayed.AppendFeatures(here[:0], v)
				found = slices.Equal(here, wanted)
			}
		})
		switch {
		case err != nil:
			return fmt.Errorf("game %d: %w", numbers[i], err)
		case !found:
			return fmt.Errorf("game %d: %w as %s", numbers[i], ErrClash, p)
		}
	}
	return nil
}

// Verify reads everything and checks it against its checksums; see [Store]. It then replays every
// game: its moves must be legal, its text, if there is one, must have the same moves,
// and each of its positions must be stored with the move that the game played. If
// progress is not nil, it is called now and then with the share that is done, 0 to 1.
//
// It takes about the processor time of a build if the index is in files and has all
// plies of its games; see docs/scale.md. Otherwise each position is looked up, which takes several
// times as long.
func (ix *Index) Verify(ctx context.Context, progress func(done float64)) (unread []error, err error) {
	if progress == nil {
		progress = func(float64) {}
	}
	const reading = 0.2 // of the whole
	if unread, err = ix.store.Verify(ctx, part(progress, 0, reading)); err != nil {
		return unread, err
	}
	s, err := ix.Snapshot()
	if err != nil {
		return unread, err
	}
	defer s.Close()
	m, err := s.Manifest(ctx)
	if errors.Is(err, ErrEmpty) {
		return unread, nil
	}
	if err == nil {
		err = s.verifyAll(ctx, m, part(progress, reading, 1))
	}
	return unread, err
}

// part returns the progress of a part of a task, whose shares of the whole are from and to.
func part(progress func(done float64), from, to float64) func(done float64) {
	return func(done float64) { progress(from + (to-from)*done) }
}

// verifyAll replays every game. It compares sums of the visits if the store has them. If they
// differ, because of damage or since the index was built with a limit of plies, or if there are none,
// it looks up each position. That is the last tenth of the progress, however long it takes.
func (s *Snapshot) verifyAll(ctx context.Context, m Manifest, progress func(done float64)) error {
	summing := 0.0
	if summer, ok := s.held.(Summer); ok {
		summing = 0.9
		same, err := s.verifySums(ctx, m, summer, part(progress, 0, summing))
		if err != nil {
			return err
		}
		if same {
			progress(1)
			return nil
		}
	}
	if err := s.verifyVisits(ctx, m, part(progress, summing, 1)); err != nil {
		return err
	}
	progress(1)
	return nil
}

// verifySums reports whether the visits of all games have the sums of the stored ones.
func (s *Snapshot) verifySums(ctx context.Context, m Manifest, stored Summer, progress func(float64)) (bool, error) {
	const reading = 0.3 // of the time
	want, err := stored.Sums(ctx, part(progress, 0, reading))
	if err != nil {
		return false, err
	}
	all, err := s.replayAll(ctx, m, want, part(progress, reading, 1))
	return all.games == m.Games && slices.Equal(all.sums, want), err
}

// verifyVisits looks up each position of all games.
func (s *Snapshot) verifyVisits(ctx context.Context, m Manifest, progress func(float64)) error {
	all, err := s.replayAll(ctx, m, nil, progress)
	switch {
	case err != nil:
		return err
	case all.games != m.Games:
		return fmt.Errorf("%w: it has %d games, and should have %d", ErrCorrupt, all.games, m.Games)
	case all.visits-all.missing < m.Visits:
		return fmt.Errorf("%w: its games visit %d positions, of which %d are found, and there should be %d",
			ErrCorrupt, all.visits, all.visits-all.missing, m.Visits)
	case all.missing > all.visits-m.Visits, // more than a limit of plies left out
		all.missingInViews > 0 && all.visits == m.Visits:
		return fmt.Errorf("%w: %d positions of its games are not found, and %d in other views",
			ErrCorrupt, all.missing, all.missingInViews)
	}
	return nil
}

// replayAll replays every game, and sums up the visits if there are sums to compare with.
func (s *Snapshot) replayAll(ctx context.Context, m Manifest, sums []Sum,
	progress func(done float64)) (replayTally, error) {
	type replayed struct {
		last  int64
		tally replayTally
	}
	all := replayTally{sums: make([]Sum, len(sums))}
	err := ordered.Do(ctx, chunked(s.Select(ctx, Filter{}, 0), exportGames), 0,
		func(ctx context.Context, numbers []int64) (replayed, error) {
			tally, err := s.replayGames(ctx, numbers, len(sums))
			return replayed{last: numbers[len(numbers)-1], tally: tally}, err
		},
		func(p replayed) error {
			all.games += p.tally.games
			all.visits += p.tally.visits
			all.missing += p.tally.missing
			all.missingInViews += p.tally.missingInViews
			for view, sum := range p.tally.sums {
				all.sums[view].Join(sum)
			}
			progress(float64(p.last) / float64(max(m.Next, 1)))
			return nil
		})
	return all, err
}

// A replayTally counts the positions of replayed games.
type replayTally struct {
	games, visits int64
	missing       int64 // visits whose position, with its move, is not found

	missingInViews int64 // likewise, in the other views

	sums []Sum // of the visits of each view, if they are summed up rather than found
}

// replayGames replays games and sums up the visits of the first views or, if views is 0, looks all positions up.
func (s *Snapshot) replayGames(ctx context.Context, numbers []int64, views int) (t replayTally, err error) {
	games, err := s.Games(ctx, numbers, true)
	if err != nil {
		return t, err
	}
	h, err := s.replayer(s.adapter)
	if err != nil {
		return t, err
	}
	defer s.readers.Put(h.reader)
	var batch Batch
	for i := range games {
		if err := h.add(&batch, &games[i], 0, false); err != nil {
			return t, fmt.Errorf("game %d: %w", numbers[i], err)
		}
	}
	t.games, t.sums = int64(len(games)), make([]Sum, views)
	for view := range t.sums {
		if view < len(batch.Visits) {
			for _, v := range batch.Visits[view] {
				t.sums[view].Add(v.Key, v.Move, numbers[v.Game])
			}
		}
	}
	if views > 0 {
		return t, nil
	}
	var hashes []zobrist.Uint128
	for view, visits := range batch.Visits {
		hashes = hashes[:0]
		for _, v := range visits {
			hashes = append(hashes, zobrist.Uint128{Hi: uint64(v.Hi), Lo: v.Lo})
		}
		found := int64(0)
		err = s.held.Lookup(ctx, Query{View: View(view)}, hashes, func(i int, moves []MoveTally) error {
			if slices.ContainsFunc(moves, func(m MoveTally) bool { return m.Move == visits[i].Move }) {
				found++
			}
			return nil
		})
		if err != nil {
			return t, err
		}
		if view == int(Positions) {
			t.visits, t.missing = int64(len(visits)), int64(len(visits))-found
		} else {
			t.missingInViews += int64(len(visits)) - found
		}
	}
	return t, nil
}
