package lab

import (
	"math"
)

// proportion returns Wilson's interval of the probability of what happened k times
// in n, at 95 % confidence (E. B. Wilson, JASA 22, 1927).
func proportion(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	low, high = max(0, middle-half), min(1, middle+half)
	if k == 0 {
		low = 0
	}
	if k == n {
		high = 1
	}
	return low, high
}

// shareOf returns the share of trials that are true, and Wilson's interval.
func shareOf(trials []bool) (share, low, high float64) {
	n := 0
	for _, t := range trials {
		if t {
			n++
		}
	}
	low, high = proportion(n, len(trials))
	return float64(n) / float64(len(trials)), low, high
}

// moments returns the mean of the sample and the half width of its interval at 95 %
// confidence, NaN of a single one.
func (s sample) moments() (mean, half float64) {
	mean = s.mean()
	if len(s) < 2 {
		return mean, math.NaN()
	}
	return mean, 1.96 * s.deviation(mean) / math.Sqrt(float64(len(s)-1))
}

// variance returns the unbiased variance of the sample.
func (s sample) variance() float64 {
	d := s.deviation(s.mean())
	return d * d * float64(len(s)) / float64(len(s)-1)
}

// correlation returns Pearson's coefficient of the pairs and its interval at 95 %
// confidence, by Fisher's transform. It is NaN if one side does not vary.
func correlation(x, y []float64) (r, low, high float64) {
	mx, my := sample(x).mean(), sample(y).mean()
	var xx, yy, xy float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		yy += (y[i] - my) * (y[i] - my)
		xy += (x[i] - mx) * (y[i] - my)
	}
	r = xy / math.Sqrt(xx*yy)
	if math.Abs(r) >= 1 || len(x) < 4 {
		return r, r, r
	}
	half := 1.96 / math.Sqrt(float64(len(x)-3))
	return r, math.Tanh(math.Atanh(r) - half), math.Tanh(math.Atanh(r) + half)
}
