package gametext

import "strings"

// CommentText returns what a comment says: the text without its braces or its
// semicolon, and without the blanks around it. A line end, with the blanks
// around it, becomes one space.
func CommentText(raw []byte) string {
	if raw[0] == '{' && raw[len(raw)-1] == '}' {
		raw = raw[:len(raw)-1]
	}
	return fold(ToUTF8(raw[1:]))
}

// blanks are the characters of class blank.
const blanks = " \t\n\v\f\r\x1a\x00"

// fold replaces each run of blanks with a line end in it by one space, and
// drops the blanks around the text.
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
