package gametext

import (
	"bytes"
	"html"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Movetext from word processors, web pages and print has characters outside ASCII, also as entities of HTML such as
// &nbsp;, of three kinds. Blanks separate words. Invisible ones count as blanks before a word and are ignored inside.
// All others are part of a word; see [Plain].

// windows1252 has the characters of the bytes 0x80 to 0x9f. Five of them are controls, as in
// Latin-1. All other bytes are as in Latin-1.
const windows1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

var ofByte = func() (t [256]rune) {
	for c := range t {
		t[c] = rune(c)
	}
	copy(t[0x80:], []rune(windows1252))
	return t
}()

// isForeign reports whether a byte may begin a character outside ASCII.
func isForeign(c byte) bool { return c >= utf8.RuneSelf || c == '&' }

// runeAt returns the character at b[i], in UTF-8, as an entity of HTML or else in Windows-1252, and
// its length. A character that the end of b cuts off has the rest of b.
func runeAt(b []byte, i int) (r rune, n int) {
	if b[i] == '&' {
		return entityAt(b, i)
	}
	if r, n = utf8.DecodeRune(b[i:]); r != utf8.RuneError || n > 1 {
		return r, n
	}
	if !utf8.FullRune(b[i:]) {
		n = len(b) - i
	}
	return ofByte[b[i]], n
}

// entityAt is runeAt for the ampersand b[i], which is the character itself if no entity follows.
func entityAt(b []byte, i int) (r rune, n int) {
	const longest = 10 // &NewLine; and the numbers of all characters
	window := b[i:min(i+longest, len(b))]
	end := bytes.IndexByte(window, ';') + 1
	if end > 0 {
		text := html.UnescapeString(string(window[:end]))
		if r, n = utf8.DecodeRuneInString(text); n == len(text) {
			return r, end
		}
	} else if i+len(window) == len(b) && !bytes.ContainsFunc(window[1:], func(c rune) bool {
		return c != '#' && (c >= utf8.RuneSelf || classes[c]&(letter|digit) == 0)
	}) {
		return '&', len(window)
	}
	return '&', 1
}

// isBlank reports whether a character outside ASCII separates words.
func isBlank(r rune) bool {
	switch r {
	case '…', '\u200b', '\ufeff', '\u180e', '\u2800', '\u3164': // dots, and characters that look like a space
		return true
	}
	return unicode.IsSpace(r)
}

// isInvisible reports whether a character is invisible: a word joiner, a mark of the direction of
// writing, a selector of emoji.
func isInvisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r >= '\ufe00' && r <= '\ufe0f' || r == '\u034f'
}

// skipForeign returns the offset after the blanks and invisible characters outside ASCII that begin
// at b[i].
func skipForeign(b []byte, i int) int {
	for i < len(b) && isForeign(b[i]) {
		r, n := runeAt(b, i)
		if !isBlank(r) && !isInvisible(r) {
			break
		}
		i += n
	}
	return i
}

// wordEnd returns the end of the word that b[i] is part of, or would be part of.
func wordEnd(b []byte, i int) int {
	for i < len(b) {
		if !isForeign(b[i]) {
			if classes[b[i]]&inWord == 0 {
				break
			}
			i++
			continue
		}
		r, n := runeAt(b, i)
		if isBlank(r) {
			break
		}
		i += n
	}
	return i
}

// asciiOf maps the characters that people write in moves and results to ASCII.
var asciiOf = map[rune]string{
	'\u2010': "-", '\u2011': "-", '‒': "-", '–': "-", '—': "-", '―': "-", '⁃': "-", '−': "-", '˗': "-", '➖': "-",
	'﹘': "-", '﹣': "-", '－': "-",
	'½': "1/2", '⁄': "/", '∕': "/", '∶': ":", '×': "x", '✕': "x", '✖': "x", '⨯': "x",
	'♔': "K", '♚': "K", '♕': "Q", '♛': "Q", '♖': "R", '♜': "R", '♗': "B", '♝': "B", '♘': "N", '♞': "N",
	'♙': "", '♟': "",
	'О': "O", 'о': "O", 'а': "a", 'с': "c", 'е': "e", 'х': "x", // Cyrillic letters that look so
}

// Plain returns a word with ASCII in place of dashes, fractions, figurines and the like, and
// without invisible characters; a dash alone is the null move. Other characters stay, in
// UTF-8. A word in ASCII is returned as it is.
func Plain(word []byte) []byte {
	if isASCII(word) {
		return word
	}
	plain := make([]byte, 0, len(word))
	for i := 0; i < len(word); {
		r, n := runeAt(word, i)
		i += n
		text, known := asciiOf[r]
		switch {
		case (r == '—' || r == '―') && n == len(word):
			plain = append(plain, "--"...) // editors make it of two hyphens
		case known:
			plain = append(plain, text...)
		case !isInvisible(r):
			plain = utf8.AppendRune(plain, r)
		}
	}
	return plain
}

func isASCII(b []byte) bool {
	return !slices.ContainsFunc(b, isForeign)
}
