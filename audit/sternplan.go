package audit

import "math"

// A sternPlan is the sizes of an iteration of [Stern]: the number of keys, their
// rank, and l, the number of rows in which the sums of pairs must agree.
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

// success returns P_w of [Stern].
func (p sternPlan) success(weight int) float64 {
	a, b := p.halves()
	if weight < 4 || weight > p.n {
		return 0
	}
	return math.Exp(lnChoose(a, 2) + lnChoose(b, 2) + lnChoose(p.base(), weight-4) - lnChoose(p.n, weight))
}

// iterations returns after how many a set of the weight is missed with at most
// the chance missed, or as many as there are.
func (p sternPlan) iterations(weight int, missed float64) uint64 {
	if success := p.success(weight); success > 0 && success < 1 {
		if t := math.Log(missed) / math.Log1p(-success); t < 1<<62 {
			return uint64(t) + 1
		}
	}
	return math.MaxUint64
}

// nanoseconds returns about how long an iteration takes on one core. The factors
// are those measured for 781 keys of 64 bits.
func (p sternPlan) nanoseconds() float64 {
	a, b := p.halves()
	pairs, others := choose(a, 2), choose(b, 2)
	elimination := 0.8 * float64(p.n*p.base()) * math.Ceil(float64(p.rank)/64)
	matches := pairs * others / math.Ldexp(1, p.window)
	return elimination + 4*(pairs+others) + 0.9*matches + 0.5*math.Ldexp(1, p.window)
}

// planStern chooses the window for the most successes in a second.
func planStern(n, rank, weight int) sternPlan {
	best, rate := sternPlan{n, rank, 0}, -1.0
	for window := 0; window <= min(rank, 22); window++ {
		p := sternPlan{n, rank, window}
		if r := p.success(weight) / p.nanoseconds(); r > rate {
			best, rate = p, r
		}
	}
	return best
}
