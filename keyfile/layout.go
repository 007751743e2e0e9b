package keyfile

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A Layout is the order of the keys in a table: which fact of a game each of them
// is for. Its text has a line for each group of keys,
//
//	NAME SIZE: ORDER
//
// SIZE is the number of keys, and ORDER says what they are for, the last
// list varying fastest:
//
//	piece 768: black, white / pawn, knight, bishop, rook, queen, king / a1..h8
//	castling 16: sets of white king side, white queen side, black king side, black queen side
//	en passant 8: en passant / a..h
//	turn 1: not white to move
//	no pawns 1: unused
//
// Words of one entry of each list, in any order, are the name of a feature of
// the game. FIRST..LAST stands for the names between them in a group of the game,
// in either direction, or for squares rank by rank: a8..h1 begins with a8, b8.
// "not" is for a key that counts if the feature does not hold, such as a key for
// White to move. "sets of" n features is for 2^n keys of which exactly one counts: key
// i if the features that hold are the bits of i, the first feature being bit 0.
// "en passant" with a square, in chess, is for the square that a pawn has passed: the third
// rank counts if Black is to move, the sixth if White is, and others never. "no GROUP" is for
// a key that counts if no feature of that group of the game holds.
// Keys that are "unused" belong to no feature. After a comma or a slash a line goes
// on with the next one. Empty lines, and text after #, are ignored. There may be
// 2^17 keys, and 100 bytes in a NAME.
//
// A layout is immutable and safe for concurrent use. Get one from [OpenLayout]
// or [ParseLayout].
type Layout struct {
	name  string
	lines []string
	game  *zobrist.Space
	space *zobrist.Space // the layout's own features
	when  []condition    // of each of them
	plain []int          // feature of the layout that a feature of the game has to itself, or −1
	other []int          // features of the layout with another condition
}

// A fact is that a feature of the game holds, or does not hold.
type fact struct {
	feature zobrist.Feature
	not     bool
}

// A condition says when a key counts: if all facts of one of the cases are true,
// and not all facts of one of those in unless. Without cases it never does.
type condition struct{ cases, unless [][]fact }

// ifHolds is the condition that a feature holds, or with not that it does not.
func ifHolds(f zobrist.Feature, not bool) condition {
	return condition{cases: [][]fact{{{f, not}}}}
}

// single returns the one fact that the condition depends on.
func (c condition) single() (fact, bool) {
	if len(c.cases) == 1 && len(c.cases[0]) == 1 && c.unless == nil {
		return c.cases[0][0], true
	}
	return fact{}, false
}

func (c condition) isSingle() bool {
	_, ok := c.single()
	return ok
}

func (c condition) isTrue(holds []bool) bool {
	wrong := func(f fact) bool { return holds[f.feature] == f.not }
	all := func(facts []fact) bool { return !slices.ContainsFunc(facts, wrong) }
	return slices.ContainsFunc(c.cases, all) && !slices.ContainsFunc(c.unless, all)
}

// newLayout returns the layout of groups of features that have these conditions.
func newLayout(
	game *zobrist.Space, name string, lines []string, groups []zobrist.Group, when []condition,
) (*Layout, error) {
	if slices.Equal(lines, ownLines(game)) {
		return ownLayout(game, name), nil
	}
	space, err := zobrist.NewSpace(game.Name()+", "+name, groups...)
	if err != nil {
		return nil, err
	}
	l := &Layout{name: name, lines: lines, game: game, space: space, when: when}
	l.plain = slices.Repeat([]int{-1}, game.Len())
	for i, c := range when {
		if f, ok := c.single(); ok && !f.not {
			l.plain[f.feature] = i
		} else if c.cases != nil {
			l.other = append(l.other, i)
		}
	}
	return l, nil
}

// ownLayout returns the order of the game's own features.
func ownLayout(game *zobrist.Space, name string) *Layout {
	l := &Layout{name: name, lines: ownLines(game), game: game, space: game}
	for f := range game.Len() {
		l.when = append(l.when, ifHolds(zobrist.Feature(f), false))
		l.plain = append(l.plain, f)
	}
	return l
}

// Name returns the name of the layout: the game's name for the game's own order, or
// the file that it was read from.
func (l *Layout) Name() string { return l.name }

// Game returns the features of the game.
func (l *Layout) Game() *zobrist.Space { return l.game }

// Space returns the features of the layout, one for each key, in its order: the
// game's own space if it is the game's own order.
func (l *Layout) Space() *zobrist.Space { return l.space }

// Lines returns the text of the layout. The slice must not be changed.
func (l *Layout) Lines() []string { return l.lines }

// Feature returns the feature of the game that decides alone whether the key of
// feature f of the layout counts.
func (l *Layout) Feature(f zobrist.Feature) (zobrist.Feature, bool) {
	fact, ok := l.when[f].single()
	return fact.feature, ok
}

// Unused reports whether feature f of the layout never holds.
func (l *Layout) Unused(f zobrist.Feature) bool { return l.when[f].cases == nil }

// Unseen returns the features of the game that no key depends on, ascending. Positions that differ only in these have
// the same hash.
func (l *Layout) Unseen() (unseen []zobrist.Feature) {
	seen := make([]bool, l.game.Len())
	for _, c := range l.when {
		for _, facts := range slices.Concat(c.cases, c.unless) {
			for _, f := range facts {
				seen[f.feature] = true
			}
		}
	}
	for f, is := range seen {
		if !is {
			unseen = append(unseen, zobrist.Feature(f))
		}
	}
	return unseen
}

// AppendFeatures appends to dst the layout's features of a position, given its
// features in the game, and returns dst. Features that the game does not have are
// ignored. The cost is about a microsecond.
func (l *Layout) AppendFeatures(dst, position []zobrist.Feature) []zobrist.Feature {
	var holds []bool
	if len(l.other) > 0 {
		holds = make([]bool, len(l.plain))
	}
	for _, f := range position {
		if int(f) >= len(l.plain) {
			continue
		}
		if i := l.plain[f]; i >= 0 {
			dst = append(dst, zobrist.Feature(i))
		}
		if holds != nil {
			holds[f] = true
		}
	}
	for _, i := range l.other {
		if l.when[i].isTrue(holds) {
			dst = append(dst, zobrist.Feature(i))
		}
	}
	return dst
}

// ForGame returns keys for the features of the game that give the same hash as
// the layout with its keys, set: exactly if each key has a feature to itself,
// otherwise for positions of which at most one feature takes part in conditions
// of several. It panics unless set has a key for each feature of the layout.
func (l *Layout) ForGame(set zobrist.Set) zobrist.Set {
	set.Keys, set.Start = l.forGame(set.Keys, set.Start)
	if set.Second != nil {
		set.Second, set.SecondStart = l.forGame(set.Second, set.SecondStart)
	}
	return set
}

// forGame gives each feature what it changes in the hash of no features.
func (l *Layout) forGame(keys zobrist.Keys, start uint64) (zobrist.Keys, uint64) {
	none := keys.Hash(start, l.AppendFeatures(nil, nil)...)
	own := make(zobrist.Keys, l.game.Len())
	for f := range own {
		own[f] = none ^ keys.Hash(start, l.AppendFeatures(nil, []zobrist.Feature{zobrist.Feature(f)})...)
	}
	return own, none
}

// Arrange returns the keys set, which are in the order from, in the order of l:
// hashes stay as they are, except that features without a key in l no longer
// count. Unused keys become 0, unless the orders are the same. The error wraps
// [ErrLayout] if from has no key with the condition of one of l. It panics unless
// set has a key for each feature of from.
func (l *Layout) Arrange(from *Layout, set zobrist.Set) (zobrist.Set, error) {
	if slices.Equal(from.lines, l.lines) {
		set.Keys, set.Second = slices.Clone(set.Keys[:len(l.when)]), slices.Clone(set.Second)
		return set, nil
	}
	at := make(map[string]int, len(from.when))
	for i, c := range from.when {
		at[fmt.Sprint(c)] = i
	}
	arranged := set
	arranged.Keys = make(zobrist.Keys, len(l.when))
	if set.Second != nil {
		arranged.Second = make(zobrist.Keys, len(l.when))
	}
	for i, c := range l.when {
		if c.cases == nil {
			continue
		}
		j, ok := at[fmt.Sprint(c)]
		if f, single := c.single(); !ok && single {
			// h XOR k if f does not hold is (h XOR k) XOR k if f holds.
			if j, ok = at[fmt.Sprint(ifHolds(f.feature, !f.not))]; ok {
				arranged.Start ^= set.Keys[j]
				if set.Second != nil {
					arranged.SecondStart ^= set.Second[j]
				}
			}
		}
		if !ok {
			return zobrist.Set{}, fmt.Errorf("%w: %s has no key for %q of %s", ErrLayout,
				from.name, l.space.FeatureName(zobrist.Feature(i)), l.name)
		}
		arranged.Keys[i] = set.Keys[j]
		if set.Second != nil {
			arranged.Second[i] = set.Second[j]
		}
	}
	return arranged, nil
}

// ownLines returns the text of the order of a game's own features.
func ownLines(game *zobrist.Space) []string {
	var lines []string
	for _, g := range game.Groups() {
		order := strings.Join(g.Columns, ", ")
		if rows := strings.Join(g.Rows, ", "); rows != "" {
			first, last := g.Columns[0], g.Columns[len(g.Columns)-1]
			if len(g.Columns) > 3 && slices.Equal(between(game, first, last), g.Columns) {
				order = first + ".." + last
			}
			order = rows + " / " + order
		}
		lines = append(lines, fmt.Sprintf("%s %d: %s", g.Name, g.Len(), order))
	}
	return lines
}
