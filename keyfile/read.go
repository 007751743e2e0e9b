package keyfile

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/system/regular"
)

// maxFile is the largest file that is read, in bytes: 7 million keys of 64 bits
// in the text formats, or [zobrist.MaxFeatures] in the binary ones.
const maxFile = 256 << 20

// ReadOptions say how a file of keys is read. The zero value suits every file but one of raw words.
type ReadOptions struct {
	// Format is one of [Formats]; "" detects it by the content, except for the raw ones. All text formats are read
	// alike, whichever is named.
	Format string

	// Bits is the width of raw words, 1 to 128; 0 means 64. Other formats say their width.
	Bits int

	// Most is the largest number of keys to read; 0 means [zobrist.MaxFeatures]. Reading ends at the first key too
	// many, before more take memory.
	Most int
}

func (o *ReadOptions) setDefaults() {
	if o.Bits == 0 {
		o.Bits = 64
	}
	if o.Most <= 0 {
		o.Most = zobrist.MaxFeatures
	}
}

// Read reads a file of keys.
//
// The error wraps [ErrFormat], [ErrCorrupt], [ErrVersion], [ErrWidth], [ErrMany] or
// [ErrSize], and may be a [*SyntaxError]. Memory is in proportion to the file.
func Read(r io.Reader, o ReadOptions) (File, error) { return readUpTo(maxFile, r, o) }

// readUpTo is Read, but for the largest file.
func readUpTo(limit int, r io.Reader, o ReadOptions) (f File, err error) {
	o.setDefaults()
	defer func() {
		if err == nil && len(f.Keys) > o.Most {
			f, err = File{}, fmt.Errorf("%w: %d, and the most are %d", ErrMany, len(f.Keys), o.Most)
		}
	}()
	if o.Format != "" {
		if err := checkFormat(o.Format); err != nil {
			return File{}, err
		}
	}
	in := bufio.NewReader(io.LimitReader(r, int64(limit)+1))
	if first, _ := in.Peek(512); o.Format == "" && !bytes.HasPrefix(first, []byte(magic)) &&
		bytes.IndexByte(first, 0) >= 0 && !isUTF16(first) {
		return File{}, fmt.Errorf("%w: it is neither text nor bin; convert raw words first "+
			"(zobrist keys import --from raw-le, or raw-be)", ErrFormat)
	}
	data, err := io.ReadAll(in)
	switch {
	case err != nil:
		return File{}, err
	case len(data) > limit:
		return File{}, ErrSize
	}
	switch o.Format {
	case "":
		return detect(data, o.Most)
	case "raw-be", "raw-le":
		return readRaw(data, o.Format, o.Bits)
	case "bin":
		return readBinary(data)
	}
	if data, err = plain(data); err != nil {
		return File{}, err
	}
	if o.Format == "json" {
		return readJSON(data, o.Most)
	}
	return readText(data, o.Most)
}

// isUTF16 reports whether a text begins with a byte order mark of UTF-16.
func isUTF16(data []byte) bool {
	return bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff"))
}

// plain makes spaces of a byte order mark, and line feeds of carriage returns if
// lines end with them alone. Everything keeps its place.
func plain(data []byte) ([]byte, error) {
	if isUTF16(data) {
		return nil, fmt.Errorf("%w: it begins as UTF-16 does; convert it (iconv -f UTF-16 -t UTF-8), "+
			"or raw words (zobrist keys import --from raw-le, or raw-be)", ErrFormat)
	}
	if mark := []byte("\xef\xbb\xbf"); bytes.HasPrefix(data, mark) {
		copy(data, "   ")
	}
	if bytes.IndexByte(data, '\n') < 0 {
		data = bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
	}
	return data, nil
}

// detect reads a file by its content.
func detect(data []byte, most int) (File, error) {
	if bytes.HasPrefix(data, []byte(magic)) {
		return readBinary(data)
	}
	data, err := plain(data)
	if err != nil {
		return File{}, err
	}
	switch trimmed := bytes.TrimLeft(data, " \t\r\n"); {
	case bytes.HasPrefix(trimmed, []byte("{")) && bytes.Contains(trimmed, []byte(jsonFormat)):
		return readJSON(data, most)
	}
	return readText(data, most)
}

// ReadFile is [Read] of the named file. Without a Format it is raw-be if the name ends
// in .be, and raw-le if it ends in .le. Keys without a name get the name of the file. A named pipe or a device is an
// error.
func ReadFile(name string, o ReadOptions) (File, error) {
	in, err := regular.Open(name)
	if err != nil {
		return File{}, err
	}
	defer in.Close()
	switch {
	case o.Format != "":
	case strings.HasSuffix(name, ".be"):
		o.Format = "raw-be"
	case strings.HasSuffix(name, ".le"):
		o.Format = "raw-le"
	}
	return readNamed(in, name, o)
}

// readNamed is Read, with the name in errors and for keys that have none.
func readNamed(r io.Reader, name string, o ReadOptions) (File, error) {
	f, err := Read(r, o)
	if err != nil {
		return File{}, fmt.Errorf("read %s: %w", name, err)
	}
	if f.Name == "" {
		f.Name = name
	}
	return f, nil
}

// A SyntaxError says where a text stops being a table of keys or a [Layout].
type SyntaxError struct {
	Line   int    // 1-based
	Offset int    // of the byte, 0-based; −1 if only the line is known
	Text   string // description of the fault
	Err    error
}

// Error returns the place and the fault.
func (e *SyntaxError) Error() string {
	place := fmt.Sprintf("line %d", e.Line)
	if e.Offset >= 0 {
		place += fmt.Sprintf(", byte %d", e.Offset)
	}
	return fmt.Sprintf("%s: %v: %s", place, e.Err, e.Text)
}

// Unwrap returns [ErrFormat], [ErrVersion], [ErrMany] or [ErrLayout].
func (e *SyntaxError) Unwrap() error { return e.Err }

func syntaxError(data []byte, offset int, err error, format string, args ...any) error {
	return &SyntaxError{
		Line: 1 + bytes.Count(data[:offset], []byte("\n")), Offset: offset,
		Text: fmt.Sprintf(format, args...), Err: err,
	}
}
