package dependency

import "math"

// A SternPlan is the sizes of an iteration of [Stern]: the number of keys, their
// rank, and l, the number of rows in which the sums of pairs must agree.
type SternPlan struct{ n, rank, window int }

// base returns the number of columns that the elimination starts with.
func (p SternPlan) base() int { return p.rank - p.window }

// maxHalf bounds a half, for the memory of its pair sums: 8 bytes each.
const maxHalf = 4096

// halves returns the sizes of the two halves of the other columns, or of so
// many of them as are taken.
func (p SternPlan) halves() (int, int) {
	m := p.n - p.base()
	return min(m/2, maxHalf), min(m-m/2, maxHalf)
}

// Success returns P_w of [Stern].
func (p SternPlan) Success(weight int) float64 {
	a, b := p.halves()
	if weight < 4 || weight > p.n {
		return 0
	}
	return math.Exp(LnChoose(a, 2) + LnChoose(b, 2) + LnChoose(p.base(), weight-4) - LnChoose(p.n, weight))
}

// Iterations returns after how many a set of the weight is missed with at most
// the chance missed, or as many as there are.
func (p SternPlan) Iterations(weight int, missed float64) uint64 {
	if success := p.Success(weight); success > 0 && success < 1 {
		if t := math.Log(missed) / math.Log1p(-success); t < 1<<62 {
			return uint64(t) + 1
		}
	}
	return math.MaxUint64
}

// Nanoseconds returns about how long an iteration takes on one core. The factors
// are those measured for 781 keys of 64 bits.
func (p SternPlan) Nanoseconds() float64 {
	a, b := p.halves()
	pairs, others := Choose(a, 2), Choose(b, 2)
	elimination := 0.8 * float64(p.n*p.base()) * math.Ceil(float64(p.rank)/64)
	matches := pairs * others / math.Ldexp(1, p.window)
	return elimination + 4*(pairs+others) + missed(8*pairs)*(2*pairs+others) + 0.9*matches + 0.5*math.Ldexp(1, p.window)
}

// missed returns about how many ns a look at a random place costs in a table of these bytes beyond a cache of 4 MiB.
func missed(bytes float64) float64 {
	const cache, memory = 4 << 20, 65
	return memory * max(0, 1-cache/max(bytes, 1))
}

// PlanStern chooses the window for the most successes in a second.
func PlanStern(n, rank, weight int) SternPlan {
	best, rate := SternPlan{n, rank, 0}, -1.0
	for window := 0; window <= min(rank, 22); window++ {
		p := SternPlan{n, rank, window}
		if r := p.Success(weight) / p.Nanoseconds(); r > rate {
			best, rate = p, r
		}
	}
	return best
}
