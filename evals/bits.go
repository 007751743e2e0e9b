package evals

import (
	"encoding/binary"
	"math/bits"
)

// A bitWriter appends bits to bytes, the highest bit of a number and of a byte first.
type bitWriter struct {
	b    []byte
	free uint // bits of the last byte that are not written yet
}

func (w *bitWriter) reset(b []byte) { w.b, w.free = b, 0 }

// len returns the number of bits written after the first n bytes.
func (w *bitWriter) len(n int) int { return 8*(len(w.b)-n) - int(w.free) }

// put appends the lowest width bits of v.
func (w *bitWriter) put(v uint64, width uint) {
	for width > 0 {
		if w.free == 0 {
			w.b, w.free = append(w.b, 0), 8
		}
		n := min(width, w.free)
		width -= n
		w.free -= n
		w.b[len(w.b)-1] |= byte(v>>width&(1<<n-1)) << w.free
	}
}

// putGamma appends v, at least 1, in Elias's gamma code: as many zeros as there are bits after the highest, then v.
func (w *bitWriter) putGamma(v uint64) {
	n := uint(bits.Len64(v))
	w.put(0, n-1)
	w.put(v, n)
}

// putSigned appends a number whose magnitude is often below 2^(k−1), in an exponential Golomb code: what exceeds its
// lowest k bits in the gamma code, and then these. Its sign is the lowest bit.
func (w *bitWriter) putSigned(v int64, k uint) {
	u := uint64(v<<1) ^ uint64(v>>63)
	w.putGamma(u>>k + 1)
	w.put(u, k)
}

// putBits appends n bits of code, from one of its bits on.
func (w *bitWriter) putBits(code []byte, from, n int) {
	r := bitReader{b: code, at: from, end: from + n}
	for ; n > 0; n -= 32 {
		width := uint(min(n, 32))
		w.put(r.get(width), width)
	}
}

// A bitReader reads bits. After the end it reads zeros, and over is set.
type bitReader struct {
	b       []byte
	at, end int // in bits
	over    bool
}

func newBitReader(b []byte) bitReader { return bitReader{b: b, end: 8 * len(b)} }

// get reads a number of up to 56 bits.
func (r *bitReader) get(width uint) uint64 {
	v := r.peek(width)
	if r.at += int(width); r.at > r.end {
		r.over = true
	}
	return v
}

// peek returns the next bits without reading them.
func (r *bitReader) peek(width uint) (v uint64) {
	if width == 0 {
		return 0
	}
	first, skip := r.at>>3, uint(r.at&7)
	if first+8 <= len(r.b) {
		v = binary.BigEndian.Uint64(r.b[first:])
		if r.at+int(width) <= r.end {
			return v << skip >> (64 - width)
		}
	} else {
		for i := range 8 {
			v <<= 8
			if first+i < len(r.b) {
				v |= uint64(r.b[first+i])
			}
		}
	}
	v = v << skip >> (64 - width)
	if excess := r.at + int(width) - r.end; excess > 0 {
		v = v >> min(uint(excess), 63) << min(uint(excess), 63)
		if uint(excess) >= width {
			v = 0
		}
	}
	return v
}

// gamma reads a number that putGamma wrote. Damaged bits give any number, at least 1.
func (r *bitReader) gamma() uint64 {
	n := uint(bits.LeadingZeros64(r.peek(48) << 16))
	if n >= 28 { // no number that is written is so large
		if n >= 48 || r.at+int(2*n) >= r.end {
			r.over = true
			return 1
		}
		r.at += int(n)
		high := r.get(n + 1 - 24)
		return high<<24 | r.get(24)
	}
	return max(r.get(2*n+1), 1)
}

// signed reads a number that putSigned wrote.
func (r *bitReader) signed(k uint) int64 {
	u := (r.gamma()-1)<<k | r.get(k)
	return int64(u>>1) ^ -int64(u&1)
}
