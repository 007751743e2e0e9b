package charset

import (
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Logarithms of likelihoods.
const (
	impossible = -14. // a byte that the encoding does not have, or a control character
	symbol     = -10. // a sign within a word
	quote      = -4.  // a quotation mark, a dash or dots
	casing     = -6.  // a capital after a small letter
	foreign    = -9.  // a letter that the language does not have
	wrongMix   = -9.  // two scripts in a word
)

// A language has the likelihoods of letters, each after another one.
type language struct {
	number [0x500]uint8 // of a letter; 0 for letters that the language does not have

	// Logarithms, by the numbers of the letter before and of the letter. A blank is where words begin and end.
	after [][]float64
}

// train counts the letters of some words.
func train(words string) *language {
	l := new(language)
	letters := []rune{0}
	single, pairs, total := make(map[rune]float64), make(map[[2]rune]float64), 0.
	befores := make(map[rune]float64)
	for word := range strings.FieldsSeq(strings.ToLower(words)) {
		before := ' '
		for _, c := range word + " " {
			if single[c] == 0 {
				l.number[c] = uint8(len(letters))
				letters = append(letters, c)
			}
			single[c]++
			total++
			pairs[[2]rune{before, c}]++
			befores[before]++
			before = c
		}
	}
	for c := 'a'; c <= 'z'; c++ {
		if single[c] == 0 {
			single[c] = .4
			l.number[c] = uint8(len(letters))
			letters = append(letters, c)
		}
	}
	const weight = 6 // of the letters without the one before
	for _, before := range letters {
		row := []float64{foreign}
		for _, c := range letters[1:] {
			likelihood := (pairs[[2]rune{before, c}] + weight*(single[c]+.1)/(total+4)) / (befores[before] + weight)
			row = append(row, math.Log(likelihood))
		}
		l.after = append(l.after, row)
	}
	return l
}

// score returns the logarithm of the likelihood of a word in small letters.
func (l *language) score(word []rune) (sum float64) {
	before := l.number[' ']
	for _, c := range word {
		n := uint8(0)
		if int(c) < len(l.number) {
			n = l.number[c]
		}
		sum += l.after[before][n]
		before = n
	}
	return sum + l.after[before][l.number[' ']]
}

// languages are the languages of the words in names.go.
var languages = sync.OnceValue(func() (list []*language) {
	for _, words := range names {
		list = append(list, train(words))
	}
	return list
})

// scoreWords returns the likelihood of a text of words in the language that suits each best.
func scoreWords(text string) (sum float64) {
	var word []rune
	end := func() {
		if len(word) == 0 {
			return
		}
		best := math.Inf(-1)
		for _, l := range languages() {
			best = max(best, l.score(word))
		}
		sum += best
		word = word[:0]
	}
	var before rune
	for _, c := range text {
		switch {
		case c == utf8.RuneError || c >= utf8.RuneSelf && unicode.IsControl(c):
			sum += impossible
		case c < utf8.RuneSelf && !unicode.IsLetter(c):
			end()
		case strings.ContainsRune("‘’‚“”„–—…«»´\u00a0", c):
			sum += quote
			end()
		case !unicode.IsLetter(c) || c == 'ª' || c == 'º':
			if len(word) > 0 || unicode.IsLetter(c) {
				sum += symbol
			} else {
				sum += symbol / 2
			}
			end()
		default:
			if unicode.IsUpper(c) && unicode.IsLower(before) && (c >= utf8.RuneSelf || before >= utf8.RuneSelf) {
				sum += casing
			}
			if unicode.IsLetter(before) && scriptOf(c) != scriptOf(before) {
				sum += wrongMix
			}
			word = append(word, unicode.ToLower(c))
		}
		before = c
	}
	end()
	return sum
}

func scriptOf(c rune) int {
	switch {
	case unicode.Is(unicode.Cyrillic, c):
		return 1
	case unicode.Is(unicode.Greek, c):
		return 2
	}
	return 0
}
