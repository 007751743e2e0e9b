package tabulation

import (
	"fmt"
	"math/rand/v2"

	"github.com/zobrist-go/zobrist"
)

// Unordered hashes scenes that are sets of features: Zobrist's method. The
// hash is Start ⊕ the keys of the features; a change of feature f is
// hash ^= Keys[f].
//
// With Start 0 hashes of non-empty scenes are 2-independent, not 3-independent:
// hash(A) ⊕ hash(B) = hash(A △ B). With a random Start, or where every scene
// has an odd number of features of some class (one king of each colour in
// chess), they are 3-independent, and of any five one is independent of the
// others.
type Unordered struct {
	Start uint64
	Keys  zobrist.Keys
}

// NewUnordered draws a start value and the keys of n features from src.
func NewUnordered(n int, src rand.Source) Unordered {
	return Unordered{Start: zobrist.Start(src), Keys: zobrist.NewKeys(n, src)}
}

// Hash returns the hash of a scene in any order: O(len(scene)). It panics
// where a feature has no key.
func (u Unordered) Hash(scene []zobrist.Feature) uint64 { return u.Keys.Hash(u.Start, scene...) }

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (u Unordered) HashBatch(dst []uint64, src [][]zobrist.Feature) { batch(dst, src, u.Hash) }

// Ordered hashes scenes that are tuples of features, x₁ … x_t, each column
// with a table of its own: h(x) = T[x₁, 1] ⊕ … ⊕ T[x_t, t]. It is [Unordered]
// over the pairs of a column and a feature, and since every scene has one
// feature in each column, it is 3-independent with no start value, and not
// 4-independent: (a,c) (b,c) (a,d) (b,d).
type Ordered struct {
	columns, features int
	keys              zobrist.Keys
}

// NewOrdered draws the tables for scenes of so many columns, each with one of
// so many features, column by column. It panics where either is below 1.
func NewOrdered(columns, features int, src rand.Source) *Ordered {
	if columns < 1 || features < 1 {
		panic(fmt.Sprintf("tabulation: scenes of %d columns of %d features", columns, features))
	}
	return &Ordered{columns, features, zobrist.NewKeys(columns*features, src)}
}

// Pair returns the number of a feature in a column as a feature of an
// unordered scene: column·features + feature. It panics out of range.
func (o *Ordered) Pair(column int, f zobrist.Feature) zobrist.Feature {
	if column < 0 || column >= o.columns || int(f) < 0 || int(f) >= o.features {
		panic(fmt.Sprintf("tabulation: feature %d in column %d, of %d features and %d columns", f, column, o.features, o.columns))
	}
	return zobrist.Feature(column*o.features) + f
}

// Key returns T[f, column]. When column c changes from a to b,
// hash ^= Key(c, a) ^ Key(c, b).
func (o *Ordered) Key(column int, f zobrist.Feature) uint64 { return o.keys[o.Pair(column, f)] }

// Hash returns the hash of a scene: O(columns). It panics where the scene has
// another number of columns, or a feature that is out of range.
func (o *Ordered) Hash(scene []zobrist.Feature) (h uint64) {
	if len(scene) != o.columns {
		panic(fmt.Sprintf("tabulation: a scene of %d features for %d columns", len(scene), o.columns))
	}
	for c, f := range scene {
		h ^= o.Key(c, f)
	}
	return h
}

// HashBatch sets dst[i] to Hash(src[i]); see [Function].
func (o *Ordered) HashBatch(dst []uint64, src [][]zobrist.Feature) { batch(dst, src, o.Hash) }
