// Package keyfile reads and writes tables of keys, and knows the tables that
// have names.
//
//	t, err := keyfile.Open("coded:1", keyfile.Options{Features: 781})
//	…
//	err = keyfile.Export(os.Stdout, t, keyfile.C)
//	…
//	t, err = keyfile.Import(text, keyfile.Detect)
//
// # Formats
//
//   - go, c, rust: an array of integers, and the start value; 128 bits are
//     pairs of 64, the high half first (u128 in Rust)
//   - js: BigInt; js32: pairs of 32-bit numbers, the high half first, XORed in
//     parallel; js48: numbers that are added, see [zobrist.AdditiveKeys]
//   - json: an object with hexadecimal strings
//   - hex: a line for each key
//   - bin: the words in big-endian order between a header and a SHA-256
//   - raw-be, raw-le: nothing but the words, 8 or 16 bytes each, most or least
//     significant byte first; name and start value are lost
//
// All but the raw ones begin with a line of name, number, width, start value
// and SHA-256, and [Import] gives back what [Export] was given. [Import] also
// takes lists of numbers as people post them: anything with 0x literals in it,
// or bare hexadecimal words of 8, 12, 16 or 32 digits, comments aside.
//
// # Guarantees
//
// The formats are frozen from release 1.0 on; a file of a later version is
// refused. Untrusted bytes give an error, never a panic, and memory in
// proportion to their number.
//
// # Limits
//
// A file has one table of one width. Exported sources hold keys, not hashing
// code: hash = start XOR the keys of the features that hold.
//
// # Cost
//
// Below a microsecond a key, mostly the SHA-256 and the digits.
package keyfile

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist"
)

// A Format is the name of a file format.
type Format string

// The formats; see the package comment.
const (
	Detect Format = "" // on import: whichever it is, but raw
	Go     Format = "go"
	C      Format = "c"
	Rust   Format = "rust"
	JS     Format = "js"
	JS32   Format = "js32"
	JS48   Format = "js48"
	JSON   Format = "json"
	Hex    Format = "hex"
	Bin    Format = "bin"
	RawBE  Format = "raw-be"
	RawLE  Format = "raw-le"
)

// Formats returns the formats that [Export] writes.
func Formats() []Format {
	return []Format{Go, C, Rust, JS, JS32, JS48, JSON, Hex, Bin, RawBE, RawLE}
}

// Errors that those of this package wrap.
var (
	ErrFormat  = errors.New("keyfile: not a table of keys")
	ErrCorrupt = errors.New("keyfile: table is damaged")
	ErrVersion = errors.New("keyfile: unknown version")
	ErrWidth   = errors.New("keyfile: width does not fit the format")
)

// A Table is a set of keys and the width they are meant to have.
type Table struct {
	zobrist.Set
	Bits int // 1 to 128; the keys have no bits above
}

// Len returns the number of keys.
func (t Table) Len() int { return len(t.Keys) }

// Wide returns the keys and the start value in words of 128 bits: both codes
// if Bits is above 64, and the primary one otherwise.
func (t Table) Wide() (keys zobrist.Keys128, start zobrist.Uint128) {
	if t.Bits > 64 {
		return t.Words(), zobrist.Uint128{Hi: t.SecondStart, Lo: t.Start}
	}
	return zobrist.Set{Keys: t.Keys}.Words(), zobrist.Uint128{Lo: t.Start}
}

// newTable returns the table of the words, with a secondary code above 64 bits.
func newTable(name string, width int, start zobrist.Uint128, words zobrist.Keys128) Table {
	t := Table{Bits: width}
	t.Name = name
	t.Start, t.Keys = start.Lo, make(zobrist.Keys, len(words))
	for i, w := range words {
		t.Keys[i] = w.Lo
	}
	if width > 64 {
		t.SecondStart, t.Second = start.Hi, make(zobrist.Keys, len(words))
		for i, w := range words {
			t.Second[i] = w.Hi
		}
	}
	return t
}

// one returns the table with only the width that Bits says, as it is written
// to a file, or an error that wraps [ErrWidth] where a word has more bits.
func (t Table) one() (Table, error) {
	if t.Bits < 1 || t.Bits > 128 {
		return Table{}, fmt.Errorf("%w: %d bits are not in 1 to 128", ErrWidth, t.Bits)
	}
	words, start := t.Wide()
	if len(words) < 1 || len(words) > zobrist.MaxFeatures {
		return Table{}, fmt.Errorf("%w: %d keys are not 1 to %d", ErrFormat, len(words), zobrist.MaxFeatures)
	}
	if !utf8.ValidString(t.Name) {
		return Table{}, fmt.Errorf("%w: the name %q is not UTF-8", ErrFormat, t.Name)
	}
	for i, w := range append(slices.Clip(words), start) {
		if bitLen(w) > t.Bits {
			return Table{}, fmt.Errorf("%w: word %d has more than %d bits; truncate the keys", ErrWidth, i, t.Bits)
		}
	}
	return newTable(t.Name, t.Bits, start, words), nil
}

func bitLen(w zobrist.Uint128) int {
	if w.Hi != 0 {
		return 64 + bits.Len64(w.Hi)
	}
	return bits.Len64(w.Lo)
}

// mask returns the word of that many low ones.
func mask(width int) zobrist.Uint128 {
	if width > 64 {
		return zobrist.Uint128{Hi: 1<<(width-64) - 1, Lo: ^uint64(0)}
	}
	return zobrist.Uint128{Lo: 1<<width - 1}
}

// Truncated returns the table with only the low bits, 1 to Bits, of each word.
func (t Table) Truncated(width int) (Table, error) {
	if width < 1 || width > t.Bits {
		return Table{}, fmt.Errorf("%w: %d bits of %s, which has %d", ErrWidth, width, t.Name, t.Bits)
	}
	words, start := t.Wide()
	words = slices.Clone(words)
	for i := range words {
		words[i] = words[i].And(mask(width))
	}
	return newTable(t.Name, width, start.And(mask(width)), words), nil
}

// MaxFile is the largest file that is read, in bytes: 7 million keys of 64 bits
// in the text formats, or [zobrist.MaxFeatures] in the binary ones.
const MaxFile = 256 << 20

// ErrSize is wrapped by the error about a file that is larger than [MaxFile].
var ErrSize = fmt.Errorf("keyfile: larger than %d MiB, the most for a table of keys", MaxFile>>20)

// Read imports what r holds; see [Import]. bits is the width of raw words and
// matters only to [RawBE] and [RawLE].
func Read(r io.Reader, f Format, bits int) (Table, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFile+1))
	switch {
	case err != nil:
		return Table{}, err
	case len(data) > MaxFile:
		return Table{}, ErrSize
	case f == RawBE || f == RawLE:
		return ImportRaw(data, f, bits)
	}
	return Import(data, f)
}

// ReadFile imports the file of that name. Its format is told by its content;
// files ending in .be or .le are raw.
func ReadFile(name string) (Table, error) {
	f, err := os.Open(name)
	if err != nil {
		return Table{}, err
	}
	defer f.Close()
	format := Detect
	switch {
	case strings.HasSuffix(name, ".be"):
		format = RawBE
	case strings.HasSuffix(name, ".le"):
		format = RawLE
	}
	return readNamed(f, name, format)
}

// readNamed is Read for words of 64 bits. A table without a name gets name.
func readNamed(r io.Reader, name string, f Format) (Table, error) {
	t, err := Read(r, f, 64)
	if err != nil {
		return Table{}, fmt.Errorf("read %s: %w", name, err)
	}
	if t.Name == "" {
		t.Name = name
	}
	return t, nil
}
