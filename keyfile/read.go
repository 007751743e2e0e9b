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

// Read reads a file of keys. An empty format detects it by the content, but for
// the raw ones; all text formats are read alike, whichever is named. bits is the
// width of raw words and has no effect on others.
//
// The error wraps [ErrFormat], [ErrCorrupt], [ErrVersion], [ErrWidth], [ErrMany] or
// [ErrSize], and may be a [*SyntaxError]. Memory is in proportion to the file.
func Read(r io.Reader, format string, bits int) (File, error) {
	return readUpTo(maxFile, zobrist.MaxFeatures, r, format, bits)
}

// ReadMost is [Read] of a table with at most most keys, at least 1. It ends at the first key too many, before more take
// memory; the error wraps [ErrMany].
func ReadMost(r io.Reader, format string, bits, most int) (File, error) {
	return readUpTo(maxFile, most, r, format, bits)
}

// readUpTo is ReadMost, but for the largest file.
func readUpTo(limit, most int, r io.Reader, format string, bits int) (f File, err error) {
	defer func() {
		if err == nil && len(f.Keys) > most {
			f, err = File{}, fmt.Errorf("%w: %d, and the most are %d", ErrMany, len(f.Keys), most)
		}
	}()
	if format != "" {
		if err := checkFormat(format); err != nil {
			return File{}, err
		}
	}
	in := bufio.NewReader(io.LimitReader(r, int64(limit)+1))
	if first, _ := in.Peek(512); format == "" && !bytes.HasPrefix(first, []byte(magic)) &&
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
	switch format {
	case "":
		return detect(data, most)
	case "raw-be", "raw-le":
		return readRaw(data, format, bits)
	case "bin":
		return readBinary(data)
	}
	if data, err = plain(data); err != nil {
		return File{}, err
	}
	if format == "json" {
		return readJSON(data, most)
	}
	return readText(data, most)
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

// ReadFile is [Read] of the named file. An empty format means raw-be if the name ends
// in .be, and raw-le if it ends in .le. Keys without a name get the name of the file. A named pipe or a device is an
// error.
func ReadFile(name, format string, bits int) (File, error) {
	in, err := regular.Open(name)
	if err != nil {
		return File{}, err
	}
	defer in.Close()
	switch {
	case format != "":
	case strings.HasSuffix(name, ".be"):
		format = "raw-be"
	case strings.HasSuffix(name, ".le"):
		format = "raw-le"
	}
	return readNamed(in, name, format, bits)
}

// readNamed is Read, with the name in errors and for keys that have none.
func readNamed(r io.Reader, name, format string, bits int) (File, error) {
	f, err := Read(r, format, bits)
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
