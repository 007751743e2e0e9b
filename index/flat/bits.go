package flat

import (
	"encoding/binary"
	"math/bits"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A bitWriter packs numbers, the least significant bit first: bit i of the result
// is bit i%8 of byte i/8.
type bitWriter struct {
	b   []byte
	acc uint64 // the last n bits, not yet in b
	n   uint   // below 64
}

func (w *bitWriter) reset() { w.b, w.acc, w.n = w.b[:0], 0, 0 }

// len returns the number of bits written.
func (w *bitWriter) len() int { return 8*len(w.b) + int(w.n) }

// put writes the low width bits of v, 0 to 64 of them. Higher bits must be 0.
func (w *bitWriter) put(v uint64, width uint) {
	w.acc |= v << w.n
	if w.n += width; w.n >= 64 {
		w.b = binary.LittleEndian.AppendUint64(w.b, w.acc)
		w.n -= 64
		w.acc = v >> (width - w.n)
	}
}

// putUnary writes v zeros and a one.
func (w *bitWriter) putUnary(v uint64) {
	for ; v >= 32; v -= 32 {
		w.put(0, 32)
	}
	w.put(1<<v, uint(v)+1)
}

// putGamma writes v ≥ 1 in the Elias gamma code: as many zeros as v has bits after
// the first, a one, and these bits.
func (w *bitWriter) putGamma(v uint64) {
	n := uint(bits.Len64(v)) - 1
	w.putUnary(uint64(n))
	w.put(v&(1<<n-1), n)
}

// putAll writes what another writer has written.
func (w *bitWriter) putAll(o *bitWriter) {
	for b := o.b; len(b) > 0; b = b[8:] { // before bytes, o.b has whole words
		w.put(binary.LittleEndian.Uint64(b), 64)
	}
	w.put(o.acc, o.n)
}

// An ascent is the state of the Golomb-Rice code of ascending numbers below u: of each difference
// to the number after the last one, d>>width in unary, then width bits.
type ascent struct {
	width uint
	next  uint64 // least number that may follow
	u     uint64
}

// newAscent begins the code of n numbers below u. The width takes the fewest bits: 2^width is
// about 0.69 times the mean difference.
func newAscent(n int, u uint32) ascent {
	a := ascent{u: uint64(u)}
	if n > 0 {
		a.width = uint(max(bits.Len64(uint64(u)*11/16/uint64(n)), 1) - 1)
	}
	return a
}

// putAscending writes the next number of an ascent.
func (w *bitWriter) putAscending(a *ascent, v uint32) {
	d := uint64(v) - a.next
	w.putUnary(d >> a.width)
	w.put(d&(1<<a.width-1), a.width)
	a.next = uint64(v) + 1
}

// bytes pads what was written with zeros to a multiple of 8 bytes and returns it.
func (w *bitWriter) bytes() []byte {
	if w.n > 0 {
		w.b = binary.LittleEndian.AppendUint64(w.b, w.acc)
		w.acc, w.n = 0, 0
	}
	return w.b
}

// bitsAt returns width bits, at most 57, from bit pos of b. At least 8 bytes of b
// follow the byte in which they begin.
func bitsAt(b []byte, pos uint64, width uint) uint64 {
	return binary.LittleEndian.Uint64(b[pos>>3:]) >> (pos & 7) & (1<<width - 1)
}

// A bitReader reads numbers from an area of a file. It checks the pages that it
// comes to. After an error, or beyond the end of the area, it returns 0 and stays
// where it is.
type bitReader struct {
	f    *sorted.File
	pos  uint64 // of the next bit, from the start of the file
	good uint64 // bits before it have been checked; past the end of the area once that is reached
	end  uint64 // of the area
	err  error
}

func newBitReader(f *sorted.File, pos, end uint64) bitReader {
	return bitReader{f: f, pos: pos, good: pos, end: end}
}

// more checks the pages of the next 64 bits, as far as they belong to the area.
func (r *bitReader) more() {
	if r.err != nil {
		r.pos = r.end
		return
	}
	if r.pos > r.end {
		r.err = r.f.Corrupt(int64(r.end>>3), 1, "a list goes beyond its area")
		r.pos = r.end
		return
	}
	from, to := int64(r.pos>>3), int64(min(r.pos+64, r.end)+7)>>3
	to = min((to+sorted.PageSize-1)&^(sorted.PageSize-1), int64(r.end+7)>>3)
	if r.err = r.f.Check(from, to-from); r.err != nil {
		r.pos = r.end
		return
	}
	if r.good = uint64(to) * 8; r.good >= r.end {
		r.good = r.end + 64
	}
}

// peek returns at least 57 of the next bits.
func (r *bitReader) peek() uint64 {
	if r.pos+64 > r.good {
		if r.more(); r.err != nil {
			return 0
		}
	}
	return binary.LittleEndian.Uint64(r.f.Data[r.pos>>3:]) >> (r.pos & 7)
}

// get reads width bits, at most 57.
func (r *bitReader) get(width uint) uint64 {
	v := r.peek() & (1<<width - 1)
	r.pos += uint64(width)
	return v
}

// unary reads a number written by putUnary, below limit.
func (r *bitReader) unary(limit uint64) uint64 {
	n := uint64(0)
	for {
		v := r.peek()
		if v&(1<<56-1) != 0 {
			n += uint64(bits.TrailingZeros64(v))
			r.pos += uint64(bits.TrailingZeros64(v)) + 1
			break
		}
		if r.err != nil {
			return 0
		}
		n += 56
		r.pos += 56
	}
	if n >= limit {
		r.fail("a number is too large")
		return 0
	}
	return n
}

// gamma reads a number written by putGamma, at most limit.
func (r *bitReader) gamma(limit uint64) uint64 {
	n := uint(r.unary(57))
	v := 1<<n | r.get(n)
	if v > limit {
		r.fail("a number is too large")
		return 0
	}
	return v
}

// ascending appends the next n numbers of an ascent.
func (r *bitReader) ascending(dst []uint32, a *ascent, n int) []uint32 {
	k, next := a.width, a.next
	for range n {
		if r.pos+64 > r.good {
			if r.more(); r.err != nil {
				return dst
			}
		}
		v := binary.LittleEndian.Uint64(r.f.Data[r.pos>>3:]) >> (r.pos & 7)
		if zeros := uint(bits.TrailingZeros64(v)); zeros+1+k <= 57 {
			next += uint64(zeros)<<k | v>>(zeros+1)&(1<<k-1)
			r.pos += uint64(zeros + 1 + k)
		} else {
			next += r.unary(a.u>>k+1) << k
			next += r.get(k)
		}
		if next >= a.u {
			r.fail("a game has too large a number")
			return dst
		}
		dst = append(dst, uint32(next))
		next++
	}
	a.next = next
	return dst
}

// nextAscending reads one number of an ascent.
func (r *bitReader) nextAscending(a *ascent) uint32 {
	next := a.next + r.unary(a.u>>a.width+1)<<a.width
	if next += r.get(a.width); next >= a.u {
		r.fail("a game has too large a number")
		return 0
	}
	a.next = next + 1
	return uint32(next)
}

func (r *bitReader) fail(what string) {
	if r.err == nil {
		r.err = r.f.Corrupt(int64(r.pos>>3), 1, what)
	}
	r.pos = r.end
}
