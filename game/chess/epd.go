package chess

import (
	"strings"
	"unicode"
)

// CutEPD divides a line of EPD into the position, which [Position.Set] reads, and the
// operations after it. Counters after the four fields of EPD, as files of perft results and
// test suites have them, belong to the position, and operations follow them if there is a
// semicolon. Without counters the position takes them from the operations hmvc and fmvn. A FEN
// has no operations.
func CutEPD(line string) (position, operations string) {
	const fields, all = 4, 6 // of EPD, and with the counters of FEN
	rest, n := strings.TrimSpace(line), 0
	for ; n < all; n++ {
		end := strings.IndexFunc(rest, func(r rune) bool { return r == ';' || unicode.IsSpace(r) })
		if end < 0 {
			end = len(rest)
		}
		if end == 0 || n >= fields && strings.Trim(rest[:end], "0123456789-") != "" {
			break
		}
		position += " " + rest[:end]
		rest = strings.TrimSpace(rest[end:])
	}
	position, operations = strings.TrimPrefix(position, " "), rest
	switch {
	case n > fields && !strings.Contains(operations, ";"):
		return line, ""
	case n == fields:
		position += counters(operations)
	}
	return position, operations
}

// counters returns the counters of a FEN from the operations of an EPD, "" for none.
func counters(operations string) string {
	clock, number := "", ""
	for operation := range strings.SplitSeq(operations, ";") {
		switch words := strings.Fields(operation); {
		case len(words) != 2:
		case words[0] == "hmvc":
			clock = words[1]
		case words[0] == "fmvn":
			number = words[1]
		}
	}
	switch {
	case clock == "" && number == "":
		return ""
	case clock == "":
		clock = "-"
	case number == "":
		number = "-"
	}
	return " " + clock + " " + number
}
