package lab

import (
	"math"
	"strconv"
	"strings"
)

// A ReportRow is a row of the table on page 9 of Technical Report 88: the probability of no error.
type ReportRow struct {
	M        int     `json:"m"`        // extra bits
	Printed  string  `json:"printed"`  // as in the report
	NoError  float64 `json:"noError"`  // exp(−2^−m)
	Rounded  string  `json:"rounded"`  // NoError to five places
	Misprint bool    `json:"misprint"` // Printed is not Rounded
}

// ReportRows returns TR#88's table of the probability of no error, recomputed,
// with its seven misprints marked.
func ReportRows() []ReportRow {
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
