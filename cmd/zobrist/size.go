package main

import (
	"fmt"
	"strconv"
	"strings"
)

// size is a flag whose value is a number of bytes, written 4096, 512M or 4G.
// K, M, G and T are powers of 1024; an ending B or iB is ignored.
type size int64

var sizeUnits = map[string]int64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

// String returns the size with the largest unit that divides it.
func (s *size) String() string {
	n, unit := int64(*s), ""
	for _, u := range []string{"K", "M", "G", "T"} {
		if n == 0 || n%1024 != 0 {
			break
		}
		n, unit = n/1024, u
	}
	return strconv.FormatInt(n, 10) + unit
}

// Set reads a size.
func (s *size) Set(text string) error {
	t := strings.ToUpper(strings.TrimSpace(text))
	t = strings.TrimSuffix(strings.TrimSuffix(t, "B"), "I")
	digits := strings.TrimRight(t, "KMGT")
	unit, ok := sizeUnits[t[len(digits):]]
	n, err := strconv.ParseFloat(digits, 64)
	if !ok || err != nil || !(n >= 0 && n*float64(unit) < 1<<62) {
		return fmt.Errorf("not a size: %q; write 4096, 512M or 4G", text)
	}
	*s = size(n * float64(unit))
	return nil
}

// Type names the value in help texts.
func (s *size) Type() string { return "SIZE" }
