package pdn

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// plain returns a text with the moves and results from text[from] on in the usual form: squares as
// numbers, one hyphen or x between them, and no blanks. Two numbers with only blanks between
// them are a move too, unless one of them is the number of a move: 1. 11 15 23 19. A shorter form is followed
// by blanks, so that everything else stays in its place. Tag pairs and comments stay as
// they are. The text itself is returned if there is nothing to change.
func plain(text []byte, from int) []byte {
	w := plainer{text: text, at: from, sided: bytes.Contains(text, []byte("[FEN "))}
	for w.at < len(text) {
		switch c := text[w.at]; {
		case c == '{':
			end := bytes.IndexByte(text[w.at:], '}')
			if end < 0 {
				return w.done()
			}
			w.at += end + 1
		case c == ';' || (c == '[' || c == '%') && w.lineStart():
			for w.at < len(text) && text[w.at] != '\n' && text[w.at] != '\r' {
				w.at++
			}
		case c == ',':
			w.put(w.at+1, "")
		case c == '(':
			w.strength()
		case c == ')':
			w.depth = max(0, w.depth-1)
			w.at++
		case c == '$':
			for w.at++; w.at < len(text) && isDigit(text[w.at]); w.at++ {
			}
		case isWord(c) || c >= utf8.RuneSelf:
			if end := usual(text, w.at); end > w.at {
				w.at = end
			} else {
				w.word()
			}
		default:
			w.at++
		}
	}
	return w.done()
}

// usual returns the end of a word that is plain, as nearly all are, or at: the number of a move and a full stop, or a
// simple move or capture and a move or the number of one behind it.
func usual(b []byte, at int) (end int) {
	first := digits(b, at)
	if first == at || first+1 >= len(b) {
		return at
	}
	switch b[first] {
	case '.':
		if b[first+1] == ' ' {
			return first
		}
	case '-', 'x':
		end = digits(b, first+1)
		if first < at+3 && end > first+1 && end < first+4 && end+1 < len(b) && b[end] == ' ' && isDigit(b[end+1]) {
			return end
		}
	}
	return at
}

// digits returns the end of the digits at b[i].
func digits(b []byte, i int) int {
	for i < len(b) && isDigit(b[i]) {
		i++
	}
	return i
}

// A plainer reads a text and writes its plain form.
type plainer struct {
	text  []byte
	at    int
	depth int // of parentheses

	// Algebraic squares are White's, unless the first move of a game from the usual start
	// says that they are Black's, who moves first: then a1 is 4 and not 29.
	sided, turned bool

	out []byte // a copy of the text, once something has changed
}

func (w *plainer) done() []byte {
	if w.out != nil {
		return w.out
	}
	return w.text
}

// put replaces the text up to an offset, which is not shorter, and goes on there.
func (w *plainer) put(to int, s string) {
	if len(s) > to-w.at {
		w.at = to // there is no room
		return
	}
	if old := w.text[w.at:to]; string(old) != s {
		if w.out == nil {
			w.out = bytes.Clone(w.text)
		}
		n := copy(w.out[w.at:], s)
		copy(w.out[w.at+n:to], bytes.Repeat([]byte{' '}, to-w.at-n))
	}
	w.at = to
}

// lineStart reports whether only blanks stand before the next byte on its line.
func (w *plainer) lineStart() bool {
	before := bytes.TrimRight(w.text[:w.at], " \t")
	return len(before) == 0 || before[len(before)-1] == '\n' || before[len(before)-1] == '\r'
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// strength replaces the strength of a move in parentheses, as PDN 3.0 has it, by the
// glyph alone; an asterisk says no more than that the move was forced.
func (w *plainer) strength() {
	for _, s := range []string{"(!)", "(?)", "(!!)", "(??)", "(!?)", "(?!)", "(*)"} {
		if bytes.HasPrefix(w.text[w.at:], []byte(s)) {
			w.put(w.at+len(s), strings.Trim(s, "(*)"))
			return
		}
	}
	w.depth++
	w.at++
}

// word reads a word: a move, a result, the number of a move, or anything else.
func (w *plainer) word() {
	for _, result := range [][2]string{{"1/2-1/2", "1/2-1/2"}, {"½-½", "1/2"}, {"1/2", "1/2"}, {"½", "½"}} {
		if end, ok := w.matches(result[0]); ok {
			w.put(end, result[1])
			return
		}
	}
	end, last := w.at, ' '
	var move []byte // appended to, as a word may have any number of squares
	for {
		square, to := w.square(w.text, end)
		if to == end {
			break
		}
		move, end = append(move, square...), to
		sep, next := w.separator(end, last)
		if next == end {
			break
		}
		_, to = squareAt(w.text, next)
		if to == next {
			break
		}
		if c := w.text[end]; (c == 'x' || c == 'X') && next > end+1 && last != ' ' && w.goesOn(to) { // 11-15x 22-18
			w.put(end+1, string(move))
			return
		}
		move, end, last = append(move, byte(sep)), next, sep
	}
	switch {
	case last != ' ':
		w.put(end, string(move))
	case end > w.at && end < len(w.text) && w.text[end] == ')' && w.depth == 0 && w.text[w.at] <= '9': // 1) for 1.
		w.put(end+1, string(w.text[w.at:end])+".")
	case end == w.at && w.text[w.at] >= utf8.RuneSelf:
		w.at++
	default:
		w.skipWord()
	}
}

// goesOn reports whether a square that ends at an offset begins a move.
func (w *plainer) goesOn(at int) bool {
	_, next := w.separator(at, '-')
	_, to := squareAt(w.text, next)
	return next > at && to > next
}

// square is [squareAt], from the side that algebraic squares are seen from.
func (w *plainer) square(b []byte, at int) (square string, end int) {
	square, end = squareAt(b, at)
	if end == at || b[at] <= '9' {
		return square, end
	}
	if !w.sided {
		w.sided, w.turned = true, b[at+1] <= '4'
	}
	if n, err := strconv.Atoi(square); err == nil && w.turned {
		square = strconv.Itoa(33 - n)
	}
	return square, end
}

// skipWord goes to the end of the word, and reads two squares of letters in it, which
// nothing separates, as four digits.
func (w *plainer) skipWord() {
	end := w.at
	for end < len(w.text) && isWord(w.text[end]) {
		end++
	}
	if end == w.at+4 && w.text[w.at] > '9' {
		a, middle := w.square(w.text[:w.at+2], w.at)
		if b, to := w.square(w.text[:end], w.at+2); middle > w.at && to == end {
			w.put(end, fmt.Sprintf("%02s%02s", a, b))
			return
		}
	}
	w.at = max(end, w.at+1)
}

// matches reports whether a result comes next, blanks and other dashes in it aside.
func (w *plainer) matches(result string) (end int, ok bool) {
	i := w.at
	for _, c := range result {
		if c == '-' {
			sep, next := w.separator(i, '-')
			if sep != '-' || next == i {
				return 0, false
			}
			i = next
			continue
		}
		if !bytes.HasPrefix(w.text[i:], []byte(string(c))) {
			return 0, false
		}
		i += utf8.RuneLen(c)
	}
	return i, i == len(w.text) || !isWord(w.text[i])
}

// separator reads what stands between two squares: a hyphen, x or colon, or what some
// programs and printers write for them, with blanks around it or not. A full stop
// separates squares too, but only alone, because it also ends the number of a move. So do
// blanks between two numbers. last is the separator before it in the move, or a space.
func (w *plainer) separator(from int, last rune) (sep rune, end int) {
	i := skipBlanks(w.text, from)
	c, n := utf8.DecodeRune(w.text[i:])
	next := skipBlanks(w.text, i+n)
	switch {
	case n == 0:
		return 0, from
	case strings.ContainsRune("-–—−‐‑~_>/", c):
		return '-', next
	case strings.ContainsRune("xX:×", c):
		return 'x', next
	case c == '*' && next == from+1 && last != '-': // an asterisk with blanks is the mark of a forced move
		return 'x', next
	case c == '.' && next == from+1 && last == ' ':
		_, to := squareAt(w.text, next)
		if to > next && (to == len(w.text) || w.text[to] != '.') {
			if _, more := w.separator(to, '-'); more == to && !w.bare(skipBlanks(w.text, to)) {
				return '-', next
			}
		}
	case last == ' ' && i > from && isDigit(w.text[from-1]) && w.bare(i):
		return '-', i
	}
	return 0, from
}

// bare reports whether a number begins at i that may be a square, with neither a separator nor the sign of the number
// of a move behind it.
func (w *plainer) bare(i int) bool {
	if i == len(w.text) || !isDigit(w.text[i]) {
		return false
	}
	_, to := squareAt(w.text, i)
	if to == i || to < len(w.text) && (isWord(w.text[to]) || w.text[to] == '.' || w.text[to] == ')' && w.depth == 0) {
		return false
	}
	_, more := w.separator(to, '-')
	return more == to
}

// skipBlanks returns the first offset from i on where no blank stands, on the same line.
func skipBlanks(b []byte, i int) int {
	for i < len(b) {
		switch {
		case b[i] == ' ' || b[i] == '\t':
			i++
		case bytes.HasPrefix(b[i:], []byte("\u00a0")):
			i += len("\u00a0")
		default:
			return i
		}
	}
	return i
}

// squareAt reads a square at b[i], a number to 99 or letters from a1 to h8, and returns
// it as a number and where it ends, or i if there is none. 0 is a number too, for results.
func squareAt(b []byte, i int) (square string, end int) {
	if i < len(b) && b[i] >= '0' && b[i] <= '9' {
		end = i + 1
		if end < len(b) && b[end] >= '0' && b[end] <= '9' {
			end++
		}
		if end < len(b) && b[end] >= '0' && b[end] <= '9' {
			return "", i
		}
		return string(b[i:end]), end
	}
	if i+2 > len(b) || i+2 < len(b) && isWord(b[i+2]) && b[i+2] != 'x' && b[i+2] != 'X' {
		return "", i
	}
	file, rank := int(b[i]|0x20)-'a', int(b[i+1])-'1'
	if file < 0 || file > 7 || rank < 0 || rank > 7 || (file+rank)%2 == 1 {
		return "", i
	}
	return strconv.Itoa((7-rank)*4 + file/2 + 1), i + 2
}

// capitals returns a FEN in capitals, without blanks and the full stop.
func capitals(fen string) string {
	return strings.TrimSuffix(strings.ToUpper(strings.Join(strings.Fields(fen), "")), ".")
}

// plainFEN returns a FEN in the form that package checkers reads: in capitals and without
// blanks, squares as numbers, the side to move once, and both sides, of which one may have
// no pieces.
func plainFEN(fen string) string {
	fields := strings.Split(capitals(fen), ":")
	sides := [2]int{}
	for _, f := range fields[1:] {
		sides[0] += strings.Count(f[:min(1, len(f))], "W")
		sides[1] += strings.Count(f[:min(1, len(f))], "B")
	}
	if len(fields) > 3 && len(fields[1]) == 1 && sides[0]+sides[1] == 3 { // W:W:W31:B1
		fields = append(fields[:1], fields[2:]...)
	}
	for k, f := range fields[1:] {
		if f == "" {
			continue
		}
		squares := strings.Split(f[1:], ",")
		for i, s := range squares {
			man := strings.TrimPrefix(s, "K")
			if number, end := squareAt([]byte(man), 0); end > 0 && end == len(man) {
				squares[i] = s[:len(s)-len(man)] + number
			}
		}
		fields[k+1] = f[:1] + strings.Join(squares, ",")
	}
	for i, side := range []string{"W", "B"} {
		if sides[i] == 0 {
			fields = append(fields, side)
		}
	}
	return strings.Join(fields, ":")
}
