package zobrist

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Feature is the number of a fact that holds or does not hold in a
// position. The features of a [Space] are numbered densely from 0.
type Feature uint32

// MaxFeatures is the largest number of features a [Space] may have, 2^24.
const MaxFeatures = 1 << 24

// ErrKeyCount is wrapped by the error for a number of keys that is not the
// number of features; see [Set.Complete].
var ErrKeyCount = errors.New("zobrist: wrong number of keys")

// Kind says how many features of a [Group] hold together.
type Kind uint8

const (
	KindGrid  Kind = iota // a class at a place; at most one class a place
	KindFlags             // any subset
	KindOneOf             // one of them or none
)

// String returns "grid", "flags" or "one of".
func (k Kind) String() string {
	switch k {
	case KindGrid:
		return "grid"
	case KindFlags:
		return "flags"
	case KindOneOf:
		return "one of"
	}
	return "kind " + strconv.Itoa(int(k))
}

// A Group is a run of consecutive features that belong together: the pieces
// on a board, the castling rights, the files of an en-passant capture. It is
// a matrix: feature First + row·len(Columns) + column is Rows[row] at
// Columns[column]. Flags and one-of groups have a single row.
//
// Groups are values. A group that a [Space] returns has First set; its slices
// are shared with the space and must not be changed.
type Group struct {
	Name    string   // unique in the space, not empty
	Kind    Kind     // how many features hold together
	Rows    []string // classes of a grid; otherwise one prefix, which may be empty
	Columns []string // places of a grid; otherwise the facts themselves
	First   Feature  // number of the first feature of the group
}

// Grid describes classes at places: len(classes)·len(places) features, named
// "class place", of which at most one at each place holds.
func Grid(name string, classes, places []string) Group {
	return Group{Name: name, Kind: KindGrid, Rows: classes, Columns: places}
}

// Flags describes facts that hold or not independently of each other.
func Flags(name string, facts ...string) Group {
	return Group{Name: name, Kind: KindFlags, Rows: []string{""}, Columns: facts}
}

// OneOf describes facts of which one or none holds, each named
// "prefix value", or "value" if the prefix is empty. The prefix is not one of
// the values: 16 facts take a prefix and 16 values.
func OneOf(name, prefix string, values ...string) Group {
	return Group{Name: name, Kind: KindOneOf, Rows: []string{prefix}, Columns: values}
}

// Len returns the number of features in the group.
func (g Group) Len() int { return len(g.Rows) * len(g.Columns) }

// At returns the feature of a class at a place of a grid: a row and a column,
// both from 0. It panics if either is out of range.
func (g Group) At(row, column int) Feature {
	if uint(row) >= uint(len(g.Rows)) || uint(column) >= uint(len(g.Columns)) {
		panic(fmt.Sprintf("zobrist: group %q: no row %d and column %d in %d×%d features",
			g.Name, row, column, len(g.Rows), len(g.Columns)))
	}
	return g.First + Feature(row*len(g.Columns)+column)
}

// Flag returns the i-th feature, from 0, of flags or of a one-of group. It
// panics if i is out of range or if the group is a grid.
func (g Group) Flag(i int) Feature {
	if g.Kind == KindGrid {
		panic(fmt.Sprintf("zobrist: group %q is a grid; use At", g.Name))
	}
	return g.At(0, i)
}

// Cell is the inverse of At: the row and the column of a feature, and false if the group
// does not contain it.
func (g Group) Cell(f Feature) (row, column int, ok bool) {
	if !g.Contains(f) {
		return 0, 0, false
	}
	i := int(f - g.First)
	return i / len(g.Columns), i % len(g.Columns), true
}

// Contains reports whether f is a feature of the group.
func (g Group) Contains(f Feature) bool {
	return f >= g.First && uint64(f-g.First) < uint64(g.Len())
}

// name returns the name of the feature with offset i from First.
func (g Group) name(i int) string {
	row, column := g.Rows[i/len(g.Columns)], g.Columns[i%len(g.Columns)]
	switch {
	case row == "":
		return column
	case column == "":
		return row
	}
	return row + " " + column
}

// A Space is the list of all features of a game, with their names. It is
// immutable and safe for concurrent use. The zero Space has no features; make
// others with [NewSpace].
type Space struct {
	name   string
	groups []Group
	length int
	byName map[string]Feature
}

// NewSpace numbers the features of the groups in the order given. It returns
// an error if a group has no name or no features, if two groups or two features
// share a name, or if there are more than [MaxFeatures] features.
func NewSpace(name string, groups ...Group) (*Space, error) {
	s := &Space{name: name, byName: make(map[string]Feature)}
	fail := func(g Group, format string, args ...any) error {
		return fmt.Errorf("zobrist: bad space %q: group %q: %s", name, g.Name, fmt.Sprintf(format, args...))
	}
	seen := make(map[string]bool, len(groups))
	for _, g := range groups {
		switch {
		case g.Name == "":
			return nil, fail(g, "has no name; give every group one")
		case seen[g.Name]:
			return nil, fail(g, "the name is taken by an earlier group")
		case len(g.Rows) == 0 || len(g.Columns) == 0:
			return nil, fail(g, "has no features")
		case len(g.Columns) > (MaxFeatures-s.length)/len(g.Rows):
			return nil, fail(g, "%d×%d features after %d others are more than %d",
				len(g.Rows), len(g.Columns), s.length, MaxFeatures)
		}
		seen[g.Name] = true
		g.First = Feature(s.length)
		for i := range g.Len() {
			n, f := g.name(i), g.First+Feature(i)
			if n == "" {
				return nil, fail(g, "feature %d has no name", f)
			}
			if old, taken := s.byName[n]; taken {
				return nil, fail(g, "features %d and %d are both named %q", old, f, n)
			}
			s.byName[n] = f
		}
		s.groups = append(s.groups, g)
		s.length += g.Len()
	}
	return s, nil
}

// MustSpace is [NewSpace] for descriptions written in a program: it panics
// on an error.
func MustSpace(name string, groups ...Group) *Space {
	s, err := NewSpace(name, groups...)
	if err != nil {
		panic(err)
	}
	return s
}

// Name returns the name of the space.
func (s *Space) Name() string { return s.name }

// Len returns the number of features, which are 0 to Len()−1.
func (s *Space) Len() int { return s.length }

// Groups returns the groups in the order of their features. The caller owns
// the slice, but not the slices in the groups.
func (s *Space) Groups() []Group { return append([]Group(nil), s.groups...) }

// Group returns the group of that name. It panics if there is none, because group
// names are part of a program, not of its input.
func (s *Space) Group(name string) Group {
	for _, g := range s.groups {
		if g.Name == name {
			return g
		}
	}
	panic(fmt.Sprintf("zobrist: space %q has no group %q", s.name, name))
}

// GroupOf returns the group that f belongs to.
func (s *Space) GroupOf(f Feature) (Group, bool) {
	for _, g := range s.groups {
		if g.Contains(f) {
			return g, true
		}
	}
	return Group{}, false
}

// FeatureName returns the name of a feature, such as "white rook a1", or
// "feature N" if the space has no feature N.
func (s *Space) FeatureName(f Feature) string {
	if g, ok := s.GroupOf(f); ok {
		return g.name(int(f - g.First))
	}
	return "feature " + strconv.FormatUint(uint64(f), 10)
}

// Names returns the names of the features, joined by " ⊕ ".
func (s *Space) Names(features ...Feature) string {
	names := make([]string, len(features))
	for i, f := range features {
		names[i] = s.FeatureName(f)
	}
	return strings.Join(names, " ⊕ ")
}

// Lookup returns the feature of that name.
func (s *Space) Lookup(name string) (Feature, bool) {
	f, ok := s.byName[name]
	return f, ok
}

// Squares returns the names of the squares of a board, a1 first, along the
// files, then rank by rank: a1 b1 … a2 b2 …. Files past z are named aa, ab, ….
func Squares(files, ranks int) []string {
	names := make([]string, 0, files*ranks)
	for r := range ranks {
		for f := range files {
			names = append(names, fileName(f)+strconv.Itoa(r+1))
		}
	}
	return names
}

func fileName(f int) string {
	if f < 26 {
		return string(rune('a' + f))
	}
	return fileName(f/26-1) + string(rune('a'+f%26))
}
