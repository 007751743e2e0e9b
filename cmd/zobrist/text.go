package main

import (
	"fmt"
	"strconv"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

// plies returns "1 ply" or "15 plies".
func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return cli.Group3(int64(n)) + " plies"
}

// countText writes a count in full if that is readable.
func countText(n float64) string {
	if n < 1e9 {
		return strconv.FormatFloat(n, 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'g', 4, 64)
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
