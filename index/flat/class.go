package flat

import (
	"slices"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// A class is what the games of a cell have in common: cells are tallies of a popular position
// by class, so that most filters need no game. From the least significant bit on it has
//
//	bit   0      2     5    7     12    16    30    37
//	      ├──────┼─────┼────┼─────┼─────┼─────┼─────┤
//	      result speed mode day   month year  band
//
// The band is 0 if no rating is known, otherwise 1 + the mean of the known ratings / 100, rounded
// down. A class without days has all games of a month, and its day is 0.
type class uint64

const (
	// classBits is the width of a class.
	classBits = 37

	bandWidth = 100
	dayMask   = 31 << 7
)

// classOf returns the class of a game with these facts, with its day or without.
func classOf(f index.Facts, days bool) class {
	c := class(f&127) | class(f.DateRank())<<7
	if mean := f.RatingRank() / 2; mean > 0 {
		c |= class(1+mean/bandWidth) << 30
	}
	if !days {
		c = c.month()
	}
	return c
}

// month returns the class without its day.
func (c class) month() class { return c &^ dayMask }

// greatestDateRank returns the greatest [index.Facts.DateRank] of its games.
func (c class) greatestDateRank(days bool) uint32 {
	rank := uint32(c >> 7 & (1<<23 - 1))
	if !days {
		rank |= 31
	}
	return rank
}

// greatestRatingRank returns the greatest [index.Facts.RatingRank] that its games may have.
func (c class) greatestRatingRank() uint32 {
	return max(2*bandWidth*uint32(c>>30), 1) - 1
}

// leastRatingRank returns the least one, less than 2^8 below greatestRatingRank.
func (c class) leastRatingRank() uint32 {
	return 2 * bandWidth * (max(uint32(c>>30), 1) - 1)
}

// count adds n games of the class, whose ratings t has already.
func (c class) count(t *index.Tally, n int64) {
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

// A classMatcher is a filter prepared for classes.
type classMatcher struct {
	decides      bool           // classes decide about most games, apart from conditions on texts
	low          *index.Matcher // the conditions on the result, the speed and the mode
	since, until uint32         // as [index.Facts.DateRank]; until is 0 if there is none
	bands        []index.Range  // of ratings
	unrated      bool
}

// newClassMatcher prepares a filter. Conditions on the rating of one side, or on the difference of ratings, are none on
// classes.
func newClassMatcher(f *index.Filter) *classMatcher {
	none := index.Range{}
	m := &classMatcher{
		decides: f.FirstRating == none && f.SecondRating == none && f.RatingGap == none,
		low:     (&index.Filter{Results: f.Results, Speeds: f.Speeds, Modes: f.Modes}).Matcher(),
		bands:   f.Ratings, unrated: f.Unrated,
	}
	m.since, _ = f.Since.Ranks()
	_, m.until = f.Until.Ranks()
	return m
}

// match reports whether some, and whether all, games that a class may have are selected, if
// classes decide. If only some may be, each game has to be tested.
func (m *classMatcher) match(c class, days bool) (some, all bool) {
	if !m.low.MatchFacts(index.Facts(c & 127)) {
		return false, false
	}
	all = true
	if m.since|m.until != 0 {
		first := uint32(c >> 7 & (1<<23 - 1))
		last := c.greatestDateRank(days)
		ends := [2]uint32{lastDay(first), lastDay(last)} // least and greatest of the last days
		if !days && first>>5&15 != 0 {
			ends[0] = first + 1
		}
		if first < 1<<9 || ends[1] < m.since || m.until != 0 && first > m.until {
			return false, false
		}
		all = ends[0] >= m.since && (m.until == 0 || last <= m.until)
	}
	if len(m.bands) > 0 {
		some, whole := m.matchBand(int(c >> 30))
		return some, all && whole
	}
	return true, all
}

// lastDay returns the last day that a date may mean, both as [index.Facts.DateRank].
func lastDay(rank uint32) uint32 {
	_, last := index.Facts(uint64(rank) << 35).Date().Ranks()
	return last
}

// matchBand is match for the conditions on the mean of ratings. A zero range holds all, and a game without known
// ratings meets no other.
func (m *classMatcher) matchBand(band int) (some, all bool) {
	if band == 0 {
		some = m.unrated || slices.Contains(m.bands, index.Range{})
		return some, some
	}
	from, to := max((band-1)*bandWidth, 1), band*bandWidth-1
	for _, r := range m.bands {
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
