package sgf

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/internal/records/gametext"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// A charset maps bytes to characters. The zero value is UTF-8.
type charset struct {
	encoding encoding.Encoding // nil: UTF-8, or else Latin-1

	width width // nil if brackets and backslashes are always themselves
}

// A width function returns the length of the character text[at], 0 if the text may be cut off
// within it. It may keep an offset in *known, which is 0 at first, for the next call with the same text.
type width func(text []byte, at int, known *int) int

// double returns the width function of a character set of two bytes, with a trail byte
// that trail accepts.
func double(lead, trail func(byte) bool) width {
	return func(text []byte, at int, _ *int) int {
		switch b := text[at:]; {
		case !lead(b[0]):
			return 1
		case len(b) < 2:
			return 0
		case trail(b[1]):
			return 2
		}
		return 1
	}
}

func between(c, low, high byte) bool { return c >= low && c <= high }

// isLead reports whether c begins a two-byte character of Big5 or GB 18030.
func isLead(c byte) bool { return between(c, 0x81, 0xfe) }

// stateful returns the width function of a character set of 7 bits, whose shift begins
// two-byte characters up to back, or to the end of the line. In *known it keeps up to where neither
// comes after the last shift, because a text may have many shifts before the next of them.
func stateful(shift, back string) width {
	return func(text []byte, at int, known *int) int {
		if !bytes.HasPrefix(text[at:], []byte(shift)) {
			return 1
		}
		const longest = 4096
		end := min(len(text), at+longest)
		for *known = max(*known, at); *known < end; *known++ {
			switch c := text[*known]; {
			case c == '\r' || c == '\n':
				return len(shift)
			case c == back[0] && bytes.HasPrefix(text[*known:end], []byte(back)):
				return *known - at
			}
		}
		*known = max(at, end-len(back)+1) // back may be cut off
		if len(text)-at < longest {
			return 0
		}
		return len(shift)
	}
}

var charsets = map[string]charset{
	"utf8": {},
	"shiftjis": {japanese.ShiftJIS, double(
		func(c byte) bool { return between(c, 0x81, 0x9f) || between(c, 0xe0, 0xfc) },
		func(c byte) bool { return between(c, 0x40, 0xfc) && c != 0x7f })},
	"eucjp":     {japanese.EUCJP, nil},
	"iso2022jp": {japanese.ISO2022JP, stateful("\x1b$", "\x1b(")},
	"big5": {traditionalchinese.Big5, double(isLead,
		func(c byte) bool { return between(c, 0x40, 0x7e) || between(c, 0xa1, 0xfe) })},
	"gb18030": {simplifiedchinese.GB18030, func(text []byte, at int, _ *int) int {
		b := text[at:]
		switch {
		case !isLead(b[0]):
			return 1
		case len(b) < 4:
			if len(b) < 2 || between(b[1], '0', '9') {
				return 0
			}
		case between(b[1], '0', '9') && isLead(b[2]) && between(b[3], '0', '9'):
			return 4
		}
		if between(b[1], 0x40, 0xfe) && b[1] != 0x7f {
			return 2
		}
		return 1
	}},
	"hzgb2312": {simplifiedchinese.HZGB2312, stateful("~{", "~}")},
	"euckr":    {korean.EUCKR, nil}, // its trail bytes are letters, or beyond 0x80
}

// aliases are other names of charsets, in lower case without signs.
var aliases = map[string]string{
	"unicode": "utf8", "sjis": "shiftjis", "xsjis": "shiftjis", "mskanji": "shiftjis", "windows31j": "shiftjis",
	"cp932": "shiftjis", "ms932": "shiftjis", "windows932": "shiftjis", "csshiftjis": "shiftjis", "xeucjp": "eucjp",
	"jis": "iso2022jp", "csiso2022jp": "iso2022jp", "big5hkscs": "big5", "cnbig5": "big5", "xxbig5": "big5",
	"big5tw": "big5", "cp950": "big5", "ms950": "big5", "windows950": "big5",
	"gbk": "gb18030", "gb2312": "gb18030", "xgbk": "gb18030", "cp936": "gb18030", "ms936": "gb18030",
	"windows936": "gb18030", "euccn": "gb18030", "gb": "gb18030", "csgb2312": "gb18030", "gb231280": "gb18030",
	"hz": "hzgb2312", "ksc56011987": "euckr", "ksc5601": "euckr", "ksc56011989": "euckr", "korean": "euckr",
	"cp949": "euckr", "ms949": "euckr", "windows949": "euckr", "uhc": "euckr", "xwindows949": "euckr",
}

// lookUp returns the charset of a name in CA. UTF-8 is also what UTF-16 has become
// when the file is read.
func lookUp(name string) (c charset, known bool) {
	word := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(name))
	if other, ok := aliases[word]; ok {
		word = other
	}
	if c, ok := charsets[word]; ok {
		return c, true
	}
	switch word {
	case "latin1", "ascii", "usascii", "iso88591", "ansi":
		return charset{encoding: charmap.Windows1252}, true
	case "utf16", "utf16le", "utf16be":
		return charset{}, true
	}
	for _, prefix := range []string{"windows", "cp", "win", "ms"} {
		if page, ok := strings.CutPrefix(word, prefix); ok && len(page) == 4 {
			name = "windows-" + page
		}
	}
	if e, err := htmlindex.Get(name); err == nil && e != encoding.Replacement {
		return charset{encoding: e}, true
	}
	return charset{}, false
}

// decode returns the text of bytes. It is not good if they are no text of the charset. If most of them are,
// those that are not become U+FFFD, and broken is true. Otherwise the text is UTF-8 if the bytes are that,
// else Latin-1, with Windows-1252 for 0x80 to 0x9f.
func (c charset) decode(b []byte) (text string, good, broken bool) {
	ascii := true
	for _, x := range b {
		ascii = ascii && x < utf8.RuneSelf && x != 0x1b && x != '~'
	}
	if ascii {
		return string(b), true, false
	}
	if c.encoding != nil {
		s, err := c.encoding.NewDecoder().Bytes(b)
		if err == nil && !bytes.ContainsRune(s, utf8.RuneError) {
			return string(s), true, false
		}
		if err == nil && !utf8.Valid(b) {
			if text := c.mend(b, string(s)); usual(text) {
				return text, false, true
			}
		}
	} else if narrow, wide, bad := countUTF8(b); bad > 0 && bad <= narrow+wide {
		return string(bytes.ToValidUTF8(b, []byte("\ufffd"))), false, true
	}
	return gametext.ToUTF8(b), c.encoding == nil && utf8.Valid(b), false
}

// usual reports whether at least half the characters beyond ASCII are not U+FFFD.
func usual(text string) bool {
	good, bad := 0, 0
	for _, c := range text {
		switch {
		case c == utf8.RuneError:
			bad++
		case c >= utf8.RuneSelf:
			good++
		}
	}
	return bad <= good
}

// mend decodes bytes of which some are broken, so that as few as possible become U+FFFD. A decoder alone takes the
// second byte of a broken character for the first of another. text is what it returned, for charsets whose characters
// depend on those before, and for long texts.
func (c charset) mend(b []byte, text string) string {
	const longest = 64 << 10
	if len(b) > longest || c.encoding == japanese.ISO2022JP || c.encoding == simplifiedchinese.HZGB2312 {
		return text
	}
	decoder := c.encoding.NewDecoder()
	var room [16]byte
	character := func(b []byte) []byte {
		decoder.Reset()
		n, _, err := decoder.Transform(room[:], b, true)
		if s := room[:n]; err == nil && !bytes.ContainsRune(s, utf8.RuneError) {
			return s
		}
		return nil
	}
	lost := make([]int, len(b)+1)  // least number of bytes lost from here on
	widths := make([]int8, len(b)) // of the characters that begin here, 0 if none does
	for i := len(b) - 1; i >= 0; i-- {
		lost[i] = lost[i+1] + 1
		for w := 1; w <= min(4, len(b)-i); w++ {
			if character(b[i:i+w]) != nil {
				widths[i], lost[i] = int8(w), min(lost[i], lost[i+w])
				break
			}
		}
	}
	var mended strings.Builder
	after := false // a lost byte
	for i := 0; i < len(b); {
		w := int(widths[i])
		if take := w > 0 && lost[i+w] == lost[i]; take && !(after && lost[i+1]+1 == lost[i]) {
			mended.Write(character(b[i : i+w]))
			i, after = i+w, false
			continue
		}
		mended.WriteRune(utf8.RuneError)
		i, after = i+1, true
	}
	return mended.String()
}

// countUTF8 counts the characters of a text in UTF-8 that have two bytes, those that have more, and the runs of bytes
// that are none.
func countUTF8(b []byte) (narrow, wide, bad int) {
	after := false // a byte that is none
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		b = b[n:]
		switch broken := c == utf8.RuneError && n == 1; {
		case broken && !after:
			bad++
			fallthrough
		case broken:
			after = true
			continue
		case n == 2:
			narrow++
		case n > 2:
			wide++
		}
		after = false
	}
	return narrow, wide, bad
}

// certainUTF8 reports whether text is UTF-8 though it declares another charset: it has
// characters of three bytes or more, which a text of a double-byte set hardly ever has without
// many other bytes, or of two if the declared set has one byte a character.
func certainUTF8(text []byte, declared charset) bool {
	narrow, wide, bad := countUTF8(text)
	if _, single := declared.encoding.(*charmap.Charmap); single {
		wide += narrow
	}
	return wide > 0 && 4*bad <= wide
}

// declaration returns the value of CA in the root node that b begins with, "" if there
// is none, and how many bytes were read. A trail byte of a name before CA may look like a bracket or a backslash. In
// a second try, a byte beyond 0x7f therefore takes the one after it with it. UTF-8 has no such trail bytes.
func declaration(b []byte) (name string, read int) {
	name, read = findCA(b, false)
	if name == "" && (!utf8.Valid(b[:read]) || bytes.Contains(b[:read], []byte("\x1b$"))) {
		var n int
		name, n = findCA(b, true)
		read += n
	}
	return name, read
}

func findCA(b []byte, wide bool) (name string, read int) {
	nodes, inside, word := 0, false, 0 // word: where the present name begins
	shift := 0
	i := 1
	for ; i < len(b); i++ {
		switch c := b[i]; {
		case wide && bytes.HasPrefix(b[i:], []byte("\x1b$")):
			i += charsets["iso2022jp"].width(b, i, &shift)
		case wide && c >= utf8.RuneSelf || inside && c == '\\':
			i++
		case inside:
			inside = c != ']'
			word = i + 1
		case c == ';':
			if nodes++; nodes > 1 {
				return "", i
			}
			word = i + 1
		case c == '(' || c == ')':
			if nodes > 0 {
				return "", i
			}
		case c == '[':
			if string(bytes.ToUpper(bytes.TrimSpace(b[word:i]))) == "CA" {
				name, _, _ := bytes.Cut(b[i+1:min(len(b), i+65)], []byte("]"))
				return string(bytes.TrimSpace(name)), i
			}
			inside = true
		}
	}
	return "", min(i, len(b)) // a character may be cut off behind the end
}
