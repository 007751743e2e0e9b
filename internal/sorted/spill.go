package sorted

import (
	"bufio"
	"context"
	"encoding/binary"
	"hash/crc32"
	"io"
	"os"
	"sync"
)

// Variable is the size of payloads that have different lengths, each up to MaxPayload bytes.
const (
	Variable   = -1
	MaxPayload = 1 << 20
)

// SpillOptions say what a spill holds.
type SpillOptions struct {
	Path   string // of the temporary file, which is made when it is first needed
	Groups int    // records of each group are sorted by themselves; 0: 1
	Size   int    // bytes of each payload, or [Variable]
	Memory int64  // bytes of records in memory, beyond which they go to the file
	Adders int    // goroutines that add records, about; 0: 1

	// Create, if not nil, makes the file, which need not have a name any more. Otherwise Path names it.
	Create func() (*os.File, error)

	// NoFile, if not nil, is the error of exceeding Memory.
	NoFile error

	// Compact, if not nil, returns a [Sorter] with Combine and Encode, one for each of several goroutines. The records
	// in memory are sorted and combined when they exceed Memory, and go to the file if more than half is left. All
	// payloads must have one Size.
	Compact func() Compacter
}

func (o *SpillOptions) setDefaults() { o.Groups, o.Adders = max(o.Groups, 1), max(o.Adders, 1) }

// A Compacter makes fewer records of those with equal keys. It is a [Sorter].
type Compacter interface {
	compact(s *Spill, p *part) ([]byte, error)
}

// A Spill divides the records of each group by the first byte of their keys into 256 parts. A part keeps the order in
// which one [Adder] has added its records. Records stay in memory up to a limit; beyond it they are appended to a
// temporary file, part by part.
//
// A stored record is the key (the low word, then the high one, little-endian), the length of the payload as a varint
// if payloads have different lengths, and the payload.
type Spill struct {
	family *Family
	o      SpillOptions
	depth  uint   // leading bytes of the key that all records of the spill share
	record int    // bytes of a record; 0 if they differ
	block  int    // bytes of a block
	path   string // of the file

	mu     sync.Mutex // for what follows
	file   *os.File
	end    int64 // bytes in the file
	held   int64 // bytes of blocks in memory
	groups [][256]part
	free   [][]byte
	adders []*Adder
}

// The records of a part are those in its extents of the file, then those in its blocks, then, before End, those in the
// last block that an adder has of it.
type part struct {
	extents []Extent
	stored  int64 // bytes of records in the extents
	blocks  [][]byte
	inside  int64 // bytes of records in the blocks
}

func (p *part) len() int64 { return p.stored + p.inside }

// NewSpill returns an empty spill.
func (f *Family) NewSpill(o SpillOptions) *Spill { return f.newSpill(o, 0) }

func (f *Family) newSpill(o SpillOptions, depth uint) *Spill {
	o.setDefaults()
	s := &Spill{family: f, o: o, depth: depth, groups: make([][256]part, o.Groups)}
	if o.Create == nil {
		s.path = o.Path
	}
	least := 16 * (keySize + 8)
	if o.Size >= 0 {
		s.record = keySize + o.Size
		least = 16 * s.record
	}
	// The last block of each part is half empty: that may be an eighth of the limit.
	block := o.Memory / 8 / 128 / int64(o.Groups) / int64(o.Adders)
	s.block = int(min(max(block, int64(least)), 12<<10))
	if s.record > 0 {
		s.block = s.block / s.record * s.record
	}
	return s
}

// An Adder adds records to a spill. It belongs to one goroutine.
type Adder struct {
	s    *Spill
	last [][256]tail // of each part the block that is filled
}

// A tail is a block whose first n bytes are records.
type tail struct {
	b []byte
	n int
}

// Adder returns another adder. There may be several at the same time.
func (s *Spill) Adder() *Adder {
	a := &Adder{s, make([][256]tail, s.o.Groups)}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.adders = append(s.adders, a)
	return a
}

// Add adds a record to a group. The payload is copied. Its length is the one of the options, or at most [MaxPayload].
func (a *Adder) Add(group int, k Key, payload []byte) error {
	last := &a.last[group][byte(k.Lo>>(56-8*a.s.depth))]
	n := a.s.record
	if n == 0 {
		n = keySize + varintLen(len(payload)) + len(payload)
	}
	if len(last.b)-last.n < n {
		if err := a.s.grow(group, k.Lo, last, n); err != nil {
			return err
		}
	}
	b := last.b[last.n : last.n+n]
	last.n += n
	binary.LittleEndian.PutUint64(b, k.Lo)
	binary.LittleEndian.PutUint16(b[8:], k.Hi)
	switch {
	case a.s.record == keySize+8: // faster than copy
		binary.LittleEndian.PutUint64(b[keySize:], binary.LittleEndian.Uint64(payload))
	case a.s.record > 0:
		copy(b[keySize:], payload)
	default:
		copy(b[keySize+binary.PutUvarint(b[keySize:], uint64(len(payload))):], payload)
	}
	return nil
}

// addRaw adds stored records.
func (a *Adder) addRaw(raw []byte) error {
	for len(raw) > 0 {
		n := a.s.recordLen(raw)
		lo := binary.LittleEndian.Uint64(raw)
		last := &a.last[0][byte(lo>>(56-8*a.s.depth))]
		if len(last.b)-last.n < n {
			if err := a.s.grow(0, lo, last, n); err != nil {
				return err
			}
		}
		last.n += copy(last.b[last.n:], raw[:n])
		raw = raw[n:]
	}
	return nil
}

func varintLen(n int) int {
	switch {
	case n < 1<<7:
		return 1
	case n < 1<<14:
		return 2
	}
	return 3
}

// recordLen returns the length of the first record. Records of different lengths were checked by eachPiece.
func (s *Spill) recordLen(raw []byte) int {
	if s.record > 0 {
		return s.record
	}
	n, size := binary.Uvarint(raw[keySize:])
	return keySize + size + int(n)
}

// payload returns the payload of the record of n bytes at the beginning of raw.
func (s *Spill) payload(raw []byte, n int) []byte {
	if s.record > 0 {
		return raw[keySize:n:n]
	}
	_, size := binary.Uvarint(raw[keySize:])
	return raw[keySize+size : n : n]
}

// grow gives the part of a key another block, with room for n bytes.
func (s *Spill) grow(group int, lo uint64, last *tail, n int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.groups[group][byte(lo>>(56-8*s.depth))].take(last)
	var err error
	if s.held >= s.o.Memory {
		err = s.makeRoom()
	}
	switch k := len(s.free); {
	case n > s.block:
		last.b = make([]byte, n)
	case k > 0:
		last.b, s.free = s.free[k-1], s.free[:k-1]
	default:
		last.b = make([]byte, s.block)
	}
	s.held += int64(len(last.b))
	return err
}

// take adds the block that an adder has filled.
func (p *part) take(last *tail) {
	if last.n > 0 {
		p.blocks = append(p.blocks, last.b[:last.n])
		p.inside += int64(last.n)
	}
	*last = tail{}
}

// End ends the adding of records. No adder may be in use then, or afterwards.
func (s *Spill) End() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.collect()
	s.adders = nil
}

// collect takes the last blocks of the adders.
func (s *Spill) collect() {
	for _, a := range s.adders {
		for group := range a.last {
			for i := range a.last[group] {
				s.groups[group][i].take(&a.last[group][i])
			}
		}
	}
}

// Flush moves the records in memory to the file. No adder may be in use meanwhile.
func (s *Spill) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.collect()
	return s.flush()
}

// Sync makes what Flush has written durable.
func (s *Spill) Sync() error {
	if s.file == nil {
		return nil
	}
	return s.file.Sync()
}

// makeRoom makes room for more records in memory. The caller has the lock.
func (s *Spill) makeRoom() error {
	if s.o.Compact == nil {
		return s.flush()
	}
	var mu sync.Mutex // guards s.free and s.held
	err := EachTask(context.Background(), len(s.groups)*256, s.o.Adders, func() func(int) error {
		c := s.o.Compact()
		return func(task int) error {
			p := &s.groups[task/256][task%256]
			raw, err := c.compact(s, p)
			if err != nil {
				return err
			}
			used := 0
			for ; len(raw) > 0; used++ { // blocks have whole records
				n := min(len(raw), s.block)
				p.blocks[used] = append(p.blocks[used][:0], raw[:n]...)
				raw = raw[n:]
			}
			rest := part{blocks: p.blocks[used:]}
			p.blocks, p.inside = p.blocks[:used], 0
			for _, b := range p.blocks {
				p.inside += int64(len(b))
			}
			mu.Lock()
			defer mu.Unlock()
			s.release(&rest)
			return nil
		}
	})
	if err == nil && s.held > s.o.Memory/2 {
		err = s.flush()
	}
	return err
}

// flush moves the records in the blocks of parts to the file. The caller has the lock.
func (s *Spill) flush() error {
	if s.o.NoFile != nil {
		return s.o.NoFile
	}
	if s.file == nil {
		create := s.o.Create
		if create == nil {
			create = func() (*os.File, error) { return os.OpenFile(s.o.Path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666) }
		}
		f, err := create()
		if err != nil {
			return err
		}
		s.file, s.path = f, f.Name()
	}
	w := bufio.NewWriterSize(io.NewOffsetWriter(s.file, s.end), int(min(s.o.Memory/8+4096, 1<<20)))
	for group := range s.groups {
		for i := range s.groups[group] {
			p := &s.groups[group][i]
			if p.inside == 0 {
				continue
			}
			e := Extent{Offset: s.end, Length: p.inside}
			for _, b := range p.blocks {
				e.Sum = crc32.Update(e.Sum, castagnoli, b)
				if _, err := w.Write(b); err != nil {
					return err
				}
			}
			p.extents = append(p.extents, e)
			p.stored += p.inside
			s.end += p.inside
			s.release(p)
		}
	}
	return w.Flush()
}

// release takes back the blocks of a part, for other records.
func (s *Spill) release(p *part) {
	for _, b := range p.blocks {
		s.held -= int64(cap(b))
		if cap(b) == s.block {
			s.free = append(s.free, b[:s.block])
		}
	}
	p.blocks, p.inside = p.blocks[:0], 0
}

// Forget lets go of the memory of blocks that are empty.
func (s *Spill) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = nil
	for group := range s.groups {
		for i := range s.groups[group] {
			if s.groups[group][i].inside == 0 {
				s.groups[group][i].blocks = nil
			}
		}
	}
}

// Bytes returns the bytes of all records but those in the last blocks of adders.
func (s *Spill) Bytes() (n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for group := range s.groups {
		for i := range s.groups[group] {
			n += s.groups[group][i].len()
		}
	}
	return n
}

// Held returns the bytes of memory of records that are not in the file.
func (s *Spill) Held() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.held
}

// InFile reports whether there is a file.
func (s *Spill) InFile() bool { return s.file != nil }

// Close closes the file and removes it.
func (s *Spill) Close() {
	s.Suspend()
	if s.path != "" {
		os.Remove(s.path)
	}
	s.groups, s.free, s.adders = nil, nil, nil
}

// Suspend closes the file and leaves it for Restore.
func (s *Spill) Suspend() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}
