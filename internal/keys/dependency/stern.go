package dependency

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// SternOptions says what [Stern] looks for and when it stops. Its zero value
// is ready.
type SternOptions struct {
	MaxWeight  int      // report sets of 4 to this many features; 0: 9
	Target     gf2.Word // the XOR of their keys; zero gives dependencies
	Missed     float64  // stop when a set of MaxWeight is missed with at most this probability; 0: 0.01
	Iterations uint64   // at most; 0: no bound
	Limit      int      // stop at more sets than this; 0: 2^20
	Seed       uint64   // of the random orders; a seed gives the same iterations each time
	Threads    int      // 0: GOMAXPROCS
	Progress   Progress

	// Found is called with each new set, one at a time, and stops the search if it returns false; nil: go on.
	Found func([]zobrist.Feature) bool
}

// A SternResult is what iterations of [Stern] have found.
type SternResult struct {
	Dependencies [][]zobrist.Feature // in order of weight, then of features
	Iterations   uint64              // completed
	Void         uint64              // of them given up, see [Stern]; 0 for all but degenerate tables

	plan SternPlan
}

// Missed returns a bound on the chance that a given set of this weight has
// not been found: (1 − P_w)^T after T iterations. It is 1 for weights below 4.
func (r SternResult) Missed(weight int) float64 {
	return math.Exp(float64(r.Iterations-r.Void) * math.Log1p(-r.plan.Success(weight)))
}

// ErrNoSet is returned for a target that no set of keys XORs to.
var ErrNoSet = errors.New("no set of keys XORs to the target")

// Stern looks for small dependent sets by information-set decoding (Stern
// 1989, in the form of Finiasz and Sendrier 2009). Each iteration takes the
// columns in random order, brings all but l rows to unit columns by the first
// rank − l of them, the base, and cuts the others in two halves. Pairs of
// either half are matched if they agree in the l rows without a pivot; if the
// sum of such four columns has few bits, these say which columns of the base
// complete them to a dependency.
//
// A given set of weight w is found if w − 4 of its members fall into the base
// and two in each half, which has probability
//
//	P_w = C(⌊m/2⌋, 2)·C(⌈m/2⌉, 2)·C(rank−l, w−4) / C(n, w),   m = n − rank + l
//
// (halves are cut to 4096 columns, which take their place in the formula) in
// every iteration, independent of all others and of what the keys are: a
// base of dependent columns is allowed for by trying all of their relations.
// (A base with more than twelve relations is given up and counted in Void;
// the bound then rests on the other iterations.) So a set is missed by T
// iterations with probability (1 − P_w)^T, exactly. For chess's 781 keys of 64
// bits an iteration takes about half a millisecond a core, and P_8 is about
// 1/3500, P_9 1/34000.
//
// Sets of fewer than four features are not looked for; use [Exhaustive]. When
// ctx ends the result so far is returned with its error.
func Stern(ctx context.Context, keys []gf2.Word, o SternOptions) (SternResult, error) {
	o.SetDefaults()
	n := len(keys)
	reduced, pivots := gf2.Reduce(append(slices.Clip(keys), o.Target), n+1)
	rank := len(pivots)
	if rank > 0 && pivots[rank-1] == n {
		return SternResult{}, ErrNoSet
	}
	result := SternResult{plan: PlanStern(n, rank, o.MaxWeight)}
	if result.plan.Success(o.MaxWeight) == 0 {
		return result, nil // too few keys for two pairs beside a base
	}
	if n > math.MaxUint16 {
		return result, fmt.Errorf("%w: Stern takes %d keys at most, not %d", ErrTooLarge, math.MaxUint16, n)
	}
	c := &collector{SternOptions: o, keys: keys, seen: make(map[string]bool)}
	err := c.search(ctx, reduced, &result)
	slices.SortFunc(c.found, Compare)
	result.Dependencies = c.found
	return result, err
}

// SetDefaults fills in the defaults.
func (o *SternOptions) SetDefaults() {
	if o.MaxWeight <= 0 {
		o.MaxWeight = 9
	}
	if o.Missed <= 0 {
		o.Missed = 0.01
	}
	if o.Limit <= 0 {
		o.Limit = 1 << 20
	}
	if o.Threads <= 0 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
}

// A collector checks the sets that the workers of a search find, and keeps each
// of them once.
type collector struct {
	SternOptions
	keys []gf2.Word

	mutex sync.Mutex
	seen  map[string]bool // by features, two bytes each
	found [][]zobrist.Feature
	stop  context.CancelCauseFunc // of the search
	ended error                   // why it was stopped
}

// errFound ends a search whose caller has found enough.
var errFound = errors.New("found")

// enter takes a set of features, in any goroutine.
func (c *collector) enter(features []zobrist.Feature) {
	var sum gf2.Word
	var name []byte
	for _, f := range features {
		sum = sum.Xor(c.keys[f])
		name = binary.BigEndian.AppendUint16(name, uint16(f))
	}
	if sum != c.Target {
		panic("dependency: Stern's search found a set with another sum")
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.ended != nil || c.seen[string(name)] {
		return
	}
	c.seen[string(name)] = true
	c.found = append(c.found, features)
	switch {
	case c.Found != nil && !c.Found(features):
		c.ended = errFound
	case len(c.found) > c.Limit:
		c.ended = fmt.Errorf("%w: more than %d to weight %d; lower the weight", ErrTooMany, c.Limit, c.MaxWeight)
	default:
		return
	}
	c.stop(c.ended)
}

// search runs the iterations on all threads, and counts them in the result.
func (c *collector) search(ctx context.Context, columns []gf2.Word, result *SternResult) error {
	ctx, c.stop = context.WithCancelCause(ctx)
	defer c.stop(nil)
	enough := result.plan.Iterations(c.MaxWeight, c.Missed)
	if c.Iterations > 0 {
		enough = min(enough, c.Iterations)
	}
	var next, done, void atomic.Uint64
	var group sync.WaitGroup
	report := serial(c.Progress)
	for range c.Threads {
		group.Go(func() {
			w := newSternWorker(columns, result.plan, c.MaxWeight, c.enter, func() bool { return ctx.Err() != nil })
			for ctx.Err() == nil {
				i := next.Add(1) - 1
				if i >= enough {
					break
				}
				whole := w.iterate(c.Seed, i)
				if ctx.Err() != nil {
					break // it may have ended early
				}
				if !whole {
					void.Add(1)
				}
				if t := done.Add(1); t%64 == 0 {
					report("Stern", float64(t), float64(enough))
				}
			}
		})
	}
	group.Wait()
	result.Iterations, result.Void = done.Load(), void.Load()
	switch {
	case c.ended == errFound:
		return nil
	case c.ended != nil:
		return c.ended
	case result.Iterations < enough:
		return context.Cause(ctx)
	}
	return nil
}
