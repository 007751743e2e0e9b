package lab_test

import (
	"math"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// Published: at 65,536 hashes of 32 bits P = .39347, median 77,163, mean 82,137; means at 48 and 64 bits 2.103e7 and
// 5.383e9. The measured means lie within four standard errors, to which clusters add something at the wide end, and
// numbers of pairs within five.
func TestBirthdays(t *testing.T) {
	oracle.Full(t, "the experiment on birthdays")
	r := run(t, lab.Birthdays(), lab.Options{Trials: 20})
	for i, want := range [][3]float64{{.39347, 77163, 82137}, {.39347, 0, 2.103e7}, {.39347, 0, 5.383e9}} {
		row := r.Table("birthday-figures").Rows[i]
		p, median, mean := row[2].(float64), row[3].(float64), row[4].(float64)
		if math.Abs(p-want[0]) > 1e-4 || want[1] > 0 && math.Abs(median-want[1]) > 1 ||
			math.Abs(mean/want[2]-1) > 5e-4 {
			t.Errorf("%v bits: %.5f, %.0f, %.5g, want %v", row[0], p, median, mean, want)
		}
	}
	for _, row := range r.Table("first-clash").Rows {
		mean, uniform := row[3].(float64), row[6].(float64)
		if row[1].(int) <= 28 && math.Abs(mean/uniform-1) > 4*.523/math.Sqrt(20)+.1 {
			t.Errorf("%v at %v bits: %.0f positions before the first clash, uniform %.0f", row[0], row[1], mean,
				uniform)
		}
	}
	for _, row := range r.Table("clashing-pairs").Rows {
		pairs, uniform := row[4].(float64), row[5].(float64)
		if math.Abs(pairs-uniform) > 5*3*math.Sqrt(uniform/20)+.01*uniform {
			t.Errorf("%v at %v bits: %.1f pairs, uniform %.1f", row[0], row[2], pairs, uniform)
		}
	}
	if r.Verdict.Word != lab.Sharper {
		t.Errorf("verdict %+v", r.Verdict)
	}
}
