package cli

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Size is a flag whose value is a number of bytes, written 4096, 512M or 4G.
// K, M, G and T are powers of 1024; an ending B or iB is ignored.
type Size int64

// String returns the size with the largest unit that divides it.
func (s *Size) String() string {
	n, unit := int64(*s), ""
	for _, u := range []string{"K", "M", "G", "T"} {
		if n == 0 || n%1024 != 0 {
			break
		}
		n, unit = n/1024, u
	}
	return strconv.FormatInt(n, 10) + unit
}

// Set reads a size. A fraction of a byte, as in 0.3K, is left out.
func (s *Size) Set(text string) error {
	t := strings.ToUpper(strings.TrimSpace(text))
	n, ok := scaled(strings.TrimSuffix(strings.TrimSuffix(t, "B"), "I"), 1024)
	if !ok || n >= 1<<62 || n > 0 && n < 1 {
		return errors.New("not a size; write 4096, 512M or 4G")
	}
	*s = Size(n)
	return nil
}

// Type names the value in help texts.
func (s *Size) Type() string { return "SIZE" }

// Count is a flag whose value is a number of things, written 1000000, 1e6 or
// 1M. K, M, G and T are powers of 1000.
type Count float64

// String returns the number with the largest unit that divides it.
func (c *Count) String() string {
	n, unit := float64(*c), ""
	for _, u := range []string{"K", "M", "G", "T"} {
		if n == 0 || math.Mod(n, 1000) != 0 {
			break
		}
		n, unit = n/1000, u
	}
	return strconv.FormatFloat(n, 'g', -1, 64) + unit
}

// Set reads a number, which is whole: 1.5K is 1500.
func (c *Count) Set(text string) error {
	n, ok := scaled(strings.ToUpper(strings.TrimSpace(text)), 1000)
	if !ok || n != math.Trunc(n) {
		return errors.New("not a number of things; write 1000000, 1e6 or 1M")
	}
	*c = Count(n)
	return nil
}

// Type names the value in help texts.
func (c *Count) Type() string { return "N" }

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

// InRange returns a usage error unless low ≤ value ≤ high. The greatest int, or +Inf, means that there is no upper
// bound.
func InRange[T int | int64 | float64](flag string, value, low, high T) error {
	text := func(v T) string {
		if w := float64(v); w == math.Trunc(w) && math.Abs(w) < 1e9 {
			return strconv.FormatFloat(w, 'f', -1, 64)
		}
		return fmt.Sprint(v)
	}
	switch {
	case value >= low && value <= high:
		return nil
	case any(high) == any(math.MaxInt) || any(high) == any(math.Inf(1)):
		return Usagef(fmt.Sprintf("give %s or more", text(low)), "--%s %s is out of range", flag, text(value))
	}
	return Usagef(fmt.Sprintf("give %s to %s", text(low), text(high)), "--%s %s is out of range", flag, text(value))
}

// Choice is a flag whose value is one of some names.
type Choice struct {
	Value string   // "" if none is chosen
	Names []string // in the order of the help
}

// String returns the name chosen, "" if there is none.
func (c *Choice) String() string { return c.Value }

// Set chooses a name.
func (c *Choice) Set(text string) error {
	if !slices.Contains(c.Names, text) {
		return fmt.Errorf("not one of: %s", strings.Join(c.Names, ", "))
	}
	c.Value = text
	return nil
}

// Type names the value in help texts.
func (c *Choice) Type() string { return "NAME" }
