package audit

import "github.com/zobrist-go/zobrist"

// Differences returns a necessary condition for the difference of two legal
// positions, for [Options.Differ]. It uses the groups of the space only: at most
// two features of each place of a grid, and at most two of a one-of group, one
// from either position.
func Differences(space *zobrist.Space) func([]zobrist.Feature) bool {
	groups := space.Groups()
	return func(set []zobrist.Feature) bool {
		for _, g := range groups {
			if g.Kind == zobrist.KindFlags {
				continue
			}
			count := make(map[zobrist.Feature]int)
			for _, f := range set {
				if !g.Contains(f) {
					continue
				}
				place := zobrist.Feature(0)
				if g.Kind == zobrist.KindGrid {
					place = (f - g.First) % zobrist.Feature(len(g.Columns))
				}
				if count[place]++; count[place] > 2 {
					return false
				}
			}
		}
		return true
	}
}
