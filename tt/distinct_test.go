package tt

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDistinct: the estimate is within four standard errors of the number of
// different numbers, no matter how often each is given.
func TestDistinct(t *testing.T) {
	if got := new(distinct).count(); got != 0 {
		t.Errorf("nothing: %v", got)
	}
	for n := 1; n <= 1<<22; n *= 4 {
		var d distinct
		for range 2 {
			src := rand.NewPCG(uint64(n), 2007)
			for range n {
				d.add(uint32(src.Uint64()))
			}
		}
		limit := 0.5 + 4*1.04/math.Sqrt(1<<distinctBits)*float64(n)
		if got := d.count(); math.Abs(got-float64(n)) > limit {
			t.Errorf("%d numbers: %.1f", n, got)
		}
	}
}
