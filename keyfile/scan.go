package keyfile

import (
	"bytes"
	"iter"
	"math/bits"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gf2"
)

// A number is a literal in a text.
type number struct {
	value    gf2.Word // in two's complement of 128 bits if it is negative
	negative bool
	offset   int
}

// bits returns the width that holds the number.
func (n number) bits() int {
	if n.negative {
		return n.value.Xor(gf2.Ones(128)).Len() + 1
	}
	return n.value.Len()
}

// A word is a run of letters, digits and what separates digits in a text.
type word struct {
	text        []byte // of the data
	offset, end int
}

// maxNumbers is how many numbers a text may have: two for each key of 128 bits.
const maxNumbers = 2 * (zobrist.MaxFeatures + 1)

// scan returns the numbers of a text outside of comments, which begin with //
// or # and end with the line, or are between /* and */: those that follow 0x, or
// if there are none the bare hexadecimal words, or if decimal is set and there
// are none of these the decimal numbers.
func scan(data []byte, decimal bool) ([]number, error) {
	if numbers, err := prefixed(data); len(numbers) > 0 || err != nil {
		return numbers, err
	}
	bare, letters := false, false // some words are bare, and one has letters or leading zeros
	for w := range split(data) {
		if isBare(w.text) {
			bare = true
			letters = letters || isHexadecimal(w.text)
		}
	}
	if bare && (!decimal || letters) {
		return hexadecimals(data)
	}
	if decimal {
		return decimals(data)
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

// appendNumber appends a number, unless there are too many.
func appendNumber(data []byte, numbers []number, n number) ([]number, error) {
	if len(numbers) == maxNumbers {
		return nil, syntaxError(data, n.offset, ErrFormat, "more than %d numbers", maxNumbers)
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
func prefixed(data []byte) (numbers []number, err error) {
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
				if numbers, err = appendNumber(data, numbers, n); err != nil {
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
	return number{value: value, offset: w.offset}, true, nil
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

// isBare reports whether a word has 8, 12, 16 or 32 digits, all hexadecimal.
func isBare(word []byte) bool {
	switch len(word) {
	case 8, 12, 16, 32:
		return len(bytes.Trim(word, "0123456789abcdefABCDEF")) == 0
	}
	return false
}

// isHexadecimal reports whether a word of hexadecimal digits is no decimal
// number: it has letters or leading zeros.
func isHexadecimal(word []byte) bool {
	return word[0] == '0' || bytes.ContainsAny(word, "abcdefABCDEF")
}

// hexadecimals returns the numbers of bare words, which must have as many digits as the
// first of them. A member of their list with another number of digits is an error too: it
// has lost a digit or its leading zeros.
func hexadecimals(data []byte) (numbers []number, err error) {
	digits := 0
	for w := range split(data) {
		if isBare(w.text) {
			digits = len(w.text)
			break
		}
	}
	last := word{} // the last word of the list, if it is bare or nearly
	for w := range split(data) {
		bare := isBare(w.text)
		if !bare && !isNearlyBare(w.text, digits) {
			last = word{}
			continue
		}
		var wrong *word // w or the last word
		inList := last.text != nil && isList(data[last.end:w.offset])
		switch {
		case len(w.text) != digits && (bare || inList):
			wrong = &w
		case len(last.text) != digits && inList:
			wrong = &last
		}
		if wrong != nil {
			return nil, syntaxError(data, wrong.offset, ErrFormat,
				"%.40s does not have %d digits, as other keys do; write leading zeros, or 0x before each number",
				wrong.text, digits)
		}
		last = w
		if !bare {
			continue
		}
		value, _ := parseHex(string(w.text))
		if numbers, err = appendNumber(data, numbers, number{value: value, offset: w.offset}); err != nil {
			return nil, err
		}
	}
	return numbers, nil
}

// isNearlyBare reports whether a word looks like a key of about that many digits: it has
// hexadecimal digits alone, too many for an index, and a decimal digit, so that it is no
// English word.
func isNearlyBare(word []byte, digits int) bool {
	return len(word) >= max(6, digits/2+1) && len(bytes.Trim(word, "0123456789abcdefABCDEF")) == 0 &&
		bytes.ContainsAny(word, "0123456789")
}

// keyDigits is the least number of digits of the longest number in a list of
// decimal keys: of 32-bit keys nearly all have more.
const keyDigits = 9

// decimals returns the decimal numbers, but for the sizes of arrays.
func decimals(data []byte) (numbers []number, err error) {
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
		if numbers, err = appendNumber(data, numbers, number{value, negative, w.offset}); err != nil {
			return nil, err
		}
	}
	if longest < keyDigits {
		return nil, &SyntaxError{Line: 1, Err: ErrFormat, Text: "no numbers after 0x, no hexadecimal words of " +
			"8, 12, 16 or 32 digits, no decimal numbers of 9 digits or more"}
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
