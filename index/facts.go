package index

import (
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// Facts are what tallies, the order of games and most filters depend on, in one
// word:
//
//	bit   0      2     5     7              21              35    40      44     58
//	      ├──────┼─────┼─────┼──────────────┼───────────────┼─────┼───────┼──────┤
//	      result speed mode  first rating   second rating   day   month   year
type Facts uint64

// FactsOf returns the facts of a game.
func FactsOf(g *Game) Facts {
	d := g.Date.Known()
	return Facts(g.Result&3) | Facts(g.Speed&7)<<2 | Facts(g.Mode&3)<<5 |
		Facts(knownRating(g.FirstRating))<<7 | Facts(knownRating(g.SecondRating))<<21 |
		Facts(d.Day)<<35 | Facts(d.Month)<<40 | Facts(d.Year)<<44
}

// Result returns how the game ended.
func (f Facts) Result() game.Result { return game.Result(f & 3) }

// Speed returns the class of the time control.
func (f Facts) Speed() Speed { return Speed(f >> 2 & 7) }

// Mode says whether the game was rated.
func (f Facts) Mode() Mode { return Mode(f >> 5 & 3) }

// Ratings returns the ratings of the players, 0 if not known.
func (f Facts) Ratings() (first, second int) {
	return int(f >> 7 & (1<<14 - 1)), int(f >> 21 & (1<<14 - 1))
}

// Date returns the date of the game.
func (f Facts) Date() Date {
	return Date{Year: int(f >> 44 & (1<<14 - 1)), Month: int(f >> 40 & 15), Day: int(f >> 35 & 31)}
}

// DateRank returns a number that grows with the date, 0 if no date is known.
func (f Facts) DateRank() uint32 { return uint32(f >> 35 & (1<<23 - 1)) }

// RatingRank returns twice the mean of the known ratings, 0 if there is none.
func (f Facts) RatingRank() uint32 {
	first, second := f.Ratings()
	if first == 0 || second == 0 {
		return uint32(2 * (first + second))
	}
	return uint32(first + second)
}

// A FactFilter is the part of a [Filter] that depends on facts alone, prepared
// for many games.
type FactFilter struct {
	all           bool
	rated         bool   // whether there is a condition on ratings
	since, until  uint32 // as [Facts.DateRank]; until is 0 if there is none
	ratings       []Range
	unrated       bool // meet ratings
	first, second Range
	gap           Range
	results       uint8 // a bit for each that is selected, 0 for all
	speeds        uint8
	modes         uint8
}

// Facts returns the part of the filter that depends on facts alone.
func (f *Filter) Facts() FactFilter {
	t := FactFilter{
		ratings: f.Ratings, unrated: f.Unrated, first: f.FirstRating, second: f.SecondRating, gap: f.RatingGap,
		since: f.Since.number(), until: f.Until.last(),
	}
	for _, r := range f.Results {
		t.results |= 1 << (r & 3)
	}
	for _, s := range f.Speeds {
		t.speeds |= 1 << (s & 7)
	}
	for _, m := range f.Modes {
		t.modes |= 1 << (m & 3)
	}
	t.rated = len(t.ratings) > 0 || t.first != Range{} || t.second != Range{} || t.gap != Range{}
	t.all = t.since|t.until == 0 && t.results|t.speeds|t.modes == 0 && !t.rated
	return t
}

// number returns the date as [Facts.DateRank] does.
func (d Date) number() uint32 {
	d = d.Known()
	return uint32(d.Year)<<9 | uint32(d.Month)<<5 | uint32(d.Day)
}

// last returns the number of the last day that the date may mean, 0 for no date.
func (d Date) last() uint32 { return lastDay(d.number()) }

func lastDay(n uint32) uint32 {
	switch {
	case n == 0:
	case n&(15<<5) == 0:
		n |= 12<<5 | 31
	case n&31 == 0:
		n |= 31
	}
	return n
}

// Match reports whether the filter selects a game with these facts. It takes a few
// ns.
func (t *FactFilter) Match(f Facts) bool {
	if t.all {
		return true
	}
	if t.results|t.speeds|t.modes != 0 &&
		(t.results != 0 && t.results>>(f&3)&1 == 0 ||
			t.speeds != 0 && t.speeds>>f.Speed()&1 == 0 ||
			t.modes != 0 && t.modes>>f.Mode()&1 == 0) {
		return false
	}
	if t.since|t.until != 0 {
		day := f.DateRank()
		if day < 1<<9 || lastDay(day) < t.since || t.until != 0 && day > t.until {
			return false
		}
	}
	return !t.rated || t.matchRatings(f)
}

func (t *FactFilter) matchRatings(f Facts) bool {
	first, second := f.Ratings()
	if !t.first.holds(first) || !t.second.holds(second) || !t.gap.holdsGap(first, second) {
		return false
	}
	mean := int(f.RatingRank() / 2)
	for _, r := range t.ratings {
		if r.holds(mean) {
			return true
		}
	}
	return len(t.ratings) == 0 || t.unrated && mean == 0
}

// holds reports whether a known rating is in the range.
func (r Range) holds(rating int) bool {
	return r == Range{} || rating > 0 && rating >= r.Min && (r.Max == 0 || rating <= r.Max)
}

// holdsGap reports whether the difference of two known ratings is in the range.
func (r Range) holdsGap(first, second int) bool {
	gap := max(first-second, second-first)
	return r == Range{} || first > 0 && second > 0 && gap >= r.Min && (r.Max == 0 || gap <= r.Max)
}

// MatchEvent reports whether part occurs in an event's name, in upper or lower
// case.
func MatchEvent(part, event string) bool {
	return strings.Contains(strings.ToLower(event), strings.ToLower(part))
}

// MatchOpening reports whether selected matches code, ignoring case. selected is a prefix
// ("B90", "C4") or an inclusive range of prefixes ("E60-E99", "C6-D"); an end may be missing
// ("E60-"). An empty code never matches.
func MatchOpening(selected, code string) bool {
	from, to, isRange := strings.Cut(selected, "-")
	if code == "" {
		return false
	}
	if !isRange {
		return len(code) >= len(selected) && strings.EqualFold(code[:len(selected)], selected)
	}
	start := func(n int) string { return strings.ToUpper(code[:min(n, len(code))]) }
	return start(len(from)) >= strings.ToUpper(from) && start(len(to)) <= strings.ToUpper(to)
}
