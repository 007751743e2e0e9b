package gametext

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A Pair is a tag pair as written in the text. Its slices are parts of the text.
type Pair struct {
	Name, Value []byte // Value is the text between the quotes; see Decode
	At          int    // offset of the opening bracket
	odd         bool   // the rest of the line decided where the value ends
	open        bool   // the closing bracket is missing
}

// Decode returns the value of a tag pair as UTF-8: \" and \\ become the
// character alone, and bytes that are not valid UTF-8 are read as Windows-1252.
func Decode(value []byte) string {
	s := ToUTF8(value)
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (s[i+1] == '"' || s[i+1] == '\\') {
			i++
		}
		b = append(b, s[i])
	}
	return string(b)
}

// looksLikeTag reports whether the opening bracket b[i] begins a tag pair, because a name follows
// it.
func looksLikeTag(b []byte, i int) bool {
	i = skipSpaces(b, i+1)
	return i < len(b) && classes[b[i]]&(letter|digit) != 0
}

// skipSpaces returns the offset of the first byte from i on that is neither a space, a tab nor a
// blank outside ASCII.
func skipSpaces(b []byte, i int) int {
	for i < len(b) {
		switch {
		case b[i] == ' ' || b[i] == '\t':
			i++
		case b[i] < utf8.RuneSelf:
			return i
		default:
			j := skipForeign(b, i)
			if j == i {
				return i
			}
			i = j
		}
	}
	return i
}

// nameAt reads the name of the tag pair that begins at b[i], and returns the offset of what follows the name.
func nameAt(b []byte, i int) (name []byte, next int) {
	from := skipSpaces(b, i+1)
	for next = from; next < len(b) && classes[b[next]]&inWord != 0; next++ {
	}
	return b[from:next], skipSpaces(b, next)
}

// pairAt reads the tag pair that begins at b[i], and returns the offset after
// it. A tag pair ends with its line at the latest. Two common faults are
// accepted: quotes in the value without a backslash, and a backslash before
// the closing quote. ok is false if the quotes or the closing bracket are
// missing; the value is then the rest of the line.
func pairAt(b []byte, i int) (pair Pair, end int, ok bool) {
	if pair, end = plainPair(b, i); end > i {
		return pair, end, true
	}
	name, j := nameAt(b, i)
	pair.Name, pair.At = name, i
	if j == len(b) || b[j] != '"' {
		return bareAt(b, i, j, pair)
	}
	pair.Value, end, ok = plainValue(b, j+1)
	if !ok {
		pair.odd = true
		pair.Value, end, ok = oddValue(b, j+1)
	}
	if k := innerPair(pair.Value); k >= 0 && ok && endsLine(b, end) {
		pair.Value, pair.odd, end, ok = pair.Value[:k], true, j+1+k, false
	}
	pair.open = !ok
	return pair, end, ok
}

// plainPair reads the tag pair that begins at b[i], and returns the offset after it, if it is written as usual: with
// one space before the value, and in the value neither a quote nor a backslash. For all others it returns i.
func plainPair(b []byte, i int) (pair Pair, end int) {
	j := i + 1
	for j < len(b) && classes[b[j]]&inWord != 0 {
		j++
	}
	from := j + len(` "`)
	if j == i+1 || from > len(b) || b[j] != ' ' || b[j+1] != '"' {
		return Pair{}, i
	}
	to := from
	for to < len(b) && !endsPlain[b[to]] {
		to++
	}
	if to+1 >= len(b) || b[to] != '"' || b[to+1] != ']' {
		return Pair{}, i
	}
	return Pair{Name: b[i+1 : j], Value: b[from:to:to], At: i}, to + len(`"]`)
}

// endsPlain has the bytes that a value does not contain in plainPair.
var endsPlain = [256]bool{'"': true, '\\': true, '\n': true, '\r': true}

// bareAt reads the rest of a tag pair with its name before b[j], where no quote is. Words before a quote belong to the
// name, so that [White Elo "2000"] is no name of White.
func bareAt(b []byte, i, j int, pair Pair) (_ Pair, end int, ok bool) {
	end = lineEnd(b, j)
	rest := b[j:end]
	if k := innerPair(rest); k >= 0 {
		rest, end, pair.odd = rest[:k], j+k, true
	}
	pair.open = bytes.IndexByte(rest, ']') < 0
	if q := bytes.IndexByte(rest, '"'); q >= 0 {
		if len(bytes.Trim(rest[:q], " \t,:=")) > 0 {
			pair.Name = bytes.TrimRight(b[skipSpaces(b, i+1):j+q], " \t,:=")
		}
		rest = bytes.Trim(rest[q:], " \t]\"")
	}
	pair.Value = bytes.Trim(rest, " \t]“”„«»")
	return pair, end, false
}

// innerPair returns where in a value the last other tag pair begins, −1 if none does. Then the file was cut off in the
// value, and another header was written behind it.
func innerPair(value []byte) int {
	for i := bytes.LastIndexByte(value, '['); i >= 0; i = bytes.LastIndexByte(value[:i], '[') {
		name, j := nameAt(value, i)
		if len(name) > 0 && classes[name[0]]&letter != 0 && j < len(value) && value[j] == '"' {
			return i
		}
	}
	return -1
}

// endsLine reports whether nothing but blanks and another tag pair follow b[i] on its line.
func endsLine(b []byte, i int) bool {
	i = skipSpaces(b, i)
	return i == len(b) || b[i] == '\n' || b[i] == '\r' || b[i] == '['
}

// plainValue reads the value of a tag pair that begins at b[from], up to the
// first quote without a backslash that a bracket follows.
func plainValue(b []byte, from int) (value []byte, end int, ok bool) {
	escaped := false
	for i := from; i < len(b) && b[i] != '\n' && b[i] != '\r'; i++ {
		if b[i] == '"' && !escaped {
			if end, ok := closes(b, i); ok {
				return b[from:i:i], end, true
			}
		}
		escaped = b[i] == '\\' && !escaped
	}
	return nil, 0, false
}

// oddValue reads the value of a tag pair without such a quote, up to the last
// quote of the line that a bracket follows.
func oddValue(b []byte, from int) (value []byte, end int, ok bool) {
	line := b[:lineEnd(b, from)]
	if i := lastClosing(line, from); i >= 0 {
		end, _ := closes(line, i)
		return b[from:i:i], end, true
	}
	return bytes.TrimRight(line[from:], " \t]\""), len(line), false
}

// lastClosing returns the offset of the last quote in line[from:] that a bracket follows, -1 if there is none.
func lastClosing(line []byte, from int) int {
	for i := len(line) - 1; i >= from; i-- {
		if line[i] == '"' {
			if _, ok := closes(line, i); ok {
				return i
			}
		}
	}
	return -1
}

// closes reports whether a bracket follows the quote b[i], and returns the offset after the
// bracket.
func closes(b []byte, i int) (end int, ok bool) {
	i = skipSpaces(b, i+1)
	return i + 1, i < len(b) && b[i] == ']'
}
