package odds

import "math"

// direct is the number of hashes up to which sums are taken term by term.
const direct = 1 << 12

// Clash returns the probability that at least two of that many different items
// have the same hash of bits bits, 0 to 1000: the birthday problem,
//
//	1 − ∏ (1 − i/2^bits), 0 ≤ i < items,
//
// to full accuracy at any size, by Stirling's series above 12 bits. items is
// a float64 so that it may be 1e30; its fraction is dropped.
func Clash(items float64, bits int) float64 {
	return max(0, -math.Expm1(logNoClash(items, bits))) // not −0
}

// NoClash returns 1 − [Clash], accurate even if that is tiny.
func NoClash(items float64, bits int) float64 { return math.Exp(logNoClash(items, bits)) }

func logNoClash(items float64, bits int) float64 {
	if bits < 0 || bits > 1000 || math.IsNaN(items) {
		return math.NaN()
	}
	hashes, n := math.Ldexp(1, bits), math.Floor(items)
	x := n / hashes
	switch {
	case n <= 1:
		return 0
	case n > hashes || x*(n-1) > 2*746: // log(1−x) ≤ −x, and exp(−746) is 0
		return math.Inf(-1)
	case hashes <= direct:
		sum := 0.0
		for i := n - 1; i >= 1; i-- {
			sum += math.Log1p(-i / hashes)
		}
		return sum
	}
	// log of hashes! / ((hashes−n)! hashes^n)
	return n*entropy(x) - math.Log1p(-x)/2 - x/(12*(hashes-n))
}

// entropy returns (−(1−x)·log(1−x) − x)/x = −Σ x^k/(k(k+1)), k ≥ 1, for
// 0 < x < 1. Without the division it would vanish for x < 2^−537.
func entropy(x float64) float64 {
	if x > 0.1 {
		return -(1-x)/x*math.Log1p(-x) - 1
	}
	sum, power := 0.0, 1.0
	for k := 1.0; k < 29; k++ {
		power *= x
		sum -= power / (k * (k + 1))
	}
	return sum
}

// ClashingPairs returns the expected number of pairs with equal hashes among
// that many different items, items·(items−1)/2^(bits+1), or 0 if there is none.
func ClashingPairs(items float64, bits int) float64 {
	half := (bits + 1) / 2 // items² may be too large for a float64 if the result is not
	return max(0, math.Ldexp(items, -half)*math.Ldexp(items-1, half-bits-1))
}

// ItemsForClash returns the number of items, 2 to 2^bits+1, whose probability
// of a clash is nearest to p, for 0 < p < 1. For p = ½ it is the median of the first
// clash or one less, as at 8 bits: 19 items clash with probability .499, 20 with .536.
// It is exact while the number is below 2^53.
func ItemsForClash(p float64, bits int) float64 {
	if !(p > 0 && p < 1) || bits < 0 || bits > 1000 {
		return math.NaN()
	}
	low, high := 1.0, math.Ldexp(1, bits)+1 // Clash(low) < p ≤ Clash(high)
	wanted := math.Log1p(-p)
	for high-low > 1 {
		middle := math.Floor(low + (high-low)/2)
		if high/low > 4 {
			middle = math.Floor(math.Sqrt(low) * math.Sqrt(high))
		}
		if middle <= low || middle >= high {
			break
		}
		if logNoClash(middle, bits) <= wanted {
			high = middle
		} else {
			low = middle
		}
	}
	if low > 1 && p-Clash(low, bits) < Clash(high, bits)-p {
		return low
	}
	return high
}

// FirstClash returns the mean number of different items hashed before one
// comes that clashes: Q(2^bits), Q being Ramanujan's function, about
// √(π·2^(bits−1)) − ⅓.
func FirstClash(bits int) float64 {
	if bits < 0 || bits > 1000 {
		return math.NaN()
	}
	hashes := math.Ldexp(1, bits)
	if hashes <= direct {
		sum, none := 0.0, 1.0 // none: no clash among i items
		for i := 1.0; i <= hashes && none > 0; i++ {
			sum += none
			none *= 1 - i/hashes
		}
		return sum
	}
	root := math.Sqrt(math.Pi / 2 / hashes)
	return math.Sqrt(math.Pi/2*hashes) - 1./3 + root/12 - 4/(135*hashes) + root/hashes/288 + 8/(2835*hashes)/hashes
}
