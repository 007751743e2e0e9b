package gametext

import "strings"

// CommentText returns the text of a comment without its braces or semicolon and the blanks around
// it. Brackets stay, as in [%clk 0:10:00]. A line end, with the blanks around it, becomes one space.
func CommentText(raw []byte) string {
	if raw[0] == '[' {
		return ToUTF8(raw)
	}
	if raw[0] == '{' && raw[len(raw)-1] == '}' {
		raw = raw[:len(raw)-1]
	}
	return fold(ToUTF8(raw[1:]))
}

// blanks are the characters of class blank.
const blanks = " \t\n\v\f\r\x1a\x00"

// fold replaces each run of blanks that has a line end by one space, and drops the blanks around
// the text.
func fold(s string) string {
	s = strings.Trim(s, blanks)
	if !strings.ContainsAny(s, "\n\r") {
		return s
	}
	lines := strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' })
	kept := lines[:0]
	for _, line := range lines {
		if line = strings.Trim(line, blanks); line != "" {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, " ")
}
