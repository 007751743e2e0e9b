package keyfile

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"

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
	text        string
	offset, end int
}

// scan returns the numbers of a text outside of comments, which begin with //
// or # and end with the line, or are between /* and */: those that follow 0x, or
// if there are none the bare hexadecimal words, or if decimal is set and there
// are none of these the decimal numbers.
func scan(data []byte, decimal bool) ([]number, error) {
	words := split(data)
	if numbers, err := prefixed(data, words); len(numbers) > 0 || err != nil {
		return numbers, err
	}
	bare := slices.DeleteFunc(slices.Clone(words), func(w word) bool { return !isBare(w.text) })
	if len(bare) > 0 && (!decimal || slices.ContainsFunc(bare, func(w word) bool { return isHexadecimal(w.text) })) {
		return hexadecimals(data, bare)
	}
	if decimal {
		return decimals(data, words)
	}
	return nil, nil
}

// split returns the words of a text outside of comments.
func split(data []byte) []word {
	var words []word
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
		words = append(words, word{strings.TrimRight(string(data[i:end]), "'"), i, end})
		i = end
	}
	return words
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

// prefixed returns the numbers that follow 0x.
func prefixed(data []byte, words []word) ([]number, error) {
	var numbers []number
	for _, w := range words {
		text, ok := strings.CutPrefix(strings.ToLower(separators.Replace(w.text)), "0x")
		if !ok {
			continue
		}
		digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789abcdef"))]
		value, ok := parseHex(digits)
		if !ok || !isSuffix(text[len(digits):]) {
			return nil, syntaxError(data, w.offset, ErrFormat,
				"%.40q is not a number; write 0x and 1 to 32 hexadecimal digits", w.text)
		}
		numbers = append(numbers, number{value: value, offset: w.offset})
	}
	return numbers, nil
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
func isBare(word string) bool {
	switch len(word) {
	case 8, 12, 16, 32:
		return strings.Trim(word, "0123456789abcdefABCDEF") == ""
	}
	return false
}

// isHexadecimal reports whether a word of hexadecimal digits is no decimal
// number: it has letters or leading zeros.
func isHexadecimal(word string) bool {
	return word[0] == '0' || strings.ContainsAny(word, "abcdefABCDEF")
}

// hexadecimals returns the numbers of bare words, all of the same length.
func hexadecimals(data []byte, words []word) ([]number, error) {
	var numbers []number
	for _, w := range words {
		if len(w.text) != len(words[0].text) {
			return nil, syntaxError(data, w.offset, ErrFormat,
				"%s does not have %d digits as the words before it; write 0x before each number", w.text,
				len(words[0].text))
		}
		value, _ := parseHex(w.text)
		numbers = append(numbers, number{value: value, offset: w.offset})
	}
	return numbers, nil
}

// keyDigits is the least number of digits of the longest number in a list of
// decimal keys: of 32-bit keys nearly all have more.
const keyDigits = 9

// decimals returns the decimal numbers, but for the sizes of arrays.
func decimals(data []byte, words []word) ([]number, error) {
	var numbers []number
	longest := 0
	for _, w := range words {
		text := strings.ToLower(separators.Replace(w.text))
		digits := text[:len(text)-len(strings.TrimLeft(text, "0123456789"))]
		if digits == "" || !isSuffix(text[len(digits):]) || isSize(data, w) {
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
		numbers = append(numbers, number{value, negative, w.offset})
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
