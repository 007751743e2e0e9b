package tt

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
)

// Errors about files, wrapped by the errors of [Load].
var (
	ErrCorrupt = errors.New("tt: damaged table file")
	ErrVersion = errors.New("tt: table file of another version")
	ErrKeys    = errors.New("tt: table file of other keys")
)

// The file, all numbers little-endian. Checksums are CRC-32C of what follows
// the one before.
//
//	 0  8  "zobrisTT"
//	 8  4  version, 2
//	12  1  tag bits, 8 to 48, or 64 for the whole hash
//	13  1  generation, 1 to 31
//	14  2  0
//	16  8  clusters
//	24 32  digest of the keys, or zeros
//	56  4  checksum
//	60     blocks: 1024 clusters of eight words as they are in memory, fewer in
//	       the last block, and a checksum of 4 bytes
const (
	fileMagic     = "zobrisTT"
	fileVersion   = 2
	headerBytes   = 60
	blockClusters = 1024
	blockBytes    = blockClusters * clusterBytes
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// withChecksum appends the checksum of b to it.
func withChecksum(b []byte) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, castagnoli))
}

// checksumFits reports whether b ends in the checksum of its other bytes.
func checksumFits(b []byte) bool {
	n := len(b) - 4
	return binary.LittleEndian.Uint32(b[n:]) == crc32.Checksum(b[:n], castagnoli)
}

// Save writes the table, about as many bytes as it has. If other goroutines
// store meanwhile, each slot is saved as it was at some moment, or is lost.
func (t *Table) Save(w io.Writer) error {
	b := append(make([]byte, 0, blockBytes+4), fileMagic...)
	b = binary.LittleEndian.AppendUint32(b, fileVersion)
	b = append(b, byte(t.options.TagBits), byte(t.generation.Load()>>generationShift), 0, 0)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(t.clusters)))
	b = append(b, t.options.Digest[:]...)
	if _, err := w.Write(withChecksum(b)); err != nil {
		return fmt.Errorf("tt: save: %w", err)
	}
	for block := range slices.Chunk(t.clusters, blockClusters) {
		b = b[:0]
		for i := range block {
			for k := range block[i] {
				b = binary.LittleEndian.AppendUint64(b, block[i][k].Load())
			}
		}
		if _, err := w.Write(withChecksum(b)); err != nil {
			return fmt.Errorf("tt: save: %w", err)
		}
	}
	return nil
}

// Load makes a table of what [Table.Save] wrote, and reads r to its end. The
// file decides the size and the tag, o the Sample; TagBits, Chance and Probes do not count. With the
// zero Options every table is loaded that was saved. A file with more than o.Bytes
// of clusters is refused, unless that is 0; so is a file with another digest of
// keys, if both have one, and one whose tags leave less than o.Payload, if that is not 0. If r is an
// io.Seeker, a file that is too short is refused before memory is taken. The error wraps
// [ErrCorrupt], [ErrVersion], [ErrKeys], [ErrOptions], [ErrMemory] or an error of r, and names
// the byte.
func Load(r io.Reader, o Options) (*Table, error) {
	b := make([]byte, blockBytes+4)
	if err := readFull(r, b[:headerBytes], 0); err != nil {
		return nil, err
	}
	o, generation, err := readHeader(b[:headerBytes], o)
	if err != nil {
		return nil, err
	}
	if err := checkSize(r, o.Bytes); err != nil {
		return nil, err
	}
	t, err := New(o)
	if err != nil {
		return nil, err
	}
	t.generation.Store(generation << generationShift)
	if err := t.readBlocks(r, b); err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// readHeader checks the header of a file against o, and returns the options of
// its table.
func readHeader(b []byte, o Options) (_ Options, generation uint64, err error) {
	if string(b[:8]) != fileMagic {
		return o, 0, fmt.Errorf("%w: it does not begin with %q", ErrCorrupt, fileMagic)
	}
	if v := binary.LittleEndian.Uint32(b[8:]); v != fileVersion {
		return o, 0, fmt.Errorf("%w: version %d, this program reads %d; build the table anew",
			ErrVersion, v, fileVersion)
	}
	if !checksumFits(b) {
		return o, 0, fmt.Errorf("%w: the checksum at byte 56 is wrong", ErrCorrupt)
	}
	tagBits, clusters := int(b[12]), binary.LittleEndian.Uint64(b[16:])
	generation = uint64(b[13])
	if !validTag(tagBits) || b[14]|b[15] != 0 || generation == 0 || generation > lastGeneration || clusters == 0 ||
		clusters > 1<<56 {
		return o, 0, fmt.Errorf("%w: its header describes no table", ErrCorrupt)
	}
	bytes, keys := int64(clusters)*clusterBytes, [32]byte(b[24:56])
	switch unknown := ([32]byte{}); {
	case o.Bytes > 0 && bytes > o.Bytes:
		return o, 0, fmt.Errorf("%w: the table file has %d bytes of clusters, Options.Bytes allows %d; "+
			"give that many, or 0 for any size", ErrOptions, bytes, o.Bytes)
	case o.Digest != unknown && keys != unknown && o.Digest != keys:
		return o, 0, fmt.Errorf("%w: digest %x…, wanted %x…; use the keys it was made with",
			ErrKeys, keys[:4], o.Digest[:4])
	case o.Digest == unknown:
		o.Digest = keys
	}
	o.Bytes, o.TagBits, o.Chance, o.Probes = bytes, tagBits, 0, 0
	most := o.payloadBits()
	if o.Payload > most && o.Payload <= maxPayloadBits {
		return o, 0, fmt.Errorf("%w: the table file has tags of %d bits, which leave %d of payload, and Options.Payload asks "+
			"for %d; give at most %d, 0 for what there is, or build the table anew with other tags",
			ErrOptions, tagBits, most, o.Payload, most)
	}
	o.Payload = cmp.Or(o.Payload, min(ScoreBits, most))
	return o, generation, nil
}

// checkSize returns an error if r, after the header, is known to end before that many bytes of clusters.
func checkSize(r io.Reader, clusters int64) error {
	s, ok := r.(io.Seeker)
	if !ok {
		return nil
	}
	at, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil // a pipe, say
	}
	end, err := s.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = s.Seek(at, io.SeekStart)
	}
	blocks := (clusters + blockBytes - 1) / blockBytes
	switch {
	case err != nil:
		return fmt.Errorf("tt: load, byte %d: %w", headerBytes, err)
	case end-at < clusters+4*blocks:
		return fmt.Errorf("%w: it ends at byte %d, in the middle", ErrCorrupt, headerBytes+end-at)
	}
	return nil
}

// readBlocks fills the table from the blocks of a file.
func (t *Table) readBlocks(r io.Reader, b []byte) error {
	at := int64(headerBytes)
	for block := range slices.Chunk(t.clusters, blockClusters) {
		b = b[:len(block)*clusterBytes+4]
		if err := readFull(r, b, at); err != nil {
			return err
		}
		at += int64(len(b))
		if !checksumFits(b) {
			return fmt.Errorf("%w: the checksum at byte %d is wrong", ErrCorrupt, at-4)
		}
		for i := range block {
			for k := range block[i] {
				block[i][k].Store(binary.LittleEndian.Uint64(b[clusterBytes*i+8*k:]))
			}
		}
	}
	switch n, err := io.ReadFull(r, b[:1]); {
	case n > 0:
		return fmt.Errorf("%w: it does not end at byte %d", ErrCorrupt, at)
	case err != io.EOF:
		return fmt.Errorf("tt: load, byte %d: %w", at, err)
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
