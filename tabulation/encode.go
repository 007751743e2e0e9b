package tabulation

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// The binary form of a function:
//
//	offset  bytes
//	     0      4  "ztab"
//	     4      1  version, 1
//	     5      1  kind: 1 integers of 32 bits, 2 integers of 64 bits, 3 tuples, 4 strings
//	     6      1  family, in the order of the constants from 0
//	     7      1  0
//	     8      4  characters of a key that the tables hash
//	    12      8  for strings only, the point of the polynomial
//	            …  the words of the tables, 8 bytes each
//	   end      4  CRC-32C of all before it
//
// Numbers are little-endian.
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

// String says what functions of the kind hash.
func (k kind) String() string {
	switch k {
	case kind32:
		return "32-bit integers"
	case kind64:
		return "64-bit integers"
	case kindTuple:
		return "tuples"
	case kindString:
		return "strings"
	}
	return fmt.Sprintf("unknown kind %d", uint8(k))
}

// characters returns the number of characters of a key, except for tuples.
func (k kind) characters() uint32 {
	if k == kind32 {
		return 4
	}
	return 8
}

// FormatError says why a saved function cannot be loaded. The saved form is "ztab", a byte each of version (1), kind,
// family and zero, the number of characters in four bytes, the words of the tables and their CRC-32C, all
// little-endian. It is frozen from release 1.0.
type FormatError struct {
	Offset  int    // of the first byte in question, from 0
	Problem string // what is wrong with it, and what to do
}

// Error implements error.
func (e *FormatError) Error() string {
	return fmt.Sprintf("tabulation: load tables, byte %d: %s", e.Offset, e.Problem)
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encode returns the saved form of tables, with words of another kind before them.
func encode(k kind, t *tables, before ...uint64) []byte {
	b := make([]byte, 0, headerSize+8*(len(before)+len(t.words))+checkSize)
	b = append(b, magic...)
	b = append(b, version, byte(k), byte(t.family), 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(t.chars))
	for _, words := range [][]uint64{before, t.words} {
		for _, w := range words {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
	}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// decode returns the tables of data, and sets the words before them.
func decode(want kind, data []byte, before ...*uint64) (*tables, error) {
	f, chars, err := readHeader(want, data)
	if err != nil {
		return nil, err
	}
	size := headerSize + 8*(int64(len(before))+f.size(chars)) + checkSize
	if int64(len(data)) != size {
		problem := fmt.Sprintf("%d bytes instead of %d; the data is cut off or has more behind it", len(data), size)
		return nil, &FormatError{int(min(int64(len(data)), size)), problem}
	}
	body, check := data[:len(data)-checkSize], data[len(data)-checkSize:]
	if crc32.Checksum(body, castagnoli) != binary.LittleEndian.Uint32(check) {
		return nil, &FormatError{len(body), "checksum does not match; the data is damaged"}
	}
	body = body[headerSize:]
	next := func() uint64 {
		w := binary.LittleEndian.Uint64(body)
		body = body[8:]
		return w
	}
	for _, w := range before {
		*w = next()
	}
	words := make([]uint64, f.size(chars))
	for i := range words {
		words[i] = next()
	}
	t := newTables(f, chars, words)
	if !t.valid() {
		at := len(data) - checkSize - 8*len(t.second)
		return nil, &FormatError{at, "a permutation has a value twice; the data was not made by this package"}
	}
	return t, nil
}

// readHeader returns the family and the number of characters.
func readHeader(want kind, data []byte) (f Family, chars int, err error) {
	if len(data) < headerSize || string(data[:4]) != magic {
		return 0, 0, &FormatError{0, "not a function of this package"}
	}
	f, n := Family(data[6]), binary.LittleEndian.Uint32(data[8:])
	switch {
	case data[4] != version:
		problem := fmt.Sprintf("version %d instead of %d; load it with the release that saved it", data[4], version)
		err = &FormatError{4, problem}
	case kind(data[5]) != want:
		err = &FormatError{5, fmt.Sprintf("a function of %v, not of %v", kind(data[5]), want)}
	case f >= families:
		err = &FormatError{6, fmt.Sprintf("no family has number %d", data[6])}
	case data[7] != 0:
		err = &FormatError{7, "reserved byte is not 0"}
	case want != kindTuple && n != want.characters(), n == 0, int64(n) > int64(len(data)/256):
		err = &FormatError{8, fmt.Sprintf("%d characters in %d bytes of %v", n, len(data), want)}
	}
	return f, int(n), err
}
