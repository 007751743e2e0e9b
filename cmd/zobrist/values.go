package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// size is a flag whose value is a number of bytes, written 4096, 512M or 4G.
// K, M, G and T are powers of 1024; an ending B or iB is ignored.
type size int64

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
	n, ok := scaled(strings.TrimSuffix(strings.TrimSuffix(t, "B"), "I"), 1024)
	if !ok || n >= 1<<62 {
		return errors.New("not a size; write 4096, 512M or 4G")
	}
	*s = size(n)
	return nil
}

// Type names the value in help texts.
func (s *size) Type() string { return "SIZE" }

// registerMemory registers the flag --memory of a build.
func (s *size) registerMemory(flags *pflag.FlagSet, help string) {
	*s = sorted.DefaultMemory
	flags.Var(s, "memory", help)
}

// checkMemory returns a usage error if a build needs more memory.
func (s *size) checkMemory() error {
	if *s >= sorted.MinMemory {
		return nil
	}
	least, usual := size(sorted.MinMemory), size(sorted.DefaultMemory)
	return usagef(fmt.Sprintf("give at least %s; the default is %s", &least, &usual), "--memory %s is too little", s)
}

// count is a flag whose value is a number of things, written 1000000, 1e6 or
// 1M. K, M, G and T are powers of 1000.
type count float64

// String returns the number with the largest unit that divides it.
func (c *count) String() string {
	n, unit := float64(*c), ""
	for _, u := range []string{"K", "M", "G", "T"} {
		if n == 0 || math.Mod(n, 1000) != 0 {
			break
		}
		n, unit = n/1000, u
	}
	return strconv.FormatFloat(n, 'g', -1, 64) + unit
}

// Set reads a number.
func (c *count) Set(text string) error {
	n, ok := scaled(strings.ToUpper(strings.TrimSpace(text)), 1000)
	if !ok {
		return errors.New("not a number of things; write 1000000, 1e6 or 1M")
	}
	*c = count(n)
	return nil
}

// Type names the value in help texts.
func (c *count) Type() string { return "N" }

// scaled reads a finite number that is not negative, perhaps followed by a
// unit, a power of base.
func scaled(text string, base float64) (n float64, ok bool) {
	digits := strings.TrimRight(text, "KMGT")
	unit := text[len(digits):]
	power := strings.Index("KMGT", unit) + 1
	if unit == "" {
		power = 0
	}
	n, err := strconv.ParseFloat(digits, 64)
	n *= math.Pow(base, float64(power))
	return n, len(unit) <= 1 && err == nil && n >= 0 && !math.IsInf(n, 1)
}

// inRange returns a usage error unless low ≤ value ≤ high.
func inRange[T int | float64](flag string, value, low, high T) error {
	text := func(v T) string {
		if w := float64(v); w == math.Trunc(w) && math.Abs(w) < 1e9 {
			return strconv.FormatFloat(w, 'f', -1, 64)
		}
		return fmt.Sprint(v)
	}
	switch {
	case value >= low && value <= high:
		return nil
	case float64(high) == math.Inf(1) || int64(high) == math.MaxInt64:
		return usagef(fmt.Sprintf("give %s or more", text(low)), "--%s %s is out of range", flag, text(value))
	}
	return usagef(fmt.Sprintf("give %s to %s", text(low), text(high)), "--%s %s is out of range", flag, text(value))
}

// choice is a flag whose value is one of some names.
type choice struct {
	value string
	names []string
}

// String returns the name chosen, "" if there is none.
func (c *choice) String() string { return c.value }

// Set chooses a name.
func (c *choice) Set(text string) error {
	if !slices.Contains(c.names, text) {
		return fmt.Errorf("not one of: %s", strings.Join(c.names, ", "))
	}
	c.value = text
	return nil
}

// Type names the value in help texts.
func (c *choice) Type() string { return "NAME" }
