package flat

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sort"

	"github.com/zobrist-go/zobrist/index"
)

// A matcher is a filter prepared for the games of a run: for each of the filter's
// conditions that some texts of the run do not meet, it has the numbers of those that do.
type matcher struct {
	*index.Matcher
	classes    *classMatcher
	r          *run
	conditions []condition
	none       bool // no game is selected
	selection
}

// A condition on texts. The last three are alternatives.
type condition struct {
	columns []kind
	ids     []uint32    // numbers of the texts, ascending
	set     []uint64    // a bit for each text
	ranges  [][2]uint32 // numbers of games, from and to, of the sources
}

// columnSections and dictionaries are where a run keeps a column, and its texts.
var (
	columnSections = [...]kind{index.FirstColumn: firstSection, index.SecondColumn: secondSection,
		index.EventColumn: eventSection, index.OpeningColumn: openingSection}
	dictionaries = [...]kind{index.FirstColumn: playersSection, index.SecondColumn: playersSection,
		index.EventColumn: eventsSection, index.OpeningColumn: openingsSection}
)

// matchers prepares a filter for the runs of a state. It returns nil if all games are
// selected.
func (s *state) matchers(ctx context.Context, f *index.Filter) ([]matcher, error) {
	if f.Empty() {
		return nil, nil
	}
	key := fmt.Sprintf("%#v", *f)
	if list, ok := s.filters.get(key); ok {
		return list, nil
	}
	kept := *f
	kept.Ratings = slices.Clone(f.Ratings) // the matcher has them, and the caller may change them
	shared, classes, list := kept.Matcher(), newClassMatcher(&kept), make([]matcher, len(s.runs))
	for i := range s.runs {
		m := &list[i]
		m.Matcher, m.classes, m.r = shared, classes, s.runs[i].run
		for _, c := range shared.Conditions {
			if err := m.prepare(ctx, s, &s.runs[i], c); err != nil {
				return nil, err
			}
		}
	}
	s.filters.add(key, list)
	return list, nil
}

// of returns the matcher of a run by its place, nil if all games are selected.
func of(matchers []matcher, i int) *matcher {
	if matchers == nil || len(matchers[i].conditions) == 0 && matchers[i].AllFacts() {
		return nil
	}
	return &matchers[i]
}

// prepare adds a condition, unless all texts of the run meet it.
func (m *matcher) prepare(ctx context.Context, s *state, r *placedRun, from index.Condition) (err error) {
	var c condition
	var met, all int // texts, or games of the sources
	switch dictionary := from.Columns[0]; {
	case dictionary == index.SourceColumn:
		c.ranges, all = s.sourceRanges(r, from.Names), int(r.header.games)
		for _, games := range c.ranges {
			met += int(games[1] - games[0])
		}
	case from.Match != nil:
		c.set, err = r.matchNames(ctx, dictionaries[dictionary], from.Match)
		for _, w := range c.set {
			met += bits.OnesCount64(w)
		}
		all = int(r.sections[dictionaries[dictionary]].arg)
	default:
		for _, name := range from.Names {
			id, ok, err := r.findName(dictionaries[dictionary], name)
			if err != nil {
				return err
			}
			if ok {
				c.ids = append(c.ids, id)
			}
		}
		slices.Sort(c.ids)
		c.ids = slices.Compact(c.ids)
		met, all = len(c.ids), int(r.sections[dictionaries[dictionary]].arg)
	}
	m.none = m.none || met == 0
	if err != nil || met > 0 && met == all {
		return err
	}
	for _, column := range from.Columns {
		if column != index.SourceColumn {
			c.columns = append(c.columns, columnSections[column])
		}
	}
	m.conditions = append(m.conditions, c)
	return nil
}

// sourceRanges returns the numbers of the games of some sources in a run, ascending.
func (s *state) sourceRanges(r *placedRun, names []string) (ranges [][2]uint32) {
	end := r.base + int64(r.header.games)
	for i := range s.sources {
		from := &s.sources[i]
		if slices.Contains(names, from.Name) && from.First < end && from.End > r.base {
			ranges = append(ranges, [2]uint32{
				uint32(max(from.First, r.base) - r.base), uint32(min(from.End, end) - r.base),
			})
		}
	}
	slices.SortFunc(ranges, func(a, b [2]uint32) int { return cmp.Compare(a[0], b[0]) })
	return ranges
}

func isEmpty(set []uint64) bool {
	return !slices.ContainsFunc(set, func(w uint64) bool { return w != 0 })
}

// match reports whether a game is selected.
func (m *matcher) match(game uint32) (bool, error) {
	if m.none {
		return false, nil
	}
	for i := range m.conditions {
		if ok, err := m.conditions[i].holds(m.r, game); !ok {
			return false, err
		}
	}
	if m.AllFacts() {
		return true, nil
	}
	f, err := m.r.facts(game)
	return err == nil && m.MatchFacts(f), err
}

// holds reports whether a game meets the condition.
func (c *condition) holds(r *run, game uint32) (bool, error) {
	if c.ranges != nil {
		i := sort.Search(len(c.ranges), func(i int) bool { return c.ranges[i][1] > game })
		return i < len(c.ranges) && c.ranges[i][0] <= game, nil
	}
	for _, column := range c.columns {
		id, err := r.column(column, game)
		if err != nil {
			return false, err
		}
		if c.has(id) {
			return true, nil
		}
	}
	return false, nil
}

// has reports whether the text of that number meets the condition.
func (c *condition) has(id uint32) bool {
	switch {
	case c.set != nil:
		return id < uint32(64*len(c.set)) && c.set[id/64]>>(id%64)&1 == 1
	case len(c.ids) == 1:
		return id == c.ids[0]
	}
	_, ok := slices.BinarySearch(c.ids, id)
	return ok
}

// filter removes from a list the games that are not selected. A nil matcher selects
// all.
func (m *matcher) filter(games []uint32) ([]uint32, error) {
	if m == nil {
		return games, nil
	}
	set, err := m.selected(len(games))
	if err != nil {
		return nil, err
	}
	if set != nil {
		n := 0
		for _, game := range games {
			games[n] = game
			n += int(set[game/64] >> (game % 64) & 1)
		}
		return games[:n], nil
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
func (r *run) matchNames(ctx context.Context, dictionary kind, match func(string) bool) ([]uint64, error) {
	n := r.sections[dictionary].arg
	set := make([]uint64, (n+63)/64)
	for id := range n {
		if id%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
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
