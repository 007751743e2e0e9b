package gametext

import (
	"bytes"
	"unicode/utf8"
)

// Classes of bytes, one bit each.
const (
	blank     uint8 = 1 << iota // space, tab, line ends, and other control characters that files contain
	dot                         // follows a move number
	inWord                      // may continue a move or a number
	digit                       // 0 to 9
	letter                      // A to Z, a to z, underscore
	special                     // begins another token than a word, ends a line, or is in a result
	afterWord                   // begins a suffix of the word before it
	notJunk                     // begins another kind of token than junk
)

var classes = func() (t [256]uint8) {
	for c := range 256 {
		switch {
		case c >= '0' && c <= '9':
			t[c] = digit | inWord
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c == '_':
			t[c] = letter | inWord
		}
	}
	for class, set := range map[uint8]string{
		blank: blanks, dot: ".", inWord: "+-#=:/@", special: "{};[%-*()/:&\n\r", afterWord: "(.*&",
		notJunk: "{};[%-*()/",
	} {
		for _, c := range []byte(set) {
			t[c] |= class
		}
	}
	for c := utf8.RuneSelf; c < 256; c++ {
		t[c] |= afterWord
	}
	// The first bytes of dashes and of ½, in UTF-8 and in Windows-1252: they may be in a result.
	for _, c := range []byte("\xe2\xef\xcb\xc2\x96\x97\xbd") {
		t[c] |= special
	}
	return t
}()

// lineEnd returns where the line that contains b[i] ends: the offset of its carriage return or line
// feed, or len(b). It searches in windows, because a text may have only one of the two.
func lineEnd(b []byte, i int) int {
	for i < len(b) {
		window := b[i:min(i+1024, len(b))]
		n := bytes.IndexByte(window, '\n')
		if n < 0 {
			n = len(window)
		}
		if cr := bytes.IndexByte(window[:n], '\r'); cr >= 0 {
			return i + cr
		}
		if i += n; n < len(window) {
			return i
		}
	}
	return len(b)
}

// mark is the byte order mark that a file in UTF-8 may begin with. It also occurs where one file
// was appended to another.
const mark = "\xef\xbb\xbf"

// markAt reports whether a byte order mark is at b[i].
func markAt(b []byte, i int) bool {
	return len(b)-i >= len(mark) && string(b[i:i+len(mark)]) == mark
}

// atLineStart reports whether only spaces, tabs and byte order marks come before b[i] on its line.
func atLineStart(b []byte, i int) bool {
	before := indented(b, i)
	for bytes.HasSuffix(b[:before], []byte(mark)) {
		before = indented(b, before-len(mark))
	}
	return isLineStart(b, before)
}

// indented returns where the spaces and tabs before b[i] begin.
func indented(b []byte, i int) int { return len(bytes.TrimRight(b[:i], " \t")) }

// isLineStart reports whether b[i] is the first byte of a line.
func isLineStart(b []byte, i int) bool { return i == 0 || b[i-1] == '\n' || b[i-1] == '\r' }

// CountLines returns the number of line ends in b. A carriage return and a line feed together are
// one; b must not be cut between them.
func CountLines(b []byte) int {
	n := bytes.Count(b, []byte{'\n'})
	if bytes.IndexByte(b, '\r') >= 0 {
		n += bytes.Count(b, []byte{'\r'}) - bytes.Count(b, []byte("\r\n"))
	}
	return n
}

// ToUTF8 returns b as a string. If b is not valid UTF-8, each byte is read as Windows-1252.
func ToUTF8(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	r := make([]rune, len(b))
	for i, c := range b {
		r[i] = ofByte[c]
	}
	return string(r)
}

// Shorten returns the start of b, up to its first line end, as valid UTF-8 of
// about 40 bytes at most.
func Shorten(b []byte) string {
	b = b[:lineEnd(b[:min(len(b), 41)], 0)]
	if len(b) <= 40 {
		return ToUTF8(b)
	}
	return ToUTF8(b[:37]) + "..."
}
