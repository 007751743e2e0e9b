package cli

import (
	"fmt"
	"math"
	"strings"
)

// Number returns "1 game" or "1,000 games".
func Number(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return Group3(n) + " " + noun + "s"
}

// Group3 writes a number with a comma before each group of three digits.
func Group3(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// Short writes a number that is not negative as one reads it out, to three digits if it
// is less than a thousand or at least a million.
func Short(n float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}} {
		if n >= 0.9995*unit.size { // or rounds to it
			return fmt.Sprintf("%.3g %s", n/unit.size, unit.name)
		}
	}
	if n < 999.5 {
		return fmt.Sprintf("%.3g", n)
	}
	return Group3(int64(math.Round(n)))
}

// Bytes writes a number of bytes with its unit.
func Bytes(n float64) string {
	unit := "B"
	for _, u := range []string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"} {
		if n < 1024 {
			break
		}
		n, unit = n/1024, u
	}
	if unit == "B" || n >= 1e6 {
		return fmt.Sprintf("%.4g %s", n, unit)
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", n), ".0") + " " + unit
}
