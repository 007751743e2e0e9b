package pgn

// Result is how a game ended.
type Result uint8

const (
	Unknown   Result = iota // "*": not finished, or not known
	WhiteWins               // "1-0"
	BlackWins               // "0-1"
	Draw                    // "1/2-1/2"
)

// String returns the termination marker.
func (r Result) String() string {
	switch r {
	case WhiteWins:
		return "1-0"
	case BlackWins:
		return "0-1"
	case Draw:
		return "1/2-1/2"
	}
	return "*"
}

// ParseResult reads a termination marker, or the value of a tag Result; "1/2"
// is a draw. Whatever else there is gives Unknown and false.
func ParseResult(s string) (Result, bool) {
	r, n := resultAt([]byte(s), 0)
	return r, n > 0 && n == len(s)
}

// resultAt returns the termination marker that b has at i and its length, 0
// where there is none. A marker ends with the text or before a byte that
// cannot go on a word.
func resultAt(b []byte, i int) (Result, int) {
	rest := b[i:]
	r, n := Unknown, 0
	switch {
	case len(rest) == 0:
		return Unknown, 0
	case rest[0] == '*':
		n = 1
	case len(rest) < 3:
		return Unknown, 0
	case string(rest[:3]) == "1-0":
		r, n = WhiteWins, 3
	case string(rest[:3]) == "0-1":
		r, n = BlackWins, 3
	case len(rest) >= 7 && string(rest[:7]) == "1/2-1/2":
		r, n = Draw, 7
	case string(rest[:3]) == "1/2":
		r, n = Draw, 3
	default:
		return Unknown, 0
	}
	if n < len(rest) && classes[rest[n]]&inWord != 0 {
		return Unknown, 0
	}
	return r, n
}
