// Package attack makes legal positions with equal hashes, or with a chosen hash,
// from a table of keys: hashes by XOR are linear, so whoever knows the keys can
// forge them.
//
//	clash, err := attack.Collide(ctx, keyfile.Polyglot(), legal.Chess(), attack.Options{})
//	p, err := attack.Forge(ctx, keyfile.Polyglot(), hash, legal.Chess(), attack.Options{})
//
// # Guarantees
//
// Each result has been hashed again from its features.
//
// # Limits
//
// [Forge] finds hardly any position for keys of 128 bits.
//
// # Cost
//
// Seconds for chess at 64 bits.
package attack

import (
	"errors"
	"fmt"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// Rules are the positions that a game allows.
type Rules interface {
	// Space returns the features.
	Space() *zobrist.Space

	// Free reports the features that an attack may choose.
	Free(f zobrist.Feature) bool

	// Pair returns two legal positions that differ in exactly the features
	// of the set, all of them free; ok is false if it finds none.
	Pair(set []zobrist.Feature) (a, b Position, ok bool)

	// Frame returns the features that hold in every position of an attempt,
	// numbered from 0, and the free features that may be added to them; ok is
	// false if there is no such attempt.
	Frame(attempt int) (fixed []zobrist.Feature, free func(zobrist.Feature) bool, ok bool)

	// Position returns the legal position that has exactly these features;
	// ok is false if there is none.
	Position(features []zobrist.Feature) (p Position, ok bool)
}

// A Position is the result of an attack.
type Position struct {
	Text     string // in the notation of the game: a FEN
	Features []zobrist.Feature
	Noise    int // how much distracts a reader, such as possible captures; 0 is best
}

// Options are limits of [Collide] and [Forge]. The zero value is ready.
type Options struct {
	Iterations uint64 // of Stern's search, after which it gives up; 0: no bound
	Polish     uint64 // iterations after the first result, for a smaller or quieter one; 0: none
	Seed       uint64 // each seed gives its own result
	Threads    int    // 0: GOMAXPROCS
	Progress   dependency.Progress
}

// ErrNone is returned if no position was found within the iterations allowed.
var ErrNone = errors.New("no legal position found: allow more iterations, or choose another seed")

// listed is the number of sets that one search of an attack lists.
const listed = 1 << 12

// A budget is a number of iterations to spend.
type budget struct {
	left    uint64
	bounded bool // otherwise left does not matter
}

// newBudget returns a budget of iterations; 0 means no bound.
func newBudget(iterations uint64) budget { return budget{iterations, iterations > 0} }

// take spends up to n iterations; 0 if none are left.
func (b *budget) take(n uint64) uint64 {
	if b.bounded {
		n = min(n, b.left)
		b.left -= n
	}
	return n
}

// A choice is some features, and their keys as columns: column i is the key of
// feature features[i].
type choice struct {
	features []zobrist.Feature
	keys     []gf2.Word
}

// restrict returns the free features and their keys.
func restrict(set zobrist.Set, free func(zobrist.Feature) bool) choice {
	var c choice
	for i, key := range dependency.Columns(set) {
		if f := zobrist.Feature(i); free(f) {
			c.features, c.keys = append(c.features, f), append(c.keys, key)
		}
	}
	return c
}

// originals returns the features of a set of columns.
func (c choice) originals(set []zobrist.Feature) []zobrist.Feature {
	features := make([]zobrist.Feature, len(set))
	for i, f := range set {
		features[i] = c.features[f]
	}
	return features
}

// weight returns the smallest weight of which random keys would have more than
// a hundred dependent sets, times many, and at which a thousand iterations of
// Stern's search find several of them.
func (c choice) weight(many float64) int {
	n, rank := len(c.keys), gf2.Rank(c.keys)
	w := 4
	for ; w < min(n, rank); w++ {
		there := dependency.Expected(n, w, rank)
		if there > 100*many && there*dependency.PlanStern(n, rank, w).Success(w) > 1e-3*many {
			break
		}
	}
	return w
}

// checkCount returns an error if the set does not have a key for each feature.
func checkCount(set zobrist.Set, space *zobrist.Space) error {
	if n := len(set.Keys); n != space.Len() {
		return fmt.Errorf("%w: %d keys for the %d features of %s", zobrist.ErrKeyCount, n, space.Len(), space.Name())
	}
	return nil
}

// hash returns the hash of a set that may have no secondary code; the high half
// is then 0.
func hash(set zobrist.Set, features []zobrist.Feature) zobrist.Uint128 {
	if set.Second == nil {
		return zobrist.Uint128{Lo: set.Hash(features...)}
	}
	return set.Hash128(features...)
}
