package store

import (
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// Lose returns the sources that are left after games were removed, lost[i] of sources[i]. A source that lost games, or
// whose duplicates may be among them, loses its digests, so that its file is read again if it comes. If no game is left
// of such a source, it is forgotten, and another one inherits its spellings.
func Lose(sources []index.Source, lost []int64) (left []index.Source) {
	var gone []index.Source
	for i, s := range sources {
		s.Games -= lost[i]
		concerned := lost[i] > 0 || s.Duplicates > 0
		if concerned {
			s.Digest, s.File = "", ""
		}
		if concerned && s.Games == 0 {
			gone = append(gone, s)
		} else {
			left = append(left, s)
		}
	}
	inherit(left, gone)
	return left
}

// inherit gives the spellings of removed sources to the first that is left: another source may have games with the
// same names, which only the first that has them lists.
func inherit(left, removed []index.Source) {
	if len(left) == 0 {
		return
	}
	all := maps.Clone(left[0].Spellings)
	for _, s := range removed {
		for id, names := range s.Spellings {
			if all == nil {
				all = make(map[string][]string)
			}
			for _, name := range names {
				if !slices.Contains(all[id], name) {
					all[id] = append(slices.Clip(all[id]), name)
				}
			}
		}
	}
	left[0].Spellings = all
}
