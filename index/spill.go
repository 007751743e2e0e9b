package index

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// A spill divides visits by the next byte of their keys into 256 parts. Each part
// keeps the order in which its visits came. Visits stay in memory up to a limit;
// beyond it all of them are appended to a temporary file, part by part.
type spill struct {
	path  string // of the file, made when first needed
	file  *os.File
	end   int64 // bytes in the file
	depth uint  // leading bytes of the key that all visits share
	limit int64 // bytes of visits in memory
	held  int64 // bytes of blocks in memory
	parts [256]part
	free  [][]visit
}

// The visits of a part are those in its extents of the file, then those in its
// blocks.
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

const blockVisits = 256

func newSpill(path string, depth uint, limit int64) *spill {
	return &spill{path: path, depth: depth, limit: limit}
}

func (p *part) len() int64 { return p.stored + p.inside }

// add adds visits. Their games are numbered from first.
func (s *spill) add(visits []visit, first uint32) error {
	shift := 56 - 8*s.depth
	for _, v := range visits {
		p := &s.parts[byte(v.lo>>shift)]
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

// flush moves the visits in memory to the file.
func (s *spill) flush() error {
	if s.file == nil {
		f, err := os.OpenFile(s.path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
		if err != nil {
			return err
		}
		s.file = f
	}
	w := bufio.NewWriterSize(io.NewOffsetWriter(s.file, s.end), 1<<20)
	raw := make([]byte, 0, blockVisits*visitSize)
	for i := range s.parts {
		p := &s.parts[i]
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
	return w.Flush()
}

// release frees the blocks of a part.
func (s *spill) release(p *part) {
	for _, b := range p.blocks {
		s.free = append(s.free, b[:0])
		s.held -= blockVisits * visitMemory
	}
	p.blocks, p.inside = p.blocks[:0], 0
}

// visits returns the number of visits.
func (s *spill) visits() (n int64) {
	for i := range s.parts {
		n += s.parts[i].len()
	}
	return n
}

// restore opens the file that another process has written.
func (s *spill) restore(extents *[256][]extent) (err error) {
	if s.file, err = os.OpenFile(s.path, os.O_RDWR, 0o666); err != nil {
		return err
	}
	if s.end, err = s.file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	for i := range s.parts {
		p := &s.parts[i]
		p.extents = extents[i]
		for _, e := range p.extents {
			if e.Offset < 0 || e.Offset > s.end || e.Visits < 0 || e.Visits > (s.end-e.Offset)/visitSize {
				return fmt.Errorf("%w: %s is too short", ErrCorrupt, s.path)
			}
			p.stored += e.Visits
		}
	}
	return nil
}

// each visits the content of part i, a block at a time. Only if it returns nil
// are the visits those that were written.
func (s *spill) each(i int, visitBlock func([]visit) error) error {
	p := &s.parts[i]
	block, raw := make([]visit, blockVisits), make([]byte, blockVisits*visitSize)
	var r *bufio.Reader
	for _, e := range p.extents {
		section := io.NewSectionReader(s.file, e.Offset, e.Visits*visitSize)
		if r == nil {
			r = bufio.NewReaderSize(section, 1<<17)
		} else {
			r.Reset(section)
		}
		sum := uint32(0)
		for done := int64(0); done < e.Visits; done += blockVisits {
			raw = raw[:min(e.Visits-done, blockVisits)*visitSize]
			switch _, err := io.ReadFull(r, raw); {
			case err == io.EOF || err == io.ErrUnexpectedEOF:
				return damaged(s.path, e.Offset, e.Offset+e.Visits*visitSize)
			case err != nil:
				return fmt.Errorf("read %s, byte %d: %w", s.path, e.Offset+done*visitSize, err)
			}
			sum = crc32.Update(sum, castagnoli, raw)
			block = block[:len(raw)/visitSize]
			decodeVisits(block, raw)
			if err := visitBlock(block); err != nil {
				return err
			}
		}
		if sum != e.Sum {
			return damaged(s.path, e.Offset, e.Offset+e.Visits*visitSize)
		}
	}
	for _, b := range p.blocks {
		if err := visitBlock(b); err != nil {
			return err
		}
	}
	return nil
}

// close removes the file.
func (s *spill) close() {
	if s.file != nil {
		s.file.Close()
		s.file = nil
	}
	os.Remove(s.path)
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
