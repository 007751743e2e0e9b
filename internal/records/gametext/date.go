package gametext

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// Date reads a date such as 1972.07.11 or 1906.??.??, and what people write for it: with other
// separators, with the year at its end, with the name of a month, with words and a time around it. The
// year is the part of four digits. Without one there is no date: a year of two digits may be of any
// century. A month and a day are not known if they may be exchanged; see monthAndDay.
func Date(raw []byte) (y, m, d int) {
	var room [8]int
	parts, named := dateParts(room[:0], raw)
	year := slices.IndexFunc(parts, func(n int) bool { return n >= 1000 })
	if year < 0 {
		return 0, 0, 0
	}
	part := func(i int) int {
		if i >= 0 && i < len(parts) && parts[i] < 100 {
			return parts[i]
		}
		return 0
	}
	switch {
	case named > 0 && year == 0:
		m, d = named, part(1)
	case named > 0:
		m, d = named, part(year-1)
	case year == 0:
		m, d = part(1), part(2)
	case year == 1: // 05.2004
		m = part(0)
	default:
		m, d = monthAndDay(part(year-2), part(year-1), bytes.IndexByte(raw, '.') >= 0)
	}
	if m == 0 || m > 12 {
		m, d = 0, 0
	}
	if d > 31 {
		d = 0
	}
	return parts[year], m, d
}

// dateParts appends the numbers of a date, 0 for one that is not known, and returns the month that has a name in
// it. A number of eight digits is a whole date. The date ends before a time.
func dateParts(parts []int, text []byte) (_ []int, month int) {
	for i := 0; i < len(text) && len(parts) < 5; {
		end := i
		for end < len(text) && (text[end] >= '0' && text[end] <= '9' || text[end] == '?') {
			end++
		}
		word := text[i:end]
		switch {
		case end == i:
			for end < len(text) && (text[end]|0x20 >= 'a' && text[end]|0x20 <= 'z' || text[end] >= utf8.RuneSelf) {
				end++
			}
			if end > i && month == 0 {
				month = monthNamed(ToUTF8(text[i:end]))
			}
			end = max(end, i+1)
		case end < len(text) && text[end] == ':': // the hours of a time
			if len(parts) >= 3 {
				return parts, month
			}
		case len(word) == 8:
			parts = append(parts, dateNumber(word[:4]), dateNumber(word[4:6]), dateNumber(word[6:]))
		default:
			if known := bytes.TrimRight(word, "?"); len(known) == 4 { // 1851?
				word = known
			}
			parts = append(parts, dateNumber(word))
		}
		i = end
	}
	return parts, month
}

// dateNumber reads up to four digits, and returns 0 for anything else.
func dateNumber(word []byte) (n int) {
	if len(word) > 4 {
		return 0
	}
	for _, c := range word {
		if c == '?' {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// months has the first three letters of the months in English, German, French, Spanish, Italian and Portuguese, but
// four of juin and juil.
var months = [12]string{
	"jan gen ene", "feb fév fev", "mar mär", "apr avr abr", "may mai mag", "jun juin giu", "jul juil lug",
	"aug aoû aou ago", "sep set", "oct okt ott out", "nov", "dec dez déc dic",
}

// monthNamed returns the month of a name that may be shortened to three letters, 0 for another word.
func monthNamed(word string) int {
	runes := []rune(strings.ToLower(word))
	for i, names := range months {
		for name := range strings.FieldsSeq(names) {
			if n := len([]rune(name)); len(runes) >= n && string(runes[:n]) == name && len(runes) <= len("septiembre") {
				return i + 1
			}
		}
	}
	return 0
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
