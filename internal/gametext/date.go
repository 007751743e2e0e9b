package gametext

import (
	"bytes"
	"strconv"
)

// Date reads a date such as 1972.07.11 or 1906.??.??, also with slashes or
// hyphens, and with the year at its end. The year is the part of four digits; without one
// there is no date. A part that is not a number is not known, nor are the parts after it.
func Date(raw []byte) (y, m, d int) {
	var parts [3]int
	year, dots := -1, bytes.IndexByte(raw, '.') >= 0
	for i := range parts {
		part := raw
		if end := bytes.IndexAny(raw, "./-"); end >= 0 {
			part, raw = raw[:end], raw[end+1:]
		} else {
			raw = nil
		}
		part = bytes.TrimSpace(part)
		n, err := strconv.Atoi(string(part))
		if err != nil || n <= 0 || n > 9999 {
			n = 0
		}
		if parts[i] = n; len(part) == 4 && n >= 1000 && year < 0 {
			year = i
		}
		if year < 0 && len(bytes.Trim(part, "?0123456789")) > 0 {
			break
		}
	}
	switch year {
	case 0:
		y, m, d = parts[0], parts[1], parts[2]
	case 2:
		y = parts[2]
		m, d = monthAndDay(parts[0], parts[1], dots)
	case 1: // 05.2004
		y, m = parts[1], parts[0]
	}
	if m == 0 || m > 12 {
		m, d = 0, 0
	}
	return y, m, d
}

// monthAndDay returns the month and the day of a date whose year comes last. With dots the day
// comes first. Otherwise, if both may be months, neither is known: 5/12 is 12 May in America.
func monthAndDay(a, b int, dots bool) (month, day int) {
	switch {
	case dots && b <= 12, a > 12, a == b:
		return b, a
	case b > 12:
		return a, b
	}
	return 0, 0
}
