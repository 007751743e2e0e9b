package index

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseDate reads a date, a month or a year: 1972, 1972-07 or 1972-07-11, also
// with dots or slashes.
func ParseDate(text string) (Date, error) {
	var d Date
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '-' || r == '.' || r == '/' })
	for i, to := range []*int{&d.Year, &d.Month, &d.Day} {
		if i == len(parts) {
			break
		}
		n, ok := wholeNumber(parts[i])
		if !ok || n == 0 {
			return Date{}, badDate(text)
		}
		*to = n
	}
	if len(parts) == 0 || len(parts) > 3 || len(parts[0]) < 3 || d.Known() != d {
		return Date{}, badDate(text)
	}
	if d.Day > 0 && time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC).Day() != d.Day {
		return Date{}, badDate(text)
	}
	return d, nil
}

// wholeNumber reads a number of digits alone, without a sign.
func wholeNumber(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil
}

func badDate(text string) error {
	return fmt.Errorf("not a date: %q; write 1972, 1972-07 or 1972-07-11", text)
}

// ParseRange reads a range of ratings: 2400-2600, 2600- or -2000; 2400 alone is
// 2400-2400, and 0-2000 is -2000.
func ParseRange(text string) (Range, error) {
	low, high, open := strings.Cut(strings.TrimSpace(text), "-")
	if !open {
		high = low
	}
	var r Range
	for _, end := range []struct {
		text string
		to   *int
	}{{low, &r.Min}, {high, &r.Max}} {
		if end.text == "" {
			continue
		}
		n, ok := wholeNumber(end.text)
		if !ok || n > MaxRating || n == 0 && end.to == &r.Max {
			return Range{}, badRange(text)
		}
		*end.to = n
	}
	if r == (Range{}) || r.Max != 0 && r.Max < r.Min {
		return Range{}, badRange(text)
	}
	return r, nil
}

func badRange(text string) error {
	return fmt.Errorf("not a range of ratings: %q; write 2400-2600, 2600- or -2000", text)
}
