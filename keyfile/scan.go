package keyfile

import (
	"bytes"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A literal is a number in a text.
type literal struct {
	value  zobrist.Uint128
	offset int
}

// separators takes out what separates digits in Rust and C++.
var separators = strings.NewReplacer("_", "", "'", "")

// scan returns the numbers of a text outside of comments, which begin with //
// or # and end with the line, or are between /* and */: all that follow 0x,
// with the suffix of a language (ULL, n, u64), or if there are none, the words
// that consist of hexadecimal digits alone, all 8, 12, 16 or 32 of them.
func scan(data []byte) ([]literal, error) {
	var prefixed, bare []literal
	digits := 0 // of the bare ones
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
		word, at := strings.TrimRight(string(data[i:end]), "'"), i
		i = end
		if strings.HasPrefix(word, "0x") || strings.HasPrefix(word, "0X") {
			text := separators.Replace(word[2:])
			n := 0
			for n < len(text) && isHex(text[n]) {
				n++
			}
			value, ok := parseWord(text[:n])
			if !ok || !isSuffix(text[n:]) {
				return nil, syntaxError(data, at, ErrFormat,
					"%.40q is not a number of up to 32 hexadecimal digits; write 0x, the digits and at most a suffix such as ULL", word)
			}
			prefixed = append(prefixed, literal{value, at})
			continue
		}
		if len(prefixed) > 0 || !isBare(word) {
			continue
		}
		if digits == 0 {
			digits = len(word)
		}
		if len(word) != digits {
			if bare != nil {
				bare = append(bare, literal{offset: -at}) // an error, if no 0x follows
			}
			continue
		}
		value, _ := parseWord(word)
		bare = append(bare, literal{value, at})
	}
	if len(prefixed) > 0 {
		return prefixed, nil
	}
	for _, l := range bare {
		if l.offset < 0 {
			return nil, syntaxError(data, -l.offset, ErrFormat, "a word that has not %d digits as the others", digits)
		}
	}
	return bare, nil
}

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

// isSuffix reports whether s may follow the digits of a number in C, C++, Rust,
// JavaScript or a language like them: ULL, LL, n, u64, ui64.
func isSuffix(s string) bool {
	letters := strings.TrimRight(strings.ToLower(s), "0123456789")
	switch s[len(letters):] {
	case "":
		return slices.Contains([]string{"", "u", "l", "ul", "lu", "ll", "ull", "llu", "n", "usize", "isize"}, letters)
	case "32", "64", "128":
		return slices.Contains([]string{"u", "i", "ui"}, letters)
	}
	return false
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// isWord reports whether c can be in a name or number, the separators _ and '
// of digits included.
func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '\''
}

func isBare(word string) bool {
	switch len(word) {
	case 8, 12, 16, 32:
	default:
		return false
	}
	for i := range len(word) {
		if !isHex(word[i]) {
			return false
		}
	}
	return true
}
