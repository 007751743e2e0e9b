package chessindex

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
)

// ErrClash: games of an answer do not contain the position, but another one with
// the same hash, by chance or by forgery.
var ErrClash = errors.New("chessindex: another position has the same hash")

// VerifyAnswer replays games of an answer about p, one of each move and one that ends there,
// and compares their positions with p by their pieces, the side to move and the rights, not
// by their hashes. In a view it compares the pawns, or the numbers of pieces. The error wraps
// [ErrClash] if a game has no equal position. It costs one read of the games, and about 20 µs
// for each. Reaches and Transpositions are about the positions after the moves, and are not
// verified.
func (ix *Index) VerifyAnswer(ctx context.Context, v index.View, p *chess.Position, a index.Answer) error {
	if a.Games == 0 {
		return nil
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
func (ix *Index) verifyGames(ctx context.Context, v index.View, p *chess.Position, numbers []int64) error {
	games, err := ix.Games(ctx, numbers, false)
	if err != nil {
		return err
	}
	f := ix.finder()
	defer ix.finders.Put(f)
	want, err := f.own(ix, p)
	if err != nil {
		return err
	}
	hash, err := ix.hashIn(v, want)
	if err != nil {
		return err
	}
	wanted, replayed := ix.features(v, want), ix.start.Clone()
	for i := range games {
		found := false
		if err = setStart(replayed, &games[i]); err == nil {
			err = replay(replayed, &games[i], func(chess.Move) {
				here, _ := ix.hashIn(v, replayed) // equal positions have equal hashes
				found = found || here == hash && slices.Equal(ix.features(v, replayed), wanted)
			})
		}
		switch {
		case err != nil:
			return fmt.Errorf("game %d: %w", numbers[i], err)
		case !found:
			return fmt.Errorf("game %d: %w as %s", numbers[i], ErrClash, p.FEN())
		}
	}
	return nil
}

// features returns what distinguishes a position in a view: its features, those of
// its pawns, or the number of each piece.
func (ix *Index) features(v index.View, p *chess.Position) []zobrist.Feature {
	all := p.AppendFeatures(nil)
	if v == index.Positions {
		slices.Sort(all)
		return all
	}
	pieces := chess.Space().Group("piece")
	pawns := pieces.At(2, 0) // the first feature that is not a pawn
	if ix.Config().Views[v-1] == chess.PawnView.String() {
		all = slices.DeleteFunc(all, func(f zobrist.Feature) bool { return f >= pawns })
		slices.Sort(all)
		return all
	}
	counts := make([]zobrist.Feature, 12)
	for _, f := range all {
		if pieces.Contains(f) {
			counts[int(f)/64]++
		}
	}
	return counts
}

// Verify reads everything and checks it; see [index.Store]. It then replays every
// game: its moves must be legal, its text, if there is one, must have the same moves,
// and each of its positions must be found with the move that the game played. If
// progress is not nil, it is called now and then with the share that is done, 0 to 1.
//
// It takes about as long as a build.
func (ix *Index) Verify(ctx context.Context, progress func(done float64)) (unread []error, err error) {
	if progress == nil {
		progress = func(float64) {}
	}
	const reading = 0.2 // of the whole
	if unread, err = ix.Store.Verify(ctx, func(done float64) { progress(reading * done) }); err != nil {
		return unread, err
	}
	if ix, err = ix.Snapshot(); err != nil {
		return unread, err
	}
	defer ix.Close()
	m, err := ix.Manifest(ctx)
	if errors.Is(err, index.ErrEmpty) {
		return unread, nil
	}
	if err == nil {
		err = ix.verifyAll(ctx, m, func(done float64) { progress(reading + (1-reading)*done) })
	}
	return unread, err
}

// verifyAll replays every game.
func (ix *Index) verifyAll(ctx context.Context, m index.Manifest, progress func(done float64)) error {
	type part struct {
		last  int64
		tally replayTally
	}
	var all replayTally
	err := ordered(ctx, chunked(ix.Select(ctx, index.Filter{}, 0), exportGames), 0,
		func(ctx context.Context, numbers []int64) (part, error) {
			tally, err := ix.replayGames(ctx, numbers)
			return part{last: numbers[len(numbers)-1], tally: tally}, err
		},
		func(p part) error {
			all.games += p.tally.games
			all.visits += p.tally.visits
			all.missing += p.tally.missing
			all.missingInViews += p.tally.missingInViews
			progress(float64(p.last) / float64(max(m.Next, 1)))
			return nil
		})
	switch {
	case err != nil:
		return err
	case all.games != m.Games:
		return fmt.Errorf("%w: it has %d games, and should have %d", index.ErrCorrupt, all.games, m.Games)
	case all.visits-all.missing < m.Visits:
		return fmt.Errorf("%w: its games visit %d positions, of which %d are found, and there should be %d",
			index.ErrCorrupt, all.visits, all.visits-all.missing, m.Visits)
	case all.missing > all.visits-m.Visits, // more than a limit of plies left out
		all.missingInViews > 0 && all.visits == m.Visits:
		return fmt.Errorf("%w: %d positions of its games are not found, and %d in other views",
			index.ErrCorrupt, all.missing, all.missingInViews)
	}
	progress(1)
	return nil
}

// A replayTally counts the positions of replayed games.
type replayTally struct {
	games, visits int64
	missing       int64 // visits whose position, with its move, is not found

	missingInViews int64 // likewise, in the other views
}

// replayGames replays games and looks their positions up.
func (ix *Index) replayGames(ctx context.Context, numbers []int64) (t replayTally, err error) {
	games, err := ix.Games(ctx, numbers, true)
	if err != nil {
		return t, err
	}
	h, err := ix.hasher()
	if err != nil {
		return t, err
	}
	defer ix.parsers.Put(h.parser)
	var batch index.Batch
	for i := range games {
		hashes, err := h.game(&games[i], 0)
		if err != nil {
			return t, fmt.Errorf("game %d: %w", numbers[i], err)
		}
		games[i].Text = nil
		batch.Add(&games[i], hashes...)
	}
	var hashes []zobrist.Uint128
	for view, visits := range batch.Visits {
		hashes = hashes[:0]
		for _, v := range visits {
			hashes = append(hashes, zobrist.Uint128{Hi: uint64(v.Hi), Lo: v.Lo})
		}
		found := int64(0)
		err = ix.Lookup(ctx, index.Query{View: index.View(view)}, hashes, func(i int, moves []index.MoveTally) error {
			if slices.ContainsFunc(moves, func(m index.MoveTally) bool { return m.Move == visits[i].Move }) {
				found++
			}
			return nil
		})
		if err != nil {
			return t, err
		}
		if view == int(index.Positions) {
			t.visits, t.missing = int64(len(visits)), int64(len(visits))-found
		} else {
			t.missingInViews += int64(len(visits)) - found
		}
	}
	t.games = int64(len(games))
	return t, nil
}
