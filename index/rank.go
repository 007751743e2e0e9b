package index

import (
	"cmp"
	"context"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// A Ranker is a [Store] that can compare all positions of an index.
type Ranker interface {
	// Rank returns the first positions of a ranking, in order. It reads all positions of
	// the view. If progress is not nil, it is called now and then, from several goroutines,
	// with the share that is done, 0 to 1. Without an index there are none. The error wraps
	// [ErrRanking] if the ranking is impossible.
	Rank(ctx context.Context, r Ranking, progress func(done float64)) ([]RankedPosition, error)
}

// A Ranking orders the positions of an index, and says which of them it lists. The
// zero Ranking lists the ten most frequent ones.
type Ranking struct {
	Query         // which games are tallied, and in which view positions are compared
	By    Measure // the order

	// First selects positions by their first game, of those tallied; see
	// [RankedPosition].
	First Filter

	MinGames int64     // the least number of games of a position; 0 means 1
	MinScore int       // and only those with at least this score of Side, in permille
	Side     game.Side // whose score: the first player's, the second's, or the better one
	Limit    int       // the most positions to list, up to MaxRanked; 0 means 10
}

// MaxRanked is the greatest Limit of a [Ranking].
const MaxRanked = 100_000

// A Measure is what a [Ranking] compares. Greater values come first, then positions of
// more games, then those with lower keys.
type Measure uint8

const (
	// ByGames compares the numbers of games.
	ByGames Measure = iota

	// ByScore compares the scores of a side: its wins, and half of the draws, as a share
	// of the games with a result.
	ByScore

	// ByContest compares the wins of the side that has won less, as a share of the games
	// with a result: 0.5 if each side has won half of the games.
	ByContest
)

// A RankedPosition is a position of a ranking.
type RankedPosition struct {
	Key
	Tally
	Value float64 // of the measure

	// FirstGame is the number of the earliest game by date. A year without its month comes
	// before its months, likewise a month without its day. Games without a date come
	// after all others. Of equal ones it is the lowest number.
	FirstGame int64
}

// Check returns an error that wraps [ErrRanking] if a ranking is impossible, and fills in
// the defaults.
func (r *Ranking) Check() error {
	r.Limit, r.MinGames = cmp.Or(r.Limit, 10), max(r.MinGames, 1)
	switch {
	case r.By > ByContest || r.Side > game.SecondSide:
		return fmt.Errorf("%w: measure %d of side %d", ErrRanking, r.By, r.Side)
	case r.Limit < 0 || r.Limit > MaxRanked:
		return fmt.Errorf("%w: %d positions, and it must be 1 to %d", ErrRanking, r.Limit, MaxRanked)
	case r.MinScore < 0 || r.MinScore > 1000:
		return fmt.Errorf("%w: a score of %d permille, and it must be 0 to 1000", ErrRanking, r.MinScore)
	}
	return nil
}
