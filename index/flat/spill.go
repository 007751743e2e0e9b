package flat

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/zobrist-go/zobrist/index"
)

// A spill divides the visits of each view by a byte of their keys into 256 parts. A
// part keeps the order in which its visits came. Visits stay in memory up to a
// limit; beyond it all of them are appended to a temporary file, part by part.
type spill struct {
	path  string // of the file, made when first needed
	file  *os.File
	end   int64 // bytes in the file
	depth uint  // leading bytes of the key that all visits of the spill share
	limit int64 // bytes of visits in memory
	held  int64 // bytes of blocks in memory
	block int   // visits in a block
	total int64 // visits
	views [][256]part
	last  [][256][]visit // of each part the block that is filled; apart, to be cached
	free  [][]visit
}

// The visits of a part are those in its extents of the file, then those in its
// blocks, then, before endBlocks, those in its last block.
type part struct {
	extents []extent
	stored  int64 // visits in the extents
	blocks  [][]visit
	inside  int64 // visits in the blocks
}

// An extent is a piece of the file.
type extent struct {
	Offset int64 // in bytes
	Visits int64
	Sum    uint32 // of their bytes, CRC-32C
}

const (
	visitMemory = 24 // bytes of a visit in memory
	visitSize   = 18 // bytes of a visit in a file
	readVisits  = 4096
)

func newSpill(path string, views int, depth uint, limit int64) *spill {
	// The last block of each part is half empty: that may be an eighth of the limit.
	block := limit / 8 / visitMemory / 128 / int64(views)
	return &spill{path: path, depth: depth, limit: limit, block: int(min(max(block, 16), 512)),
		views: make([][256]part, views), last: make([][256][]visit, views)}
}

func (p *part) len() int64 { return p.stored + p.inside }

// skipped is the number of a game that is not added.
const skipped = ^uint32(0)

// addBatch adds the visits of a batch. numbers has the number of each of its games.
func (s *spill) addBatch(view int, visits []index.Visit, numbers []uint32) error {
	last, shift := &s.last[view], 56-8*s.depth
	for i := range visits {
		v := &visits[i]
		if n := numbers[v.Game]; n != skipped {
			s.put(view, &last[byte(v.Lo>>shift)], visit{lo: v.Lo, hi: v.Hi, game: n, move: v.Move})
		}
	}
	return s.flushIfFull()
}

// addVisits adds visits of a spill whose visits share fewer bytes.
func (s *spill) addVisits(visits []visit) error {
	last, shift := &s.last[0], 56-8*s.depth
	for _, v := range visits {
		s.put(0, &last[byte(v.lo>>shift)], v)
	}
	return s.flushIfFull()
}

// addOne adds a visit.
func (s *spill) addOne(view int, v visit) {
	s.put(view, &s.last[view][byte(v.lo>>(56-8*s.depth))], v)
}

func (s *spill) put(view int, last *[]visit, v visit) {
	s.total++
	if len(*last) == cap(*last) {
		s.grow(view, last, v.lo)
	}
	*last = append(*last, v)
}

// grow gives the part of a key another block.
func (s *spill) grow(view int, last *[]visit, lo uint64) {
	if len(*last) > 0 {
		p := &s.views[view][byte(lo>>(56-8*s.depth))]
		p.blocks = append(p.blocks, *last)
	}
	*last = s.newBlock()
}

// endBlocks adds the last block of each part to its others, and counts their visits.
func (s *spill) endBlocks() {
	for view := range s.views {
		for i := range s.views[view] {
			p, last := &s.views[view][i], &s.last[view][i]
			if len(*last) > 0 {
				p.blocks = append(p.blocks, *last)
			}
			*last = nil
			p.inside = 0
			for _, b := range p.blocks {
				p.inside += int64(len(b))
			}
		}
	}
}

func (s *spill) newBlock() []visit {
	s.held += int64(s.block) * visitMemory
	if n := len(s.free); n > 0 {
		b := s.free[n-1]
		s.free = s.free[:n-1]
		return b
	}
	return make([]visit, 0, s.block)
}

// flushIfFull moves the visits to the file if they take more memory than allowed.
func (s *spill) flushIfFull() error {
	if s.held > s.limit {
		return s.flush()
	}
	return nil
}

// flush moves the visits in memory to the file.
func (s *spill) flush() error {
	if s.file == nil {
		f, err := os.OpenFile(s.path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return err
		}
		s.file = f
	}
	s.endBlocks()
	w := bufio.NewWriterSize(io.NewOffsetWriter(s.file, s.end), int(min(s.limit/8+4096, 1<<20)))
	raw := make([]byte, 0, s.block*visitSize)
	for view := range s.views {
		for i := range s.views[view] {
			p := &s.views[view][i]
			if p.inside == 0 {
				continue
			}
			e := extent{Offset: s.end, Visits: p.inside}
			for _, b := range p.blocks {
				bytes := appendVisits(raw, b)
				e.Sum = crc32.Update(e.Sum, castagnoli, bytes)
				if _, err := w.Write(bytes); err != nil {
					return err
				}
			}
			p.extents = append(p.extents, e)
			p.stored += p.inside
			s.end += p.inside * visitSize
			s.release(p)
		}
	}
	return w.Flush()
}

// forget lets go of the memory of blocks that are empty.
func (s *spill) forget() {
	s.free = nil
	for view := range s.views {
		for i := range s.views[view] {
			s.views[view][i].blocks = nil
		}
	}
}

// release takes back the blocks of a part, for other visits.
func (s *spill) release(p *part) {
	for _, b := range p.blocks {
		s.free = append(s.free, b[:0])
		s.held -= int64(s.block) * visitMemory
	}
	p.blocks, p.inside = p.blocks[:0], 0
}

// restore opens the file that another process has written.
func (s *spill) restore(extents [][256][]extent) (err error) {
	if len(extents) != len(s.views) {
		return fmt.Errorf("%w: the journal has other views than %s", index.ErrDamaged, s.path)
	}
	if s.file, err = openRegular(s.path, os.O_RDWR); err != nil {
		return err
	}
	if s.end, err = s.file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	for view := range s.views {
		for i := range s.views[view] {
			p := &s.views[view][i]
			p.extents = extents[view][i]
			for _, e := range p.extents {
				if e.Offset < 0 || e.Offset > s.end || e.Visits < 0 || e.Visits > (s.end-e.Offset)/visitSize {
					return fmt.Errorf("%w: %s is too short", index.ErrDamaged, s.path)
				}
				p.stored += e.Visits
				s.total += e.Visits
			}
		}
	}
	return nil
}

// each calls visitBlock with the visits of a part, some at a time. Only if it
// returns nil are the visits those that were written.
func (s *spill) each(p *part, visitBlock func([]visit) error) error {
	if len(p.extents) > 0 {
		n := int64(0) // parts of a small build are much shorter than readVisits
		for _, e := range p.extents {
			n = max(n, min(e.Visits, readVisits))
		}
		raw, block := make([]byte, n*visitSize), make([]visit, n)
		for _, e := range p.extents {
			if err := s.readExtent(e, raw, block, visitBlock); err != nil {
				return err
			}
		}
	}
	for _, b := range p.blocks {
		if err := visitBlock(b); err != nil {
			return err
		}
	}
	return nil
}

func (s *spill) readExtent(e extent, raw []byte, block []visit, visitBlock func([]visit) error) error {
	sum := uint32(0)
	for done := int64(0); done < e.Visits; done += readVisits {
		piece := raw[:min(e.Visits-done, readVisits)*visitSize]
		at := e.Offset + done*visitSize
		switch n, err := s.file.ReadAt(piece, at); {
		case n == len(piece):
		case err == io.EOF:
			return damaged(s.path, e.Offset, e.Offset+e.Visits*visitSize)
		default:
			return unreadable(s.path, at, err)
		}
		sum = crc32.Update(sum, castagnoli, piece)
		visits := block[:len(piece)/visitSize]
		decodeVisits(visits, piece)
		if err := visitBlock(visits); err != nil {
			return err
		}
	}
	if sum != e.Sum {
		return damaged(s.path, e.Offset, e.Offset+e.Visits*visitSize)
	}
	return nil
}

// close closes the file and removes it.
func (s *spill) close() {
	s.suspend()
	os.Remove(s.path)
}

// suspend closes the file.
func (s *spill) suspend() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
}

func appendVisits(dst []byte, visits []visit) []byte {
	for _, v := range visits {
		dst = binary.LittleEndian.AppendUint64(dst, v.lo)
		dst = binary.LittleEndian.AppendUint16(dst, v.hi)
		dst = binary.LittleEndian.AppendUint32(dst, v.game)
		dst = binary.LittleEndian.AppendUint32(dst, v.move)
	}
	return dst
}

// decodeVisits reads as many visits as dst holds.
func decodeVisits(dst []visit, raw []byte) {
	for i := range dst {
		b := raw[i*visitSize : (i+1)*visitSize]
		dst[i] = visit{
			lo:   binary.LittleEndian.Uint64(b),
			hi:   binary.LittleEndian.Uint16(b[8:]),
			game: binary.LittleEndian.Uint32(b[10:]),
			move: binary.LittleEndian.Uint32(b[14:]),
		}
	}
}
