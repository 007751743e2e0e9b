package odds

import (
	"math"
	"strconv"
	"strings"
)

// NoError returns TR#88's probability that no error occurs while 2^n values
// are retrieved by codes of n+m bits, each wrong with probability 2^−(n+m):
//
//	(1 − 2^−(n+m))^(2^n) → exp(−2^−m)
//
// n is 0 or more, m any number for which n+m ≥ 0; otherwise it returns NaN.
func NoError(n, m int) float64 { return math.Exp(logNoError(n, m)) }

// SomeError returns 1 − [NoError], without the loss of digits of a
// subtraction: about 2^−m if that is small.
func SomeError(n, m int) float64 { return -math.Expm1(logNoError(n, m)) }

func logNoError(n, m int) float64 {
	switch {
	case n < 0 || n+m < 0:
		return math.NaN()
	case n+m > 1000: // 2^−(n+m) is too small for log1p, and −2^−m is exact
		return -math.Ldexp(1, -m)
	}
	return math.Ldexp(math.Log1p(-math.Ldexp(1, -(n+m))), n)
}

// A ReportRow is a row of the table on page 9 of TR#88.
type ReportRow struct {
	M        int     `json:"m"`        // extra bits
	Printed  string  `json:"printed"`  // as in the report
	NoError  float64 `json:"noError"`  // exp(−2^−m)
	Rounded  string  `json:"rounded"`  // NoError to five places
	Misprint bool    `json:"misprint"` // Printed is not Rounded
}

// Report returns TR#88's table of the probability of no error, recomputed,
// with its seven misprints marked.
func Report() []ReportRow {
	printed := []string{
		".36778", ".60653", ".77879", ".88251", ".93941", ".96924",
		".98449", ".99222", ".99611", ".99805", ".99901",
	}
	rows := make([]ReportRow, len(printed))
	for m, p := range printed {
		v := math.Exp(-math.Ldexp(1, -m))
		r := fixed(v)
		rows[m] = ReportRow{m, p, v, r, p != r}
	}
	return rows
}

// fixed returns v < 1 with five places and no zero before the point.
func fixed(v float64) string {
	return strings.TrimPrefix(strconv.FormatFloat(v, 'f', 5, 64), "0")
}
