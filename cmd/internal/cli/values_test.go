package cli

import (
	"math"
	"strings"
	"testing"
)

// A number of bytes or of things is whole, not negative and finite. 0.5 would be taken for 0, which often means "no
// limit" or "no table".
func TestSizesAndCounts(t *testing.T) {
	for _, c := range []struct {
		text        string
		size, count float64 // −1: an error
	}{
		{"0", 0, 0}, {"1000000", 1e6, 1e6}, {"1e6", 1e6, 1e6}, {"1M", 1 << 20, 1e6}, {"1.5k", 1536, 1500},
		{"2g", 2 << 30, 2e9}, {" 3 ", 3, 3}, {"0.3K", 307, 300}, {"0.5", -1, -1}, {"1e-9", -1, -1}, {"-1", -1, -1},
		{"NaN", -1, -1}, {"Inf", -1, -1}, {"1e999", -1, -1}, {"", -1, -1}, {"K", -1, -1}, {"1KM", -1, -1}, {"1KK", -1, -1},
		{"512MiB", 512 << 20, -1}, {"4B", 4, -1}, {"1e300", -1, 1e300},
	} {
		var s Size
		if err := s.Set(c.text); (err != nil) != (c.size < 0) || err == nil && float64(s) != c.size {
			t.Errorf("size %q: %d, %v; want %v", c.text, int64(s), err, c.size)
		}
		var n Count
		if err := n.Set(c.text); (err != nil) != (c.count < 0) || err == nil && float64(n) != c.count {
			t.Errorf("count %q: %v, %v; want %v", c.text, float64(n), err, c.count)
		}
	}
}

// The remedy of a number out of range has its bounds, or the lower one if there is no other, on every processor: what
// int64(1e100) is differs between them.
func TestInRange(t *testing.T) {
	for want, err := range map[string]error{
		"":                      InRange("n", 3, 0, 3),
		"give 1 or more":        InRange("n", 0, 1, math.MaxInt),
		"give 0 or more":        InRange("n", -.5, 0, math.Inf(1)),
		"give 0 to 1e+100":      InRange("n", 1e200, 0, 1e100),
		"give 1 to 10000000000": InRange("n", int64(1)<<40, 1, 1e10),
		"give 2 to 8":           InRange("n", 9, 2, 8),
	} {
		if got := HintOf(err); got != want || (err == nil) != (want == "") {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
	if err := InRange("n", math.NaN(), 0, 1); err == nil || !strings.Contains(err.Error(), "NaN") {
		t.Errorf("NaN: %v", err)
	}
}
