package audit

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

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

// aliases returns pairs of different keys of the given width of which one is the
// other shifted, rotated or otherwise rearranged. Each feature is the later of at
// most one pair. Kinds that random keys of that width would show with a
// probability above 1 in 1000 are left out. It stops early when ctx ends.
func (a *job) aliases(ctx context.Context, keys []gf2.Word, width int) []Dependency {
	s := aliasSearch{job: a, ctx: ctx, keys: keys, later: make([]bool, len(keys)), found: []Dependency{}}
	all, log := gf2.Ones(width), bits.Len(uint(width))
	same := func(k gf2.Word) gf2.Word { return k }
	for r := 1; r <= width/2; r++ {
		s.look(fmt.Sprintf("rotated by %d bits", r), width-log, same, func(k gf2.Word) gf2.Word {
			return k.ShiftRight(r).Xor(k.ShiftLeft(width - r)).And(all)
		})
	}
	for shift := 1; shift < width; shift++ {
		low := gf2.Ones(width - shift)
		s.look(fmt.Sprintf("overlaps by %d bits", width-shift), width-shift-log,
			func(k gf2.Word) gf2.Word { return k.And(low) },
			func(k gf2.Word) gf2.Word { return k.ShiftRight(shift) })
	}
	s.look("complement", width, same, func(k gf2.Word) gf2.Word { return k.Xor(all) })
	if width%8 == 0 {
		s.look("bytes reversed", width, same, func(k gf2.Word) gf2.Word {
			return gf2.Word{Hi: bits.ReverseBytes64(k.Lo), Lo: bits.ReverseBytes64(k.Hi)}.ShiftRight(128 - width)
		})
	}
	return s.found
}

// An aliasSearch collects aliases, and the features that are the later of one.
type aliasSearch struct {
	*job
	ctx   context.Context
	keys  []gf2.Word
	later []bool
	found []Dependency
}

// look finds pairs of keys a, b with left(a) = right(b); compared is the number of
// bits in which random keys would have to agree.
func (s *aliasSearch) look(how string, compared int, left, right func(gf2.Word) gf2.Word) {
	n := float64(len(s.keys))
	if s.ctx.Err() != nil || compared <= 0 || n*(n-1)/2*math.Ldexp(1, 1-compared) > 1e-3 {
		return
	}
	at := make(map[gf2.Word]int, len(s.keys))
	for f, k := range slices.Backward(s.keys) {
		at[left(k)] = f
	}
	for g, k := range s.keys {
		r := right(k)
		f, ok := at[r]
		if !ok || s.keys[f] == k || k.IsZero() || s.keys[f].IsZero() || r.IsZero() {
			continue
		}
		if first, second := min(f, g), max(f, g); !s.later[second] {
			s.later[second] = true
			pair := []zobrist.Feature{zobrist.Feature(first), zobrist.Feature(second)}
			s.found = append(s.found, s.dependency(pair, how))
		}
	}
}
