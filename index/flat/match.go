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
	players []played    // a game has to meet each
	events  []uint64    // a bit for each name that is selected; nil if all are
	codes   []uint64    // likewise of openings
	ranges  [][2]uint32 // numbers from and to, of the sources selected, if bySource

	bySource  bool
	none      bool // no game is selected
	factsOnly bool // there are no other conditions
}

// played is a condition that one of some players took part, on either side or on one.
type played struct {
	names []uint32 // their numbers in ascending order
	side  game.Side
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
	*m = matcher{r: r.run, facts: f.Facts(), bySource: len(f.Sources) > 0}
	for _, c := range []struct {
		names []string
		side  game.Side
	}{{f.Players, f.Side}, {f.FirstPlayers, game.FirstSide}, {f.SecondPlayers, game.SecondSide}} {
		if err := m.preparePlayers(c.names, c.side); err != nil {
			return err
		}
	}
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
	m.factsOnly = len(m.players) == 0 && !m.bySource && m.events == nil && m.codes == nil
	m.none = m.none || m.bySource && len(m.ranges) == 0 ||
		m.events != nil && isEmpty(m.events) || m.codes != nil && isEmpty(m.codes)
	return nil
}

// preparePlayers adds the condition that one of these players, if there are any, had the side.
func (m *matcher) preparePlayers(names []string, side game.Side) error {
	if len(names) == 0 {
		return nil
	}
	c := played{side: side}
	for _, name := range names {
		id, ok, err := m.r.findName(playersSection, name)
		if err != nil {
			return err
		}
		if ok {
			c.names = append(c.names, id)
		}
	}
	slices.Sort(c.names)
	m.players = append(m.players, c)
	m.none = m.none || len(c.names) == 0
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
	for i := range m.players {
		if ok, err := m.players[i].match(m.r, number); !ok {
			return false, err
		}
	}
	return true, nil
}

// in reports whether the name of a game in a column is in a set.
func (m *matcher) in(set []uint64, column kind, game uint32) (bool, error) {
	id, err := m.r.column(column, game)
	return err == nil && id < uint32(64*len(set)) && set[id/64]>>(id%64)&1 == 1, err
}

// match reports whether a game meets the condition.
func (p *played) match(r *run, number uint32) (bool, error) {
	if p.side != game.SecondSide {
		if ok, err := p.in(r, firstSection, number); ok || err != nil {
			return ok, err
		}
	}
	if p.side != game.FirstSide {
		return p.in(r, secondSection, number)
	}
	return false, nil
}

func (p *played) in(r *run, column kind, number uint32) (bool, error) {
	id, err := r.column(column, number)
	if err != nil {
		return false, err
	}
	if len(p.names) == 1 {
		return id == p.names[0], nil
	}
	_, ok := slices.BinarySearch(p.names, id)
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
