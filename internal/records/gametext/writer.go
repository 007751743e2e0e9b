package gametext

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// width is the longest line of movetext that the export format allows.
const width = 80

// A Writer formats a game: tag pairs, then movetext in lines of at most 80 columns. It changes text
// that a file cannot have: invalid UTF-8 gets replacement characters, a line end in a tag or a
// comment becomes a space, characters of a tag's name other than letters, digits and underscores
// become underscores, and a later tag with the name of the first gets one at the end of its name, since
// it would begin another game. Only tag pairs, words of more than 80 characters, and comments
// that contain a closing brace, which end with the line, may be longer than 80 columns.
type Writer struct {
	out   []byte // the game so far
	col   int    // length of its last line
	close bool   // the next word follows without a space

	first   int // length of the name of the first tag
	pairs   int // tag pairs
	tags    int // their bytes
	plies   int // of the longest line of play
	remarks int // comments, NAGs, variations and their moves
}

// Reset begins a new game.
func (w *Writer) Reset() { *w = Writer{out: w.out[:0]} }

// Finish ends the game with its result and a blank line, and returns its text,
// which is valid until Reset. The error wraps game.ErrTooLong if a reader would not
// keep all of it.
func (w *Writer) Finish(result string) ([]byte, error) {
	w.word(result)
	w.out = append(w.out, "\n\n"...)
	for _, n := range []struct {
		is, most int
		what     string
	}{
		{len(w.out), MaxGame, "bytes"},
		{w.pairs, MaxPairs, "tag pairs"},
		{w.tags, MaxTagBytes, "bytes of tag pairs"},
		{w.plies, MaxPlies, "plies"},
		{w.remarks, MaxRemarks, "comments, NAGs and moves of variations"},
	} {
		if n.is > n.most {
			return nil, fmt.Errorf("%w: %d %s, and the limit is %d", game.ErrTooLong, n.is, n.what, n.most)
		}
	}
	return w.out, nil
}

// oneLine replaces characters that would end a line.
var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// Tag writes a tag pair on a line of its own.
func (w *Writer) Tag(name, value string) {
	before := len(w.out)
	w.out = append(w.out, '[')
	if name == "" {
		name = "_"
	}
	for i := range len(name) {
		if c := name[i]; classes[c]&(letter|digit) != 0 {
			w.out = append(w.out, c)
		} else {
			w.out = append(w.out, '_')
		}
	}
	switch name := w.out[before+1:]; {
	case w.pairs == 0:
		w.first = len(name)
	case bytes.Equal(name, w.out[1:1+w.first]):
		w.out = append(w.out, '_')
	}
	w.out = append(w.out, ` "`...)
	value = oneLine.Replace(strings.ToValidUTF8(value, "\ufffd"))
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			w.out = append(w.out, '\\')
		}
		w.out = append(w.out, value[i])
	}
	w.out = append(w.out, "\"]\n"...)
	w.pairs++
	w.tags += len(w.out) - before
}

// EndTags writes the blank line between tag pairs and movetext.
func (w *Writer) EndTags() { w.out = append(w.out, '\n') }

// word writes a word of movetext, after a space or on a new line.
func (w *Writer) word(s string) {
	switch {
	case w.col == 0 || w.close:
	case w.col+1+len(s) > width:
		w.newLine()
	default:
		w.out = append(w.out, ' ')
		w.col++
	}
	w.out = append(w.out, s...)
	w.col += len(s)
	w.close = false
}

func (w *Writer) newLine() {
	w.out = append(w.out, '\n')
	w.col = 0
}

// Move writes a move after some plies from the start position, in a variation
// if depth is not 0.
func (w *Writer) Move(text string, ply, depth int) {
	w.word(text)
	w.plies = max(w.plies, ply+1)
	if depth > 0 {
		w.remarks++
	}
}

// NAG writes an annotation glyph.
func (w *Writer) NAG(n uint8) {
	w.word("$" + strconv.Itoa(int(n)))
	w.remarks++
}

// Number writes the number of a move, with three dots for the second side.
func (w *Writer) Number(n int, second bool) {
	dots := "."
	if second {
		dots = "..."
	}
	w.word(strconv.Itoa(n) + dots)
}

// Open writes the parenthesis that begins a variation.
func (w *Writer) Open() {
	w.word("(")
	w.close = true
	w.remarks++
}

// Close writes the parenthesis that ends a variation.
func (w *Writer) Close() {
	if w.col == 0 || w.col+1 > width { // after a comment that ends with its line
		w.word(")")
		return
	}
	w.out = append(w.out, ')')
	w.col++
	w.close = false
}

// Comment writes a comment, unless it is empty.
func (w *Writer) Comment(text string) {
	text = fold(strings.ToValidUTF8(text, "\ufffd"))
	if text != "" {
		w.remarks++
	}
	switch {
	case text == "":
	case strings.Contains(text, "}"):
		w.word(";" + text)
		w.newLine()
	default:
		w.wrap("{" + text + "}")
	}
}

// wrap writes a comment on several lines. A line may end only at a single space, because more of
// them would not be read back. Nor may a line begin like a tag pair or an escaped line.
func (w *Writer) wrap(rest string) {
	for from := 0; ; {
		n := strings.IndexByte(rest[from:], ' ')
		if n < 0 {
			w.word(rest)
			return
		}
		n += from
		if n > 0 && n+1 < len(rest) && classes[rest[n-1]]&blank == 0 &&
			bytes.IndexByte([]byte(blanks+"[%"), rest[n+1]) < 0 {
			w.word(rest[:n])
			rest, from = rest[n+1:], 0
		} else {
			from = n + 1
		}
	}
}
