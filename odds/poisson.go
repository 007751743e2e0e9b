package odds

import "math"

// PoissonLimits returns the exact limits, at 99 % confidence, of the mean of a
// Poisson variable that was seen to be n (Garwood 1936).
func PoissonLimits(n uint64) (low, high float64) {
	const alpha = 0.01
	reach := float64(n) + 10*math.Sqrt(float64(n)+1) + 20
	if n > 0 {
		low = bisect(reach, func(mean float64) bool { return 1-poissonAtMost(n-1, mean) < alpha/2 })
	}
	high = bisect(reach, func(mean float64) bool { return poissonAtMost(n, mean) > alpha/2 })
	return low, high
}

// bisect returns the value between 0 and reach at which less turns false.
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

// poissonAtMost returns P(X ≤ n) for X of a Poisson distribution.
func poissonAtMost(n uint64, mean float64) float64 {
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
