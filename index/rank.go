package index

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"github.com/zobrist-go/zobrist/game"
)

// A Ranking orders the positions of an index, and says which of them it lists. The
// zero Ranking lists the ten most frequent ones.
type Ranking struct {
	Query         // which games are tallied, and in which view positions are compared
	By    Measure // the order

	// First selects positions by their first game, of those tallied; see
	// [RankedPosition].
	First Filter

	// MinPly and MaxPly bound the number of plies before a position in its first game; a MaxPly of 0 is no bound.
	MinPly, MaxPly int

	// Plies returns that number for each position of list, in order. Stores call it, possibly on several
	// goroutines, because they do not know the rules. [Index.Rank] sets it. If it is nil and there is a
	// bound, the ranking is impossible.
	Plies func(ctx context.Context, list []RankedPosition) ([]int, error)

	MinGames int64     // the least number of games of a position; 0 means 1
	MinScore int       // and only those with at least this score of Side, in permille
	Side     game.Side // whose score: the first player's, the second's, or with NoSide the better one
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

// String returns "games", "score" or "contest".
func (m Measure) String() string {
	if m > ByContest {
		return "measure " + strconv.Itoa(int(m))
	}
	return [...]string{"games", "score", "contest"}[m]
}

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

// SetDefaults sets zero fields to their defaults. The error wraps [ErrRanking] if the ranking
// is impossible. Stores call it.
func (r *Ranking) SetDefaults() error {
	r.Limit, r.MinGames = cmp.Or(r.Limit, 10), max(r.MinGames, 1)
	switch {
	case r.By > ByContest:
		return fmt.Errorf("%w: no measure %d; measures are 0 to %d", ErrRanking, r.By, ByContest)
	case r.Side > game.SecondSide:
		return fmt.Errorf("%w: no side %d; sides are 0 to %d", ErrRanking, r.Side, game.SecondSide)
	case r.Limit < 0 || r.Limit > MaxRanked:
		return fmt.Errorf("%w: %d positions, and it must be 1 to %d", ErrRanking, r.Limit, MaxRanked)
	case r.MinPly < 0 || r.MaxPly < 0 || r.MaxPly != 0 && r.MaxPly < r.MinPly:
		return fmt.Errorf("%w: %d to %d plies", ErrRanking, r.MinPly, r.MaxPly)
	case r.Bounded() && r.Plies == nil:
		return fmt.Errorf("%w: nothing counts the plies of a position", ErrRanking)
	case r.MinScore < 0 || r.MinScore > 1000:
		return fmt.Errorf("%w: a score of %d permille, and it must be 0 to 1000", ErrRanking, r.MinScore)
	}
	return nil
}

// Bounded reports whether the ranking has bounds of plies.
func (r *Ranking) Bounded() bool { return r.MinPly > 0 || r.MaxPly > 0 }

// Value returns the measure of a position whose games have this tally. It reports false
// if the ranking does not list the position, whatever its first game is. A [Store] calls
// it for each position.
func (r *Ranking) Value(t Tally) (value float64, ok bool) {
	decided := t.First + t.Drawn + t.Second
	if t.Games < max(r.MinGames, 1) || decided == 0 && (r.By != ByGames || r.MinScore > 0) {
		return 0, false
	}
	points := 2*t.First + t.Drawn // in halves
	if second := 2*t.Second + t.Drawn; r.Side == game.SecondSide || r.Side == game.NoSide && second > points {
		points = second
	}
	if 1000*points < int64(r.MinScore)*2*decided {
		return 0, false
	}
	switch r.By {
	case ByScore:
		return float64(points) / float64(2*decided), true
	case ByContest:
		return float64(min(t.First, t.Second)) / float64(decided), true
	}
	return float64(t.Games), true
}
