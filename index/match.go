package index

import (
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/index/names"
)

// A Matcher is a filter prepared for many games. It selects a game if MatchFacts holds for
// its facts, and each condition for its texts. Stores that number the texts test a
// condition once for each text.
type Matcher struct {
	Conditions []Condition // on texts

	all           bool
	rated         bool   // whether there is a condition on ratings
	since, until  uint32 // as [Facts.DateRank]; until is 0 if there is none
	ratings       []Range
	unrated       bool // games without known ratings meet ratings
	first, second Range
	gap           Range
	results       uint8 // a bit for each that is selected, 0 for all
	speeds        uint8
	modes         uint8
}

// A Condition holds for a game if one of its columns has one of the names, or, if Match is
// not nil, a text for which Match returns true.
type Condition struct {
	Columns []Column
	Names   []string // exactly as stored
	Match   func(text string) bool
}

// A Column is a text that each game has.
type Column uint8

const (
	FirstColumn Column = iota // the first player
	SecondColumn
	EventColumn
	OpeningColumn
	SourceColumn // the name of the game's source
)

// String returns "first", "second", "event", "opening" or "source".
func (c Column) String() string {
	return [...]string{"first", "second", "event", "opening", "source"}[min(c, SourceColumn)]
}

// Matcher prepares the filter.
func (f *Filter) Matcher() *Matcher {
	m := &Matcher{
		ratings: f.Ratings, unrated: f.Unrated, first: f.FirstRating, second: f.SecondRating, gap: f.RatingGap,
		since: f.Since.rank(),
	}
	_, m.until = f.Until.Ranks()
	for _, r := range f.Results {
		m.results |= 1 << (r & 3)
	}
	for _, s := range f.Speeds {
		m.speeds |= 1 << (s & 7)
	}
	for _, mode := range f.Modes {
		m.modes |= 1 << (mode & 3)
	}
	m.rated = len(m.ratings) > 0 || m.first != Range{} || m.second != Range{} || m.gap != Range{}
	m.all = m.since|m.until == 0 && m.results|m.speeds|m.modes == 0 && !m.rated
	either := []Column{FirstColumn, SecondColumn}
	switch f.Side {
	case game.FirstSide:
		either = either[:1]
	case game.SecondSide:
		either = either[1:]
	}
	for _, c := range []Condition{
		{Columns: []Column{SourceColumn}, Names: f.Sources}, // first, because it takes the least time
		{Columns: either, Names: f.Players},
		{Columns: []Column{FirstColumn}, Names: f.FirstPlayers},
		{Columns: []Column{SecondColumn}, Names: f.SecondPlayers},
	} {
		if len(c.Names) > 0 {
			m.Conditions = append(m.Conditions, c)
		}
	}
	if f.Event != "" {
		parts := names.FoldedParts(f.Event)
		m.Conditions = append(m.Conditions, Condition{Columns: []Column{EventColumn}, Match: func(event string) bool {
			folded := names.FoldText(event)
			return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(folded, part) })
		}})
	}
	if len(f.Openings) > 0 {
		m.Conditions = append(m.Conditions, Condition{Columns: []Column{OpeningColumn}, Match: func(code string) bool {
			return slices.ContainsFunc(f.Openings, func(selected string) bool { return matchOpening(selected, code) })
		}})
	}
	return m
}

// Match reports whether the filter selects a game of a source. It takes a few hundred ns.
func (m *Matcher) Match(g *Game, source string) bool {
	return m.MatchFacts(FactsOf(g)) && !slices.ContainsFunc(m.Conditions, func(c Condition) bool {
		return !slices.ContainsFunc(c.Columns, func(column Column) bool {
			text := [...]string{g.First, g.Second, g.Event, g.Opening, source}[column]
			return c.Match != nil && c.Match(text) || slices.Contains(c.Names, text)
		})
	})
}

// AllFacts reports whether there are no conditions on facts.
func (m *Matcher) AllFacts() bool { return m.all }

// MatchFacts tests the conditions on facts only. It takes a few ns.
func (m *Matcher) MatchFacts(f Facts) bool {
	if m.all {
		return true
	}
	if m.results|m.speeds|m.modes != 0 &&
		(m.results != 0 && m.results>>(f&3)&1 == 0 ||
			m.speeds != 0 && m.speeds>>f.Speed()&1 == 0 ||
			m.modes != 0 && m.modes>>f.Mode()&1 == 0) {
		return false
	}
	if m.since|m.until != 0 {
		day := f.DateRank()
		if day < 1<<9 || lastDay(day) < m.since || m.until != 0 && day > m.until {
			return false
		}
	}
	return !m.rated || m.matchRatings(f)
}

func (m *Matcher) matchRatings(f Facts) bool {
	first, second := f.Ratings()
	if !m.first.holds(first) || !m.second.holds(second) || !m.gap.holdsGap(first, second) {
		return false
	}
	mean := int(f.RatingRank() / 2)
	return len(m.ratings) == 0 || m.unrated && mean == 0 ||
		slices.ContainsFunc(m.ratings, func(r Range) bool { return r.holds(mean) })
}

// holds reports whether a known rating is in the range.
func (r Range) holds(rating int) bool {
	return r == Range{} || rating > 0 && rating >= r.Min && (r.Max == 0 || rating <= r.Max)
}

// holdsGap reports whether the difference of two known ratings is in the range.
func (r Range) holdsGap(first, second int) bool {
	gap := max(first-second, second-first)
	return r == Range{} || first > 0 && second > 0 && gap >= r.Min && (r.Max == 0 || gap <= max(r.Max, 0))
}

// matchOpening reports whether selected matches code, ignoring case. selected is a prefix
// ("B90", "C4") or an inclusive range of prefixes ("E60-E99", "C6-D"); an end may be missing
// ("E60-"). An empty code never matches.
func matchOpening(selected, code string) bool {
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
