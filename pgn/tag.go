package pgn

import (
	"bytes"
	"strings"
)

// A RawTag is a tag pair as the file has it. Both slices are views into the
// text of the game.
type RawTag struct {
	Name, Value []byte // Value lies between the quotes, with its escapes; see [Text]
}

// Text returns the value of a raw tag as UTF-8: \" and \\ become the
// character alone, and bytes that are not valid UTF-8 are read as Latin-1.
func Text(raw []byte) string {
	s := toUTF8(raw)
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

// A Tag is a tag pair: [Name "Value"].
type Tag struct{ Name, Value string }

// Tags are the tag pairs of a game in the order of the file.
type Tags []Tag

// Get returns the value of the first tag of that name, "" where there is none.
func (t Tags) Get(name string) string {
	for i := range t {
		if t[i].Name == name {
			return t[i].Value
		}
	}
	return ""
}

// Set gives the first tag of that name a new value, or appends one.
func (t *Tags) Set(name, value string) {
	for i := range *t {
		if (*t)[i].Name == name {
			(*t)[i].Value = value
			return
		}
	}
	*t = append(*t, Tag{name, value})
}

// looksLikeTag reports whether b[i], an opening bracket, begins a tag pair: a
// name follows it.
func looksLikeTag(b []byte, i int) bool {
	for i++; i < len(b); i++ {
		if b[i] != ' ' && b[i] != '\t' {
			return classes[b[i]]&(letter|digit) != 0
		}
	}
	return false
}

// tagAt reads the tag pair that begins at b[i], and returns the offset after
// it. A tag pair never reaches past its line. Quotes within the value need no
// backslash, and a last backslash does not escape the closing quote where no
// other is left: both are common. ok is false for a tag pair without quotes
// or without the closing bracket; the value is then what the line has.
func tagAt(b []byte, i int) (tag RawTag, end int, ok bool) {
	j := i + 1
	for j < len(b) && (b[j] == ' ' || b[j] == '\t') {
		j++
	}
	name := j
	for j < len(b) && classes[b[j]]&inWord != 0 {
		j++
	}
	tag.Name = b[name:j]
	for j < len(b) && (b[j] == ' ' || b[j] == '\t') {
		j++
	}
	if j < len(b) && b[j] == '"' {
		// The common case: the next quote closes the value.
		value := b[j+1:]
		if k := bytes.IndexByte(value, '"'); k >= 0 && k+1 < len(value) && value[k+1] == ']' &&
			(k == 0 || value[k-1] != '\\') && bytes.IndexByte(value[:k], '\n') < 0 && bytes.IndexByte(value[:k], '\r') < 0 {
			tag.Value = value[:k:k]
			return tag, j + 1 + k + 2, true
		}
		return slowTag(b, tag, j+1)
	}
	end = lineEnd(b, j)
	tag.Value = bytes.Trim(b[j:end], " \t]")
	return tag, end, false
}

// slowTag is tagAt from the value on, which begins at b[from]. It looks no
// further than it must: many tag pairs may share a line.
func slowTag(b []byte, tag RawTag, from int) (RawTag, int, bool) {
	closes := func(i int) (int, bool) { // is the quote b[i] the closing one?
		for i++; i < len(b); i++ {
			if b[i] != ' ' && b[i] != '\t' {
				return i + 1, b[i] == ']'
			}
		}
		return 0, false
	}
	end, escaped := from, false
	for ; end < len(b) && b[end] != '\n' && b[end] != '\r'; end++ {
		if b[end] == '"' && !escaped {
			if after, yes := closes(end); yes {
				tag.Value = b[from:end:end]
				return tag, after, true
			}
		}
		escaped = b[end] == '\\' && !escaped
	}
	for i := end - 1; i >= from; i-- {
		if b[i] == '"' {
			if after, yes := closes(i); yes {
				tag.Value = b[from:i:i]
				return tag, after, true
			}
		}
	}
	tag.Value = bytes.TrimRight(b[from:end], " \t]\"")
	return tag, end, false
}
