package tabulation

import (
	"encoding/binary"
	"hash"
)

// New returns a streaming hash: Sum64 is HashBytes of all bytes written since the last Reset. It takes 80 bytes and
// shares the tables of s. It belongs to one goroutine at a time.
func (s *String) New() hash.Hash64 { return &digest{s: s, sum: 1} }

// digest is a String as a hash.Hash64.
type digest struct {
	s    *String
	sum  uint64
	rest [blockBytes]byte
	n    int // bytes in rest
}

// Write adds p to the bytes hashed; it never fails.
func (d *digest) Write(p []byte) (int, error) {
	written := len(p)
	if d.n > 0 {
		taken := copy(d.rest[d.n:], p)
		d.n += taken
		if p = p[taken:]; d.n < blockBytes {
			return written, nil
		}
		d.sum, _ = d.s.absorb(d.sum, d.rest[:])
	}
	var rest []byte
	d.sum, rest = d.s.absorb(d.sum, p)
	d.n = copy(d.rest[:], rest)
	return written, nil
}

func (d *digest) Sum64() uint64       { return d.s.hash.Hash(d.s.reduce(d.sum, d.rest[:d.n])) }
func (d *digest) Sum(b []byte) []byte { return binary.BigEndian.AppendUint64(b, d.Sum64()) }
func (d *digest) Reset()              { d.sum, d.n = 1, 0 }
func (d *digest) Size() int           { return 8 }
func (d *digest) BlockSize() int      { return blockBytes }
