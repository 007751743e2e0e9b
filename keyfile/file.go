package keyfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// A File is what a file of keys holds.
type File struct {
	zobrist.Set

	// Bits is the width of the keys and the start values, 1 to 128; above 64
	// there is a secondary code. 0 is 128 with a secondary code and 64 without.
	Bits int

	// Order says which fact of the game each key is for: the lines of a
	// [Layout]; nil if that is not known.
	Order []string

	// Parts are the lists that the keys were read from, if they are all the numbers of a text
	// that does not say that it has keys; otherwise nil. See [File.Proof].
	Parts []Part
}

// Errors wrapped by the errors of this package.
var (
	ErrFormat  = errors.New("keyfile: not a table of keys")
	ErrCorrupt = errors.New("keyfile: table is damaged")
	ErrVersion = errors.New("keyfile: unknown version")
	ErrWidth   = errors.New("keyfile: width does not fit")
	ErrMany    = errors.New("keyfile: too many keys")
	ErrSize    = fmt.Errorf("keyfile: larger than %d MiB, the most for a table of keys", maxFile>>20)
)

// newFile returns the file of the words of the given width.
func newFile(name string, order []string, bits int, start gf2.Word, words []gf2.Word) File {
	f := File{Bits: bits, Order: order}
	f.Name, f.Start, f.Keys = name, start.Lo, make(zobrist.Keys, len(words))
	for i, w := range words {
		f.Keys[i] = w.Lo
	}
	if bits > 64 {
		f.SecondStart, f.Second = start.Hi, make(zobrist.Keys, len(words))
		for i, w := range words {
			f.Second[i] = w.Hi
		}
	}
	return f
}

// words returns the start value and the keys as words of 128 bits.
func (f File) words() (start gf2.Word, keys []gf2.Word) {
	return gf2.Word{Hi: f.SecondStart, Lo: f.Start}, gf2.Columns(f.Keys, f.Second)
}

// check returns an error unless the file can be written and read again.
func (f File) check() error {
	start, words := f.words()
	switch {
	case f.Bits < 1 || f.Bits > 128:
		return fmt.Errorf("%w: %d bits are not in 1 to 128", ErrWidth, f.Bits)
	case f.Bits > 64 && f.Second == nil:
		return fmt.Errorf("%w: %d bits of keys of 64", ErrWidth, f.Bits)
	case len(words) < 1 || len(words) > zobrist.MaxFeatures:
		return fmt.Errorf("%w: %d keys are not 1 to %d", ErrFormat, len(words), zobrist.MaxFeatures)
	case !utf8.ValidString(f.Name):
		return fmt.Errorf("%w: the name %q is not UTF-8", ErrFormat, f.Name)
	}
	for i, w := range append(words, start) {
		if w.Len() > f.Bits {
			return fmt.Errorf("%w: word %d has more than %d bits", ErrWidth, i, f.Bits)
		}
	}
	for _, line := range f.Order {
		if !isLine(line) {
			return fmt.Errorf("%w: a line %q in the order of the keys; write UTF-8, not empty, without control "+
				"characters or spaces around it", ErrFormat, line)
		}
	}
	return nil
}

// isLine reports whether a file can state the line as part of an order.
func isLine(line string) bool {
	return utf8.ValidString(line) && strings.TrimSpace(line) == line && line != "" &&
		!strings.ContainsFunc(line, unicode.IsControl)
}

// cut returns the file with the low bits of its words alone; 0 bits stand for
// all of them. The words of a file may be widened, by bits that are 0.
func (f File) cut(bits int) (File, error) {
	wide := f.Bits
	switch {
	case wide == 0 && f.Second == nil:
		wide = 64
	case wide == 0:
		wide = 128
	}
	if bits == 0 {
		bits = wide
	}
	if f.Bits > 0 && bits > f.Bits && bits <= 128 {
		if bits > 64 && f.Second == nil {
			f.Second = make(zobrist.Keys, len(f.Keys))
		}
		f.Bits, wide = bits, bits
	}
	if bits < 1 || bits > min(wide, 128) {
		return File{}, fmt.Errorf("%w: %d bits of %s, which has %d", ErrWidth, bits, f.Name, wide)
	}
	f.Set, f.Bits = f.Set.Truncate(bits), bits
	return f, nil
}

// Formats returns the formats that [Write] writes, see the package comment.
func Formats() []string {
	return []string{
		"go", "c", "rust", "js", "js32", "js48", "mjs", "mjs32", "mjs48", "json", "hex", "bin", "raw-be", "raw-le",
	}
}

// checkFormat returns an error if there is no such format.
func checkFormat(format string) error {
	if slices.Contains(Formats(), format) {
		return nil
	}
	return fmt.Errorf("%w: no format %q; the formats are %s", ErrFormat, format, strings.Join(Formats(), ", "))
}
