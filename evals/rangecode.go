package evals

// A rangeEncoder writes digits of any bases as one number, so that a digit of base n takes log2 n bits: the range coder
// of G. N. N. Martin, Range encoding, 1979, with carries.
type rangeEncoder struct {
	low   uint64 // of the range, below 2^32 except for a carry
	width uint32 // of the range
	out   []byte // the bytes above low
}

func (e *rangeEncoder) reset() { e.low, e.width, e.out = 0, 1<<32-1, e.out[:0] }

// put appends a digit below n.
func (e *rangeEncoder) put(digit, n uint32) {
	if n > 1 {
		e.putShare(digit, 1, n)
	}
}

// putShare appends a symbol that has the share size/total of the range, above the shares of other symbols, whose sum is
// from/total. The symbol with the highest share has the rest of the range, too. The total is below 2^16.
func (e *rangeEncoder) putShare(from, size, total uint32) {
	step := e.width / total
	e.low += uint64(from) * uint64(step)
	if from+size == total {
		e.width -= from * step
	} else {
		e.width = size * step
	}
	for e.width < 1<<24 {
		e.shift()
		e.width <<= 8
	}
}

func (e *rangeEncoder) shift() {
	e.carry()
	e.out = append(e.out, byte(e.low>>24))
	e.low = e.low << 8 & (1<<32 - 1)
}

func (e *rangeEncoder) carry() {
	if e.low>>32 == 0 {
		return
	}
	e.low &= 1<<32 - 1
	for i := len(e.out) - 1; i >= 0; i-- {
		if e.out[i]++; e.out[i] != 0 {
			return
		}
	}
}

// finish returns the code and its length in bits: the shortest one that, with zeros after it, is in the range. It is
// valid until the next reset.
func (e *rangeEncoder) finish() (code []byte, n int) {
	if len(e.out) == 0 && e.low == 0 {
		return nil, 0
	}
	for free := 32; free >= 0; free-- {
		mask := uint64(1)<<free - 1
		if v := (e.low + mask) &^ mask; v < e.low+uint64(e.width) {
			e.low = v
			e.carry()
			n = 8*len(e.out) + 32 - free
			e.out = append(e.out, byte(e.low>>24), byte(e.low>>16), byte(e.low>>8), byte(e.low))
			break
		}
	}
	for n > 0 && e.out[(n-1)/8]>>(7-(n-1)%8)&1 == 0 {
		n--
	}
	return e.out[:(n+7)/8], n
}

// A rangeDecoder reads what a rangeEncoder wrote.
type rangeDecoder struct {
	in    bitReader
	code  uint32
	width uint32
}

func newRangeDecoder(in bitReader) rangeDecoder {
	d := rangeDecoder{in: in, width: 1<<32 - 1}
	d.code = uint32(d.in.get(32))
	return d
}

// get reads a digit below n. Damaged codes give any digit.
func (d *rangeDecoder) get(n uint32) uint32 {
	if n <= 1 {
		return 0
	}
	digit := d.place(n)
	d.take(digit, 1, n)
	return digit
}

// place returns the place of the next symbol among the shares of all, below total.
func (d *rangeDecoder) place(total uint32) uint32 { return min(d.code/(d.width/total), total-1) }

// take reads the symbol that has the share from ‥ from+size.
func (d *rangeDecoder) take(from, size, total uint32) {
	step := d.width / total
	d.code -= from * step
	if from+size == total {
		d.width -= from * step
	} else {
		d.width = size * step
	}
	for d.width < 1<<24 {
		d.code = d.code<<8 | uint32(d.in.get(8))
		d.width <<= 8
	}
}
