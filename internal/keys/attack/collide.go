package attack

import (
	"context"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
)

// A Clash is two legal positions with the same hash.
type Clash struct {
	Positions  [2]Position
	Hash       zobrist.Uint128   // of both
	Difference []zobrist.Feature // the features of one position only, ascending
}

// Collide finds two legal positions with the same hash: a small dependency
// among the free features that the rules can make the difference of two
// positions. For 64-bit keys of chess this takes seconds. When ctx ends its
// error is returned.
func Collide(ctx context.Context, set zobrist.Set, rules Rules, o Options) (Clash, error) {
	if err := checkCount(set, rules.Space()); err != nil {
		return Clash{}, err
	}
	c := collision{choice: restrict(set, rules.Free), rules: rules}
	if err := c.search(ctx, o); err != nil {
		return Clash{}, err
	}
	best := c.best
	best.Hash = hash(set, best.Positions[0].Features)
	if hash(set, best.Positions[1].Features) != best.Hash {
		return Clash{}, fmt.Errorf("the rules of %s made positions that differ in other features: %s and %s",
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

func (c *collision) found() bool { return c.best.Difference != nil }

// weightStage is the number of iterations after which the search goes on to larger
// sets.
const weightStage = 1500

// search looks for small dependencies first, because a poor table has equal
// keys or the like, then at a weight at which random keys have many. Better keys need
// larger sets.
func (c *collision) search(ctx context.Context, o Options) error {
	few, err := dependency.Exhaustive(ctx, c.keys, dependency.ExhaustiveOptions{MaxWeight: 4, Limit: 1 << 16,
		Threads: o.Threads})
	if err != nil && !dependency.TooMuch(err) {
		return err
	}
	for _, d := range few.Dependencies {
		c.try(d)
	}
	if c.found() {
		return nil
	}
	left := newBudget(o.Iterations)
	so := dependency.SternOptions{
		MaxWeight: c.weight(1), Limit: listed, Missed: math.SmallestNonzeroFloat64,
		Seed: o.Seed, Threads: o.Threads, Progress: o.Progress,
		Found: func(d []zobrist.Feature) (again bool) {
			c.try(d)
			return !c.found()
		},
	}
	for ; !c.found(); so.MaxWeight, so.Seed = min(so.MaxWeight+1, len(c.keys)), so.Seed+weightStage {
		if so.Iterations = left.take(weightStage); so.Iterations == 0 {
			return ErrNone
		}
		if _, err := dependency.Stern(ctx, c.keys, so); err != nil && !dependency.TooMuch(err) {
			return err
		}
	}
	return c.polish(ctx, so, o.Polish)
}

// polish spends iterations on a smaller or quieter clash. The end of ctx is no
// error here, because a clash has been found.
func (c *collision) polish(ctx context.Context, so dependency.SternOptions, iterations uint64) error {
	if iterations == 0 {
		return nil
	}
	so.Seed, so.Iterations = so.Seed+1<<63, iterations
	so.Found = func(d []zobrist.Feature) bool {
		c.try(d)
		return true
	}
	if _, err := dependency.Stern(ctx, c.keys, so); err != nil && !dependency.TooMuch(err) && ctx.Err() == nil {
		return err
	}
	return nil
}

// try keeps a dependency if it makes a better clash than the best so far: one
// of fewer features, or of as many with less noise.
func (c *collision) try(d []zobrist.Feature) {
	if !c.better(len(d), 0) {
		return
	}
	set := c.originals(d)
	if a, b, ok := c.rules.Pair(set); ok && c.better(len(d), a.Noise+b.Noise) {
		c.best = Clash{Positions: [2]Position{a, b}, Difference: set}
	}
}

func (c *collision) better(weight, noise int) bool {
	old := len(c.best.Difference)
	return old == 0 || weight < old || weight == old && noise < c.best.Positions[0].Noise+c.best.Positions[1].Noise
}
