package gametext

import (
	"regexp"
	"strconv"
)

var ratings = regexp.MustCompile(`(?:^|[^0-9.,-])([0-9]{3,4}|[0-9][.,][0-9]{3})(?:[^0-9]|$)`)

// Rating reads a rating of a player, and what people write for it: 1500? and 1500P12 for a provisional one, 2400
// (FIDE), Elo 2,400. Of several numbers it takes the first with three or four digits. A number alone may have fewer.
// It returns 0 if there is none.
func Rating(text string) int {
	if n, err := strconv.Atoi(text); err == nil { // the usual case
		return n
	}
	m := ratings.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	n := 0
	for _, c := range m[1] {
		if c >= '0' && c <= '9' {
			n = 10*n + int(c-'0')
		}
	}
	return n
}
