package audit

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// An Alias is a pair of different keys of which one is the other moved or
// turned: what is left of a short table that keys were cut from. Random keys
// have none.
type Alias struct {
	Features [2]zobrist.Feature `json:"features"`
	Names    [2]string          `json:"names"`
	How      string             `json:"how"` // "rotated by 8 bits", "overlaps by 56 bits", "complement", "bytes reversed"
}

// zeros returns the features whose keys are 0.
func zeros(keys zobrist.Keys128) []zobrist.Feature {
	var zero []zobrist.Feature
	for f, k := range keys {
		if k.IsZero() {
			zero = append(zero, zobrist.Feature(f))
		}
	}
	return zero
}

// equals returns the groups of features that share a key other than 0, in
// order of their first features.
func equals(keys zobrist.Keys128) [][]zobrist.Feature {
	by := make(map[zobrist.Uint128][]zobrist.Feature, len(keys))
	for f, k := range keys {
		if !k.IsZero() {
			by[k] = append(by[k], zobrist.Feature(f))
		}
	}
	var groups [][]zobrist.Feature
	for _, g := range by {
		if len(g) > 1 {
			groups = append(groups, g)
		}
	}
	slices.SortFunc(groups, slices.Compare)
	return groups
}

// aliases returns the aliases among keys of the given width, at most one in
// which a feature is the later one. Kinds that random keys of that width would
// show with a chance above 1 in 1000 are not looked for.
func aliases(keys zobrist.Keys128, width int) []Alias {
	var found []Alias
	later := make([]bool, len(keys))
	pairs := float64(len(keys)) * float64(len(keys)-1) / 2
	// look compares a part of one key with a part of another.
	look := func(how string, compared int, left, right func(zobrist.Uint128) zobrist.Uint128) {
		if compared <= 0 || pairs*math.Ldexp(1, 1-compared) > 1e-3 {
			return
		}
		at := make(map[zobrist.Uint128]int, len(keys))
		for f, k := range slices.Backward(keys) {
			at[left(k)] = f
		}
		for g, k := range keys {
			r := right(k)
			f, ok := at[r]
			if !ok || keys[f] == k || k.IsZero() || keys[f].IsZero() || r.IsZero() {
				continue
			}
			if a, b := min(f, g), max(f, g); !later[b] {
				later[b] = true
				found = append(found, Alias{Features: [2]zobrist.Feature{zobrist.Feature(a), zobrist.Feature(b)}, How: how})
			}
		}
	}
	all := mask(width)
	same := func(k zobrist.Uint128) zobrist.Uint128 { return k }
	for r := 1; r <= width/2; r++ {
		look(fmt.Sprintf("rotated by %d bits", r), width-bits.Len(uint(width)), same, func(k zobrist.Uint128) zobrist.Uint128 {
			return shiftRight(k, r).Xor(shiftLeft(k, width-r)).And(all)
		})
	}
	for s := 1; s < width; s++ {
		look(fmt.Sprintf("overlaps by %d bits", width-s), width-s-bits.Len(uint(width)),
			func(k zobrist.Uint128) zobrist.Uint128 { return k.And(mask(width - s)) },
			func(k zobrist.Uint128) zobrist.Uint128 { return shiftRight(k, s) })
	}
	look("complement", width, same, func(k zobrist.Uint128) zobrist.Uint128 { return k.Xor(all) })
	if width%8 == 0 {
		look("bytes reversed", width, same, func(k zobrist.Uint128) zobrist.Uint128 {
			b := k.Bytes()
			slices.Reverse(b[:])
			return shiftRight(zobrist.Uint128{Hi: binary.BigEndian.Uint64(b[:8]), Lo: binary.BigEndian.Uint64(b[8:])}, 128-width)
		})
	}
	return found
}

func shiftLeft(u zobrist.Uint128, n int) zobrist.Uint128 {
	switch {
	case n <= 0:
		return u
	case n < 64:
		return zobrist.Uint128{Hi: u.Hi<<uint(n) | u.Lo>>uint(64-n), Lo: u.Lo << uint(n)}
	}
	return zobrist.Uint128{Hi: u.Lo << uint(n-64)}
}
