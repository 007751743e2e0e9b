package tt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync/atomic"
)

// Errors about files, wrapped by those of [Load].
var (
	ErrCorrupt = errors.New("tt: damaged table file")
	ErrVersion = errors.New("tt: table file of another version")
	ErrKeys    = errors.New("tt: table file of other keys")
)

// The file, all numbers little-endian. Checksums are CRC-32C of what follows
// the one before.
//
//	 0  8  "zobrisTT"
//	 8  4  version, 1
//	12  1  layout, the number of its constant
//	13  1  tag bits of the layout Compact, otherwise 0
//	14  1  generation
//	15  1  0
//	16  8  lines
//	24 32  digest of the keys, or zeros
//	56  4  checksum
//	60     blocks: 1024 lines of eight words, slot by slot, fewer in the last
//	       block, and a checksum of 4 bytes
const (
	fileMagic   = "zobrisTT"
	fileVersion = 1
	headerBytes = 60
	blockLines  = 1024
	blockBytes  = blockLines * lineBytes
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Save writes the table, about as many bytes as it has. Where other goroutines
// store meanwhile, each slot is saved as it was at some moment, or is lost.
func (t *Table) Save(w io.Writer) error {
	b := make([]byte, blockBytes+4)
	copy(b, fileMagic)
	binary.LittleEndian.PutUint32(b[8:], fileVersion)
	b[12], b[13], b[14] = byte(t.layout), byte(t.options.TagBits), byte(t.generation())
	b[15] = 0
	binary.LittleEndian.PutUint64(b[16:], uint64(len(t.lines)))
	copy(b[24:56], t.options.Keys[:])
	binary.LittleEndian.PutUint32(b[56:], crc32.Checksum(b[:56], castagnoli))
	if _, err := w.Write(b[:headerBytes]); err != nil {
		return fmt.Errorf("tt: save: %w", err)
	}
	for first := 0; first < len(t.lines); first += blockLines {
		lines := t.lines[first:min(first+blockLines, len(t.lines))]
		n := 0
		for i := range lines {
			for k := range lines[i] {
				binary.LittleEndian.PutUint64(b[n:], t.inFile(&lines[i], k).Load())
				n += 8
			}
		}
		binary.LittleEndian.PutUint32(b[n:], crc32.Checksum(b[:n], castagnoli))
		if _, err := w.Write(b[:n+4]); err != nil {
			return fmt.Errorf("tt: save line %d: %w", first, err)
		}
	}
	return nil
}

// inFile returns the word of a line that is number k in the file.
func (t *Table) inFile(l *line, k int) *atomic.Uint64 {
	if t.layout == Full || t.layout == Payload {
		k = k>>1 | k&1<<2
	}
	return &l[k&7]
}

// Load makes a table of what [Table.Save] wrote. Size, layout and tag are
// those of the file; policy and sample those of o. What [Stats] counts begins
// with what is stored after. A file larger than o.Bytes
// is refused, 0 being no limit; so is one whose digest of keys differs, where
// both have one. The error wraps [ErrCorrupt], [ErrVersion], [ErrKeys],
// [ErrOptions] or that of r, and names the byte.
func Load(r io.Reader, o Options) (*Table, error) {
	b := make([]byte, blockBytes+4)
	if err := readFull(r, b[:headerBytes], 0); err != nil {
		return nil, err
	}
	if string(b[:8]) != fileMagic {
		return nil, fmt.Errorf("%w: it does not begin with %q", ErrCorrupt, fileMagic)
	}
	if v := binary.LittleEndian.Uint32(b[8:]); v != fileVersion {
		return nil, fmt.Errorf("%w: version %d, this program reads %d; build the table anew", ErrVersion, v, fileVersion)
	}
	if binary.LittleEndian.Uint32(b[56:]) != crc32.Checksum(b[:56], castagnoli) {
		return nil, fmt.Errorf("%w: the checksum at byte 56 is wrong", ErrCorrupt)
	}
	limit := o.Bytes
	generation, lines := b[14], binary.LittleEndian.Uint64(b[16:])
	o.Layout, o.TagBits, o.Chance, o.Probes = Layout(b[12]), int(b[13]), 0, 0
	keys := [32]byte(b[24:56])
	switch {
	case o.Layout == Auto || o.Layout > Wide || (o.Layout == Compact) != (o.TagBits != 0) || generation == 0 || generation > genMask ||
		lines == 0 || lines > 1<<56:
		return nil, fmt.Errorf("%w: its header describes no table", ErrCorrupt)
	case limit > 0 && int64(lines)*lineBytes > limit:
		return nil, fmt.Errorf("%w: the table file has %d bytes of slots, Options.Bytes allows %d", ErrOptions, int64(lines)*lineBytes, limit)
	case o.Keys != [32]byte{} && keys != [32]byte{} && o.Keys != keys:
		return nil, fmt.Errorf("%w: digest %x…, wanted %x…; use the keys it was made with", ErrKeys, keys[:4], o.Keys[:4])
	}
	if keys != [32]byte{} {
		o.Keys = keys
	}
	o.Bytes = int64(lines) * lineBytes
	t, err := New(o)
	if err != nil {
		return nil, err
	}
	t.stamp.Store(uint64(generation) << genShift)
	if err := t.read(r, b); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// read fills the table from the blocks of a file.
func (t *Table) read(r io.Reader, b []byte) error {
	at := int64(headerBytes)
	for first := 0; first < len(t.lines); first += blockLines {
		lines := t.lines[first:min(first+blockLines, len(t.lines))]
		n := len(lines) * lineBytes
		if err := readFull(r, b[:n+4], at); err != nil {
			return err
		}
		if binary.LittleEndian.Uint32(b[n:]) != crc32.Checksum(b[:n], castagnoli) {
			return fmt.Errorf("%w: the checksum at byte %d is wrong", ErrCorrupt, at+int64(n))
		}
		at += int64(n) + 4
		for i := range lines {
			for k := range lines[i] {
				t.inFile(&lines[i], k).Store(binary.LittleEndian.Uint64(b[8*(8*i+k):]))
			}
		}
	}
	return nil
}

// readFull reads the bytes of the file from offset at.
func readFull(r io.Reader, b []byte, at int64) error {
	n, err := io.ReadFull(r, b)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return fmt.Errorf("%w: it ends at byte %d, in the middle", ErrCorrupt, at+int64(n))
	case err != nil:
		return fmt.Errorf("tt: load, byte %d: %w", at+int64(n), err)
	}
	return nil
}
