package audit

import (
	"math"
	"runtime"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gf2"
)

// What a word of MacWilliams's walk and a key sum of an exhaustive search cost,
// in ns on one core.
const (
	wordCost = 1.2
	sumCost  = 6.5
)

// Estimate returns about how long [Run] takes for the keys, right within a
// factor of two or three on current processors. The error is about the
// arguments, as that of Run.
func Estimate(set zobrist.Set, o Options) (time.Duration, error) {
	if err := o.complete(set); err != nil {
		return 0, err
	}
	keys := columns(set.Truncate(o.Bits))
	n, rank := len(keys), gf2.Rank(keys)
	a := &job{Options: o, keys: keys, report: &Report{Rank: rank}}
	cost := countCost(n, rank) + sumsCost(n, a.reach(o.Exhaustive), o.pairs())
	if some := a.some(); o.Occurs != nil {
		cost += countCost(len(some), gf2.Rank(some))
	}
	so := SternOptions{MaxWeight: a.reach(o.MaxWeight), Missed: o.Missed}
	so.setDefaults()
	if plan := planStern(n, rank, so.MaxWeight); plan.success(so.MaxWeight) > 0 && n <= math.MaxUint16 {
		iterations := plan.iterations(so.MaxWeight, so.Missed)
		if most := a.bound(canCount(n, rank) || a.reach(o.Exhaustive) >= o.MaxWeight); most > 0 {
			iterations = min(iterations, most)
		}
		cost += float64(iterations) * plan.nanoseconds()
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
	return time.Duration(min(cost/float64(threads), math.MaxInt64/2)), nil
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
		if k > 1 && choose(n+1, 2) > pairs {
			break
		}
		cost += sumCost * choose(n+1, k)
	}
	return cost
}
