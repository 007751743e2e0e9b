package odds

import "math"

// NoRetrievalError returns TR#88's probability that no error occurs while 2^n values
// are retrieved by codes of n+m bits, each wrong with probability 2^−(n+m):
//
//	(1 − 2^−(n+m))^(2^n) → exp(−2^−m)
//
// n is 0 or more, m any number for which n+m ≥ 0; otherwise it returns NaN.
func NoRetrievalError(n, m int) float64 { return math.Exp(logNoError(n, m)) }

// SomeRetrievalError returns 1 − [NoRetrievalError], without the loss of digits of a
// subtraction: about 2^−m if that is small.
func SomeRetrievalError(n, m int) float64 { return -math.Expm1(logNoError(n, m)) }

func logNoError(n, m int) float64 {
	switch {
	case n < 0 || n+m < 0:
		return math.NaN()
	case n+m > 1000: // 2^−(n+m) is too small for log1p, and −2^−m is exact
		return -math.Ldexp(1, -m)
	}
	return math.Ldexp(math.Log1p(-math.Ldexp(1, -(n+m))), n)
}
