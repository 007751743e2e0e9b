package index

import (
	"math"

	"github.com/zobrist-go/zobrist/game"
)

// A Tally sums up games: how many there are, how they ended, and how strong and
// how recent they are. The zero Tally is for no games.
type Tally struct {
	Games    int64 // all of them, also those without a result
	First    int64 // won by the first player, White in chess
	Drawn    int64
	Second   int64 // won by the second player
	Ratings  int64 // sum of the known ratings of the players
	Rated    int64 // number of ratings in that sum, at most two a game
	LastYear int   // year of the latest game, 0 if no date is known

	// The part of Ratings and Rated that belongs to the first players.
	FirstRatings, FirstRated int64
}

// Add returns the tally of the games of both.
func (t Tally) Add(u Tally) Tally {
	return Tally{
		Games: t.Games + u.Games,
		First: t.First + u.First, Drawn: t.Drawn + u.Drawn, Second: t.Second + u.Second,
		Ratings: t.Ratings + u.Ratings, Rated: t.Rated + u.Rated,
		LastYear:     max(t.LastYear, u.LastYear),
		FirstRatings: t.FirstRatings + u.FirstRatings, FirstRated: t.FirstRated + u.FirstRated,
	}
}

// Exchange returns the tally with the players exchanged.
func (t Tally) Exchange() Tally {
	t.First, t.Second = t.Second, t.First
	t.FirstRatings, t.FirstRated = t.Ratings-t.FirstRatings, t.Rated-t.FirstRated
	return t
}

// AverageRating returns the mean of the known ratings of the players, rounded to
// the nearest integer, or 0 if none is known.
func (t Tally) AverageRating() int { return mean(t.Ratings, t.Rated) }

// SideRating returns the mean of the known ratings of the players of one side, as
// AverageRating does, or of both if side is [game.NoSide].
func (t Tally) SideRating(side game.Side) int {
	return mean(t.SideRatings(side))
}

// SideRatings returns the sum of the known ratings of one side, and their number; of both
// sides if side is [game.NoSide].
func (t Tally) SideRatings(side game.Side) (sum, n int64) {
	switch side {
	case game.FirstSide:
		return t.FirstRatings, t.FirstRated
	case game.SecondSide:
		return t.Ratings - t.FirstRatings, t.Rated - t.FirstRated
	}
	return t.Ratings, t.Rated
}

func mean(sum, n int64) int {
	if n == 0 {
		return 0
	}
	return int(math.Round(float64(sum) / float64(n)))
}

// Count adds a game with these facts.
func (t *Tally) Count(f Facts) {
	t.Games++
	switch f.Result() {
	case game.FirstWins:
		t.First++
	case game.Draw:
		t.Drawn++
	case game.SecondWins:
		t.Second++
	}
	first, second := f.Ratings()
	for _, rating := range [2]int{first, second} {
		if rating > 0 {
			t.Ratings += int64(rating)
			t.Rated++
		}
	}
	if first > 0 {
		t.FirstRatings += int64(first)
		t.FirstRated++
	}
	t.LastYear = max(t.LastYear, f.Date().Year)
}
