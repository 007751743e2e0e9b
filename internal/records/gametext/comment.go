package gametext

import (
	"bytes"
	"strings"
)

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

// comment reads the comment whose opening brace is b[i]. It remembers the closing brace, because
// the cutter may find many openings before a distant one.
func (t *Tokenizer) comment(i int) Token {
	if t.brace <= i {
		n := bytes.IndexByte(t.text[i:], '}')
		if n < 0 {
			n = len(t.text) - i
		}
		t.work += n
		t.brace, t.nested = i+n, 0
	}
	if t.brace == len(t.text) {
		t.At = t.brace
		return Token{Unclosed, i, t.At}
	}
	t.At = t.brace + 1
	if bytes.IndexByte(t.text[i+1:t.brace], '{') >= 0 {
		if t.nested == 0 {
			t.nested = t.outer(t.brace, bytes.Count(t.text[i+1:t.brace], []byte{'{'}))
		}
		t.At = t.nested + 1
	}
	return Token{Comment, i, t.At}
}

// outer returns the closing brace of a comment with opening braces in it, whose first closing brace is
// text[first]. Comments do not nest by the standard: the text after that brace is movetext. But if the
// text up to the brace that closes the last of them has no move, and no comment that begins with a semicolon as
// [Writer] writes it, the comment can only end at that brace.
func (t *Tokenizer) outer(first, opened int) int {
	const longest = 1 << 10
	b := t.text[:min(first+longest, len(t.text))]
	i, movetext := first+1, true
	for {
		n := bytes.IndexAny(b[i:], "{}")
		if n < 0 {
			if len(b) == len(t.text) {
				t.seen = len(b)
			}
			return first
		}
		if movetext {
			if k := bytes.IndexByte(b[i:i+n], ';'); k > 0 && (b[i+k-1] == '(' || classes[b[i+k-1]]&blank != 0) &&
				classes[b[i+k+1]]&blank == 0 {
				return first
			}
			for word := range bytes.FieldsSeq(b[i : i+n]) {
				if likeMove(word, t.notation) || isResult(Plain(word), t.notation) || word[0] == '[' {
					return first
				}
			}
		}
		i += n + 1
		t.work += n + 1
		if movetext = b[i-1] == '}'; !movetext {
			opened++
		} else if opened--; opened == 0 {
			return i - 1
		}
	}
}
