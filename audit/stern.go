package audit

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
)

// SternOptions says what [Stern] looks for and when it stops. Its zero value
// is ready.
type SternOptions struct {
	MaxWeight  int                   // report sets of 4 to this many features; 0: 9
	Target     zobrist.Uint128       // what their keys XOR to; zero gives dependencies
	Missed     float64               // stop when a set of MaxWeight is missed with at most this chance; 0: 0.01
	Iterations uint64                // stop after so many; 0: no bound
	Limit      int                   // stop at more sets than this; 0: 2^20
	Seed       uint64                // of the random orders; the same iterations follow from the same seed
	Window     int                   // bits in which the halves must agree; 0: chosen for speed
	Threads    int                   // 0: GOMAXPROCS
	Progress   func(Progress)        // nil: silent; called from several goroutines, one at a time
	Found      func(Dependency) bool // told of each new set, one at a time; false stops the search; nil: go on
}

// A SternResult is what iterations of [Stern] have found.
type SternResult struct {
	Dependencies []Dependency // in order of weight, then of features
	Iterations   uint64       // completed
	Void         uint64       // of them given up, see [Stern]; 0 for all but degenerate tables

	plan sternPlan
}

// Missed returns a bound on the chance that a given set of this weight has
// not been found: (1 − P_w)^T after T iterations. It is 1 for weights below 4.
func (r SternResult) Missed(weight int) float64 {
	return math.Exp(float64(r.Iterations-r.Void) * math.Log1p(-r.plan.success(weight)))
}

// ErrNoSet is returned for a target that no set of keys XORs to.
var ErrNoSet = errors.New("audit: the target is no XOR of keys")

var errFound = errors.New("found")

// Stern looks for small dependent sets by information-set decoding (Stern
// 1989, in the form of Finiasz and Sendrier 2009). Each iteration takes the
// columns in random order, brings all but l rows to unit columns by the first
// rank − l of them, the base, and cuts the others in two halves. Pairs of
// either half are matched where they agree in the l rows without a pivot;
// where the sum of such four columns has few bits, these say which columns of
// the base complete them to a dependency.
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
func Stern(ctx context.Context, keys zobrist.Keys128, o SternOptions) (SternResult, error) {
	o.setDefaults()
	n := len(keys)
	e := reduce(append(slices.Clip([]zobrist.Uint128(keys)), o.Target))
	if k := len(e.pivots); k > 0 && e.pivots[k-1] == n {
		return SternResult{}, ErrNoSet
	}
	result := SternResult{plan: planStern(n, e.rank(), o.MaxWeight, o.Window)}
	if result.plan.success(o.MaxWeight) == 0 {
		return result, nil // too few keys for two pairs beside a base
	}
	if n > math.MaxUint16 {
		return result, fmt.Errorf("%w: Stern takes %d keys at most, not %d", ErrTooLarge, math.MaxUint16, n)
	}
	enough := uint64(math.MaxUint64)
	if p := result.plan.success(o.MaxWeight); p < 1 {
		if t := math.Log(o.Missed) / math.Log1p(-p); t < 1<<62 {
			enough = uint64(t) + 1
		}
	}
	if o.Iterations > 0 {
		enough = min(enough, o.Iterations)
	}
	var (
		next, done, void atomic.Uint64
		mutex            sync.Mutex
		group            sync.WaitGroup
		stop             error
		found            = make(map[string]bool)
		report           = serial(o.Progress)
	)
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	enter := func(features []zobrist.Feature) {
		var sum zobrist.Uint128
		var name []byte
		for _, f := range features {
			sum = sum.Xor(keys[f])
			name = binary.BigEndian.AppendUint16(name, uint16(f))
		}
		if sum != o.Target {
			panic("audit: Stern's search found a set with another sum")
		}
		mutex.Lock()
		defer mutex.Unlock()
		if stop != nil || found[string(name)] {
			return
		}
		found[string(name)] = true
		d := Dependency{Features: features}
		result.Dependencies = append(result.Dependencies, d)
		switch {
		case o.Found != nil && !o.Found(d):
			stop = errFound
		case len(found) > o.Limit:
			stop = fmt.Errorf("%w: more than %d to weight %d; lower the weight", ErrTooMany, o.Limit, o.MaxWeight)
		}
		if stop != nil {
			cancel(stop)
		}
	}
	for range o.Threads {
		group.Go(func() {
			w := newSternWorker(e.columns, result.plan, o.MaxWeight, enter)
			for ctx.Err() == nil {
				i := next.Add(1) - 1
				if i >= enough {
					break
				}
				if !w.iterate(o.Seed, i) {
					void.Add(1)
				}
				if t := done.Add(1); t%64 == 0 {
					report(Progress{Stage: "Stern", Done: float64(t), Total: float64(enough)})
				}
			}
		})
	}
	group.Wait()
	result.Iterations, result.Void = done.Load(), void.Load()
	slices.SortFunc(result.Dependencies, compareDependencies)
	switch {
	case stop == errFound:
		return result, nil
	case stop != nil:
		return result, stop
	case result.Iterations < enough:
		return result, context.Cause(ctx)
	}
	return result, nil
}

func (o *SternOptions) setDefaults() {
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

// A sternPlan fixes the sizes of an iteration.
type sternPlan struct{ n, rank, window int }

// base returns the number of columns that the elimination starts with.
func (p sternPlan) base() int { return p.rank - p.window }

// maxHalf bounds a half, for the memory of its pair sums: 8 bytes each.
const maxHalf = 4096

// halves returns the sizes of the two halves of the other columns, or of so
// many of them as are taken.
func (p sternPlan) halves() (int, int) {
	m := p.n - p.base()
	return min(m/2, maxHalf), min(m-m/2, maxHalf)
}

// success returns P_w.
func (p sternPlan) success(weight int) float64 {
	a, b := p.halves()
	if weight < 4 || weight > p.n {
		return 0
	}
	return math.Exp(lnChoose(a, 2) + lnChoose(b, 2) + lnChoose(p.base(), weight-4) - lnChoose(p.n, weight))
}

// planStern chooses the window for the most successes in a second. The costs
// in ns are those measured for 781 keys of 64 bits.
func planStern(n, rank, weight, window int) sternPlan {
	if window > 0 {
		return sternPlan{n, rank, min(window, rank, 24)}
	}
	best, rate := sternPlan{n, rank, 0}, -1.0
	for l := 0; l <= min(rank, 22); l++ {
		p := sternPlan{n, rank, l}
		a, b := p.halves()
		pairs, others := choose(a, 2), choose(b, 2)
		cost := 0.8*float64(n*p.base())*math.Ceil(float64(rank)/64) + 4*(pairs+others) + 0.9*pairs*others/math.Ldexp(1, l) + 0.5*math.Ldexp(1, l)
		if r := p.success(weight) / cost; r > rate {
			best, rate = p, r
		}
	}
	return best
}
