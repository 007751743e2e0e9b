// Package charset tells the encoding of a text that does not name it, by its bytes: which pairs of letters are usual
// in the names of some languages, and which characters in the languages of China, Japan and Korea.
//
//	var seen charset.Tally
//	seen.Add(text) // as often as there are texts
//	encoding, sure := seen.Guess()
//
// A text in ASCII or UTF-8 says nothing, and neither do words that occurred before. The evidence of each different word
// is added up; an encoding is guessed only if it is much more likely than all others. Otherwise the text is taken for
// Windows-1252, which the zero Encoding is.
//
// No text makes the package panic. Time is linear in the text; a Tally keeps up to [maxSpans] words.
package charset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// An Encoding maps bytes to characters. The zero value is the default: UTF-8, or else Windows-1252.
type Encoding struct {
	Name string // as HTML names it, in lower case, such as "windows-1251"; "" is the default
	encoding.Encoding
}

// guessed are the encodings that Guess can tell, the default first. Of those that give the same text the first is
// taken.
var guessed = []struct {
	Encoding
	wide *script // nil: one byte a character
}{
	{Encoding{"", charmap.Windows1252}, nil},
	{Encoding{"windows-1250", charmap.Windows1250}, nil},
	{Encoding{"windows-1251", charmap.Windows1251}, nil},
	{Encoding{"windows-1253", charmap.Windows1253}, nil},
	{Encoding{"windows-1254", charmap.Windows1254}, nil},
	{Encoding{"iso-8859-2", charmap.ISO8859_2}, nil},
	{Encoding{"koi8-r", charmap.KOI8R}, nil},
	{Encoding{"ibm866", charmap.CodePage866}, nil},
	{Encoding{"", charmap.CodePage850}, nil}, // of DOS: not read, but not to be taken for another one
	{Encoding{"gbk", simplifiedchinese.GBK}, chinese},
	{Encoding{"big5", traditionalchinese.Big5}, taiwanese},
	{Encoding{"shift_jis", japanese.ShiftJIS}, kanji},
	{Encoding{"euc-jp", japanese.EUCJP}, kanji},
	{Encoding{"euc-kr", korean.EUCKR}, hangul},
}

// Default is the name of the encoding of bytes that are no UTF-8, if nothing speaks for another one.
const Default = "windows-1252"

// String returns the name, Default for the zero value.
func (e Encoding) String() string { return cmp.Or(e.Name, Default) }

// Named returns the encoding of a name as HTML knows it, such as "windows-1251", "cp1251" or "gbk". UTF-8, UTF-16 and
// Windows-1252 are the default: a text in Unicode is told by its bytes.
func Named(name string) (Encoding, error) {
	if name == Default {
		return Encoding{}, nil
	}
	short := strings.ToLower(strings.TrimSpace(name))
	e, err := htmlindex.Get(short)
	if page, ok := strings.CutPrefix(short, "cp"); ok && err != nil {
		e, err = htmlindex.Get(cmp.Or(pages[page], "windows-"+page))
	}
	if err != nil || e == encoding.Replacement {
		return Encoding{}, fmt.Errorf("no encoding is named %q; the usual ones are windows-1250 (Central Europe), "+
			"windows-1251 (Cyrillic), windows-1252 (the West), windows-1253 (Greek), windows-1254 (Turkish), "+
			"iso-8859-2, koi8-r, ibm866, gbk, big5, shift_jis, euc-jp, euc-kr and utf-8", name)
	}
	canonical, err := htmlindex.Name(e)
	if err != nil || canonical == Default || strings.HasPrefix(canonical, "utf-") {
		return Encoding{}, nil
	}
	return Encoding{canonical, e}, nil
}

// pages are numbers of Microsoft and IBM for encodings that HTML names otherwise.
var pages = map[string]string{"936": "gbk", "950": "big5", "932": "shift_jis", "949": "euc-kr", "866": "ibm866",
	"65001": "utf-8", "28592": "iso-8859-2", "20866": "koi8-r", "54936": "gb18030", "51932": "euc-jp", "51949": "euc-kr"}

// Text returns bytes as UTF-8. Bytes in UTF-8 are returned as they are, and so are all in the default.
func (e Encoding) Text(b []byte) []byte {
	if e.Encoding == nil || utf8.Valid(b) {
		return b
	}
	text, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return b
	}
	return text
}

const (
	maxSpans = 4096
	maxSpan  = 48 // bytes
)

// A Tally gathers the words that have bytes beyond ASCII. The zero value has none. It belongs to one goroutine.
type Tally struct{ spans map[string]bool }

// Add adds the words of a text, of those lines that are not UTF-8.
func (t *Tally) Add(text []byte) {
	for len(text) > 0 && len(t.spans) < maxSpans {
		n := 0
		for n < len(text) && text[n] != '\n' && text[n] != '\r' {
			n++
		}
		if line := text[:n]; !utf8.Valid(line) {
			t.line(line)
		}
		text = text[min(n+1, len(text)):]
	}
}

// line adds the words of a line. A byte of 0x40 to 0x7e after one beyond ASCII may be the second of a character.
func (t *Tally) line(line []byte) {
	for i := 0; i < len(line) && len(t.spans) < maxSpans; {
		begin, high := i, false
		for i < len(line) && i-begin < maxSpan {
			c := line[i]
			trail := i > begin && line[i-1] >= utf8.RuneSelf && c >= 0x40 && c <= 0x7e
			if c < utf8.RuneSelf && !isLetter(c) && !trail {
				break
			}
			high = high || c >= utf8.RuneSelf
			i++
		}
		if i-begin == maxSpan && line[i-1] >= utf8.RuneSelf { // the last character may be cut in two
			for begin < i && line[begin] < utf8.RuneSelf {
				begin++
			}
			i -= (i - begin) % 2
		}
		if high && i > begin {
			if t.spans == nil {
				t.spans = make(map[string]bool)
			}
			t.spans[string(line[begin:i])] = true
		}
		i = max(i, begin+1)
	}
}

// Empty reports whether no text had bytes beyond ASCII that are not UTF-8.
func (t *Tally) Empty() bool { return len(t.spans) == 0 }

// Natural logarithms: how much more likely than any other an encoding has to be, how much the default is preferred, and
// how unlikely a letter of a text may be, the average of all.
const (
	margin     = 4.5
	wideMargin = 6. // between encodings of thousands of characters
	preferred  = 2.
	rare       = 2. // windows-1250 is preferred to iso-8859-2
	worst      = -5.2
)

// A reading is the words in one encoding.
type reading struct {
	text  string
	score float64 // logarithm of their likelihood
}

// Guess returns the encoding that the words speak for, the default if they do not decide; sure says whether they do.
func (t *Tally) Guess() (e Encoding, sure bool) {
	if t.Empty() {
		return Encoding{}, false
	}
	readings, best, bytes := t.read()
	first, least := readings[best], margin
	if guessed[best].wide != nil {
		least = wideMargin
	}
	for i, r := range readings {
		if r.text != first.text && r.score > first.score-least && !(isCentral(best) && isCentral(i)) {
			return Encoding{}, false
		}
	}
	if guessed[best].Name != "" && first.score/float64(bytes) < worst {
		return Encoding{}, false
	}
	if guessed[best].Name == "" {
		return Encoding{}, true
	}
	return guessed[best].Encoding, true
}

// Fits reports whether the words may be in an encoding: no other is much more likely.
func (t *Tally) Fits(e Encoding) bool {
	if t.Empty() {
		return true
	}
	readings, best, _ := t.read()
	for i, r := range readings {
		if guessed[i].Name == e.Name && r.score > readings[best].score-margin {
			return true
		}
	}
	return false
}

// read reads the words in each encoding, and returns which is the best and how many bytes they have.
func (t *Tally) read() (readings []reading, best, bytes int) {
	spans := slices.Sorted(maps.Keys(t.spans))
	bytes = len(strings.Join(spans, ""))
	readings = make([]reading, len(guessed))
	for i, e := range guessed {
		var r reading
		var text strings.Builder
		switch {
		case i == 0:
			r.score = preferred
		case e.Name == "iso-8859-2":
			r.score = -rare
		}
		decoder := e.NewDecoder()
		for _, span := range spans {
			word, err := decoder.String(span)
			switch {
			case err != nil:
				r.score += float64(len(span)) * impossible
			case e.wide != nil:
				r.score += e.wide.score(word)
			default:
				r.score += scoreWords(word)
			}
			text.WriteString(word + " ")
		}
		r.text = text.String()
		if readings[i] = r; r.score > readings[best].score {
			best = i
		}
	}
	return readings, best, bytes
}

// isCentral reports whether an encoding of the list is one of the two of Central Europe, which have most letters in
// common: if it is one of them, the likelier one reads more letters right than the default.
func isCentral(number int) bool {
	name := guessed[number].Name
	return name == "windows-1250" || name == "iso-8859-2"
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
