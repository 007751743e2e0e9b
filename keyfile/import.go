package keyfile

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// A SyntaxError says where a text stops being a table of keys.
type SyntaxError struct {
	Line   int // 1-based
	Offset int // of the byte, 0-based
	Text   string
	Err    error
}

// Error returns the line, the text and what is wrong with it.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, byte %d: %v: %s", e.Line, e.Offset, e.Err, e.Text)
}

// Unwrap returns [ErrFormat], [ErrCorrupt] or [ErrVersion].
func (e *SyntaxError) Unwrap() error { return e.Err }

// Import reads a table. With [Detect] the format is told by the content; all
// the text formats are read alike, whichever is named. Raw words are 8 bytes
// each; of wider ones say so with [ImportRaw].
func Import(data []byte, f Format) (Table, error) {
	switch f {
	case RawBE, RawLE:
		return ImportRaw(data, f, 64)
	case Bin:
		return importBinary(data)
	case JSON:
		return importJSON(data)
	case Go, C, Rust, JS, JS32, JS48, Hex:
		return importText(data)
	case Detect:
		switch trimmed := bytes.TrimLeft(data, " \t\r\n"); {
		case bytes.HasPrefix(data, []byte(magic)):
			return importBinary(data)
		case bytes.HasPrefix(trimmed, []byte("{")) && bytes.Contains(trimmed, []byte(jsonFormat)):
			return importJSON(data)
		}
		return importText(data)
	}
	return Table{}, fmt.Errorf("%w: no format %q; the formats are %s", ErrFormat, f, formatNames())
}

// importText reads any text with numbers in it.
func importText(data []byte) (Table, error) {
	h, found, err := readHeader(data)
	if err != nil {
		return Table{}, err
	}
	literals, err := scan(data)
	if err != nil {
		return Table{}, err
	}
	if !found {
		return plainTable(data, literals)
	}
	fail := func(format string, args ...any) (Table, error) {
		return Table{}, fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
	}
	start, ok := parseWord(h.start)
	switch {
	case !ok || h.bits < 1 || h.bits > 128 || h.words < 1 || h.words > 2 || h.keys < 1:
		return fail("header %q makes no sense", h)
	case h.keys > len(literals):
		return fail("%d numbers for the %d keys of the header", len(literals), h.keys)
	}
	if len(literals) == (h.keys+1)*h.words {
		literals = literals[h.words:] // the start value, which the header has
	}
	if len(literals) != h.keys*h.words {
		return fail("%d numbers for the %d keys of the header", len(literals), h.keys)
	}
	words := make(zobrist.Keys128, h.keys)
	for i := range words {
		switch w := literals[i*h.words:]; {
		case h.words == 1:
			words[i] = w[0].value
		case h.bits > 64:
			words[i] = zobrist.Uint128{Hi: w[0].value.Lo, Lo: w[1].value.Lo}
		default:
			words[i].Lo = w[0].value.Lo<<32 | w[1].value.Lo&(1<<32-1)
		}
	}
	t, err := newTable(h.name, h.bits, start, words).one()
	if err != nil {
		return fail("%v", err)
	}
	if digest := t.Digest(); hex.EncodeToString(digest[:]) != h.digest {
		return fail("the SHA-256 of the keys is %x, the header says %s; was a number edited?", digest, h.digest)
	}
	return t, nil
}

// plainTable is the table of a list without a header: 32, 48, 64 or 128 bits,
// whichever holds the greatest number.
func plainTable(data []byte, literals []literal) (Table, error) {
	if len(literals) == 0 {
		return Table{}, &SyntaxError{Line: 1, Text: "no hexadecimal numbers of 8, 12, 16 or 32 digits, nor any after 0x", Err: ErrFormat}
	}
	words := make(zobrist.Keys128, len(literals))
	width := 32
	for i, l := range literals {
		words[i] = l.value
		for _, w := range []int{48, 64, 128} {
			if bitLen(l.value) > width {
				width = w
			}
		}
	}
	if len(words) > zobrist.MaxFeatures {
		return Table{}, syntaxError(data, literals[zobrist.MaxFeatures].offset, ErrFormat, "more than %d keys", zobrist.MaxFeatures)
	}
	return newTable("", width, zobrist.Uint128{}, words), nil
}

// readHeader finds the header line.
func readHeader(data []byte) (h header, found bool, err error) {
	at := bytes.Index(data, []byte(headerStart))
	if at < 0 {
		return h, false, nil
	}
	line, _, _ := bytes.Cut(data[at:], []byte("\n"))
	rest := string(line[len(headerStart):])
	version, rest, _ := strings.Cut(rest, ": ")
	if h.version, err = strconv.Atoi(version); err != nil || h.version != 1 {
		return h, true, syntaxError(data, at, ErrVersion, "version %q; this program knows version 1", version)
	}
	n, err := fmt.Sscanf(rest, "name=%q keys=%d bits=%d words=%d start=%s sha256=%s", &h.name, &h.keys, &h.bits, &h.words, &h.start, &h.digest)
	if err != nil {
		return h, true, syntaxError(data, at, ErrFormat, "field %d of the header: %v", n+1, err)
	}
	return h, true, nil
}

func syntaxError(data []byte, offset int, err error, format string, args ...any) error {
	return &SyntaxError{
		Line: 1 + bytes.Count(data[:offset], []byte("\n")), Offset: offset,
		Text: fmt.Sprintf(format, args...), Err: err,
	}
}

// parseWord reads 1 to 32 hexadecimal digits.
func parseWord(digits string) (w zobrist.Uint128, ok bool) {
	if len(digits) > 32 || digits == "" {
		return w, false
	}
	split := max(0, len(digits)-16)
	var err error
	if split > 0 {
		if w.Hi, err = strconv.ParseUint(digits[:split], 16, 64); err != nil {
			return w, false
		}
	}
	w.Lo, err = strconv.ParseUint(digits[split:], 16, 64)
	return w, err == nil
}
