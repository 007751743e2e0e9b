package store

import "github.com/zobrist-go/zobrist/game"

// A Class is what the games of a cell have in common: a store may keep tallies of a popular position
// by class, so that most filters need no game. From the least significant bit on it has
//
//	bit   0      2     5    7     12    16    30    37
//	      ├──────┼─────┼────┼─────┼─────┼─────┼─────┤
//	      result speed mode day   month year  band
//
// The band is 0 if no rating is known, otherwise 1 + the mean of the known ratings / 100, rounded
// down. A class without days has all games of a month, and its day is 0.
type Class uint64

const (
	// ClassBits is the width of a Class.
	ClassBits = 37

	bandWidth = 100
	dayMask   = 31 << 7
)

// ClassOf returns the class of a game with these facts, with its day or without.
func ClassOf(f Facts, days bool) Class {
	c := Class(f&127) | Class(f.DateRank())<<7
	if mean := f.RatingRank() / 2; mean > 0 {
		c |= Class(1+mean/bandWidth) << 30
	}
	if !days {
		c = c.Month()
	}
	return c
}

// Month returns the class without its day.
func (c Class) Month() Class { return c &^ dayMask }

// GreatestDateRank returns the greatest [Facts.DateRank] of its games.
func (c Class) GreatestDateRank(days bool) uint32 {
	rank := uint32(c >> 7 & (1<<23 - 1))
	if !days {
		rank |= 31
	}
	return rank
}

// GreatestRatingRank returns the greatest [Facts.RatingRank] that its games may have.
func (c Class) GreatestRatingRank() uint32 {
	return max(2*bandWidth*uint32(c>>30), 1) - 1
}

// LeastRatingRank returns the least one, less than 2^8 below GreatestRatingRank.
func (c Class) LeastRatingRank() uint32 {
	return 2 * bandWidth * (max(uint32(c>>30), 1) - 1)
}

// Count adds n games of the class, whose ratings t has already.
func (c Class) Count(t *Tally, n int64) {
	t.Games += n
	switch game.Result(c & 3) {
	case game.FirstWins:
		t.First += n
	case game.Draw:
		t.Drawn += n
	case game.SecondWins:
		t.Second += n
	}
	t.LastYear = max(t.LastYear, int(c>>16&(1<<14-1)))
}

// ByClass reports whether the classes of games decide about most of them, apart from conditions on
// texts: if there is none on the rating of one side, or on the difference of ratings.
func (m *Matcher) ByClass() bool {
	return m.first == Range{} && m.second == Range{} && m.gap == Range{}
}

// MatchClass reports whether some, and whether all, games that a class may have are selected, if
// ByClass holds. If only some may be, each game has to be tested.
func (m *Matcher) MatchClass(c Class, days bool) (some, all bool) {
	f := Facts(c & 127)
	if m.results != 0 && m.results>>(f&3)&1 == 0 || m.speeds != 0 && m.speeds>>f.Speed()&1 == 0 ||
		m.modes != 0 && m.modes>>f.Mode()&1 == 0 {
		return false, false
	}
	all = true
	if m.since|m.until != 0 {
		first := uint32(c >> 7 & (1<<23 - 1))
		last := c.GreatestDateRank(days)
		ends := [2]uint32{lastDay(first), lastDay(last)} // least and greatest of the last days
		if !days && first>>5&15 != 0 {
			ends[0] = first + 1
		}
		if first < 1<<9 || ends[1] < m.since || m.until != 0 && first > m.until {
			return false, false
		}
		all = ends[0] >= m.since && (m.until == 0 || last <= m.until)
	}
	if len(m.ratings) > 0 {
		some, whole := m.matchBand(int(c >> 30))
		return some, all && whole
	}
	return true, all
}

// matchBand is MatchClass for the conditions on the mean of ratings.
func (m *Matcher) matchBand(band int) (some, all bool) {
	if band == 0 {
		return m.unrated || m.matchMean(0), m.unrated || m.matchMean(0)
	}
	from, to := max((band-1)*bandWidth, 1), band*bandWidth-1
	for _, r := range m.ratings {
		low, high := max(r.Min, from), to
		if r.Max != 0 {
			high = min(r.Max, to)
		}
		if low <= high {
			some, all = true, all || low == from && high == to
		}
	}
	return some, all
}

// matchMean reports whether one of the ranges holds a mean of ratings, 0 if none is known.
func (m *Matcher) matchMean(mean int) bool {
	for _, r := range m.ratings {
		if r.holds(mean) {
			return true
		}
	}
	return false
}
