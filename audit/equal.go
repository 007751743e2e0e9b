package audit

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gf2"
)

// An Alias is a pair of different keys of which one is the other shifted,
// rotated or otherwise rearranged: the trace of a short table from which the
// keys were cut. Random keys have none.
type Alias struct {
	Features [2]zobrist.Feature `json:"features"`
	Names    [2]string          `json:"names"`
	How      string             `json:"how"` // "rotated by 8 bits", "complement", "bytes reversed" and the like
}

// zeros returns the features whose keys are 0.
func zeros(keys []gf2.Word) []zobrist.Feature {
	zero := []zobrist.Feature{}
	for f, k := range keys {
		if k.IsZero() {
			zero = append(zero, zobrist.Feature(f))
		}
	}
	return zero
}

// equals returns the groups of features that share a key other than 0, in
// order of their first features.
func equals(keys []gf2.Word) [][]zobrist.Feature {
	by := make(map[gf2.Word][]zobrist.Feature, len(keys))
	for f, k := range keys {
		if !k.IsZero() {
			by[k] = append(by[k], zobrist.Feature(f))
		}
	}
	groups := [][]zobrist.Feature{}
	for _, g := range by {
		if len(g) > 1 {
			groups = append(groups, g)
		}
	}
	slices.SortFunc(groups, slices.Compare)
	return groups
}

// aliases returns the aliases among keys of the given width, at most one for
// each feature as the later of the two. Kinds that random keys of that width
// would show with a chance above 1 in 1000 are left out. It stops early when ctx ends.
func aliases(ctx context.Context, keys []gf2.Word, width int) []Alias {
	a := aliasSearch{ctx: ctx, keys: keys, later: make([]bool, len(keys)), found: []Alias{}}
	all, log := gf2.Ones(width), bits.Len(uint(width))
	same := func(k gf2.Word) gf2.Word { return k }
	for r := 1; r <= width/2; r++ {
		a.look(fmt.Sprintf("rotated by %d bits", r), width-log, same, func(k gf2.Word) gf2.Word {
			return k.ShiftRight(r).Xor(k.ShiftLeft(width - r)).And(all)
		})
	}
	for s := 1; s < width; s++ {
		low := gf2.Ones(width - s)
		a.look(fmt.Sprintf("overlaps by %d bits", width-s), width-s-log,
			func(k gf2.Word) gf2.Word { return k.And(low) },
			func(k gf2.Word) gf2.Word { return k.ShiftRight(s) })
	}
	a.look("complement", width, same, func(k gf2.Word) gf2.Word { return k.Xor(all) })
	if width%8 == 0 {
		a.look("bytes reversed", width, same, func(k gf2.Word) gf2.Word {
			return gf2.Word{Hi: bits.ReverseBytes64(k.Lo), Lo: bits.ReverseBytes64(k.Hi)}.ShiftRight(128 - width)
		})
	}
	return a.found
}

// An aliasSearch is the aliases that were found, and the features that are the
// later of one.
type aliasSearch struct {
	ctx   context.Context
	keys  []gf2.Word
	later []bool
	found []Alias
}

// look finds pairs of keys of which left of one is right of the other; compared
// is the number of bits in which random ones would have to agree.
func (a *aliasSearch) look(how string, compared int, left, right func(gf2.Word) gf2.Word) {
	n := float64(len(a.keys))
	if a.ctx.Err() != nil || compared <= 0 || n*(n-1)/2*math.Ldexp(1, 1-compared) > 1e-3 {
		return
	}
	at := make(map[gf2.Word]int, len(a.keys))
	for f, k := range slices.Backward(a.keys) {
		at[left(k)] = f
	}
	for g, k := range a.keys {
		r := right(k)
		f, ok := at[r]
		if !ok || a.keys[f] == k || k.IsZero() || a.keys[f].IsZero() || r.IsZero() {
			continue
		}
		if first, second := min(f, g), max(f, g); !a.later[second] {
			a.later[second] = true
			pair := [2]zobrist.Feature{zobrist.Feature(first), zobrist.Feature(second)}
			a.found = append(a.found, Alias{Features: pair, How: how})
		}
	}
}
