package cli

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A PlainWriter writes text without control characters, so that no name in a record or of a file commands a terminal.
// All text for people goes through one. Line feeds, tabs and a carriage return before a line feed stay, and with
// colours the sequences that set them. Other controls, among them U+0080 to U+009F and marks of the direction of
// writing, are written as in JSON or, if they are no UTF-8, as \x9b. It holds back a character that is cut off until
// the next Write. It is safe for concurrent use.
type PlainWriter struct {
	w       io.Writer
	colours bool

	mu   sync.Mutex
	held []byte
}

// Write implements [io.Writer]. The count is of the bytes given, even if their escapes are longer.
func (p *PlainWriter) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := append(p.held, b...)
	p.held = nil
	if cut := cutOff(text); cut < len(text) {
		p.held = bytes.Clone(text[cut:])
		text = text[:cut]
	}
	if _, err := p.w.Write(p.plain(text)); err != nil {
		return 0, err
	}
	return len(b), nil
}

// flush writes the bytes that are held back.
func (p *PlainWriter) flush() {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.held
	p.held = nil
	if len(text) > 0 {
		_, _ = p.w.Write(p.plain(text))
	}
}

// cutOff returns where a character begins that the end of b cuts off, or a carriage return or an escape whose
// successor is not there yet; len(b) if there is none.
func cutOff(b []byte) int {
	for i := max(0, len(b)-utf8.UTFMax+1); i < len(b); i++ {
		if utf8.RuneStart(b[i]) && !utf8.FullRune(b[i:]) {
			return i
		}
	}
	if n := len(b); n > 0 && b[n-1] == '\r' {
		return n - 1
	}
	return len(b)
}

// plain returns text without control characters.
func (p *PlainWriter) plain(text []byte) []byte {
	var out []byte // nil while nothing has changed
	from := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		escape := ""
		switch {
		case r == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case r == 0x1b && p.colours && colourAt(text[i:]) > 0:
			n = colourAt(text[i:])
		case r == utf8.RuneError && n == 1:
			if text[i] < 0xa0 { // the others are letters in old character sets
				escape = fmt.Sprintf(`\x%02x`, text[i])
			}
		case isControl(r):
			escape = fmt.Sprintf(`\u%04x`, r)
		}
		if escape != "" {
			out = append(append(out, text[from:i]...), escape...)
			from = i + n
		}
		i += n
	}
	if out == nil {
		return text
	}
	return append(out, text[from:]...)
}

// isControl reports whether a terminal may take a character for a command, or write on in another direction.
func isControl(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}

// colourAt returns the length of the sequence that sets a colour with which b begins, 0 if there is none.
func colourAt(b []byte) int {
	if !bytes.HasPrefix(b, []byte("\x1b[")) {
		return 0
	}
	for i, c := range b[2:] {
		switch {
		case c == 'm':
			return i + 3
		case (c < '0' || c > '9') && c != ';':
			return 0
		}
	}
	return 0
}
