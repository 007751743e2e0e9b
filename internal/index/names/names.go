// Package names compares names of players and of events as people write them: without case, accents and apostrophes.
package names

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// Matcher returns a function that reports whether a stored name fits a pattern; see NameMatcher of package index. A
// name without a word of the pattern takes some 50 ns.
func Matcher(pattern string) func(name string) bool {
	pattern, open := strings.CutSuffix(pattern, "*")
	if pattern == "" {
		return func(string) bool { return true }
	}
	wanted, wantedRest, comma := nameWords(pattern)
	if open {
		markOpen(wanted, wantedRest)
	}
	all := slices.Concat(wanted, wantedRest)
	return func(name string) bool {
		if len(name) < 2*len(all)-1 || !mayHaveWord(name, all) { // n words take at least 2n − 1 bytes
			return false
		}
		words, rest, nameComma := nameWords(name)
		if comma && nameComma {
			same, ok := matchWords(wanted, words)
			sameRest, okRest := matchWords(wantedRest, rest)
			return ok && okRest && same+sameRest > 0
		}
		same, ok := matchWords(all, append(words, rest...))
		return ok && same > 0
	}
}

// mayHaveWord reports whether a name contains one of the folded words, or has letters beyond ASCII.
func mayHaveWord(name string, words []string) bool {
	for i := range len(name) {
		if name[i] >= 0x80 {
			return true
		}
	}
	var buffer [64]byte
	folded := appendFolded(buffer[:0], name)
	return slices.ContainsFunc(words, func(w string) bool {
		return bytes.Contains(folded, []byte(strings.TrimSuffix(w, "*")))
	})
}

// markOpen marks the last word as the beginning of one.
func markOpen(words, rest []string) {
	if len(rest) > 0 {
		words = rest
	}
	if n := len(words); n > 0 {
		words[n-1] += "*"
	}
}

// matchWords reports whether each wanted word fits another one of the words, and how
// many are the same. It removes words that it has matched.
func matchWords(wanted, words []string) (same int, ok bool) {
	var left []string
	for _, w := range wanted {
		if i := slices.IndexFunc(words, func(word string) bool { return isWord(w, word) }); i >= 0 {
			words = slices.Delete(words, i, i+1)
			same++
		} else {
			left = append(left, w)
		}
	}
	for _, w := range left {
		i := slices.IndexFunc(words, func(word string) bool {
			return isInitial(w, word) || isInitial(word, w)
		})
		if i < 0 {
			return same, false
		}
		words = slices.Delete(words, i, i+1)
	}
	return same, true
}

// isWord reports whether w is the word, or a beginning of it that [markOpen] has marked.
func isWord(w, word string) bool {
	start, open := strings.CutSuffix(w, "*")
	return w == word || open && strings.HasPrefix(word, start)
}

// isInitial reports whether w is the first letter of word.
func isInitial(w, word string) bool {
	return strings.HasPrefix(word, w) && len([]rune(w)) == 1
}

// nameWords returns the words of a name before and after its first comma, without
// what [Matcher] does not count.
func nameWords(name string) (words, rest []string, comma bool) {
	name, after, comma := strings.Cut(name, ",")
	return foldedWords(name), foldedWords(after), comma
}

func foldedWords(s string) []string { return Words(foldName(s)) }

// Words returns the letters and digits of a text as words.
func Words(s string) []string {
	return strings.FieldsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	})
}

// marks maps lower-case letters with marks to plain letters.
var marks = strings.NewReplacer(
	"’", "", "´", "",
	"à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ā", "a", "ă", "a", "ą", "a", "æ", "a",
	"ç", "c", "ć", "c", "ĉ", "c", "ċ", "c", "č", "c", "ď", "d", "đ", "d", "ð", "d",
	"è", "e", "é", "e", "ê", "e", "ë", "e", "ē", "e", "ĕ", "e", "ė", "e", "ę", "e", "ě", "e", "ə", "e",
	"ĝ", "g", "ğ", "g", "ġ", "g", "ģ", "g", "ĥ", "h", "ħ", "h",
	"ì", "i", "í", "i", "î", "i", "ï", "i", "ĩ", "i", "ī", "i", "ĭ", "i", "į", "i", "ı", "i",
	"ĵ", "j", "ķ", "k", "ĺ", "l", "ļ", "l", "ľ", "l", "ł", "l", "ñ", "n", "ń", "n", "ņ", "n", "ň", "n",
	"ò", "o", "ó", "o", "ô", "o", "õ", "o", "ö", "o", "ø", "o", "ō", "o", "ŏ", "o", "ő", "o", "œ", "o",
	"ŕ", "r", "ŗ", "r", "ř", "r", "ś", "s", "ŝ", "s", "ş", "s", "š", "s", "ș", "s", "ß", "ss",
	"ţ", "t", "ť", "t", "ŧ", "t", "ț", "t", "þ", "th",
	"ù", "u", "ú", "u", "û", "u", "ü", "u", "ũ", "u", "ū", "u", "ŭ", "u", "ů", "u", "ű", "u", "ų", "u",
	"ŵ", "w", "ý", "y", "ÿ", "y", "ŷ", "y", "ź", "z", "ż", "z", "ž", "z",
)

// foldName returns a name in lower case, with letters without marks for those with them and for ae, oe and ue, and
// without apostrophes.
func foldName(s string) string { return string(appendFolded(nil, withoutMarks(strings.ToLower(s)))) }

// withoutMarks returns a text in lower case without accents.
func withoutMarks(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) { // a combining accent
			return -1
		}
		return r
	}, s)
	return marks.Replace(s)
}

// umlauts maps letters to the letters that people write if a keyboard does not have them.
var umlauts = strings.NewReplacer("ä", "ae", "a\u0308", "ae", "æ", "ae", "ö", "oe", "o\u0308", "oe", "ø", "oe",
	"œ", "oe", "ü", "ue", "u\u0308", "ue", "'", "", "`", "")

// apostrophes removes the apostrophes of ASCII.
var apostrophes = strings.NewReplacer("'", "", "`", "")

// FoldText returns a text in lower case without accents and apostrophes, for searches. If it has umlauts, a second line
// has them as two letters: munchen and muenchen.
func FoldText(s string) string {
	s = strings.ToLower(s)
	long := withoutMarks(umlauts.Replace(s))
	short := apostrophes.Replace(withoutMarks(s))
	if short == long {
		return short
	}
	return short + "\n" + long
}

// FoldedParts returns what to look for in folded texts: a text contains part, apart from case, accents and apostrophes,
// if its [FoldText] contains one of the results.
func FoldedParts(part string) []string {
	folded := FoldText(part)
	if folded == "" { // only accents or apostrophes
		return []string{strings.ToLower(part)}
	}
	return strings.Split(folded, "\n")
}

// appendFolded appends a name as foldName returns it, except for letters beyond ASCII, which stay.
func appendFolded(dst []byte, name string) []byte {
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		case c == '\'' || c == '`':
			continue
		}
		dst = append(dst, c)
		if (c == 'a' || c == 'o' || c == 'u') && i+1 < len(name) && name[i+1]|0x20 == 'e' {
			i++
		}
	}
	return dst
}
