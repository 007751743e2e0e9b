package evals

import (
	"cmp"
	"errors"
	"slices"
)

// A record is what a store keeps under the key of a position, in bits:
//
//   - a bit that is set if there is one evaluation, of one line, and the position is not kept; otherwise
//     a bit that is set if the position is kept, and then the length of the packed position in bits plus 1, in the
//     gamma code, and the position as its game packs it; and the number of evaluations, in the gamma code
//   - of each evaluation, the deepest first: the head; except for the last one, the length of its code in bits plus 1,
//     in the gamma code; and its code. So the deepest one is read without the others.
//   - zeros up to a whole byte; bytes at the end that have nothing but zeros of the last code are left out
//
// A head has:
//
//   - the number of the source plus 1, in the gamma code
//   - the depth, 6 bits, or 63 and the depth less 62 in the gamma code
//   - the nodes: three digits in 10 bits, and if they are not 0, the power of ten behind them in 4
//   - the number of lines, in the gamma code; it is left out if the first bit says that there is one
//   - of each line: a bit that is set for a mate; the mate in moves, in a signed code of 3 bits, or the score in a
//     signed code: the first of 6 bits, others less the score before in 4; then the plies: others than the first line
//     have a bit that is set if they are as many as in the line before; if not, 00 means 1 ply, 01 means 10, 10
//     is before 2 bits that say 6 to 9, and 11 before the plies plus 1 in the gamma code
//
// The code of an evaluation is written by a rangeEncoder. It has for each move of each line its number in the list of
// legal moves, whose length is the base.
type record struct {
	entries []entry
	heads   []lineHead // of all entries
	packed  bitReader  // the position; empty if it is not kept
}

// An entry is an evaluation in a record.
type entry struct {
	source uint32
	depth  int32
	digits uint16 // of the nodes
	power  uint8
	first  int // of its lines in heads
	lines  int
	code   []byte // bits from ‥ from+bits
	from   int
	bits   int
}

type lineHead struct {
	value Value
	plies int32
}

func (e *entry) nodes() int64 { return int64(e.digits) * powers[e.power&15] }

var errRecord = errors.New("a record contradicts itself")

func (r *record) reset() { r.entries, r.heads, r.packed = r.entries[:0], r.heads[:0], bitReader{} }

// add reads the bytes of a record and appends their evaluations. The codes point into b.
func (r *record) add(b []byte) error { return r.addFirst(b, maxLines) }

// addFirst is add for the deepest evaluations, most of them.
func (r *record) addFirst(b []byte, most uint64) error {
	in := newBitReader(b)
	packed, n, plain := in.beginRecord()
	if n > maxLines {
		return errRecord
	}
	if packed.at < packed.end {
		r.packed = packed
	}
	for i := range min(n, most) {
		e := r.head(&in, plain)
		length := uint64(max(in.end-in.at, 0))
		if i+1 < n {
			length = in.gamma() - 1
		}
		if in.over || uint(e.depth) > MaxDepth || length > uint64(in.end-in.at) {
			return errRecord
		}
		e.code, e.from, e.bits = b, in.at, int(length)
		in.at += e.bits
		e.trim()
		r.entries = append(r.entries, e)
	}
	return nil
}

// beginHead reads the source, the depth and the nodes of an evaluation.
func (r *bitReader) beginHead() (e entry) {
	e.source = uint32(r.gamma() - 1)
	if e.depth = int32(r.get(6)); e.depth == 63 {
		e.depth = int32(r.gamma()&(1<<20-1)) + 62
	}
	if e.digits = uint16(r.get(10)); e.digits != 0 {
		e.power = uint8(r.get(4))
	}
	return e
}

// beginRecord reads the bits before the heads: the packed position, which is empty if it is not kept, and the number of
// evaluations, which is too large in a damaged record.
func (r *bitReader) beginRecord() (packed bitReader, n uint64, plain bool) {
	if r.get(1) == 1 {
		return packed, 1, true
	}
	if r.get(1) == 1 {
		length := r.gamma() - 1
		if length > uint64(max(r.end-r.at, 0)) {
			return packed, maxLines + 1, false
		}
		packed = bitReader{b: r.b, at: r.at, end: r.at + int(length)}
		r.at = packed.end
	}
	return packed, r.gamma(), false
}

// firstHead reads the first evaluation of a record without its lines, except for the value of the first.
func firstHead(b []byte) (h Head, lines uint64, err error) {
	in := newBitReader(b)
	_, n, plain := in.beginRecord()
	if n > maxLines {
		return h, 0, errRecord
	}
	e := in.beginHead()
	if lines = 1; !plain {
		lines = in.gamma()
	}
	if in.get(1) == 1 {
		h.Mate = int32(in.signed(3))
	} else {
		h.Score = int32(in.signed(6))
	}
	if in.over {
		return h, 0, errRecord
	}
	h.Depth, h.Nodes, h.Source = int(e.depth), e.nodes(), int(e.source)
	return h, lines, nil
}

// trim leaves out zeros at the end of the code, which a bit that fills a byte may be. Otherwise such zeros, before a
// code that is empty, could be left out at the end of a record.
func (e *entry) trim() {
	for e.bits > 0 {
		if at := e.from + e.bits - 1; e.code[at>>3]>>(7-at&7)&1 != 0 {
			return
		}
		e.bits--
	}
}

// head reads the head of an evaluation, of the only line in a plain record.
func (r *record) head(in *bitReader, plain bool) entry {
	e := in.beginHead()
	e.first, e.lines = len(r.heads), 1
	if !plain {
		if e.lines = int(min(in.gamma(), maxLines+1)); e.lines > maxLines {
			in.over = true
		}
	}
	var h lineHead
	for i := 0; i < e.lines && !in.over; i++ {
		if in.get(1) == 1 {
			h.value = Value{Mate: int32(in.signed(3))}
		} else if i == 0 {
			h.value = Value{Score: int32(in.signed(6))}
		} else {
			h.value = Value{Score: h.value.Score + int32(in.signed(4))}
		}
		if i == 0 || in.get(1) == 0 {
			h.plies = in.plies()
		}
		if h.plies > maxPlies {
			in.over = true
		}
		r.heads = append(r.heads, h)
	}
	return e
}

// order sorts the evaluations, and removes those that others replace: with as many lines or more, and as deep or
// deeper. Of two with as many lines and the same depth, more nodes count, then the later source, then the bytes, so
// that the result does not depend on the order in which they came.
func (r *record) order() {
	if len(r.entries) == 1 {
		return
	}
	slices.SortFunc(r.entries, func(a, b entry) int {
		if c := cmp.Or(cmp.Compare(b.depth, a.depth), cmp.Compare(b.lines, a.lines), cmp.Compare(b.nodes(), a.nodes()),
			cmp.Compare(b.source, a.source)); c != 0 {
			return c
		}
		return cmp.Or(slices.CompareFunc(r.heads[a.first:][:a.lines], r.heads[b.first:][:b.lines], compareHeads),
			compareBits(&a, &b))
	})
	most := 0
	r.entries = slices.DeleteFunc(r.entries, func(e entry) bool {
		if e.lines <= most {
			return true
		}
		most = e.lines
		return false
	})
}

func compareHeads(a, b lineHead) int {
	return cmp.Or(cmp.Compare(a.value.Mate, b.value.Mate), cmp.Compare(a.value.Score, b.value.Score),
		cmp.Compare(a.plies, b.plies))
}

// compareBits compares codes as if zeros followed them.
func compareBits(a, b *entry) int {
	x, y := a.reader(), b.reader()
	for x.at < x.end || y.at < y.end {
		if c := cmp.Compare(x.get(32), y.get(32)); c != 0 {
			return c
		}
	}
	return 0
}

// reader returns a reader of the code of an evaluation.
func (e *entry) reader() bitReader { return bitReader{b: e.code, at: e.from, end: e.from + e.bits} }

// append appends the bytes of the record.
func (r *record) append(dst []byte) []byte {
	var w bitWriter
	w.reset(dst)
	packed := r.packed.end - r.packed.at
	plain := packed == 0 && len(r.entries) == 1 && r.entries[0].lines == 1
	w.put(uint64(flag(plain)), 1)
	if !plain {
		if w.put(uint64(flag(packed > 0)), 1); packed > 0 {
			w.putGamma(uint64(packed) + 1)
			w.putBits(r.packed.b, r.packed.at, packed)
		}
		w.putGamma(uint64(len(r.entries)))
	}
	least := 0 // bytes before the last code
	for i := range r.entries {
		e := &r.entries[i]
		r.putHead(&w, e, plain)
		if i+1 < len(r.entries) {
			w.putGamma(uint64(e.bits) + 1)
		}
		least = len(w.b)
		w.putBits(e.code, e.from, e.bits)
	}
	b := w.b
	for len(b) > least && b[len(b)-1] == 0 {
		b = b[:len(b)-1]
	}
	return b
}

func (r *record) putHead(w *bitWriter, e *entry, plain bool) {
	w.putGamma(uint64(e.source) + 1)
	w.put(uint64(min(e.depth, 63)), 6)
	if e.depth >= 63 {
		w.putGamma(uint64(e.depth) - 62)
	}
	if w.put(uint64(e.digits), 10); e.digits != 0 {
		w.put(uint64(e.power), 4)
	}
	if !plain {
		w.putGamma(uint64(e.lines))
	}
	last := lineHead{plies: -1}
	for i, h := range r.heads[e.first:][:e.lines] {
		switch {
		case h.value.Mate != 0:
			w.put(1, 1)
			w.putSigned(int64(h.value.Mate), 3)
		case i == 0:
			w.put(0, 1)
			w.putSigned(int64(h.value.Score), 6)
		default:
			w.put(0, 1)
			w.putSigned(int64(h.value.Score)-int64(last.value.Score), 4)
		}
		if i > 0 {
			w.put(uint64(flag(h.plies == last.plies)), 1)
		}
		if h.plies != last.plies {
			w.putPlies(h.plies)
		}
		last = h
	}
}

func (w *bitWriter) putPlies(n int32) {
	switch {
	case n == 1:
		w.put(0b00, 2)
	case n == 10:
		w.put(0b01, 2)
	case n >= 6 && n <= 9:
		w.put(0b1000|uint64(n-6), 4)
	default:
		w.put(0b11, 2)
		w.putGamma(uint64(n) + 1)
	}
}

func (r *bitReader) plies() int32 {
	switch r.get(2) {
	case 0b00:
		return 1
	case 0b01:
		return 10
	case 0b10:
		return 6 + int32(r.get(2))
	}
	return int32(min(r.gamma()-1, maxPlies+1))
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}
