package keyfile

import (
	"bytes"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// A number is a literal in a text.
type number struct {
	value    gf2.Word // in two's complement of 128 bits if it is negative
	negative bool
	digits   int // of a bare hexadecimal word, otherwise 0
	prefixed int // digits after 0x, leading zeros included; otherwise 0
	offset   int
	end      int // of its word
}

// bits returns the width that holds the number and its hexadecimal digits.
func (n number) bits() int {
	if n.negative {
		return n.value.Xor(gf2.Ones(128)).Len() + 1
	}
	return max(n.value.Len(), 4*n.prefixed, 4*n.digits)
}

// A word is a run of letters, digits and what separates digits in a text.
type word struct {
	text        []byte // of the data
	offset, end int
}

// scan returns the numbers of a text outside of comments, which begin with //
// or # and end with the line, or are between /* and */: those that follow 0x, or
// if there are none the bare hexadecimal words, or if decimal is set and there
// are none of these the decimal numbers.
func scan(data []byte, decimal bool, most int) ([]number, error) {
	if numbers, err := prefixed(data, most); len(numbers) > 0 || err != nil {
		return numbers, err
	}
	digits, letters := bareDigits(data)
	if digits > 0 && (!decimal || letters) {
		return hexadecimals(data, digits, most)
	}
	if decimal {
		return decimals(data, most)
	}
	return nil, nil
}

// split returns the words of a text outside of comments.
func split(data []byte) iter.Seq[word] {
	return func(yield func(word) bool) {
		for i := 0; i < len(data); {
			if n := comment(data[i:]); n > 0 {
				i += n
				continue
			}
			if !isWord(data[i]) || data[i] == '\'' {
				i++
				continue
			}
			end := i + 1
			for end < len(data) && isWord(data[end]) {
				end++
			}
			if !yield(word{bytes.TrimRight(data[i:end], "'"), i, end}) {
				return
			}
			i = end
		}
	}
}

// appendNumber appends a number, unless there are too many: more than two for each key of 128 bits, and for the start
// value.
func appendNumber(data []byte, numbers []number, n number, most int) ([]number, error) {
	if len(numbers) == 2*(most+1) {
		return nil, syntaxError(data, n.offset, ErrMany, "more than %d numbers, for %d keys at most", 2*(most+1), most)
	}
	return append(numbers, n), nil
}

// separators takes out what separates digits in Rust and C++.
var separators = strings.NewReplacer("_", "", "'", "")

// comment returns the length of the comment that data begins with, or 0.
func comment(data []byte) int {
	rest := func(after []byte, stop string) int {
		if at := bytes.Index(after, []byte(stop)); at >= 0 {
			return len(data) - len(after) + at + len(stop)
		}
		return len(data)
	}
	switch {
	case data[0] == '#' || bytes.HasPrefix(data, []byte("//")):
		return rest(data[1:], "\n")
	case bytes.HasPrefix(data, []byte("/*")):
		return rest(data[2:], "*/")
	}
	return 0
}

// prefixed returns the numbers that follow 0x. In a list of them no decimal number of 16
// digits or more may stand, which would be a key as well; shorter ones may be something else.
func prefixed(data []byte, most int) (numbers []number, err error) {
	last, lastLong := word{}, false // the last number of the list that is after 0x, or decimal and long
	end := 0                        // of the last number of the list
	for w := range split(data) {
		isLong := isDecimal(w.text, 16) // digits, as keys of 64 bits have
		isPrefixed := false
		if bytes.ContainsAny(w.text, "xX") {
			var n number
			if n, isPrefixed, err = prefixedNumber(data, w); err != nil {
				return nil, err
			}
			if isPrefixed {
				if numbers, err = appendNumber(data, numbers, n, most); err != nil {
					return nil, err
				}
			}
		}
		inList := isList(data[end:w.offset])
		end = w.end
		if !isPrefixed && !isLong {
			if !inList || !isDecimal(w.text, 1) {
				last = word{}
			}
			continue
		}
		if last.text != nil && isLong != lastLong && inList {
			return nil, syntaxError(data, w.offset, ErrFormat,
				"%.40q and %.40q are not both hexadecimal; write 0x before each number, or before none", last.text, w.text)
		}
		last, lastLong = w, isLong
	}
	return numbers, nil
}

// isList reports whether a text between two words makes them members of one list: it has
// commas, brackets, quotes, signs, blanks and comments alone.
func isList(between []byte) bool {
	for len(between) > 0 {
		n := comment(between)
		if n == 0 && strings.IndexByte("-, \t\r\n{}[]\"'", between[0]) < 0 {
			return false
		}
		between = between[max(n, 1):]
	}
	return true
}

// isDecimal reports whether a word is a decimal number of that many digits or more.
func isDecimal(text []byte, least int) bool {
	if len(text) < least || text[0] < '0' || text[0] > '9' {
		return false
	}
	digits, suffix := cutDigits(separators.Replace(strings.ToLower(string(text))), "0123456789")
	return len(digits) >= least && isSuffix(suffix)
}

// cutDigits cuts a text after the digits that it begins with.
func cutDigits(text, digits string) (number, rest string) {
	rest = strings.TrimLeft(text, digits)
	return text[:len(text)-len(rest)], rest
}

// prefixedNumber returns the number of a word if it begins with 0x.
func prefixedNumber(data []byte, w word) (n number, ok bool, err error) {
	text, ok := strings.CutPrefix(strings.ToLower(separators.Replace(string(w.text))), "0x")
	if !ok {
		return n, false, nil
	}
	digits, suffix := cutDigits(text, "0123456789abcdef")
	value, ok := parseHex(digits)
	if !ok || !isSuffix(suffix) {
		return n, false, syntaxError(data, w.offset, ErrFormat,
			"%.40q is not a number; write 0x and 1 to 32 hexadecimal digits", w.text)
	}
	return number{value: value, prefixed: len(digits), offset: w.offset, end: w.end}, true, nil
}

// isSuffix reports whether text is the type of a number, as after 1ULL, 1n, 1_u64.
func isSuffix(text string) bool {
	switch text {
	case "", "n", "u", "l", "ul", "lu", "ll", "ull", "llu", "z", "uz", "usize",
		"i32", "u32", "i64", "u64", "ui64", "i128", "u128":
		return true
	}
	return false
}

// wordDigits is the least number of digits of bare words that may be among other words. Shorter
// ones, such as names of squares, are keys only if half of the words of the text are.
const wordDigits = 8

// bareDigits returns the number of digits of the bare hexadecimal words that are keys: the
// longest that is about as frequent as any, or 0 if there are none. letters reports that some
// of them are no decimal numbers.
func bareDigits(data []byte) (digits int, letters bool) {
	var count, notDecimal [33]int
	words := 0
	for w := range split(data) {
		words++
		if n := len(w.text); n >= 2 && n < len(count) && isHex(w.text) {
			count[n]++
			if isHexadecimal(w.text) {
				notDecimal[n]++
			}
		}
	}
	most := slices.Max(count[wordDigits:])
	for n := len(count) - 1; n >= 2; n-- {
		if n >= wordDigits && 2*count[n] > most || count[n] > 1 && 2*count[n] >= words {
			return n, notDecimal[n] > 0
		}
	}
	return 0, false
}

// isHex reports whether a word has hexadecimal digits alone.
func isHex(word []byte) bool { return len(bytes.Trim(word, "0123456789abcdefABCDEF")) == 0 }

// isHexadecimal reports whether a word of hexadecimal digits is no decimal
// number: it has letters or leading zeros.
func isHexadecimal(word []byte) bool {
	return word[0] == '0' || bytes.ContainsAny(word, "abcdefABCDEF")
}

// A place is where a word stands among the bare words of a text.
type place struct {
	word
	isKey    bool
	inList   bool // the word before or after is a key of the same list
	isBefore bool // a key is next on the line, and none is directly before
	isAfter  bool // a key is directly before on the line, and none is next
}

// places returns the words of a text with their places; keys have that many digits.
func places(data []byte, digits int) iter.Seq[place] {
	isKey := func(w word) bool { return len(w.text) == digits && isHex(w.text) }
	isOneLine := func(before, after word) bool {
		return before.text != nil && after.text != nil && bytes.IndexByte(data[before.end:after.offset], '\n') < 0
	}
	placeOf := func(before, now, next word) place {
		p := place{word: now, isKey: isKey(now)}
		lineBefore, lineAfter := isOneLine(before, now), isOneLine(now, next)
		keyBefore, keyAfter := isKey(before), isKey(next)
		p.isBefore = lineAfter && keyAfter && !(lineBefore && keyBefore)
		p.isAfter = lineBefore && keyBefore && !(lineAfter && keyAfter)
		// A name ends or begins a line, and has nothing to do with the list on the other side.
		ends, begins := lineBefore && !keyBefore && !lineAfter, lineAfter && !keyAfter && !lineBefore
		p.inList = keyBefore && !begins && isList(data[before.end:now.offset]) ||
			keyAfter && !ends && isList(data[now.end:next.offset])
		return p
	}
	return func(yield func(place) bool) {
		var before, now word
		for w := range split(data) {
			if now.text != nil && !yield(placeOf(before, now, w)) {
				return
			}
			before, now = now, w
		}
		if now.text != nil {
			yield(placeOf(before, now, word{}))
		}
	}
}

// hexadecimals returns the numbers of bare words of that many digits. A member of their list
// with another number of digits is an error: it has lost a digit or its leading zeros. So is a
// word that is as long as keys often are, wherever it stands. Labels do not count: words
// beside the keys on half of the lines or more.
func hexadecimals(data []byte, digits, most int) (numbers []number, err error) {
	lines, labelsBefore, labelsAfter := 0, 0, 0 // lines with keys
	end := -1                                   // of the last key
	for p := range places(data, digits) {
		switch {
		case p.isKey:
			if end < 0 || bytes.IndexByte(data[end:p.offset], '\n') >= 0 {
				lines++
			}
			end = p.end
		case p.isBefore:
			labelsBefore++
		case p.isAfter:
			labelsAfter++
		}
	}
	areLabels := func(n int) bool { return n > 1 && 2*n >= lines }
	for p := range places(data, digits) {
		if p.isKey {
			value, _ := parseHex(string(p.text))
			n := number{value: value, digits: digits, offset: p.offset, end: p.end}
			if numbers, err = appendNumber(data, numbers, n, most); err != nil {
				return nil, err
			}
			continue
		}
		isLabel := p.isBefore && areLabels(labelsBefore) || p.isAfter && areLabels(labelsAfter)
		if !isLabel && (p.inList && isNearlyKey(p.text, digits) || isUsualKey(p.text)) {
			return nil, syntaxError(data, p.offset, ErrFormat,
				"%.40s does not have %d hexadecimal digits, as other keys do; write leading zeros, or 0x before each number",
				p.text, digits)
		}
	}
	return numbers, nil
}

// isUsualKey reports whether a word has as many hexadecimal digits as keys of 32, 48, 64 or 128 bits.
func isUsualKey(word []byte) bool {
	switch len(word) {
	case 8, 12, 16, 32:
		return isHex(word)
	}
	return false
}

// isNearlyKey reports whether a word of a list of keys is meant as one: it has a decimal digit,
// so that it is no English word, or the keys are short. Words with other letters are names,
// unless they are long.
func isNearlyKey(word []byte, digits int) bool {
	if isHex(word) {
		return digits < wordDigits || bytes.ContainsAny(word, "0123456789")
	}
	return len(word) > max(5, digits/2) && bytes.ContainsAny(word, "0123456789")
}

// keyDigits is the least number of digits of the longest number in a list of
// decimal keys: of 32-bit keys nearly all have more.
const keyDigits = 9

// decimals returns the decimal numbers, but for the sizes of arrays.
func decimals(data []byte, most int) (numbers []number, err error) {
	longest := 0
	for w := range split(data) {
		if c := bytes.TrimLeft(w.text, "_'"); len(c) == 0 || c[0] < '0' || c[0] > '9' {
			continue
		}
		digits, suffix := cutDigits(strings.ToLower(separators.Replace(string(w.text))), "0123456789")
		if !isSuffix(suffix) || isSize(data, w) {
			continue
		}
		value, ok := parseDecimal(digits)
		if !ok {
			return nil, syntaxError(data, w.offset, ErrFormat, "%.50s is not below 2^128", digits)
		}
		longest = max(longest, len(digits))
		negative := w.offset > 0 && data[w.offset-1] == '-' && !value.IsZero()
		if negative {
			low, carry := bits.Add64(^value.Lo, 1, 0)
			value = gf2.Word{Hi: ^value.Hi + carry, Lo: low}
		}
		n := number{value: value, negative: negative, offset: w.offset, end: w.end}
		if numbers, err = appendNumber(data, numbers, n, most); err != nil {
			return nil, err
		}
	}
	if longest < keyDigits {
		return nil, &SyntaxError{Line: 1, Err: ErrFormat, Text: "no numbers after 0x, no hexadecimal words of 8 " +
			"digits or more, no list of shorter ones, no decimal numbers of 9 digits or more"}
	}
	return numbers, nil
}

// parseDecimal reads a number below 2^128.
func parseDecimal(digits string) (w gf2.Word, ok bool) {
	for _, d := range []byte(digits) {
		over, low := bits.Mul64(w.Lo, 10)
		tooFar, high := bits.Mul64(w.Hi, 10)
		low, carry := bits.Add64(low, uint64(d-'0'), 0)
		high, carry = bits.Add64(high, over, carry)
		if tooFar != 0 || carry != 0 {
			return w, false
		}
		w = gf2.Word{Hi: high, Lo: low}
	}
	return w, true
}

// isSize reports whether a number is the size of an array: keys[781], [64]int,
// [u64; 64].
func isSize(data []byte, w word) bool {
	before := bytes.TrimRight(data[:w.offset], " \t")
	after := bytes.TrimLeft(data[w.end:], " \t")
	if !bytes.HasPrefix(after, []byte("]")) {
		return false
	}
	if bytes.HasSuffix(before, []byte(";")) {
		return true
	}
	array, ok := bytes.CutSuffix(before, []byte("["))
	if !ok {
		return false
	}
	array = bytes.TrimRight(array, " \t")
	named := len(array) > 0 && (isWord(array[len(array)-1]) || array[len(array)-1] == ']')
	return named || len(after) > 1 && (isWord(after[1]) || after[1] == '[')
}

// isWord reports whether c can be in a name or number, the separators _ and '
// of digits included.
func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '\''
}
