package flat

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A segment is the part of a view's positions whose keys begin with one byte. It
// has, each padded to 8 bytes:
//
//   - a directory: for each bucket the number of records in those before it, and at
//     the end the number of all; of as many bits as that number has
//   - the records, in the order of their keys: the low 56−b bits of the key's low
//     word, the 16 bits of its high one, a bit that is set if there are several games,
//     and the payload
//   - an area of lists
//
// A position's bucket is given by the b bits of the low word after the first byte.
// The payload is the game and, above it, the rank of its move in the run's list of
// moves; or if there are several games the place in the area, in bits, of a [list].
type segment struct {
	offset  int64
	visits  int64
	area    int64 // bits
	records uint32
	bucket  uint8 // b
	payload uint8 // bits
}

const segmentSize = 32

func encodeSegments(table *[256]segment) []byte {
	b := make([]byte, 0, len(table)*segmentSize)
	for i := range table {
		s := &table[i]
		b = binary.LittleEndian.AppendUint64(b, uint64(s.offset))
		b = binary.LittleEndian.AppendUint64(b, uint64(s.visits))
		b = binary.LittleEndian.AppendUint64(b, uint64(s.area))
		b = binary.LittleEndian.AppendUint32(b, s.records)
		b = append(b, s.bucket, s.payload, 0, 0)
	}
	return b
}

func decodeSegment(b []byte) segment {
	return segment{
		offset: int64(binary.LittleEndian.Uint64(b)), visits: int64(binary.LittleEndian.Uint64(b[8:])),
		area: int64(binary.LittleEndian.Uint64(b[16:])), records: binary.LittleEndian.Uint32(b[24:]),
		bucket: b[28], payload: b[29],
	}
}

// entryBits is the width of an entry of the directory.
func (s *segment) entryBits() uint { return uint(bits.Len32(s.records)) }

// recordBits is the width of a record.
func (s *segment) recordBits() uint { return 56 - uint(s.bucket) + 16 + 1 + uint(s.payload) }

// recordsAt and areaAt return offsets in the file.
func (s *segment) recordsAt() int64 {
	return s.offset + padded((1<<s.bucket+1)*int64(s.entryBits()))
}

func (s *segment) areaAt() int64 {
	return s.recordsAt() + padded(int64(s.records)*int64(s.recordBits()))
}

// end returns the end of the segment.
func (s *segment) end() int64 { return s.areaAt() + padded(s.area) }

// padded returns the bytes that bits take.
func padded(bits int64) int64 { return (bits + 63) / 64 * 8 }

// A segmentEncoder encodes segments, one after the other. It belongs to one
// goroutine; there may be several for a run, after endGames.
type segmentEncoder struct {
	w        *runWriter
	view     int
	number   byte
	moveBits uint
	words    bool // the view has words
	visits   int64
	records  sorted.TempFile // of packedRecords: how many there are says how they are written
	area     sorted.TempFile // its beginning, in whole words
	tail     bitWriter       // of the area
	list     listEncoder
	bits     bitWriter // of the directory or of the records, not yet written
	buffer   int       // bytes of the tail at most, except for a list
	err      error     // the first one
}

// A packedRecord is a record in 16 bytes: the low 56 bits of the key's low word, the 16 bits of its high
// one, a bit that is set if there are several games, and 55 bits of the payload.
type packedRecord [2]uint64

const recordSize = 16

func packRecord(k index.Key, several, payload uint64) packedRecord {
	return packedRecord{k.Lo<<8 | payload&0xff, uint64(k.Hi)<<48 | several<<47 | payload>>8}
}

func (r packedRecord) lo() uint64      { return r[0] >> 8 }
func (r packedRecord) hi() uint64      { return r[1] >> 48 }
func (r packedRecord) several() uint64 { return r[1] >> 47 & 1 }
func (r packedRecord) payload() uint64 { return r[1]<<17>>9 | r[0]&0xff }

func newSegmentEncoder(w *runWriter, buffer int) *segmentEncoder {
	return &segmentEncoder{w: w, list: newListEncoder(w), records: newTempFile("", recordSize, buffer),
		area: newTempFile("", 8, buffer), buffer: buffer}
}

// begin begins the segment of keys that begin with a byte. View number options.views
// holds the digests by which duplicate games are found. Call end at last.
func (s *segmentEncoder) begin(view int, first byte) {
	s.view, s.number, s.visits = view, first, 0
	path := fmt.Sprintf("%s.%d-%02x", s.w.file.Name(), view, first)
	s.err = errors.Join(s.records.Reset(path+"-records"), s.area.Reset(path+"-area"))
	s.tail.reset()
	s.words = s.w.options.wordBits(view) > 0
	s.moveBits = uint(s.w.options.wordBits(view))
	if view == int(index.Positions) && !s.words {
		s.moveBits = s.w.moveBits
	}
	s.list.words = s.words
}

// end removes the temporary files of the segment, whether it was written or not.
func (s *segmentEncoder) end() error { return errors.Join(s.records.Close(), s.area.Close()) }

// add adds a position with its visits. Positions come in ascending order of their
// keys, and the visits with the same move in ascending order of their games.
func (s *segmentEncoder) add(k index.Key, visits []visit) {
	if len(visits) == 1 {
		s.addSingle(k, visits[0])
		return
	}
	s.list.begin(s.moveBits)
	s.list.count(visits)
	s.list.counted()
	s.list.code(visits)
	if s.list.coded() {
		s.list.place(visits)
	}
	s.addList(k, len(visits))
	s.list.freeCells()
}

// addPieces is add for any number of visits. It calls pieces up to three times, which calls its
// argument with all of them.
func (s *segmentEncoder) addPieces(k index.Key, pieces func(func([]visit) error) error) error {
	var first visit
	total := 0
	s.list.begin(s.moveBits)
	defer s.list.freeCells() // even if reading a mapped file panics: others wait for them
	err := pieces(func(visits []visit) error {
		if total == 0 && len(visits) > 0 {
			first = visits[0]
		}
		total += len(visits)
		s.list.count(visits)
		return nil
	})
	s.list.counted()
	if err == nil && total > 1 {
		err = pieces(func(visits []visit) error { s.list.code(visits); return nil })
		if err == nil && s.list.coded() {
			err = pieces(func(visits []visit) error { s.list.place(visits); return nil })
		}
	}
	switch {
	case err != nil || total == 0:
		s.list.discard()
	case total == 1:
		s.list.discard()
		s.addSingle(k, first)
	default:
		s.addList(k, total)
	}
	return err
}

func (s *segmentEncoder) addSingle(k index.Key, v visit) {
	s.visits++
	payload := uint64(v.Value.game)
	if s.moveBits > 0 {
		payload |= uint64(s.list.rank(v.Value.move)) << s.w.gameBits
	}
	s.addRecord(packRecord(k, 0, payload))
}

// addList adds the position of the list that was coded.
func (s *segmentEncoder) addList(k index.Key, visits int) {
	s.visits += int64(visits)
	start := uint64(8*s.area.Len()) + uint64(s.list.end(&s.tail))
	s.addRecord(packRecord(k, 1, start))
	if len(s.tail.b) >= s.buffer { // whole words
		s.err = cmp.Or(s.err, s.area.Append(s.tail.b))
		s.tail.b = s.tail.b[:0]
	}
}

func (s *segmentEncoder) addRecord(r packedRecord) {
	var b [recordSize]byte
	binary.LittleEndian.PutUint64(b[:], r[0])
	binary.LittleEndian.PutUint64(b[8:], r[1])
	s.err = cmp.Or(s.err, s.records.Append(b[:]))
}

// eachRecord calls f with all records.
func (s *segmentEncoder) eachRecord(f func(packedRecord)) {
	err := s.records.Each(func(b []byte) error {
		for ; len(b) > 0; b = b[recordSize:] {
			f(packedRecord{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])})
		}
		return nil
	})
	s.err = cmp.Or(s.err, err)
}

// segment writes the segment that s has encoded. It is safe for concurrent use. Nobody else can write
// meanwhile, so that the segment need not be in memory as a whole.
func (w *runWriter) segment(s *segmentEncoder) error {
	n := s.records.Len() / recordSize
	if n == 0 || s.err != nil {
		return s.err
	}
	t := segment{visits: s.visits, area: 8*s.area.Len() + int64(s.tail.len()), records: uint32(n)}
	t.bucket = uint8(max(bits.Len(uint(n))-4, 0))
	t.payload = uint8(w.gameBits + s.moveBits)
	if t.area > 0 {
		t.payload = max(t.payload, uint8(bits.Len64(uint64(t.area))))
	}
	t.offset = w.out.Begin()
	b := &s.bits
	put := func(v uint64, width uint) {
		b.put(v, width)
		if len(b.b) >= sorted.OutputBuffer {
			w.out.Add(b.b)
			b.b = b.b[:0]
		}
	}
	end := func() {
		w.out.Add(b.bytes())
		b.reset()
	}
	low, bucket, at := 56-uint(t.bucket), uint64(0), uint64(0)
	s.eachRecord(func(r packedRecord) {
		for ; bucket <= r.lo()>>low; bucket++ {
			put(at, t.entryBits())
		}
		at++
	})
	for ; bucket <= 1<<t.bucket; bucket++ {
		put(at, t.entryBits())
	}
	end()
	s.eachRecord(func(r packedRecord) {
		put(r.lo()&(1<<low-1), low)
		put(r.hi()|r.several()<<16, 17)
		put(r.payload(), uint(t.payload))
	})
	end()
	s.err = cmp.Or(s.err, s.area.Each(func(b []byte) error { w.out.Add(b); return nil }))
	w.out.Add(s.tail.bytes())
	w.segments[s.view][s.number] = t
	return cmp.Or(w.out.End(), s.err)
}
