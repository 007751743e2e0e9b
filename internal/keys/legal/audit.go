package legal

import (
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// ForAudit gives an audit of keys in a layout the space and the rules of their features.
func ForAudit(game *zobrist.Space, layout *keyfile.Layout, o *audit.Options) {
	o.Space, o.Unseen = layout.Space(), unseen(game, layout)
	occurs, differ := func(zobrist.Feature) bool { return true }, audit.Differences(game)
	if game == chess.Space() {
		occurs, differ = Occurs, Differ
	}
	if o.Space == game {
		if o.Differ = differ; game == chess.Space() {
			o.Occurs = occurs
		}
		return
	}
	o.Occurs = func(f zobrist.Feature) bool {
		own, ok := layout.Feature(f)
		return !layout.Unused(f) && (!ok || occurs(own))
	}
	groups, sets := audit.Differences(o.Space), setsOf(layout)
	o.Differ = func(set []zobrist.Feature) bool {
		for _, g := range sets {
			if n := len(slices.DeleteFunc(slices.Clone(set), func(f zobrist.Feature) bool { return !g.Contains(f) })); n%2 != 0 {
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
}

// unseen returns the features of the game that can occur and that no key of the layout depends on, as names of groups
// where it is a whole group, and in short if they are many.
func unseen(game *zobrist.Space, layout *keyfile.Layout) (names []string) {
	missing := make(map[string][]string)
	for _, f := range layout.Unseen() {
		if g, ok := game.GroupOf(f); ok && (game != chess.Space() || Occurs(f)) {
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
