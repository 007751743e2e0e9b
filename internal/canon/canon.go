// Package canon keeps the hash of a position under every symmetry of its board.
// The least of these hashes is the same for symmetric positions. A change of a
// feature costs one XOR for each symmetry. Without symmetries the hash is an
// ordinary one, with one XOR for each change. Features that every symmetry leaves
// alone, such as the side to move, also cost one XOR: they are left out of the
// choice of the least image.
package canon

import "github.com/zobrist-go/zobrist"

// A Table holds the keys of the images of each feature. It is read-only and
// safe for concurrent use.
type Table struct {
	set     zobrist.Set
	wide    bool                // both codes are kept
	maps    [][]zobrist.Feature // images of the features under each symmetry
	fixed   []bool              // the feature is its own image under all symmetries
	images  []uint64            // key of the image of f under symmetry s: f·len(maps)+s
	images2 []uint64            // the same of the secondary code; nil unless wide

	places, origins [][]int // where each symmetry leads from a place, and back
}

// NewTable makes a table of the keys of a game. If wide is true both codes are
// kept up to date, otherwise only the primary one. For a canonical hash,
// symmetries are the permutations of the places of a grid that keep the game,
// the identity first; features outside the grid stay what they are. The error
// is that of [zobrist.Set.Complete].
func NewTable(
	space *zobrist.Space, set zobrist.Set, wide bool, grid zobrist.Group, symmetries [][]int,
) (*Table, error) {
	set, err := set.Complete(space.Len())
	if err != nil {
		return nil, err
	}
	t := &Table{set: set, wide: wide}
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
			if wide {
				t.images2 = append(t.images2, set.Second[m[f]])
			}
		}
	}
	return t, nil
}

// turn adds a symmetry.
func (t *Table) turn(places []int, grid zobrist.Group) {
	origins, m := make([]int, len(places)), make([]zobrist.Feature, len(t.set.Keys))
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

// A Hash is the hash of one position. Make one with [Table.New].
type Hash struct {
	keys   zobrist.Keys
	plain  uint64 // the primary code
	second uint64 // the secondary code, if it is kept
	more   bool   // something beside plain is kept
	table  *Table

	sums, sums2 []uint64 // of the features that move, for each symmetry
	rest, rest2 uint64   // of the features that stay
	cached      int      // symmetry with the least sum, or -1 if unknown
}

// New returns the hash of the empty set of features.
func (t *Table) New() Hash {
	h := Hash{table: t, keys: t.set.Keys, more: len(t.maps) > 0 || t.wide}
	if len(t.maps) > 0 {
		h.sums = make([]uint64, len(t.maps))
		if t.wide {
			h.sums2 = make([]uint64, len(t.maps))
		}
	}
	h.Reset()
	return h
}

// Reset makes h the hash of the empty set again.
func (h *Hash) Reset() {
	h.plain, h.second, h.cached = h.table.set.Start, h.table.set.SecondStart, -1
	h.rest, h.rest2 = 0, 0
	for s := range h.sums {
		h.sums[s] = h.table.set.Start
	}
	for s := range h.sums2 {
		h.sums2[s] = h.table.set.SecondStart
	}
}

// Clone returns an independent copy.
func (h *Hash) Clone() Hash {
	c := *h
	c.sums = append([]uint64(nil), h.sums...)
	c.sums2 = append([]uint64(nil), h.sums2...)
	return c
}

// Toggle adds or removes a feature.
func (h *Hash) Toggle(f zobrist.Feature) {
	h.plain ^= h.keys[f]
	if h.more {
		h.toggleMore(f)
	}
}

func (h *Hash) toggleMore(f zobrist.Feature) {
	t := h.table
	if t.wide {
		h.second ^= t.set.Second[f]
	}
	n := len(h.sums)
	switch {
	case n == 0:
		return
	case t.fixed[f]:
		h.rest ^= t.set.Keys[f]
		if t.wide {
			h.rest2 ^= t.set.Second[f]
		}
		return
	}
	h.cached = -1
	add(h.sums, t.images[int(f)*n:][:n])
	if t.wide {
		add(h.sums2, t.images2[int(f)*n:][:n])
	}
}

// add adds the keys of the images of a feature to the sums.
func add(sums, images []uint64) {
	for s, k := range images {
		sums[s] ^= k
	}
}

// Sum returns the hash of 64 bits, the least of all images if there are
// symmetries.
func (h *Hash) Sum() uint64 {
	if len(h.sums) == 0 {
		return h.plain
	}
	return h.sums[h.least()] ^ h.rest
}

// A Position lists the features of a hash: those of the canonical image.
type Position interface {
	AppendFeatures(dst []zobrist.Feature) []zobrist.Feature
}

// Sum128 returns the hash of 128 bits of the same image. Unless both codes are
// kept, the second one is computed from the features of the position.
func (h *Hash) Sum128(p Position) zobrist.Uint128 {
	t := h.table
	switch {
	case !t.wide:
		return zobrist.Uint128{Hi: t.set.Second.Hash(t.set.SecondStart, p.AppendFeatures(nil)...), Lo: h.Sum()}
	case len(h.sums) == 0:
		return zobrist.Uint128{Hi: h.second, Lo: h.plain}
	}
	return zobrist.Uint128{Hi: h.sums2[h.least()] ^ h.rest2, Lo: h.Sum()}
}

// Image returns what becomes of a place in the image that the hash belongs
// to, the place itself if there are no symmetries.
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

// least returns the symmetry whose image has the least sum. If two sums of the
// primary code are equal, those of the secondary code decide. So symmetric
// positions have equal hashes even if their images clash.
func (h *Hash) least() int {
	if h.cached >= 0 {
		return h.cached
	}
	best := 0
	for s, v := range h.sums {
		if v < h.sums[best] || v == h.sums[best] && h.sums2 != nil && h.sums2[s] < h.sums2[best] {
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
	var least, least2 uint64
	for _, m := range t.maps {
		sum, sum2 := t.set.Start, uint64(0)
		for _, f := range features {
			if t.fixed[f] {
				continue
			}
			sum ^= t.set.Keys[m[f]]
			if t.wide {
				sum2 ^= t.set.Second[m[f]]
			}
		}
		if t.wide {
			sum2 ^= t.set.SecondStart
		}
		if best == nil || sum < least || sum == least && sum2 < least2 {
			best, least, least2 = m, sum, sum2
		}
	}
	for i, f := range features {
		features[i] = best[f]
	}
}
