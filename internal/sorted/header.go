package sorted

import (
	"encoding/binary"
	"hash/crc32"
)

// The header of a file is its first page. Numbers are little-endian.
//
//	byte 0   magic, 8 bytes
//	     8   version, 4 bytes
//	    12   the owner's number, 4 bytes
//	    16   pages of header and data, 8 bytes
//	    24   the owner's counts, 3 times 8 bytes
//	    48   CRC-32C of the roots, 4 bytes
//	    52   number of sections, 4 bytes
//	    56   sections: kind, argument (4 bytes each), offset, length in bytes (8 bytes each)
//	  4092   CRC-32C of the bytes before
const (
	headerVersion  = 8
	headerNumber   = 12
	headerPages    = 16
	headerCounts   = 24
	headerRoots    = 48
	headerSections = 52
	headerList     = 56
	headerSum      = PageSize - 4

	sectionSize = 24
)

// MaxSections is the number of sections that a header has room for.
const MaxSections = (headerSum - headerList) / sectionSize

// A Section is a part of a file, whose kind and argument have a meaning for its owner.
type Section struct {
	Kind   uint32
	Arg    uint32
	Offset int64
	Length int64 // in bytes
}

// A Header is what the first page of a file says.
type Header struct {
	Version  uint32    // set when it is read
	Number   uint32    // the owner's
	Counts   [3]uint64 // the owner's
	Pages    int64     // of header and data
	Roots    uint32    // CRC-32C: a checksum of all checksums
	Sections []Section
}

func (h *Header) encode(f *Family) []byte {
	b := make([]byte, PageSize)
	le := binary.LittleEndian
	copy(b, f.Magic)
	le.PutUint32(b[headerVersion:], f.Version)
	le.PutUint32(b[headerNumber:], h.Number)
	le.PutUint64(b[headerPages:], uint64(h.Pages))
	for i, n := range h.Counts {
		le.PutUint64(b[headerCounts+8*i:], n)
	}
	le.PutUint32(b[headerRoots:], h.Roots)
	le.PutUint32(b[headerSections:], uint32(len(h.Sections)))
	for i, s := range h.Sections {
		at := b[headerList+i*sectionSize:]
		le.PutUint32(at, s.Kind)
		le.PutUint32(at[4:], s.Arg)
		le.PutUint64(at[8:], uint64(s.Offset))
		le.PutUint64(at[16:], uint64(s.Length))
	}
	le.PutUint32(b[headerSum:], crc32.Checksum(b[:headerSum], castagnoli))
	return b
}

// Header reads the header. Sections lie in the data; the rest of what it says is not checked.
func (f *File) Header() (Header, error) {
	b, le := f.Data[:PageSize], binary.LittleEndian
	h := Header{
		Version: le.Uint32(b[headerVersion:]), Number: le.Uint32(b[headerNumber:]), Pages: f.pages,
		Roots: le.Uint32(b[headerRoots:]),
	}
	for i := range h.Counts {
		h.Counts[i] = le.Uint64(b[headerCounts+8*i:])
	}
	n := le.Uint32(b[headerSections:])
	if n > MaxSections {
		return h, f.Corrupt(0, PageSize, "the header contradicts itself")
	}
	for i := range n {
		at := b[headerList+i*sectionSize:]
		s := Section{le.Uint32(at), le.Uint32(at[4:]), int64(le.Uint64(at[8:])), int64(le.Uint64(at[16:]))}
		if s.Offset < 0 || s.Length < 0 || s.Offset > f.End() || s.Length > f.End()-s.Offset {
			return h, f.Corrupt(0, PageSize, "a section lies beyond the end of the data")
		}
		h.Sections = append(h.Sections, s)
	}
	return h, nil
}
