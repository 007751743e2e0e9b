package audit

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist"
)

// Rules tell [Collide] and [Forge] what a game allows.
type Rules interface {
	// Space returns the features.
	Space() *zobrist.Space

	// Free reports the features that an attack may choose.
	Free(f zobrist.Feature) bool

	// Pair returns two legal positions that differ in exactly the features
	// of the set, all of them free; ok is false where it finds none.
	Pair(set []zobrist.Feature) (a, b Position, ok bool)

	// Frame returns the features that hold in every position of an attempt,
	// numbered from 0, and the free features that may be added to them; ok is
	// false where there is no such attempt.
	Frame(attempt int) (fixed []zobrist.Feature, free func(zobrist.Feature) bool, ok bool)

	// Position returns the legal position that has exactly these features;
	// ok is false where there is none.
	Position(features []zobrist.Feature) (p Position, ok bool)
}

// A Position is one that an attack has made.
type Position struct {
	Text     string            `json:"position"` // as the game writes it: a FEN
	Features []zobrist.Feature `json:"features"` // that hold
	Noise    int               `json:"-"`        // how much distracts a reader, such as captures at hand; 0 is best
}

// AttackOptions say how [Collide] and [Forge] search. The zero value is ready.
type AttackOptions struct {
	Start      zobrist.Uint128 // start value of the hashes
	Iterations uint64          // of Stern's search to give up after; 0: no bound
	Polish     uint64          // iterations after the first find, for a smaller or quieter one; 0: none
	Seed       uint64          // another one gives another answer
	Threads    int             // 0: GOMAXPROCS
	Progress   func(Progress)  // nil: silent
}

// A Clash is two legal positions with the same hash.
type Clash struct {
	Positions  [2]Position     `json:"positions"`
	Hash       zobrist.Uint128 `json:"hash"` // of both
	Difference Dependency      `json:"difference"`
}

// ErrNoAttack is returned where no position was found in the iterations that
// were allowed.
var ErrNoAttack = errors.New("audit: no legal position found; allow more iterations or another seed")

// Collide finds two legal positions with the same hash: a small dependency
// among the free features that the rules can make the difference of two
// positions. For 64-bit keys of chess this takes seconds. When ctx ends its
// error is returned.
func Collide(ctx context.Context, keys zobrist.Keys128, rules Rules, o AttackOptions) (Clash, error) {
	if err := rules.Space().Check(len(keys)); err != nil {
		return Clash{}, fmt.Errorf("audit: %w", err)
	}
	var clash Clash
	free, columns := restrict(keys, rules.Free)
	better := func(weight, noise int) bool {
		old := clash.Difference.Weight()
		return old == 0 || weight < old || weight == old && noise < clash.Positions[0].Noise+clash.Positions[1].Noise
	}
	try := func(d Dependency) {
		if !better(d.Weight(), 0) {
			return
		}
		set := free.back(d.Features)
		if a, b, ok := rules.Pair(set); ok && better(d.Weight(), a.Noise+b.Noise) {
			clash.Positions = [2]Position{a, b}
			clash.Difference = Dependency{Features: set}
		}
	}
	found := func() (Clash, error) {
		clash.Hash = keys.Hash(o.Start, clash.Positions[0].Features...)
		for _, f := range clash.Difference.Features {
			clash.Difference.Names = append(clash.Difference.Names, rules.Space().FeatureName(f))
		}
		if other := keys.Hash(o.Start, clash.Positions[1].Features...); other != clash.Hash {
			return clash, fmt.Errorf("audit: the rules of %s gave positions that do not differ as asked: %s and %s",
				rules.Space().Name(), clash.Positions[0].Text, clash.Positions[1].Text)
		}
		return clash, nil
	}
	// A poor table has equal keys or the like.
	few, err := Exhaustive(ctx, columns, ExhaustiveOptions{MaxWeight: 4, Limit: 1 << 16, Threads: o.Threads})
	if err != nil && !tooMuch(err) {
		return clash, err
	}
	for _, d := range few.Dependencies {
		try(d)
	}
	if clash.Difference.Features != nil {
		return found()
	}
	so := SternOptions{
		Limit: attackLimit, Missed: math.SmallestNonzeroFloat64, Seed: o.Seed, Threads: o.Threads, Progress: o.Progress,
		Found: func(d Dependency) bool {
			try(d)
			return clash.Difference.Features == nil
		},
	}
	// Keys that are better than random ones take larger sets.
	left := o.Iterations
	for so.MaxWeight = attackWeight(len(columns), Rank(columns), 1); clash.Difference.Features == nil; so.MaxWeight = min(so.MaxWeight+1, len(columns)) {
		if so.Iterations = attackStage; o.Iterations > 0 {
			so.Iterations = min(attackStage, left)
			left -= so.Iterations
		}
		if o.Iterations > 0 && so.Iterations == 0 {
			return clash, ErrNoAttack
		}
		if _, err = Stern(ctx, columns, so); err != nil && !tooMuch(err) {
			return clash, err
		}
		so.Seed += attackStage
	}
	if o.Polish > 0 {
		so.Seed, so.Iterations = so.Seed+1<<63, o.Polish
		so.Found = func(d Dependency) bool {
			try(d)
			return true
		}
		if _, err := Stern(ctx, columns, so); err != nil && !tooMuch(err) && ctx.Err() == nil {
			return clash, err
		}
	}
	return found()
}

// Forge finds a legal position with the hash that is asked for: a set of free
// features, beside a frame of fixed ones, whose keys XOR to what the frame
// leaves open. It solves the linear system by elimination for a random base
// of the features and looks for a solution with few of them, as [Stern] does.
// For 64-bit keys of chess this takes seconds; at 128 bits there are hardly
// any solutions with few enough pieces, and none is found. When ctx ends its
// error is returned.
func Forge(ctx context.Context, keys zobrist.Keys128, hash zobrist.Uint128, rules Rules, o AttackOptions) (Position, error) {
	if err := rules.Space().Check(len(keys)); err != nil {
		return Position{}, fmt.Errorf("audit: %w", err)
	}
	const share = 5000 // iterations an attempt has
	left := o.Iterations
	for attempt := 0; ; attempt++ {
		fixed, free, ok := rules.Frame(attempt)
		if !ok || o.Iterations > 0 && left == 0 {
			return Position{}, ErrNoAttack
		}
		iterations := uint64(share)
		if o.Iterations > 0 {
			iterations = min(iterations, left)
			left -= iterations
		}
		some, columns := restrict(keys, free)
		var best *Position
		so := SternOptions{
			MaxWeight: attackWeight(len(columns), Rank(columns), 5) + attempt/2, Missed: math.SmallestNonzeroFloat64, Iterations: iterations, Limit: attackLimit,
			Target: keys.Hash(o.Start, fixed...).Xor(hash),
			Seed:   o.Seed + uint64(attempt), Threads: o.Threads, Progress: o.Progress,
			Found: func(d Dependency) (again bool) {
				p, ok := rules.Position(append(some.back(d.Features), fixed...))
				if ok && (best == nil || p.Noise < best.Noise) {
					best = &p
				}
				return best == nil
			},
		}
		_, err := Stern(ctx, columns, so)
		switch {
		case errors.Is(err, ErrNoSet):
			return Position{}, fmt.Errorf("audit: no set of features has the hash %v: %w", hash, err)
		case err != nil && !tooMuch(err):
			return Position{}, err
		case best == nil:
			continue
		}
		if o.Polish > 0 {
			first := so.Found
			so.Seed, so.Iterations = so.Seed+1<<63, o.Polish
			so.Found = func(d Dependency) bool {
				first(d)
				return true
			}
			if _, err := Stern(ctx, columns, so); err != nil && !tooMuch(err) && ctx.Err() == nil {
				return Position{}, err
			}
		}
		if keys.Hash(o.Start, best.Features...) != hash {
			return *best, fmt.Errorf("audit: the rules of %s gave a position with other features than asked for: %s", rules.Space().Name(), best.Text)
		}
		return *best, nil
	}
}

// attackLimit is the number of sets that an attack tries before it looks for
// others.
const attackLimit = 1 << 12

// attackStage is the number of iterations after which Collide looks for
// larger sets.
const attackStage = 1500

// A choice is the features that columns stand for.
type choice []zobrist.Feature

// restrict returns the keys of the free features.
func restrict(keys zobrist.Keys128, free func(zobrist.Feature) bool) (choice, zobrist.Keys128) {
	var c choice
	var columns zobrist.Keys128
	for f, k := range keys {
		if free(zobrist.Feature(f)) {
			c = append(c, zobrist.Feature(f))
			columns = append(columns, k)
		}
	}
	return c, columns
}

// back returns the features of a set of columns.
func (c choice) back(set []zobrist.Feature) []zobrist.Feature {
	features := make([]zobrist.Feature, len(set))
	for i, f := range set {
		features[i] = c[f]
	}
	return features
}

// attackWeight returns the smallest weight at which there are many hundred
// sets to expect of random keys, and a thousand iterations of Stern's search
// meet many.
func attackWeight(n, rank int, many float64) int {
	w := 4
	for ; w < min(n, rank); w++ {
		there := Expected(n, w, rank)
		if there > 100*many && there*planStern(n, rank, w, 0).success(w) > 1e-3*many {
			break
		}
	}
	return w
}
