package index

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// A spill divides visits by the next byte of their keys into 256 parts, each
// in the order in which its visits came. It keeps them in memory up to a
// limit and then moves all of them to one file a part.
type spill struct {
	dir   string // for the files; made when first needed
	depth uint   // bytes of the key that all visits have in common
	limit int64  // bytes of visits in memory
	held  int64  // bytes of blocks in memory
	parts [256]part
	free  [][]visit
	bytes []byte
}

// A part holds first the visits in its file, then those in its blocks.
type part struct {
	file   *os.File
	stored int64 // visits in the file
	blocks [][]visit
	inside int64 // visits in the blocks
}

const blockVisits = 1024

func newSpill(dir string, depth uint, limit int64) *spill {
	return &spill{dir: dir, depth: depth, limit: limit}
}

func (p *part) len() int64 { return p.stored + p.inside }

// add takes visits, whose games it numbers from first on.
func (s *spill) add(visits []visit, first uint32) error {
	shift := 56 - 8*s.depth
	for _, v := range visits {
		p := &s.parts[byte(v.high>>shift)]
		if int(p.inside)%blockVisits == 0 {
			p.blocks = append(p.blocks, s.block())
		}
		v.game += first
		last := len(p.blocks) - 1
		p.blocks[last] = append(p.blocks[last], v)
		p.inside++
	}
	if s.held > s.limit {
		return s.flush()
	}
	return nil
}

func (s *spill) block() []visit {
	s.held += blockVisits * visitMemory
	if n := len(s.free); n > 0 {
		b := s.free[n-1]
		s.free = s.free[:n-1]
		return b
	}
	return make([]visit, 0, blockVisits)
}

// flush moves the visits in memory to the files.
func (s *spill) flush() error {
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	for i := range s.parts {
		p := &s.parts[i]
		if p.inside == 0 {
			continue
		}
		if p.file == nil {
			f, err := os.OpenFile(filepath.Join(s.dir, fmt.Sprintf("part-%02x", i)), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
			if err != nil {
				return err
			}
			p.file = f
		}
		s.bytes = s.bytes[:0]
		for _, b := range p.blocks {
			s.bytes = appendVisits(s.bytes, b)
		}
		if _, err := p.file.WriteAt(s.bytes, p.stored*visitSize); err != nil {
			return err
		}
		p.stored += p.inside
		s.release(p)
	}
	return nil
}

// release empties the blocks of a part.
func (s *spill) release(p *part) {
	for _, b := range p.blocks {
		s.free = append(s.free, b[:0])
		s.held -= blockVisits * visitMemory
	}
	p.blocks, p.inside = nil, 0
}

// drop forgets the blocks of a part for good.
func (s *spill) drop(p *part) {
	s.release(p)
	s.free = nil
}

// lengths returns how many visits each part has.
func (s *spill) lengths() (n [256]int64) {
	for i := range s.parts {
		n[i] = s.parts[i].len()
	}
	return n
}

// truncate goes back to earlier lengths.
func (s *spill) truncate(n [256]int64) {
	for i := range s.parts {
		p := &s.parts[i]
		inside := max(0, n[i]-p.stored)
		p.stored = min(p.stored, n[i])
		for keep := int((inside + blockVisits - 1) / blockVisits); len(p.blocks) > keep; {
			last := len(p.blocks) - 1
			s.free = append(s.free, p.blocks[last][:0])
			s.held -= blockVisits * visitMemory
			p.blocks = p.blocks[:last]
		}
		if last := len(p.blocks) - 1; last >= 0 {
			p.blocks[last] = p.blocks[last][:inside-int64(last)*blockVisits]
		}
		p.inside = inside
	}
}

// each visits the content of a part, a block at a time.
func (p *part) each(visitBlock func([]visit) error) error {
	if p.stored > 0 {
		r := bufio.NewReaderSize(io.NewSectionReader(p.file, 0, p.stored*visitSize), 1<<18)
		block, raw := make([]visit, blockVisits), make([]byte, blockVisits*visitSize)
		for left := p.stored; left > 0; left -= int64(len(block)) {
			block = block[:min(left, blockVisits)]
			raw = raw[:len(block)*visitSize]
			if _, err := io.ReadFull(r, raw); err != nil {
				return fmt.Errorf("read %s: %w", p.file.Name(), err)
			}
			decodeVisits(block, raw)
			if err := visitBlock(block); err != nil {
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

// close removes the files.
func (s *spill) close() {
	for i := range s.parts {
		if f := s.parts[i].file; f != nil {
			f.Close()
			os.Remove(f.Name())
			s.parts[i].file = nil
		}
	}
}

func appendVisits(dst []byte, visits []visit) []byte {
	for _, v := range visits {
		dst = binary.LittleEndian.AppendUint64(dst, v.high)
		dst = binary.LittleEndian.AppendUint16(dst, v.low)
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
			high: binary.LittleEndian.Uint64(b),
			low:  binary.LittleEndian.Uint16(b[8:]),
			game: binary.LittleEndian.Uint32(b[10:]),
			move: binary.LittleEndian.Uint32(b[14:]),
		}
	}
}
