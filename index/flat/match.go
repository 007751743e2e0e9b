package flat

import (
	"slices"
	"sort"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// A matcher is a filter prepared for the games of a run.
type matcher struct {
	r       *run
	facts   index.FactFilter
	players []uint32 // their names' numbers in ascending order, if byPlayer
	side    game.Side
	events  []uint64    // a bit for each name that is selected; nil if all are
	codes   []uint64    // likewise of openings
	ranges  [][2]uint32 // numbers from and to, of the sources selected, if bySource

	byPlayer, bySource bool
	none               bool // no game is selected
	factsOnly          bool // there are no other conditions
}

// matchers prepares a filter for the runs of a state. It returns nil if all games are
// selected.
func (s *state) matchers(f *index.Filter) ([]matcher, error) {
	if f.Empty() {
		return nil, nil
	}
	list := make([]matcher, len(s.runs))
	for i := range s.runs {
		if err := list[i].prepare(s, &s.runs[i], f); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// of returns the matcher of a run by its place, nil if all games are selected.
func of(matchers []matcher, i int) *matcher {
	if matchers == nil {
		return nil
	}
	return &matchers[i]
}

func (m *matcher) prepare(s *state, r *placedRun, f *index.Filter) (err error) {
	*m = matcher{r: r.run, facts: f.Facts(), side: f.Side, byPlayer: len(f.Players) > 0, bySource: len(f.Sources) > 0}
	for _, name := range f.Players {
		id, ok, err := r.findName(playersSection, name)
		if err != nil {
			return err
		}
		if ok {
			m.players = append(m.players, id)
		}
	}
	slices.Sort(m.players)
	if f.Event != "" {
		if m.events, err = r.matchNames(eventsSection, func(name string) bool {
			return index.MatchEvent(f.Event,
				name)
		}); err != nil {
			return err
		}
	}
	if len(f.Openings) > 0 {
		if m.codes, err = r.matchNames(openingsSection, func(code string) bool {
			return slices.ContainsFunc(f.Openings, func(prefix string) bool { return index.MatchOpening(prefix, code) })
		}); err != nil {
			return err
		}
	}
	end := r.base + int64(r.header.games)
	for i := range s.sources {
		from := &s.sources[i]
		if slices.Contains(f.Sources, from.Name) && from.First < end && from.End > r.base {
			m.ranges = append(m.ranges, [2]uint32{
				uint32(max(from.First, r.base) - r.base), uint32(min(from.End, end) - r.base),
			})
		}
	}
	slices.SortFunc(m.ranges, func(a, b [2]uint32) int { return int(int64(a[0]) - int64(b[0])) })
	m.factsOnly = !m.byPlayer && !m.bySource && m.events == nil && m.codes == nil
	m.none = m.byPlayer && len(m.players) == 0 || m.bySource && len(m.ranges) == 0 ||
		m.events != nil && isEmpty(m.events) || m.codes != nil && isEmpty(m.codes)
	return nil
}

func isEmpty(set []uint64) bool {
	return !slices.ContainsFunc(set, func(w uint64) bool { return w != 0 })
}

// match reports whether a game is selected.
func (m *matcher) match(game uint32) (bool, error) {
	f, err := m.r.facts(game)
	if err != nil {
		return false, err
	}
	return m.matchFacts(game, f)
}

// matchFacts is match for a game with these facts.
func (m *matcher) matchFacts(game uint32, f index.Facts) (bool, error) {
	if m.none || !m.facts.Match(f) {
		return false, nil
	}
	if m.factsOnly {
		return true, nil
	}
	return m.matchNames(game)
}

// matchNames reports whether a game, by its number, meets the conditions that do not depend on facts.
func (m *matcher) matchNames(number uint32) (bool, error) {
	if m.bySource {
		i := sort.Search(len(m.ranges), func(i int) bool { return m.ranges[i][1] > number })
		if i == len(m.ranges) || m.ranges[i][0] > number {
			return false, nil
		}
	}
	if m.codes != nil {
		if ok, err := m.in(m.codes, openingSection, number); !ok {
			return false, err
		}
	}
	if m.events != nil {
		if ok, err := m.in(m.events, eventSection, number); !ok {
			return false, err
		}
	}
	if !m.byPlayer {
		return true, nil
	}
	if m.side != game.SecondSide {
		if ok, err := m.played(firstSection, number); ok || err != nil {
			return ok, err
		}
	}
	if m.side != game.FirstSide {
		return m.played(secondSection, number)
	}
	return false, nil
}

// in reports whether the name of a game in a column is in a set.
func (m *matcher) in(set []uint64, column kind, game uint32) (bool, error) {
	id, err := m.r.column(column, game)
	return err == nil && id < uint32(64*len(set)) && set[id/64]>>(id%64)&1 == 1, err
}

func (m *matcher) played(column kind, game uint32) (bool, error) {
	id, err := m.r.column(column, game)
	if err != nil {
		return false, err
	}
	if len(m.players) == 1 {
		return id == m.players[0], nil
	}
	_, ok := slices.BinarySearch(m.players, id)
	return ok, nil
}

// filter removes from a list the games that are not selected. A nil matcher selects
// all.
func (m *matcher) filter(games []uint32) ([]uint32, error) {
	if m == nil {
		return games, nil
	}
	kept := games[:0]
	for _, game := range games {
		ok, err := m.match(game)
		if err != nil {
			return nil, err
		}
		if ok {
			kept = append(kept, game)
		}
	}
	return kept, nil
}

// findName looks up a name in a dictionary of the run.
func (r *run) findName(dictionary kind, name string) (uint32, bool, error) {
	from, to := uint32(0), r.sections[dictionary].arg
	for from < to {
		middle := from + (to-from)/2
		b, err := r.name(dictionary, middle)
		if err != nil {
			return 0, false, err
		}
		switch {
		case string(b) == name:
			return middle, true, nil
		case string(b) < name:
			from = middle + 1
		default:
			to = middle
		}
	}
	return 0, false, nil
}

// matchNames returns the set of the names of a dictionary that match.
func (r *run) matchNames(dictionary kind, match func(string) bool) ([]uint64, error) {
	n := r.sections[dictionary].arg
	set := make([]uint64, (n+63)/64)
	for id := range n {
		name, err := r.name(dictionary, id)
		if err != nil {
			return nil, err
		}
		if match(string(name)) {
			set[id/64] |= 1 << (id % 64)
		}
	}
	return set, nil
}
