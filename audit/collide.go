package audit

import (
	"context"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist"
)

// A Clash is two legal positions with the same hash.
type Clash struct {
	Positions  [2]Position     `json:"positions"`
	Hash       zobrist.Uint128 `json:"hash"` // of both
	Difference Dependency      `json:"difference"`
}

// Collide finds two legal positions with the same hash: a small dependency
// among the free features that the rules can make the difference of two
// positions. For 64-bit keys of chess this takes seconds. When ctx ends its
// error is returned.
func Collide(ctx context.Context, set zobrist.Set, rules Rules, o AttackOptions) (Clash, error) {
	if err := checkCount(set, rules.Space()); err != nil {
		return Clash{}, err
	}
	c := collision{choice: restrict(set, rules.Free), rules: rules}
	if err := c.search(ctx, o); err != nil {
		return Clash{}, err
	}
	best := c.best
	best.Hash = hash(set, best.Positions[0].Features)
	for _, f := range best.Difference.Features {
		best.Difference.Names = append(best.Difference.Names, rules.Space().FeatureName(f))
	}
	if hash(set, best.Positions[1].Features) != best.Hash {
		return Clash{}, fmt.Errorf("audit: the rules of %s made positions that differ in other features: %s and %s",
			rules.Space().Name(), best.Positions[0].Text, best.Positions[1].Text)
	}
	return best, nil
}

// A collision is the search for a clash, and the best one so far.
type collision struct {
	choice
	rules Rules
	best  Clash
}

func (c *collision) found() bool { return c.best.Difference.Features != nil }

// weightStage is the number of iterations after which the search goes on to larger
// sets.
const weightStage = 1500

// search looks for small dependencies first, because a poor table has equal
// keys or the like, then for those of a weight at which random keys have many.
// Keys that are better than random ones take larger sets.
func (c *collision) search(ctx context.Context, o AttackOptions) error {
	few, err := exhaustive(ctx, c.keys, ExhaustiveOptions{MaxWeight: 4, Limit: 1 << 16, Threads: o.Threads})
	if err != nil && !tooMuch(err) {
		return err
	}
	for _, d := range few.Dependencies {
		c.try(d)
	}
	if c.found() {
		return nil
	}
	left := newBudget(o.Iterations)
	so := SternOptions{
		MaxWeight: c.weight(1), Limit: attackLimit, Missed: math.SmallestNonzeroFloat64,
		Seed: o.Seed, Threads: o.Threads, Progress: o.Progress,
		Found: func(d Dependency) (again bool) {
			c.try(d)
			return !c.found()
		},
	}
	for ; !c.found(); so.MaxWeight, so.Seed = min(so.MaxWeight+1, len(c.keys)), so.Seed+weightStage {
		if so.Iterations = left.take(weightStage); so.Iterations == 0 {
			return ErrNoAttack
		}
		if _, err := stern(ctx, c.keys, so); err != nil && !tooMuch(err) {
			return err
		}
	}
	return c.polish(ctx, so, o.Polish)
}

// polish spends iterations on a smaller or quieter clash. The end of ctx is no
// error here, because a clash has been found.
func (c *collision) polish(ctx context.Context, so SternOptions, iterations uint64) error {
	if iterations == 0 {
		return nil
	}
	so.Seed, so.Iterations = so.Seed+1<<63, iterations
	so.Found = func(d Dependency) bool {
		c.try(d)
		return true
	}
	if _, err := stern(ctx, c.keys, so); err != nil && !tooMuch(err) && ctx.Err() == nil {
		return err
	}
	return nil
}

// try keeps a dependency if it makes a better clash than the best so far: one
// of fewer features, or of as many with less noise.
func (c *collision) try(d Dependency) {
	if !c.better(d.Weight(), 0) {
		return
	}
	set := c.originals(d.Features)
	if a, b, ok := c.rules.Pair(set); ok && c.better(d.Weight(), a.Noise+b.Noise) {
		c.best = Clash{Positions: [2]Position{a, b}, Difference: Dependency{Features: set}}
	}
}

func (c *collision) better(weight, noise int) bool {
	old := c.best.Difference.Weight()
	return old == 0 || weight < old || weight == old && noise < c.best.Positions[0].Noise+c.best.Positions[1].Noise
}
