package audit

import (
	"math"
	"runtime"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

const (
	wordCost = 1.2 // ns per word of MacWilliams's transform on one core
	sumCost  = 6.5 // ns per key sum of the exhaustive search on one core
)

// manyEqual is the number of keys with an equal before them from which their sets slow down a search.
const manyEqual = 10

// Estimate returns about how long [Run] takes for the keys on an idle machine, right within a
// factor of two or three on current processors. It is 0 if that is unknown, because
// many keys are equal. Its errors are the errors of Run about the arguments.
func Estimate(set zobrist.Set, o Options) (time.Duration, error) {
	if err := o.complete(set); err != nil {
		return 0, err
	}
	a := newJob(set, o)
	n, rank := len(a.words), a.report.Rank
	equal := 0
	for _, group := range a.report.Equal {
		equal += len(group) - 1
	}
	if equal >= manyEqual {
		return 0, nil
	}
	cost := countCost(n, rank) + sumsCost(n, a.reach(o.Exhaustive), o.pairs())
	if some := a.some(); o.Occurs != nil {
		cost += countCost(len(some), gf2.Rank(some))
	}
	so := dependency.SternOptions{MaxWeight: a.reach(o.MaxWeight), Missed: o.Missed}
	so.SetDefaults()
	if plan := dependency.PlanStern(n, rank, so.MaxWeight); plan.Success(so.MaxWeight) > 0 && n <= math.MaxUint16 {
		iterations := plan.Iterations(so.MaxWeight, so.Missed)
		if most := a.bound(canCount(n, rank) || a.reach(o.Exhaustive) >= o.MaxWeight); most > 0 {
			iterations = min(iterations, most)
		}
		cost += float64(iterations) * plan.Nanoseconds()
	}
	for _, bits := range o.Truncations {
		if r := min(bits, rank); bits > 0 && bits < o.Bits && canCount(n, r) {
			cost += 2 * countCost(n, r)
		} else if bits < o.Bits {
			cost += 2 * sumsCost(n, truncatedWeight(n, r), o.pairs())
		}
	}
	threads := o.Threads
	if threads <= 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	return time.Duration(max(1, min(cost/float64(threads), math.MaxInt64/2))), nil
}

// countCost returns the ns that one core takes to count by MacWilliams's
// transform, 0 if an audit does not.
func countCost(n, rank int) float64 {
	if !canCount(n, rank) {
		return 0
	}
	return wordCost * math.Ldexp(1, min(rank, n-rank))
}

// sumsCost returns the ns that one core takes for an exhaustive search, 0 if
// there are too many keys for it.
func sumsCost(n, weight int, pairs float64) float64 {
	cost := 0.0
	for k := 1; 2*k-1 <= weight && n <= math.MaxUint16; k++ {
		if k > 2 && dependency.Choose(n+1, 2) > pairs {
			break
		}
		cost += sumCost * dependency.Choose(n+1, k)
	}
	return cost
}
