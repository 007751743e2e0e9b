package sorted

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"unsafe"
)

// A Record is a record in memory. Its payload is decoded as a Value.
type Record[T any] struct {
	Lo    uint64
	Hi    uint16
	Value T
}

// Key returns the record's key.
func (r *Record[T]) Key() Key { return Key{r.Lo, r.Hi} }

// A Sink takes records in the order of their keys, and those with equal keys in the order in which they were added. It
// may change them.
type Sink[T any] interface {
	// Sorted takes all records of some keys.
	Sorted(records []Record[T]) error

	// Popular takes a key with too many records for the memory. It may call pieces several times, which calls its
	// argument with the records, some at a time.
	Popular(k Key, pieces func(func([]Record[T]) error) error) error
}

// A Sorter sorts the parts of a spill whose payloads have one size, one after the other. It belongs to one goroutine;
// several may sort different parts of a spill at the same time, after [Spill.End].
type Sorter[T any] struct {
	Limit  int64                             // bytes of the largest part that is sorted in memory
	Decode func(dst []Record[T], raw []byte) // sets dst to the stored records in raw, which has as many
	Tie    func(a, b T) int                  // orders values as they were added; nil if that does not matter

	// Combine, if not nil, makes fewer records of those with equal keys, which are sorted, in their memory. A key may
	// still have several records afterwards. The sink gets what it returns. Encode appends the stored form of records.
	// Both are for [SpillOptions].Compact.
	Combine func(records []Record[T]) []Record[T]
	Encode  func(dst []byte, records []Record[T]) []byte

	order ordering[T]
	block []Record[T] // decoded
	to    Sink[T]
	raw   []byte // encoded
}

// maxDepth is the number of bytes of the key by which parts are divided at most. A part that is still too large has
// few keys, with very many records each.
const maxDepth = 4

// Dividing is how many times as much memory a sorter has for a part as for the records of a larger one that it
// divides.
const Dividing = 4

// Part gives the records of a part to a sink. A part larger than the limit is divided by the next byte of the key
// first. Afterwards the part is empty.
func (o *Sorter[T]) Part(s *Spill, group int, number byte, to Sink[T]) error {
	o.to = to
	return divide(s, group, number, o.Limit, o)
}

func (o *Sorter[T]) memory(s *Spill, bytes int64) int64 {
	return bytes / int64(s.record) * int64(unsafe.Sizeof(Record[T]{}))
}

// blockRecords is how many records are decoded at once.
const blockRecords = 1 << 10

// decoded calls f with the records that were stored in raw, some at a time.
func (o *Sorter[T]) decoded(s *Spill, raw []byte, f func([]Record[T]) error) error {
	if o.block == nil {
		o.block = make([]Record[T], blockRecords)
	}
	for len(raw) > 0 {
		n := min(len(raw)/s.record, blockRecords)
		o.Decode(o.block[:n], raw[:n*s.record])
		if err := f(o.block[:n]); err != nil {
			return err
		}
		raw = raw[n*s.record:]
	}
	return nil
}

func (o *Sorter[T]) popular(s *Spill, k Key, pieces func(func([]byte) error) error) error {
	return o.to.Popular(k, func(f func([]Record[T]) error) error {
		return pieces(func(raw []byte) error { return o.decoded(s, raw, f) })
	})
}

// sorted sorts a part and gives it to the sink.
func (o *Sorter[T]) sorted(s *Spill, p *part) error {
	records, err := o.sort(s, p)
	if err != nil {
		return err
	}
	return o.to.Sorted(records)
}

func (o *Sorter[T]) compact(s *Spill, p *part) ([]byte, error) {
	records, err := o.sort(s, &part{blocks: p.blocks, inside: p.inside}) // those in the file stay
	if err != nil {
		return nil, err
	}
	o.raw = o.Encode(o.raw[:0], records)
	return o.raw, nil
}

// sort sorts a part and combines its records. Stored records are read twice, so that they are in memory once.
func (o *Sorter[T]) sort(s *Spill, p *part) ([]Record[T], error) {
	n := p.len() / int64(s.record)
	c := &o.order
	c.begin(n, s.depth+1)
	err := s.each(p, func(raw []byte) error {
		for ; len(raw) > 0; raw = raw[s.record:] {
			c.count(binary.LittleEndian.Uint64(raw))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.counted()
	err = s.each(p, func(raw []byte) error {
		return o.decoded(s, raw, func(block []Record[T]) error {
			if !c.place(block) { // the file is not what it was when the records were counted
				return s.family.DamagedAt(s.path, 0, s.end)
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	c.finish(o.Tie)
	if o.Combine != nil {
		return o.Combine(c.records), nil
	}
	return c.records, nil
}

// An ordering sorts records by keys that look random, so that one pass of counting sort by the bits after those that
// all share leaves buckets of a few records. The pass is stable.
type ordering[T any] struct {
	records []Record[T]
	offsets []uint32
	shared  uint // leading bits
	width   uint // bits of the buckets
}

// begin begins the sorting of n records whose keys share some leading bytes. Call count for each, then counted, then
// place for all in the same order, then finish.
func (c *ordering[T]) begin(n int64, shared uint) {
	c.shared, c.width = 8*shared, uint(min(max(bits.Len(uint(n))-3, 1), 16))
	c.offsets = slices.Grow(c.offsets[:0], 1<<c.width+1)[:1<<c.width+1]
	clear(c.offsets)
	if int64(cap(c.records)) < n {
		c.records = nil // the old ones are freed first
		c.records = make([]Record[T], n)
	}
	c.records = c.records[:n]
}

func (c *ordering[T]) count(lo uint64) { c.offsets[lo<<c.shared>>(64-c.width)+1]++ }

func (c *ordering[T]) counted() {
	for i := range 1 << c.width {
		c.offsets[i+1] += c.offsets[i]
	}
}

// place reports false if there are more records than were counted.
func (c *ordering[T]) place(block []Record[T]) bool {
	shared, shift, offsets, records := c.shared, 64-c.width, c.offsets, c.records
	for i := range block {
		at := &offsets[block[i].Lo<<shared>>shift]
		if int64(*at) >= int64(len(records)) {
			return false
		}
		records[*at] = block[i]
		*at++
	}
	return true
}

// finish sorts the buckets. Each offset is now the end of its bucket.
func (c *ordering[T]) finish(tie func(a, b T) int) {
	start := uint32(0)
	for _, end := range c.offsets[:1<<c.width] {
		sortBucket(c.records[start:end], tie)
		start = end
	}
}

func sortBucket[T any](b []Record[T], tie func(a, b T) int) {
	if len(b) > 64 {
		slices.SortFunc(b, func(x, y Record[T]) int {
			switch {
			case x.Lo != y.Lo:
				if x.Lo < y.Lo {
					return -1
				}
				return 1
			case x.Hi != y.Hi:
				return int(x.Hi) - int(y.Hi)
			case tie == nil:
				return 0
			}
			return tie(x.Value, y.Value)
		})
		return
	}
	for i := 1; i < len(b); i++ {
		v, j := b[i], i
		for ; j > 0 && (b[j-1].Lo > v.Lo || b[j-1].Lo == v.Lo && b[j-1].Hi > v.Hi); j-- {
			b[j] = b[j-1]
		}
		b[j] = v
	}
}

// A stage sorts parts that are not too large.
type stage interface {
	// memory returns the memory that sorting takes for so many bytes of stored records.
	memory(s *Spill, bytes int64) int64

	// sorted sorts a part and passes it on.
	sorted(s *Spill, p *part) error

	// popular passes on a key with too many records. pieces calls its argument with them, some at a time.
	popular(s *Spill, k Key, pieces func(func([]byte) error) error) error
}

// divide gives a part to a stage, divided by the next byte of the key if it is larger than a limit.
func divide(s *Spill, group int, number byte, limit int64, to stage) error {
	p := &s.groups[group][number]
	defer func() { p.blocks = nil }()
	switch {
	case p.len() == 0:
		return nil
	case to.memory(s, p.len()) <= limit:
		return to.sorted(s, p)
	case s.depth+1 >= maxDepth:
		return byKey(s, p, limit, to)
	}
	finer := s.family.newSpill(SpillOptions{Path: fmt.Sprintf("%s-%d-%02x", s.path, group, number), Size: s.o.Size,
		Memory: limit / Dividing, Create: s.o.Create, NoFile: s.o.NoFile}, s.depth+1)
	defer finer.Close()
	adder := finer.Adder()
	if err := s.each(p, adder.addRaw); err != nil {
		return err
	}
	p.blocks = nil
	finer.End()
	for i := range 256 {
		if err := divide(finer, 0, byte(i), limit, to); err != nil {
			return err
		}
	}
	return nil
}

// byKey gives a part to a stage that has few keys, and very many records of some. It reads the part once to count
// them, then as often as the stage wants for each such key, and once for the others between them.
func byKey(s *Spill, p *part, limit int64, to stage) error {
	bytes := make(map[Key]int64)
	err := s.each(p, func(raw []byte) error {
		for len(raw) > 0 {
			k, n := keyAt(raw), 0
			for n < len(raw) && keyAt(raw[n:]) == k {
				n += s.recordLen(raw[n:])
			}
			bytes[k] += int64(n)
			raw = raw[n:]
		}
		return nil
	})
	if err != nil {
		return err
	}
	keys := slices.SortedFunc(maps.Keys(bytes), Key.Compare)
	for len(keys) > 0 {
		if k := keys[0]; to.memory(s, bytes[k]) > limit/2 {
			err := to.popular(s, k, func(f func([]byte) error) error { return s.only(p, k, k, f) })
			if err != nil {
				return err
			}
			keys = keys[1:]
			continue
		}
		n, total := 0, int64(0)
		for n < len(keys) && to.memory(s, total+bytes[keys[n]]) <= limit/2 { // they are in memory twice
			total += bytes[keys[n]]
			n++
		}
		few := part{blocks: [][]byte{make([]byte, 0, total)}}
		err := s.only(p, keys[0], keys[n-1], func(raw []byte) error {
			few.blocks[0] = append(few.blocks[0], raw...)
			return nil
		})
		if err != nil {
			return err
		}
		few.inside = int64(len(few.blocks[0]))
		if err := to.sorted(s, &few); err != nil {
			return err
		}
		keys = keys[n:]
	}
	return nil
}

// only calls f with the records of a part whose keys are from the one to the other, some at a time.
func (s *Spill) only(p *part, from, to Key, f func([]byte) error) error {
	var piece []byte
	return s.each(p, func(raw []byte) error {
		piece = piece[:0]
		for len(raw) > 0 {
			n := s.recordLen(raw)
			if k := keyAt(raw); k.Compare(from) >= 0 && k.Compare(to) <= 0 {
				piece = append(piece, raw[:n]...)
			}
			raw = raw[n:]
		}
		if len(piece) == 0 {
			return nil
		}
		return f(piece)
	})
}
