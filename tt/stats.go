package tt

import "math"

// Stats is what the watched lines of a table have seen since it was made or
// cleared. All counts are of the sample; times Sample they estimate the
// table's. Without Options.Sample they are 0. Of two probes of one line at the
// same moment one may not be counted. Where the layout verifies the whole hash, a
// hit is right; in the others, hits on an entry that [Load] brought are not
// counted, nor those on a slot that two goroutines stored in at the same moment
// (where one time in 65536 they look like an error).
//
// A type 1 error is a hit that gives another position's entry: one in 65536 of
// them goes unseen, as second codes have 16 bits. A type 2 error is a miss of a
// position that was stored and has been thrown out since, a useful entry lost.
// A line remembers 16 of them, 8 in the layout [Compact].
//
// XOR hashes are linear, so that type 1 errors cluster: where two positions
// clash, so do others that differ in the same features (TR#88, The clustering
// of errors). Their expected number is right, but in one search under one set
// of keys it varies more than the Poisson limits say.
type Stats struct {
	Sample int    `json:"sample"` // one line in so many is watched; 0: none
	Probes uint64 `json:"probes"`
	Hits   uint64 `json:"hits"` // right or wrong
	Type2  uint64 `json:"type2"`

	// Type1 is how many positions the second code betrayed to have been taken
	// for others, and Predicted how many were to be expected: 2^−Bits for
	// each slot in use that a probe of an absent position was compared with.
	// Bits are those of the hash that a comparison adds to what the address
	// says already. Again is how many more wrong hits the same positions had:
	// one that is taken for another is often not stored, and probed again.
	Type1     uint64  `json:"type1"`
	Again     uint64  `json:"type1Again"`
	Predicted float64 `json:"type1Predicted"`
	Bits      int     `json:"bits"`

	// Low and High are the exact Poisson limits, at 99 % confidence, for the
	// expectation that the measured Type1 speaks for.
	Low  float64 `json:"type1Low"`
	High float64 `json:"type1High"`
}

// Agrees reports whether the predicted number of type 1 errors lies within the
// confidence limits of the measured one.
func (s Stats) Agrees() bool { return s.Low <= s.Predicted && s.Predicted <= s.High }

// Stats sums up the watched lines. It may run beside probes and stores, and
// then counts some of them.
func (t *Table) Stats() Stats {
	s := Stats{Sample: t.options.Sample, Bits: t.errorBits()}
	t.doubt.Lock()
	s.Type1, s.Again = t.wrong, t.again
	t.doubt.Unlock()
	s.Hits = t.settled.hits.Load()
	misses, exposure := t.settled.misses.Load(), t.settled.exposure.Load()
	s.Type2 = t.settled.lost.Load()
	for k := range t.watches {
		w := &t.watches[k]
		s.Hits += w.hits.Load() & (1<<markShift - 1)
		m, l, x := absences(w.absent.Load())
		misses += m
		s.Type2 += l
		exposure += x
	}
	s.Probes = s.Hits + misses
	s.Predicted = math.Ldexp(float64(exposure), -s.Bits)
	s.Low, s.High = ErrorLimits(s.Type1)
	return s
}

// errorBits is how many bits two positions of one line must agree in by
// chance for a wrong hit.
func (t *Table) errorBits() int {
	o := t.options
	return o.errors(int64(len(t.lines)), 1).Bits()
}

// Chance returns the probability of at least one wrong hit in so many probes
// of absent positions, with the table as full as it is now and random keys.
func (t *Table) Chance(probes float64) float64 {
	e := t.options.errors(int64(len(t.lines)), t.fill(false))
	e.Probes = probes
	return e.SomeError()
}

// ErrorLimits returns the exact limits, at 99 % confidence, of the expectation
// of a Poisson variable that was seen to be n (Garwood, 1936).
func ErrorLimits(n uint64) (low, high float64) {
	const alpha = 0.01
	reach := float64(n) + 10*math.Sqrt(float64(n)+1) + 20
	if n > 0 {
		low = bisect(reach, func(mean float64) bool { return 1-poissonBelow(n-1, mean) < alpha/2 })
	}
	high = bisect(reach, func(mean float64) bool { return poissonBelow(n, mean) > alpha/2 })
	return low, high
}

// bisect returns where less turns false between 0 and reach.
func bisect(reach float64, less func(float64) bool) float64 {
	low, high := 0.0, reach
	for range 60 {
		if mid := (low + high) / 2; less(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

// poissonBelow returns P(X ≤ n) for X of a Poisson distribution.
func poissonBelow(n uint64, mean float64) float64 {
	if mean <= 0 {
		return 1
	}
	// Terms from the largest one down on both sides of it, until they vanish.
	top := min(n, uint64(mean))
	lg, _ := math.Lgamma(float64(top) + 1)
	peak := math.Exp(float64(top)*math.Log(mean) - mean - lg)
	sum := peak
	for k, term := top, peak; k > 0 && term > sum*1e-18; k-- {
		term *= float64(k) / mean
		sum += term
	}
	for k, term := top+1, peak; k <= n && term > sum*1e-18; k++ {
		term *= mean / float64(k)
		sum += term
	}
	return min(1, sum)
}
