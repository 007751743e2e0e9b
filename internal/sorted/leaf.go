package sorted

import (
	"encoding/binary"
	"math/bits"
)

// A leaf is a page of a table with records, in ascending order of their keys:
//
//	byte 0   n, the number of records, 2 bytes
//	     2   l, the low bits of a key, 1 byte
//	     3   w, the bits of a length, 1 byte
//	     4   the least length of a payload, 2 bytes
//	     6   u, the number of words of the upper bits, 2 bytes
//	     8   the low word of the first key, 8 bytes
//	    16   upper bits: of record i, from 0, the bit (d>>l)+i is set, where d is the difference of the low words of
//	         its key and of the first one; 8u bytes
//	         of each record the low l bits of d, then the high word, 16 bits; padded to a byte
//	         of each record the length of its payload less the least one, w bits; padded to a byte
//	         the payloads
//
// This code of ascending numbers takes about 2 + log2(range/n) bits a number, and a key is found by counting zeros:
// Elias, Efficient storage and retrieval by content and address of static files, Journal of the ACM 21, 1974.
//
// A record whose payload is longer than maxShort has a leaf of its own, of several pages: n is 0, byte 2 has the high
// word of the key, byte 4 the length, 4 bytes, byte 8 the low word, and byte 16 the payload.
const (
	leafHead = 16
	maxShort = 2000
)

// A leafShape says where a leaf has its parts.
type leafShape struct {
	n        int
	low      uint
	width    uint
	least    int
	words    int
	keys     int // bytes from the beginning of the page
	lengths  int
	payloads int
}

// place sets the places of the parts from the other fields.
func (s *leafShape) place() {
	s.keys = leafHead + 8*s.words
	s.lengths = s.keys + (s.n*int(s.low+16)+7)/8
	s.payloads = s.lengths + (s.n*int(s.width)+7)/8
}

// shapeOf returns the shape of a leaf of n records, whose low words have a range, and payloads lengths from least to
// most.
func shapeOf(n int, span uint64, least, most int) leafShape {
	s := leafShape{n: n, least: least, width: uint(bits.Len(uint(most - least)))}
	s.low = uint(max(bits.Len64(span/uint64(n)), 1) - 1)
	s.words = (int(span>>s.low) + n + 63) / 64
	s.place()
	return s
}

// A leafEncoder encodes leaves. It gives them to emit, whole pages at a time, with the key of their first record.
type leafEncoder struct {
	keys    []Key
	lengths []int
	bytes   []byte // payloads
	least   int
	most    int
	page    []byte
	emit    func(first Key, pages []byte) error
}

// add adds a record with a greater key than the last one.
func (e *leafEncoder) add(k Key, payload []byte) error {
	n := len(payload)
	if n > maxShort {
		if err := e.end(); err != nil {
			return err
		}
		return e.long(k, payload)
	}
	if len(e.keys) > 0 {
		s := shapeOf(len(e.keys)+1, k.Lo-e.keys[0].Lo, min(e.least, n), max(e.most, n))
		if s.payloads+len(e.bytes)+n > PageSize {
			if err := e.end(); err != nil {
				return err
			}
		}
	}
	if len(e.keys) == 0 {
		e.least, e.most = n, n
	}
	e.least, e.most = min(e.least, n), max(e.most, n)
	e.keys, e.lengths, e.bytes = append(e.keys, k), append(e.lengths, n), append(e.bytes, payload...)
	return nil
}

func (e *leafEncoder) long(k Key, payload []byte) error {
	pages := make([]byte, pagesOf(int64(leafHead+len(payload)))*PageSize)
	binary.LittleEndian.PutUint16(pages[2:], k.Hi)
	binary.LittleEndian.PutUint32(pages[4:], uint32(len(payload)))
	binary.LittleEndian.PutUint64(pages[8:], k.Lo)
	copy(pages[leafHead:], payload)
	return e.emit(k, pages)
}

// end ends the leaf at hand.
func (e *leafEncoder) end() error {
	n := len(e.keys)
	if n == 0 {
		return nil
	}
	if e.page == nil {
		e.page = make([]byte, PageSize+8) // putBits reaches beyond the last byte
	}
	clear(e.page)
	b, le, first := e.page, binary.LittleEndian, e.keys[0]
	s := shapeOf(n, e.keys[n-1].Lo-first.Lo, e.least, e.most)
	le.PutUint16(b, uint16(n))
	b[2], b[3] = byte(s.low), byte(s.width)
	le.PutUint16(b[4:], uint16(s.least))
	le.PutUint16(b[6:], uint16(s.words))
	le.PutUint64(b[8:], first.Lo)
	key, length := uint64(s.keys)*8, uint64(s.lengths)*8
	for i, k := range e.keys {
		d := k.Lo - first.Lo
		at := leafHead*8 + d>>s.low + uint64(i)
		b[at>>3] |= 1 << (at & 7)
		putBits(b, key, d&(1<<s.low-1), s.low)
		putBits(b, key+uint64(s.low), uint64(k.Hi), 16)
		putBits(b, length, uint64(e.lengths[i]-s.least), s.width)
		key += uint64(s.low + 16)
		length += uint64(s.width)
	}
	copy(b[s.payloads:], e.bytes)
	e.keys, e.lengths, e.bytes = e.keys[:0], e.lengths[:0], e.bytes[:0]
	return e.emit(first, b[:PageSize])
}

// putBits sets width bits of b, 0 to 63, from bit pos on, which are 0.
func putBits(b []byte, pos, v uint64, width uint) {
	for width > 0 {
		n := min(width, 56)
		at := b[pos>>3:]
		binary.LittleEndian.PutUint64(at, binary.LittleEndian.Uint64(at)|v&(1<<n-1)<<(pos&7))
		v >>= n
		pos += uint64(n)
		width -= n
	}
}

// getBits returns width bits of b, 0 to 63, from bit pos on. At least 16 bytes follow the byte in which they begin.
func getBits(b []byte, pos uint64, width uint) uint64 {
	v := binary.LittleEndian.Uint64(b[pos>>3:]) >> (pos & 7)
	if width > 57 {
		v |= uint64(b[pos>>3+8]) << (63 - pos&7) << 1
	}
	return v & (1<<width - 1)
}

// sumBits returns the sum of n numbers of width bits, 1 to 16, from bit pos of b on. At least 16 bytes follow the last.
func sumBits(b []byte, pos uint64, width uint, n int) (sum uint64) {
	for each := int(57 / width); n > 0; n -= each { // as many as a word has from any bit of its first byte on
		v := binary.LittleEndian.Uint64(b[pos>>3:]) >> (pos & 7)
		for range min(n, each) {
			sum += v & (1<<width - 1)
			v >>= width
		}
		pos += uint64(each) * uint64(width)
	}
	return sum
}

// shape reads the shape of the leaf at an offset, whose first page was checked. It reports false if it is impossible.
func (f *File) shape(at int64) (s leafShape, ok bool) {
	b := f.Data[at : at+leafHead : at+leafHead]
	s = leafShape{n: int(binary.LittleEndian.Uint16(b)), low: uint(b[2]), width: uint(b[3]),
		least: int(binary.LittleEndian.Uint16(b[4:])), words: int(binary.LittleEndian.Uint16(b[6:]))}
	s.place()
	return s, s.low <= 63 && s.width <= 16 && s.payloads+s.n*s.least <= PageSize
}

// findIn looks up a key in the leaf at an offset and returns the place of its payload.
func (f *File) findIn(at int64, k Key) (offset int64, length int, ok bool, err error) {
	if err := f.Check(at, PageSize); err != nil {
		return 0, 0, false, err
	}
	base := binary.LittleEndian.Uint64(f.Data[at+8:])
	if binary.LittleEndian.Uint16(f.Data[at:]) == 0 {
		if base != k.Lo || binary.LittleEndian.Uint16(f.Data[at+2:]) != k.Hi {
			return 0, 0, false, nil
		}
		n := int64(binary.LittleEndian.Uint32(f.Data[at+4:]))
		err := f.Check(at, leafHead+n) // then it is less than the address space
		return at + leafHead, int(n), err == nil, err
	}
	s, possible := f.shape(at)
	if !possible {
		return 0, 0, false, f.Corrupt(at, PageSize, "a page of records contradicts itself")
	}
	if k.Lo < base {
		return 0, 0, false, nil
	}
	d := k.Lo - base
	i, bit := f.rank(at+leafHead, s.words, d>>s.low)
	for ; i < s.n && f.Data[at+leafHead+int64(bit>>3)]>>(bit&7)&1 != 0; i, bit = i+1, bit+1 {
		pos := uint64(at+int64(s.keys))*8 + uint64(i)*uint64(s.low+16)
		if low, want := getBits(f.Data, pos, s.low), d&(1<<s.low-1); low != want {
			if low > want {
				break
			}
			continue
		}
		if hi := uint16(getBits(f.Data, pos+uint64(s.low), 16)); hi == k.Hi {
			offset, length, err = f.payloadOf(at, &s, i)
			return offset, length, err == nil, err
		}
	}
	return 0, 0, false, nil
}

// rank returns the place after the zero number h, from 1, of so many words of upper bits at an offset, and the number
// of ones before it. It returns many if there are fewer zeros.
func (f *File) rank(at int64, words int, h uint64) (ones int, bit uint64) {
	if h == 0 {
		return 0, 0
	}
	left := h
	for i := range words {
		zeros := ^binary.LittleEndian.Uint64(f.Data[at+8*int64(i):])
		if n := uint64(bits.OnesCount64(zeros)); left > n {
			left -= n
			continue
		}
		for ; left > 1; left-- {
			zeros &= zeros - 1
		}
		bit = 64*uint64(i) + uint64(bits.TrailingZeros64(zeros)) + 1
		return int(bit - h), bit
	}
	return PageSize, 0
}

// payloadOf returns the place of the payload of record i of a leaf.
func (f *File) payloadOf(at int64, s *leafShape, i int) (offset int64, length int, err error) {
	start := s.payloads + i*s.least
	pos := uint64(at+int64(s.lengths)) * 8
	if s.width > 0 {
		start += int(sumBits(f.Data, pos, s.width, i))
		pos += uint64(i) * uint64(s.width)
	}
	length = s.least + int(getBits(f.Data, pos, s.width))
	if start+length > PageSize {
		return 0, 0, f.Corrupt(at, PageSize, "a record goes beyond its page")
	}
	return at + int64(start), length, nil
}

// A leafReader reads the records of a leaf in the order of their keys.
type leafReader struct {
	f     *File
	at    int64
	shape leafShape
	base  uint64
	i     int
	bit   uint64 // of the upper bits, the next one to read
	start int    // of the next payload
	long  bool
}

// reset goes to the leaf at an offset.
func (r *leafReader) reset(f *File, at int64) error {
	if err := f.Check(at, PageSize); err != nil {
		return err
	}
	*r = leafReader{f: f, at: at, base: binary.LittleEndian.Uint64(f.Data[at+8:])}
	if r.long = binary.LittleEndian.Uint16(f.Data[at:]) == 0; r.long {
		r.shape.n = 1
		return nil
	}
	var ok bool
	if r.shape, ok = f.shape(at); !ok {
		return f.Corrupt(at, PageSize, "a page of records contradicts itself")
	}
	r.start = r.shape.payloads
	return nil
}

// next returns the next record. It reports false at the end.
func (r *leafReader) next() (k Key, payload []byte, ok bool, err error) {
	if r.i == r.shape.n {
		return Key{}, nil, false, nil
	}
	f, s, at := r.f, &r.shape, r.at
	if r.long {
		r.i++
		k = Key{r.base, binary.LittleEndian.Uint16(f.Data[at+2:])}
		payload, err = f.Bytes(at+leafHead, int64(binary.LittleEndian.Uint32(f.Data[at+4:])))
		return k, payload, err == nil, err
	}
	for ; r.bit < 64*uint64(s.words) && f.Data[at+leafHead+int64(r.bit>>3)]>>(r.bit&7)&1 == 0; r.bit++ {
	}
	pos := uint64(at+int64(s.keys))*8 + uint64(r.i)*uint64(s.low+16)
	k.Lo = r.base + (r.bit-uint64(r.i))<<s.low + getBits(f.Data, pos, s.low)
	k.Hi = uint16(getBits(f.Data, pos+uint64(s.low), 16))
	length := s.least + int(getBits(f.Data, uint64(at+int64(s.lengths))*8+uint64(r.i)*uint64(s.width), s.width))
	if r.start+length > PageSize || r.bit == 64*uint64(s.words) {
		return k, nil, false, f.Corrupt(at, PageSize, "a page of records contradicts itself")
	}
	from := at + int64(r.start)
	r.start += length
	r.bit++
	r.i++
	return k, f.Data[from : from+int64(length) : from+int64(length)], true, nil
}
