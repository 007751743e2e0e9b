package tabulation

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
)

// tables is what drawing, saving and loading a function need.
type tables interface {
	words(visit func(*uint64)) // every word of the tables, in the order of the format
	draw(src rand.Source)
	header() header
}

// drawn fills the tables of f and returns it.
func drawn[T tables](f T, src rand.Source) T {
	f.draw(src)
	return f
}

// fill draws every word of the tables, all 64 bits of it.
func fill(t tables, src rand.Source) { t.words(func(w *uint64) { *w = src.Uint64() }) }

func eachWord(t []uint64, visit func(*uint64)) {
	for i := range t {
		visit(&t[i])
	}
}

func eachPair(t [][256]pair, visit func(*uint64)) {
	for i := range t {
		for j := range t[i] {
			visit(&t[i][j].hash)
			visit(&t[i][j].derived)
		}
	}
}

// each visits tables whose rows are arrays of words.
func each[R interface {
	[256]uint64 | [3]uint64 | [6]uint64
}](t []R, visit func(*uint64)) {
	for i := range t {
		for j := range len(t[i]) {
			visit(&t[i][j])
		}
	}
}

// The format: 4 bytes "ztab", 1 of version, 1 of kind, 1 of family, 1 zero,
// 4 of the number of characters; the words of the tables; 4 of CRC-32C of all
// before it. Numbers are little-endian.
const (
	magic      = "ztab"
	version    = 1
	headerSize = 12
	checkSize  = 4
)

type kind uint8

const (
	kind32 kind = 1 + iota
	kind64
	kindTuple
	kindString
)

type header struct {
	kind   kind
	family Family
	chars  uint32 // characters of a key; 0 for strings
}

// FormatError says why saved tables cannot be loaded.
type FormatError struct {
	Offset  int    // of the first byte in question, from 0
	Problem string // what is wrong with it, and what to do
}

// Error implements error.
func (e *FormatError) Error() string {
	return fmt.Sprintf("tabulation: load tables, byte %d: %s", e.Offset, e.Problem)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func encode(t tables) []byte {
	h := t.header()
	b := append(make([]byte, 0, encodedSize(t)), magic...)
	b = append(b, version, byte(h.kind), byte(h.family), 0)
	b = binary.LittleEndian.AppendUint32(b, h.chars)
	t.words(func(w *uint64) { b = binary.LittleEndian.AppendUint64(b, *w) })
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

func encodedSize(t tables) int {
	n := 0
	t.words(func(*uint64) { n++ })
	return headerSize + 8*n + checkSize
}

// readHeader reads the first bytes of data.
func readHeader(data []byte) (header, error) {
	switch {
	case len(data) < headerSize || string(data[:4]) != magic:
		return header{}, &FormatError{0, "not tables of this package"}
	case data[4] != version:
		return header{}, &FormatError{4, fmt.Sprintf("version %d, and this release reads version %d; load it with the release that saved it", data[4], version)}
	case data[6] >= byte(families):
		return header{}, &FormatError{6, fmt.Sprintf("no family has number %d", data[6])}
	case data[7] != 0:
		return header{}, &FormatError{7, "reserved byte is not 0"}
	}
	return header{kind(data[5]), Family(data[6]), binary.LittleEndian.Uint32(data[8:])}, nil
}

// decode sets the tables of t, whose header must be that of data.
func decode(t tables, data []byte) error {
	h, err := readHeader(data)
	if err != nil {
		return err
	}
	if want := t.header(); h != want {
		return &FormatError{5, fmt.Sprintf("tables of %v, and %v are wanted", h, want)}
	}
	if size := encodedSize(t); len(data) != size {
		return &FormatError{min(len(data), size), fmt.Sprintf("%d bytes, and these tables have %d; the data is cut off or has more behind it", len(data), size)}
	}
	end := len(data) - checkSize
	if crc32.Checksum(data[:end], castagnoli) != binary.LittleEndian.Uint32(data[end:]) {
		return &FormatError{end, "checksum does not match; the data is damaged"}
	}
	rest := data[headerSize:end]
	t.words(func(w *uint64) {
		*w = binary.LittleEndian.Uint64(rest)
		rest = rest[8:]
	})
	if v, ok := t.(interface{ valid() bool }); ok && !v.valid() && !zero(t) {
		return &FormatError{headerSize, "a permutation has a value twice; the data was not made by this package"}
	}
	return nil
}

// zero reports whether t has the tables of a zero value, in which even what
// should be a permutation is 0.
func zero(t tables) bool {
	sum := uint64(0)
	t.words(func(w *uint64) { sum |= *w })
	return sum == 0
}

// decodeInto is decode that leaves *t alone on an error.
func decodeInto[T any, P interface {
	*T
	tables
}](t P, data []byte) error {
	fresh := P(new(T))
	if err := decode(fresh, data); err != nil {
		return err
	}
	*t = *fresh
	return nil
}

// String describes what a header stands for.
func (h header) String() string {
	switch h.kind {
	case kind32:
		return h.family.String() + " for 32-bit keys"
	case kind64:
		return h.family.String() + " for 64-bit keys"
	case kindTuple:
		return fmt.Sprintf("%v for tuples of %d bytes", h.family, h.chars)
	case kindString:
		return h.family.String() + " for strings"
	}
	return fmt.Sprintf("an unknown kind %d", uint8(h.kind))
}

// Decode32 loads a function for 32-bit keys of whatever family, which its
// method MarshalBinary saved. An error is a *[FormatError].
//
// The binary form is "ztab", a byte of version (1), of kind, of family and of
// zero, 4 bytes of the number of characters, the words of the tables and
// their CRC-32C, all little-endian. It is frozen from release 1.0.
func Decode32(data []byte) (Function[uint32], error) {
	return decodeFamily(make32, data)
}

// Decode64 is [Decode32] for 64-bit keys.
func Decode64(data []byte) (Function[uint64], error) {
	return decodeFamily(make64, data)
}

func decodeFamily[K any](fresh func(Family) function[K], data []byte) (Function[K], error) {
	h, err := readHeader(data)
	if err != nil {
		return nil, err
	}
	t := fresh(h.family)
	if err := decode(t, data); err != nil {
		return nil, err
	}
	return t, nil
}
