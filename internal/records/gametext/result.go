package gametext

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// isResult reports whether a word in ASCII is a termination marker.
func isResult(word []byte, notation Notation) bool {
	switch string(word) {
	case "1-0", "0-1", "1/2-1/2", "1/2", "1:0", "0:1", "1/2:1/2", "1/2-0", "0-1/2":
		return true
	case "+:-", "-:+", "=:=", "-:-": // a game that was not played
		return notation == Chess
	case "2-0", "0-2", "1-1", "0-0":
		return notation == Draughts // 0-0 is castling in chess
	}
	return false
}

// gluedResult returns the length of the termination marker that ends a word after a move, as in Qh4#0-1, and 0 if
// there is none.
func gluedResult(word []byte, n Notation) int {
	for _, marker := range []string{"1-0", "0-1", "1/2-1/2"} {
		move, found := bytes.CutSuffix(word, []byte(marker))
		if found && len(move) > 1 && move[len(move)-1] != '-' && n == Chess && moveForm(move, n) {
			return len(marker)
		}
	}
	return 0
}

// spacedResult returns the end of a termination marker with blanks beside its dash or with a half in decimals
// that begins at text[i], "1 - 0", "½ –½" or "0.5-0.5", and 0 if there is none.
func (t *Tokenizer) spacedResult(i int) int {
	b := t.text
	left := pointsAt(b, i)
	if left == 0 || i > 0 && classes[b[i-1]]&(inWord|dot) != 0 {
		return 0
	}
	if len(b)-i <= len("0.5") {
		t.seen = len(b)
	}
	from := skipBlanks(b, i+left)
	if from == len(b) {
		t.seen = len(b)
		return 0
	}
	if c := b[from]; !isForeign(c) && c != '-' && c != ':' { // the usual case
		return 0
	}
	r, n := t.runeAt(from)
	dash := asciiOf[r]
	if r == '-' || r == ':' {
		dash = string(r)
	}
	if dash != "-" && dash != ":" {
		return 0
	}
	to := skipBlanks(b, from+n)
	right := pointsAt(b, to)
	end := to + right
	if end == len(b) || len(b)-to <= len("0.5") {
		t.seen = len(b)
	} else if isForeign(b[end]) {
		t.runeAt(end)
	}
	switch {
	case right == 0 || from == i+left && to == from+n && !isDecimal(b[i:]): // no blanks: an ordinary word
		return 0
	case end < len(b) && (classes[b[end]]&inWord != 0 || isForeign(b[end]) && skipForeign(b, end) == end):
		return 0
	}
	word := slices.Concat(Plain(b[i:i+left]), []byte(dash), Plain(b[to:end]))
	if !isResult([]byte(halves.Replace(string(word))), t.notation) {
		return 0
	}
	return end
}

// halves replaces decimals in a result.
var halves = strings.NewReplacer("0.5", "1/2", "0,5", "1/2")

// isDecimal reports whether a text begins with a half in decimals.
func isDecimal(b []byte) bool {
	return len(b) > 2 && b[0] == '0' && (b[1] == '.' || b[1] == ',') && b[2] == '5'
}

// PlainResult returns a termination marker, or the value of a tag Result, as the standard writes it: without
// blanks, with a hyphen, 1/2, and points for signs. Other texts are returned without blanks.
func PlainResult(text []byte) string {
	s := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return -1
		case r == ':':
			return '-'
		}
		return r
	}, halves.Replace(string(Plain(text))))
	switch s {
	case "+--":
		return "1-0"
	case "--+":
		return "0-1"
	case "=-=":
		return "1/2-1/2"
	}
	return s
}

// spacedCastling returns the end of castling with zeros and blanks, "0 - 0", that begins at text[i], and 0 if
// there is none.
func (t *Tokenizer) spacedCastling(i int) int {
	b, end, blanks := t.text, 0, false
	if t.notation != Chess || b[i] != '0' {
		return 0
	}
	for range 2 {
		dash := skipBlanks(b, i+1)
		zero := dash
		if dash < len(b) && b[dash] == '-' {
			zero = skipBlanks(b, dash+1)
		}
		if zero == len(b) {
			t.seen = len(b)
		}
		if zero == dash || zero == len(b) || b[zero] != '0' || zero+1 < len(b) && classes[b[zero+1]]&digit != 0 {
			break
		}
		blanks = blanks || zero > i+2
		i, end = zero, zero+1
	}
	if !blanks {
		return 0
	}
	for end < len(b) && (b[end] == '+' || b[end] == '#') {
		end++
	}
	return end
}

// pointsAt returns the length of the points of one side at b[i]: 0, 1, 2, 1/2, ½, 0.5 or 0,5. It is 0 if there
// are none.
func pointsAt(b []byte, i int) int {
	switch {
	case i >= len(b):
	case b[i] >= '0' && b[i] <= '2' && (i+1 == len(b) || classes[b[i+1]]&digit == 0):
		if bytes.HasPrefix(b[i:], []byte("1/2")) || isDecimal(b[i:]) {
			return len("1/2")
		}
		return 1
	case isForeign(b[i]):
		if r, n := runeAt(b, i); r == '½' {
			return n
		}
	}
	return 0
}

// skipBlanks returns where the blanks from b[i] on end.
func skipBlanks(b []byte, i int) int {
	for i < len(b) {
		if classes[b[i]]&blank != 0 {
			i++
			continue
		}
		j := skipForeign(b, i)
		if j == i {
			break
		}
		i = j
	}
	return i
}

// resultBefore returns where the termination marker begins whose dash, after a blank, is text[i], and i if there
// is none. Points of several characters are found before their dash.
func (t *Tokenizer) resultBefore(i int) int {
	j := i
	for j > 0 {
		if classes[t.text[j-1]]&blank != 0 {
			j--
			continue
		}
		r, n := utf8.DecodeLastRune(t.text[:j])
		if n == 1 {
			r = ofByte[t.text[j-1]]
		}
		if r < utf8.RuneSelf || !isBlank(r) && !isInvisible(r) {
			break
		}
		j -= n
	}
	if j == i || j == 0 || t.spacedResult(j-1) == 0 {
		return i
	}
	return j - 1
}
