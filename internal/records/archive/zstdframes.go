package archive

import "encoding/binary"

// zstdFrames follows the frames of a Zstandard text (RFC 8878, section 3.1), so that it is known where one ends.
type zstdFrames struct {
	part     zstdPart
	need     int64  // bytes of the part that are still to come
	field    []byte // those that have come, of a part that says what follows
	checksum bool   // the frame ends with a checksum
	last     bool   // the block is the last of its frame
	ended    bool   // a frame has ended
}

// A zstdPart is a part of a frame.
type zstdPart uint8

const (
	zstdMagic zstdPart = iota
	zstdSkipSize
	zstdDescriptor
	zstdBlockHeader
	zstdPassed // its bytes say nothing: the rest of the header, a block, a frame to be skipped
	zstdChecksum
	zstdNone // what comes is no frame
)

// newZstdFrames returns the state before a frame.
func newZstdFrames() *zstdFrames { return &zstdFrames{need: 4} }

// pass goes on over some bytes.
func (z *zstdFrames) pass(b []byte) {
	for len(b) > 0 && z.part != zstdNone {
		n := min(z.need, int64(len(b)))
		if z.part != zstdPassed {
			z.field = append(z.field, b[:n]...)
		}
		z.need -= n
		b = b[n:]
		for z.need == 0 && z.part != zstdNone {
			z.follow()
		}
	}
}

// behind returns how many bytes after the last frame have come, if there was one and none has begun for certain after
// it, else −1.
func (z *zstdFrames) behind() int {
	if z.ended && (z.part == zstdMagic || z.part == zstdNone) {
		return len(z.field)
	}
	return -1
}

// follow goes on to the part after one that is whole.
func (z *zstdFrames) follow() {
	f := z.field
	next := func(part zstdPart, need int64) { z.part, z.need, z.field = part, need, f[:0] }
	switch z.part {
	case zstdMagic:
		switch magic := binary.LittleEndian.Uint32(f); {
		case magic == 0xfd2fb528:
			next(zstdDescriptor, 1)
		case magic&^0xf == 0x184d2a50:
			next(zstdSkipSize, 4)
		default:
			z.part = zstdNone
		}
	case zstdSkipSize:
		z.last, z.checksum = true, false
		next(zstdPassed, int64(binary.LittleEndian.Uint32(f)))
	case zstdDescriptor:
		single := f[0] >> 5 & 1
		content := [4]int64{int64(single), 2, 4, 8}[f[0]>>6]
		dictionary := [4]int64{0, 1, 2, 4}[f[0]&3]
		z.last, z.checksum = false, f[0]&4 != 0
		next(zstdPassed, content+dictionary+int64(1-single))
	case zstdBlockHeader:
		header := uint32(f[0]) | uint32(f[1])<<8 | uint32(f[2])<<16
		z.last = header&1 != 0
		size := int64(header >> 3)
		if header>>1&3 == 1 { // one byte, repeated
			size = 1
		}
		next(zstdPassed, size)
	case zstdPassed:
		switch {
		case !z.last:
			next(zstdBlockHeader, 3)
		case z.checksum:
			next(zstdChecksum, 4)
		default:
			z.ended = true
			next(zstdMagic, 4)
		}
	case zstdChecksum:
		z.ended = true
		next(zstdMagic, 4)
	}
}
