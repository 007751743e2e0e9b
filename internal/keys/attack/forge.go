package attack

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// Forge finds a legal position with a given hash: a set of free features,
// added to a frame of fixed ones, such that all keys XOR to the hash. It
// solves the linear system by elimination for a random base of the features
// and looks for a solution with few of them, as [dependency.Stern] does. For 64-bit keys
// of chess this takes seconds; at 128 bits hardly any solution has few enough
// pieces, and none is found. When ctx ends its error is returned.
//
// The hash of a set without a secondary code is compared with want.Lo; want.Hi
// must then be 0.
func Forge(ctx context.Context, set zobrist.Set, want zobrist.Uint128, rules Rules, o Options) (Position, error) {
	if err := checkCount(set, rules.Space()); err != nil {
		return Position{}, err
	}
	left := newBudget(o.Iterations)
	for attempt := 0; ; attempt++ {
		fixed, free, ok := rules.Frame(attempt)
		iterations := left.take(frameStage)
		if !ok || iterations == 0 {
			return Position{}, ErrNone
		}
		f := forgery{choice: restrict(set, free), rules: rules, fixed: fixed}
		err := f.search(ctx, hash(set, fixed).Xor(want), dependency.SternOptions{
			MaxWeight: f.weight(5) + attempt/2, Iterations: iterations, Missed: math.SmallestNonzeroFloat64,
			Limit: listed, Seed: o.Seed + uint64(attempt), Threads: o.Threads, Progress: o.Progress,
		}, o.Polish)
		switch {
		case errors.Is(err, dependency.ErrNoSet):
			return Position{}, fmt.Errorf("no set of features has the hash %v: %w", want, err)
		case err != nil:
			return Position{}, err
		case f.best == nil:
			continue
		case hash(set, f.best.Features) != want:
			return Position{}, fmt.Errorf("the rules of %s made a position with other features: %s",
				rules.Space().Name(), f.best.Text)
		}
		return *f.best, nil
	}
}

// frameStage is the number of iterations after which Forge takes another frame.
const frameStage = 5000

// A forgery is the search for a position in one frame, and the best one so far.
type forgery struct {
	choice
	rules Rules
	fixed []zobrist.Feature
	best  *Position
}

// search looks for sets of features whose keys XOR to target, until one makes a
// position; polish is the number of iterations to go on for a quieter one.
func (f *forgery) search(ctx context.Context, target zobrist.Uint128, o dependency.SternOptions, polish uint64) error {
	o.Target = gf2.Word(target)
	o.Found = func(d []zobrist.Feature) (again bool) {
		f.try(d)
		return f.best == nil
	}
	if _, err := dependency.Stern(ctx, f.keys, o); err != nil && !dependency.TooMuch(err) {
		return err
	}
	if f.best == nil || polish == 0 {
		return nil
	}
	o.Seed, o.Iterations = o.Seed+1<<63, polish
	o.Found = func(d []zobrist.Feature) bool {
		f.try(d)
		return true
	}
	if _, err := dependency.Stern(ctx, f.keys, o); err != nil && !dependency.TooMuch(err) && ctx.Err() == nil {
		return err
	}
	return nil
}

// try keeps the position of a set of columns if it is quieter than the best.
func (f *forgery) try(d []zobrist.Feature) {
	p, ok := f.rules.Position(append(f.originals(d), f.fixed...))
	if ok && (f.best == nil || p.Noise < f.best.Noise) {
		f.best = &p
	}
}
