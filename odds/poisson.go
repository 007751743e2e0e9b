package odds

import "math"

// PoissonLimits returns the exact limits, at 99 % confidence, of the mean of a
// Poisson variable that was seen to be n (Garwood 1936), to thirteen digits.
func PoissonLimits(n uint64) (low, high float64) {
	if n > 0 {
		low = gammaQuantile(float64(n), -1)
	}
	return low, gammaQuantile(float64(n)+1, 1)
}

// quantile has the expansion of Cornish and Fisher of the gamma distribution of
// shape a at probability ½ % or 99½ %: a + r·Σ quantile[k]/r^k, with r = √a
// or −√a, k ≥ 0. quantile[0] is the normal distribution's quantile z, [1] is
// (z²−1)/3, [2] is (z³−7z)/36 and so on (Goldberg and Levine 1946; the last two
// follow from the differential equation of x in z).
var quantile = [...]float64{
	2.575829303548900761, 1.8782988670070717128, -0.026123445386523884869, -0.20062942583441620626,
	0.11009087858159798405, -0.058026428141976087365, 0.016174075766666972857, 0.014361477062224997331,
}

// gammaQuantile returns the mean x at which ½ % of a Poisson distribution is at
// or above a (side −1) or below a (side 1), a being a whole number above 0.
func gammaQuantile(a, side float64) float64 {
	r := side * math.Sqrt(a)
	if a >= 500 { // error at most 3e-14 of the limit, the next term
		sum := 0.0
		for k := len(quantile) - 1; k >= 0; k-- {
			sum = sum/r + quantile[k]
		}
		return a + r*sum
	}
	// Newton's method for log x and the log of the probability, a concave function:
	// from the second step on it only approaches. Start: Wilson and Hilferty 1931.
	x := a * math.Pow(1-1/(9*a)+quantile[0]/(3*r), 3)
	logFactorial, _ := math.Lgamma(a) // of a−1
	for range 20 {
		sum, term := 0.0, 1.0 // sum of probabilities, in units of the probability of a−1
		if side > 0 {
			for k := a - 1; k >= 0 && term > sum*1e-17; k-- {
				sum += term
				term *= k / x
			}
		} else {
			for k := a; sum == 0 || term > sum*1e-17; k++ {
				term *= x / k
				sum += term
			}
		}
		step := side * sum / x * ((a-1)*math.Log(x) - x - logFactorial + math.Log(sum/.005))
		x *= math.Exp(step)
		if math.Abs(step) < 1e-9 { // the next step is its square
			break
		}
	}
	return x
}
