package gametext

import (
	"bytes"
	"io"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// utf16Bytes is the number of bytes by which utf16Of decides. They contain the byte order mark of a text in UTF-8, too.
const utf16Bytes = 4

// utf16Of returns the encoding of a text that begins with b, nil if it is not UTF-16: a byte order mark says so, or
// zero bytes as two characters of ASCII have them.
func utf16Of(b []byte) encoding.Encoding {
	order := unicode.LittleEndian
	switch {
	case len(b) >= 2 && (b[0] == 0xff && b[1] == 0xfe):
	case len(b) >= 2 && (b[0] == 0xfe && b[1] == 0xff):
		order = unicode.BigEndian
	case len(b) >= utf16Bytes && b[0] != 0 && b[1] == 0 && b[2] != 0 && b[3] == 0:
	case len(b) >= utf16Bytes && b[0] == 0 && b[1] != 0 && b[2] == 0 && b[3] != 0:
		order = unicode.BigEndian
	default:
		return nil
	}
	return unicode.UTF16(order, unicode.UseBOM)
}

// FromUTF16 returns a text in UTF-16 as UTF-8, and any other text as it is.
func FromUTF16(b []byte) []byte {
	e := utf16Of(b)
	if e == nil {
		return b
	}
	text, err := e.NewDecoder().Bytes(b)
	if err != nil {
		return b
	}
	return text
}

// fromUTF16 converts the stream from its beginning, which has been read, if it is UTF-16.
func (s *Scanner) fromUTF16(want int) {
	e := utf16Of(s.buf)
	if e == nil {
		return
	}
	readers := []io.Reader{bytes.NewReader(bytes.Clone(s.buf))}
	switch s.err {
	case nil:
		readers = append(readers, s.r)
	case io.EOF:
	default:
		return // it comes before the next byte
	}
	s.r, s.buf, s.err = transform.NewReader(io.MultiReader(readers...), e.NewDecoder()), s.buf[:0], nil
	s.read(want)
}
