package sorted

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math/bits"
	"runtime"
	"sync"
)

// Sections of a table.
const (
	settingsSection uint32 = 1 // of its owner
	segmentsSection uint32 = 2 // segmentSize bytes for each segment
)

// A Table is an open file of records in the order of their keys, each key once. It is safe for concurrent use.
//
// A segment has the records whose keys begin with the same bits. Its directory names the first key of each leaf; see
// leaf.go. So a look-up reads a place in the directory, some 12 bytes for each 4096, and one page.
type Table struct {
	*File
	settings []byte
	bits     uint // leading bits of the key that number a segment
	table    int64
	records  int64
}

// A segment has its first directory at an offset: the low words of the first keys of its leaves, 8 bytes each, then
// the numbers of their first pages, 4 bytes each.
type segment struct {
	offset  int64
	records int64
	leaves  int64
}

const segmentSize = 24

// OpenTable opens a table. Its pages are verified when they are first read.
func (f *Family) OpenTable(path string) (*Table, error) {
	file, err := f.OpenFile(path)
	if err != nil {
		return nil, err
	}
	t := &Table{File: file}
	if err := t.Guard(t.open); err != nil {
		file.Close()
		return nil, err
	}
	return t, nil
}

func (t *Table) open() error {
	h, err := t.Header()
	if err != nil {
		return err
	}
	t.bits, t.records = uint(h.Number), int64(h.Counts[0])
	for _, s := range h.Sections {
		switch {
		case s.Kind == settingsSection:
			raw, err := t.Bytes(s.Offset, s.Length)
			if err != nil {
				return err
			}
			t.settings = append([]byte(nil), raw...)
		case s.Kind == segmentsSection && t.bits <= 8 && s.Length == segmentSize<<t.bits:
			t.table = s.Offset
		default:
			return t.Corrupt(0, PageSize, "the header contradicts itself")
		}
	}
	if t.table == 0 || t.records < 0 {
		return t.Corrupt(0, PageSize, "the header contradicts itself")
	}
	return nil
}

// Settings returns what the owner gave to [TableOptions]. It must not be changed.
func (t *Table) Settings() []byte { return t.settings }

// Records returns the number of records.
func (t *Table) Records() int64 { return t.records }

// Size returns the bytes of the file.
func (t *Table) Size() int64 { return int64(len(t.Data)) }

// segment reads a segment's place.
func (t *Table) segment(i int) (segment, error) {
	b, err := t.Bytes(t.table+int64(i)*segmentSize, segmentSize)
	if err != nil {
		return segment{}, err
	}
	s := segment{int64(binary.LittleEndian.Uint64(b)), int64(binary.LittleEndian.Uint64(b[8:])),
		int64(binary.LittleEndian.Uint32(b[16:]))}
	if s.leaves > 0 && (s.offset < PageSize || s.offset > t.End()-12*s.leaves || s.records < s.leaves) {
		return s, t.Corrupt(t.table, segmentSize<<t.bits, "the place of a segment is impossible")
	}
	return s, nil
}

// first returns the low word of the first key of a leaf of a segment.
func (t *Table) first(s *segment, leaf int64) (uint64, error) {
	at := s.offset + 8*leaf
	if !t.Good(at / PageSize) { // offsets are multiples of 8
		if err := t.Check(at, 8); err != nil {
			return 0, err
		}
	}
	return binary.LittleEndian.Uint64(t.Data[at:]), nil
}

// leaf returns the offset of a leaf of a segment.
func (t *Table) leaf(s *segment, leaf int64) (int64, error) {
	page, err := t.Uint32(s.offset + 8*s.leaves + 4*leaf)
	if err == nil && int64(page) >= t.pages {
		err = t.Corrupt(s.offset, 12*s.leaves, "a page is named that is not there")
	}
	return int64(page) * PageSize, err
}

// search returns the last leaf of a segment that begins with a key whose low word is at most lo, or -1. Keys look
// random, so it is near the place that they would have if they were evenly spread.
func (t *Table) search(s *segment, lo uint64) (int64, error) {
	guess, _ := bits.Mul64(lo<<t.bits, uint64(s.leaves))
	from, to, step := int64(guess), int64(guess), int64(1) // the leaf is in from-1 to to-1 at last
	at, err := t.first(s, from)
	if err != nil {
		return 0, err
	}
	if at <= lo {
		for to = from + 1; to < s.leaves; step *= 2 {
			if at, err = t.first(s, to); err != nil || at > lo {
				break
			}
			from, to = to, min(to+step, s.leaves)
		}
		from++
	} else {
		for from > 0 {
			before := max(from-step, 0)
			if at, err = t.first(s, before); err != nil {
				break
			}
			if at <= lo {
				from = before + 1
				break
			}
			from, to, step = before, before, step*2
		}
	}
	// The first leaf that begins after lo is in from to to.
	for from < to && err == nil {
		middle := (from + to) / 2
		if at, err = t.first(s, middle); at <= lo {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return from - 1, err
}

// find returns the place of the payload of a key. It is called under Guard.
func (t *Table) find(k Key) (offset int64, length int, ok bool, err error) {
	s, err := t.segment(int(k.Lo >> 32 >> (32 - t.bits)))
	if err != nil || s.leaves == 0 {
		return 0, 0, false, err
	}
	leaf, err := t.search(&s, k.Lo)
	for ; leaf >= 0 && err == nil; leaf-- {
		var at int64
		if at, err = t.leaf(&s, leaf); err != nil {
			break
		}
		if offset, length, ok, err = t.findIn(at, k); ok || err != nil {
			return offset, length, ok, err
		}
		if first, err := t.first(&s, leaf); first != k.Lo || err != nil {
			return 0, 0, false, err
		}
	}
	return 0, 0, false, err
}

// Find appends the payload of a key to dst. It reports false if there is no such record.
func (t *Table) Find(dst []byte, k Key) (_ []byte, ok bool, err error) {
	err = t.Guard(func() error {
		offset, length, found, err := t.find(k)
		if ok = found; found {
			dst = append(dst, t.Data[offset:offset+int64(length)]...)
		}
		return err
	})
	return dst, ok, err
}

// Ahead requests what Find will read, for several look-ups that are made afterwards, so that a disk works on all of
// them at the same time. The first call for a key may wait for its place in the directory.
func (t *Table) Ahead(k Key) error {
	return t.Guard(func() error {
		s, err := t.segment(int(k.Lo >> 32 >> (32 - t.bits)))
		if err != nil || s.leaves == 0 {
			return err
		}
		leaf, err := t.search(&s, k.Lo)
		if err != nil || leaf < 0 {
			return err
		}
		at, err := t.leaf(&s, leaf)
		if err == nil {
			t.File.Ahead(at, PageSize)
		}
		return err
	})
}

// All returns the records in the order of their keys, from a key on. A payload is valid until the next one, and must
// not be changed.
func (t *Table) All(from Key) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		err := t.Guard(func() error {
			var c cursor
			for ok, err := c.seek(t, from, Key{^uint64(0), ^uint16(0)}); ok || err != nil; ok, err = c.next() {
				if err != nil {
					return err
				}
				if !yield(c.now, nil) {
					return errStopped
				}
			}
			return nil
		})
		if err != nil && err != errStopped {
			yield(Entry{}, err)
		}
	}
}

// An Entry is a record of a table.
type Entry struct {
	Key     Key
	Payload []byte
}

// A cursor reads the records of a table whose keys lie between two keys.
type cursor struct {
	t       *Table
	last    Key
	number  int // of the segment
	segment segment
	leaf    int64 // the next one
	reader  leafReader
	now     Entry
}

// seek goes to the first record whose key is at least from. It reports false if there is none up to last.
func (c *cursor) seek(t *Table, from, last Key) (ok bool, err error) {
	*c = cursor{t: t, last: last, number: int(from.Lo >> 32 >> (32 - t.bits))}
	if c.segment, err = t.segment(c.number); err != nil {
		return false, err
	}
	if c.segment.leaves > 0 {
		if c.leaf, err = t.search(&c.segment, from.Lo); err != nil {
			return false, err
		}
		for c.leaf > 0 { // records with the same low word may be in the leaf before
			first, err := t.first(&c.segment, c.leaf)
			if err != nil {
				return false, err
			}
			if first != from.Lo {
				break
			}
			c.leaf--
		}
		c.leaf = max(c.leaf, 0)
	}
	for ok, err = c.next(); ok && c.now.Key.Compare(from) < 0; {
		ok, err = c.next()
	}
	return ok, err
}

// next goes to the next record.
func (c *cursor) next() (ok bool, err error) {
	for {
		c.now.Key, c.now.Payload, ok, err = c.reader.next()
		if ok {
			return c.now.Key.Compare(c.last) <= 0, nil
		}
		for err == nil && c.leaf == c.segment.leaves {
			if c.number++; c.number >= 1<<c.t.bits {
				return false, nil
			}
			c.leaf = 0
			c.segment, err = c.t.segment(c.number)
		}
		if err != nil {
			return false, err
		}
		at, err := c.t.leaf(&c.segment, c.leaf)
		if err == nil {
			err = c.reader.reset(c.t.File, at)
		}
		if err != nil {
			return false, err
		}
		c.leaf++
	}
}

// Verify reads the whole table: checksums, the order of the keys, the directories, and the number of records. It uses
// all processors. checker, if not nil, is called by each goroutine, and returns a function that checks payloads in that
// goroutine alone, so that it may keep what it reads into; its errors are returned with the place.
// progress, if not nil, is called by one goroutine at a time with the share that is done, 0 to 1. It may sleep, so
// that no more of the disk is taken than wanted.
func (t *Table) Verify(
	ctx context.Context, progress func(done float64), checker func() (check func(Key, []byte) error),
) error {
	if err := t.VerifyHeader(); err != nil {
		return err
	}
	const together = 1024 // pages
	pages, segments := (t.Pages()+together-1)/together, int64(1)<<t.bits
	var mu sync.Mutex // guards what follows
	done, records := int64(0), int64(0)
	step := func(n int64) {
		mu.Lock()
		defer mu.Unlock()
		records += n
		if done++; progress != nil {
			progress(float64(done) / float64(pages+segments))
		}
	}
	err := EachTask(ctx, int(pages), runtime.GOMAXPROCS(0), func() func(int) error {
		return func(task int) error {
			from := int64(task) * together
			err := t.VerifyPages(from, min(from+together, t.Pages()))
			step(0)
			return err
		}
	})
	if err == nil {
		err = EachTask(ctx, int(segments), runtime.GOMAXPROCS(0), func() func(int) error {
			var check func(Key, []byte) error
			if checker != nil {
				check = checker()
			}
			return func(task int) error {
				var n int64
				err := t.Guard(func() (err error) { n, err = t.verifySegment(ctx, task, check); return err })
				step(n)
				return err
			}
		})
	}
	if err == nil && records != t.records {
		err = t.Corrupt(0, PageSize, fmt.Sprintf("it has %d records and says %d", records, t.records))
	}
	return err
}

// verifySegment returns the number of records of a segment.
func (t *Table) verifySegment(ctx context.Context, number int, check func(Key, []byte) error) (n int64, err error) {
	s, err := t.segment(number)
	if err != nil {
		return 0, err
	}
	var last Key
	var r leafReader
	for leaf := range s.leaves {
		at, err := t.leaf(&s, leaf)
		if err == nil {
			err = r.reset(t.File, at)
		}
		if err == nil && leaf%1024 == 0 {
			err = ctx.Err()
		}
		if err != nil {
			return n, err
		}
		if first, err := t.first(&s, leaf); err != nil {
			return n, err
		} else if first != r.base {
			return n, t.Corrupt(s.offset+8*leaf, 8, "the directory names another key than its page")
		}
		for {
			k, payload, ok, err := r.next()
			if err != nil {
				return n, err
			}
			if !ok {
				break
			}
			if n > 0 && k.Compare(last) <= 0 || int(k.Lo>>32>>(32-t.bits)) != number {
				return n, t.Corrupt(at, PageSize, "records are not in order")
			}
			if check != nil {
				if err := check(k, payload); err != nil {
					return n, t.Corrupt(at, PageSize, err.Error())
				}
			}
			last = k
			n++
		}
	}
	if n != s.records {
		return n, t.Corrupt(t.table, segmentSize<<t.bits, "a segment has another number of records than it says")
	}
	return n, nil
}
