package audit

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/keyfile"
)

// ForLayout returns options with the space and the rules of the features of a layout: their
// names, which of them can occur and which sets can be the difference of two legal positions, as
// far as that is known of the game, which keys are unused, and what no key depends on. Of
// chess, [ChessOccurs] and [ChessDiffer] are known, of other games [Differences].
func ForLayout(layout *keyfile.Layout) Options {
	game := layout.Game()
	o := Options{Space: layout.Space(), Unseen: unseen(game, layout)}
	occurs, differ := func(zobrist.Feature) bool { return true }, Differences(game)
	if isChess(game) {
		occurs, differ = ChessOccurs, ChessDiffer
	}
	if o.Space == game {
		if o.Differ = differ; isChess(game) {
			o.Occurs = occurs
		}
		return o
	}
	o.Unused = layout.Unused
	o.Occurs = func(f zobrist.Feature) bool {
		own, ok := layout.Feature(f)
		return !layout.Unused(f) && (!ok || occurs(own))
	}
	groups, sets := Differences(o.Space), setsOf(layout)
	o.Differ = func(set []zobrist.Feature) bool {
		for _, g := range sets {
			odd := false
			for _, f := range set {
				odd = odd != g.Contains(f)
			}
			if odd {
				return false // one of them always counts, so that two positions differ in none or in two
			}
		}
		var own []zobrist.Feature
		for _, f := range set {
			if g, ok := layout.Feature(f); ok {
				own = append(own, g)
			}
		}
		slices.Sort(own)
		return groups(set) && differ(own)
	}
	return o
}

// unseen returns the features of the game that can occur and that no key of the layout depends on, as names of groups
// where it is a whole group, and in short if they are many.
func unseen(game *zobrist.Space, layout *keyfile.Layout) (names []string) {
	missing := make(map[string][]string)
	for _, f := range layout.Unseen() {
		if g, ok := game.GroupOf(f); ok && (!isChess(game) || ChessOccurs(f)) {
			missing[g.Name] = append(missing[g.Name], game.FeatureName(f))
		}
	}
	for _, g := range game.Groups() {
		switch list := missing[g.Name]; {
		case len(list) == g.Len():
			names = append(names, g.Name)
		case len(list) > 8:
			names = append(names, fmt.Sprintf("%s and %d more of %s", list[0], len(list)-1, g.Name))
		default:
			names = append(names, list...)
		}
	}
	return names
}

// setsOf returns the groups of the layout that have a key for each set of some features. No key of them is one of a
// feature of the game.
func setsOf(layout *keyfile.Layout) (list []zobrist.Group) {
	for _, g := range layout.Space().Groups() {
		is := g.Kind == zobrist.KindOneOf && g.Len() > 1
		for f := g.First; is && g.Contains(f); f++ {
			_, own := layout.Feature(f)
			is = !own && !layout.Unused(f)
		}
		if is {
			list = append(list, g)
		}
	}
	return list
}
