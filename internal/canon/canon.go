// Package canon keeps the hash of a position under every symmetry of its
// board, one XOR for each symmetry and change, so that the least of them, the
// same for symmetric positions, is there without a look at the board. With no
// symmetries it is an ordinary hash, one XOR for each change. Features that
// every symmetry leaves alone, such as the side to move, cost one XOR as well:
// they take no part in which image is least.
package canon

import (
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// A Table holds the keys of the images of each feature. It is read-only and
// safe for concurrent use.
type Table struct {
	keys    zobrist.Keys
	keys128 zobrist.Keys128
	start   uint64
	start2  zobrist.Uint128
	maps    [][]zobrist.Feature // images of the features under each symmetry
	fixed   []bool              // the feature is its own image everywhere
	images  []uint64            // key of the image of f under symmetry s: f·len(maps)+s
	images2 []zobrist.Uint128   // nil without keys of 128 bits

	places, origins [][]int // where each symmetry leads from a place, and back
}

// NewTable makes a table of keys for the features of a game; nil Keys stand
// for those of [zobrist.Default] and its start. Where the hash is to be
// canonical, symmetries are the permutations of the places of a grid that keep
// the game, the identity first; features outside the grid stay what they are.
// The error wraps [zobrist.ErrKeyCount].
func NewTable(space *zobrist.Space, set zobrist.KeySet, grid zobrist.Group, symmetries [][]int) (*Table, error) {
	if set.Keys == nil {
		standard := zobrist.Default(space.Len())
		set.Keys, set.Start = standard.Keys, standard.Start
	}
	if err := space.Check(len(set.Keys)); err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	if set.Keys128 != nil {
		if err := space.Check(len(set.Keys128)); err != nil {
			return nil, fmt.Errorf("keys of 128 bits: %w", err)
		}
	}
	t := &Table{keys: set.Keys, keys128: set.Keys128, start: set.Start, start2: set.Start128}
	if len(symmetries) == 0 {
		return t, nil
	}
	for _, places := range symmetries {
		t.turn(places, grid)
	}
	t.fixed = make([]bool, len(set.Keys))
	for f := range set.Keys {
		t.fixed[f] = true
		for _, m := range t.maps {
			t.fixed[f] = t.fixed[f] && m[f] == zobrist.Feature(f)
			t.images = append(t.images, set.Keys[m[f]])
			if set.Keys128 != nil {
				t.images2 = append(t.images2, set.Keys128[m[f]])
			}
		}
	}
	return t, nil
}

// turn adds a symmetry.
func (t *Table) turn(places []int, grid zobrist.Group) {
	origins, m := make([]int, len(places)), make([]zobrist.Feature, len(t.keys))
	for f := range m {
		m[f] = zobrist.Feature(f)
	}
	for from, to := range places {
		origins[to] = from
		for row := range grid.Rows {
			m[grid.At(row, from)] = grid.At(row, to)
		}
	}
	t.maps, t.places, t.origins = append(t.maps, m), append(t.places, places), append(t.origins, origins)
}

// A Hash is the hash of one position. Its zero value is of no use; make one
// with [Table.New].
type Hash struct {
	keys   zobrist.Keys
	plain  uint64
	more   bool // something beside plain is kept
	table  *Table
	wide   zobrist.Uint128
	sums   []uint64 // of the features that move, for each symmetry
	sums2  []zobrist.Uint128
	rest   uint64 // of the features that stay
	rest2  zobrist.Uint128
	cached int // symmetry with the least sum, or -1 where unknown
}

// New returns the hash of the empty set of features.
func (t *Table) New() Hash {
	h := Hash{table: t, keys: t.keys, more: len(t.maps) > 0 || t.keys128 != nil}
	if len(t.maps) > 0 {
		h.sums = make([]uint64, len(t.maps))
		if t.keys128 != nil {
			h.sums2 = make([]zobrist.Uint128, len(t.maps))
		}
	}
	h.Reset()
	return h
}

// Reset makes h the hash of the empty set again.
func (h *Hash) Reset() {
	h.plain, h.wide, h.cached = h.table.start, zobrist.Uint128{}, -1
	h.rest, h.rest2 = 0, zobrist.Uint128{}
	if h.table.keys128 != nil {
		h.wide = h.table.start2
	}
	for s := range h.sums {
		h.sums[s] = h.table.start
	}
	for s := range h.sums2 {
		h.sums2[s] = h.table.start2
	}
}

// Clone returns a copy that shares nothing that changes.
func (h *Hash) Clone() Hash {
	c := *h
	c.sums = append([]uint64(nil), h.sums...)
	c.sums2 = append([]zobrist.Uint128(nil), h.sums2...)
	return c
}

// Toggle lets a feature begin or cease to hold.
func (h *Hash) Toggle(f zobrist.Feature) {
	h.plain ^= h.keys[f]
	if h.more {
		h.toggleMore(f)
	}
}

func (h *Hash) toggleMore(f zobrist.Feature) {
	t := h.table
	if t.keys128 != nil {
		h.wide = h.wide.Xor(t.keys128[f])
	}
	n := len(h.sums)
	switch {
	case n == 0:
		return
	case t.fixed[f]:
		h.rest ^= t.keys[f]
		if t.keys128 != nil {
			h.rest2 = h.rest2.Xor(t.keys128[f])
		}
		return
	}
	h.cached = -1
	sums, images := h.sums, t.images[int(f)*n:][:n]
	for s, k := range images {
		sums[s] ^= k
	}
	if h.sums2 != nil {
		sums2 := h.sums2
		for s, k := range t.images2[int(f)*n:][:n] {
			sums2[s] = sums2[s].Xor(k)
		}
	}
}

// Sum returns the hash of 64 bits, the least of all images where there are
// symmetries.
func (h *Hash) Sum() uint64 {
	if len(h.sums) == 0 {
		return h.plain
	}
	return h.sums[h.least()] ^ h.rest
}

// Sum128 returns the hash of 128 bits of the same image, or zero without keys
// of that width.
func (h *Hash) Sum128() zobrist.Uint128 {
	if len(h.sums2) == 0 {
		return h.wide
	}
	return h.sums2[h.least()].Xor(h.rest2)
}

// Image returns what becomes of a place in the image that the hash belongs
// to, the place itself where there are no symmetries.
func (h *Hash) Image(place int) int {
	if len(h.sums) == 0 {
		return place
	}
	return h.table.places[h.least()][place]
}

// Preimage undoes Image.
func (h *Hash) Preimage(place int) int {
	if len(h.sums) == 0 {
		return place
	}
	return h.table.origins[h.least()][place]
}

// least returns the symmetry whose image has the least sum. Where two sums of
// 64 bits are equal those of 128 decide, so that a clash between images does
// not let symmetric positions differ.
func (h *Hash) least() int {
	if h.cached >= 0 {
		return h.cached
	}
	best := 0
	for s, v := range h.sums {
		if v < h.sums[best] || v == h.sums[best] && h.sums2 != nil && h.sums2[s].Cmp(h.sums2[best]) < 0 {
			best = s
		}
	}
	h.cached = best
	return best
}

// Canonical replaces the features of a position by those of the image with
// the least hash, found from the features alone.
func (t *Table) Canonical(features []zobrist.Feature) {
	if len(t.maps) == 0 {
		return
	}
	var best []zobrist.Feature
	var least uint64
	var least2 zobrist.Uint128
	for _, m := range t.maps {
		sum, sum2 := t.start, t.start2
		for _, f := range features {
			if t.fixed[f] {
				continue
			}
			sum ^= t.keys[m[f]]
			if t.keys128 != nil {
				sum2 = sum2.Xor(t.keys128[m[f]])
			}
		}
		if best == nil || sum < least || sum == least && sum2.Cmp(least2) < 0 {
			best, least, least2 = m, sum, sum2
		}
	}
	for i, f := range features {
		features[i] = best[f]
	}
}
