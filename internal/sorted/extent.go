package sorted

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
)

// An Extent is a piece of a spill's file.
type Extent struct {
	Offset int64  // in bytes
	Length int64  // in bytes
	Sum    uint32 // of them, CRC-32C
}

// readBytes is about how much of a file is read at once.
const readBytes = 72 << 10

// Extents returns where the file has the records of each part of each group: what a journal keeps after Flush and
// Sync, for [Spill.Restore].
func (s *Spill) Extents() [][256][]Extent {
	all := make([][256][]Extent, len(s.groups))
	for group := range s.groups {
		for i := range s.groups[group] {
			all[group][i] = s.groups[group][i].extents
		}
	}
	return all
}

// Restore opens the file that another process has written, instead of adding records.
func (s *Spill) Restore(extents [][256][]Extent) (err error) {
	if len(extents) != len(s.groups) {
		return fmt.Errorf("%w: the journal has other groups than %s", s.family.Damaged, s.path)
	}
	if s.file, err = s.family.OpenRegular(s.path, os.O_RDWR); err != nil {
		return err
	}
	if s.end, err = s.file.Seek(0, io.SeekEnd); err != nil {
		return err
	}
	for group := range s.groups {
		for i := range s.groups[group] {
			p := &s.groups[group][i]
			p.extents = extents[group][i]
			for _, e := range p.extents {
				if e.Offset < 0 || e.Offset > s.end || e.Length < 0 || e.Length > s.end-e.Offset ||
					s.record > 0 && e.Length%int64(s.record) != 0 {
					return fmt.Errorf("%w: %s is too short", s.family.Damaged, s.path)
				}
				p.stored += e.Length
			}
		}
	}
	return nil
}

// each calls f with the records of a part, some at a time, which f must not change or keep. Only if it returns nil are
// the records those that were written.
func (s *Spill) each(p *part, f func([]byte) error) error {
	if len(p.extents) > 0 {
		longest := int64(0) // parts of a small build are much shorter than readBytes
		for _, e := range p.extents {
			longest = max(longest, e.Length)
		}
		raw := make([]byte, min(longest, int64(s.piece())))
		for _, e := range p.extents {
			if err := s.readExtent(e, raw, f); err != nil {
				return err
			}
		}
	}
	for _, b := range p.blocks {
		if err := f(b); err != nil {
			return err
		}
	}
	return nil
}

// piece is how many bytes of an extent are read at once.
func (s *Spill) piece() int {
	if s.record > 0 {
		return max(readBytes/s.record, 1) * s.record
	}
	return readBytes
}

func (s *Spill) readExtent(e Extent, raw []byte, f func([]byte) error) error {
	sum, rest := uint32(0), 0 // rest is the number of bytes in raw of a record that is not read to its end
	for done := int64(0); done < e.Length; {
		if rest == len(raw) { // a longer record
			raw = append(raw, make([]byte, len(raw))...)
		}
		piece := raw[rest:min(int64(len(raw)), int64(rest)+e.Length-done)]
		switch n, err := s.file.ReadAt(piece, e.Offset+done); {
		case n == len(piece):
		case err == io.EOF:
			return s.family.DamagedAt(s.path, e.Offset, e.Offset+e.Length)
		default:
			return s.family.Unreadable(s.path, e.Offset+done, err)
		}
		sum = crc32.Update(sum, castagnoli, piece)
		done += int64(len(piece))
		have := raw[:rest+len(piece)]
		whole, ok := s.whole(have)
		if !ok || done == e.Length && whole < len(have) || whole == 0 && len(have) > maxRecord {
			return s.family.DamagedAt(s.path, e.Offset, e.Offset+e.Length)
		}
		if whole > 0 {
			if err := f(have[:whole:whole]); err != nil {
				return err
			}
		}
		rest = copy(raw, have[whole:])
	}
	if sum != e.Sum {
		return s.family.DamagedAt(s.path, e.Offset, e.Offset+e.Length)
	}
	return nil
}

const maxRecord = keySize + 3 + MaxPayload

// whole returns the number of bytes of the whole records at the beginning of raw. It reports false if a length is
// impossible.
func (s *Spill) whole(raw []byte) (int, bool) {
	if s.record > 0 {
		return len(raw) / s.record * s.record, true
	}
	at := 0
	for len(raw)-at > keySize {
		n, size := binary.Uvarint(raw[at+keySize:])
		if size < 0 || n > MaxPayload {
			return at, false
		}
		if size == 0 || uint64(len(raw)-at-keySize-size) < n {
			break
		}
		at += keySize + size + int(n)
	}
	return at, true
}
