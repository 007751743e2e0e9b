package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// number returns "1 game" or "1,000 games".
func number(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return group3(n) + " " + noun + "s"
}

// plies returns "1 ply" or "15 plies".
func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return group3(int64(n)) + " plies"
}

// group3 writes a number with a comma before each group of three digits.
func group3(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// countText writes a count in full if that is readable.
func countText(n float64) string {
	if n < 1e9 {
		return strconv.FormatFloat(n, 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'g', 4, 64)
}

// short writes a number that is not negative as one reads it out, to three digits if it
// is less than a thousand or at least a million.
func short(n float64) string {
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
	return group3(int64(math.Round(n)))
}

// bytesText writes a number of bytes with its unit.
func bytesText(n float64) string {
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

// share returns a part in per cent.
func share(part, all int64) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f%%", 100*float64(part)/float64(all))
}

// known returns a number, or a dash for 0.
func known(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}
