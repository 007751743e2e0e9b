package index

import "github.com/zobrist-go/zobrist/game"

// A Filter selects games. The zero Filter selects all of them. A game of which a
// fact is not known does not meet a condition about that fact.
type Filter struct {
	// Since and Until are the first and the last day, both included. A date without
	// its day or month means all of that month or year. A game of which only the
	// year or month is known meets a bound if some day of it does.
	Since, Until Date

	Ratings                   []Range // of the mean of the players' known ratings, rounded down; one must hold it
	Unrated                   bool    // with Ratings: also games without known ratings
	FirstRating, SecondRating Range
	RatingGap                 Range // of the difference of both ratings, whoever has more

	Results []game.Result // any of them; none means all
	Speeds  []Speed       // likewise
	Modes   []Mode        // likewise

	// Players are names exactly as stored, any of them; see [Index.Players]. Side
	// says whether such a player has to be the first one or the second; NoSide: either.
	Players []string
	Side    game.Side

	// FirstPlayers and SecondPlayers are such names for one side each: if both are given,
	// a game has to meet both, and Players as well.
	FirstPlayers, SecondPlayers []string

	Event    string   // part of the event's name; case, accents and apostrophes do not count
	Openings []string // codes or their beginnings or ranges, any of them; see [Filter.Set]
	Sources  []string // names of sources, any of them
}

// A Range is a range of ratings or of their differences, both ends included. The zero Range is all. A Max
// of 0 is no upper bound. A difference may be 0: −1 stands for it at either end.
type Range struct{ Min, Max int }

// Empty reports whether the filter selects all games.
func (f *Filter) Empty() bool {
	return f.Since == Date{} && f.Until == Date{} && len(f.Ratings) == 0 && f.FirstRating == Range{} &&
		f.SecondRating == Range{} && f.RatingGap == Range{} && len(f.Results) == 0 && len(f.Speeds) == 0 &&
		len(f.Modes) == 0 && len(f.Players) == 0 && len(f.FirstPlayers) == 0 && len(f.SecondPlayers) == 0 &&
		f.Event == "" && len(f.Openings) == 0 && len(f.Sources) == 0
}
