package gf2

import "math/bits"

// A Word is a vector of 128 coordinates over GF(2): coordinate i is bit i of Lo
// for i < 64 and bit i−64 of Hi otherwise. Adding two words is XOR.
type Word struct{ Hi, Lo uint64 }

// Columns returns the words with these low and high halves. A nil high means zeros; otherwise both
// have the same length.
func Columns(low, high []uint64) []Word {
	words := make([]Word, len(low))
	for i, w := range low {
		words[i].Lo = w
		if high != nil {
			words[i].Hi = high[i]
		}
	}
	return words
}

// Unit returns the word whose only 1 is coordinate i, 0 to 127.
func Unit(i int) Word {
	if i < 64 {
		return Word{Lo: 1 << i}
	}
	return Word{Hi: 1 << (i - 64)}
}

// Ones returns the word whose first n coordinates, 0 to 128 of them, are 1.
func Ones(n int) Word {
	if n <= 64 {
		return Word{Lo: 1<<n - 1}
	}
	return Word{Hi: 1<<(n-64) - 1, Lo: 1<<64 - 1}
}

// Bit returns coordinate i.
func (w Word) Bit(i int) uint64 {
	if i < 64 {
		return w.Lo >> i & 1
	}
	return w.Hi >> (i - 64) & 1
}

// SetBit sets coordinate i to the low bit of b.
func (w *Word) SetBit(i int, b uint64) {
	if i < 64 {
		w.Lo = w.Lo&^(1<<i) | b&1<<i
	} else {
		w.Hi = w.Hi&^(1<<(i-64)) | b&1<<(i-64)
	}
}

// Xor returns w + v.
func (w Word) Xor(v Word) Word { return Word{w.Hi ^ v.Hi, w.Lo ^ v.Lo} }

// And returns the coordinates of w at which v is 1, and 0 elsewhere.
func (w Word) And(v Word) Word { return Word{w.Hi & v.Hi, w.Lo & v.Lo} }

// AndNot returns the coordinates of w at which v is 0, and 0 elsewhere.
func (w Word) AndNot(v Word) Word { return Word{w.Hi &^ v.Hi, w.Lo &^ v.Lo} }

// ShiftLeft moves coordinate i to i+n, for n from 0 to 128.
func (w Word) ShiftLeft(n int) Word {
	if n < 64 {
		return Word{w.Hi<<n | w.Lo>>(64-n), w.Lo << n}
	}
	return Word{Hi: w.Lo << (n - 64)}
}

// ShiftRight moves coordinate i+n to i, for n from 0 to 128.
func (w Word) ShiftRight(n int) Word {
	if n < 64 {
		return Word{w.Hi >> n, w.Lo>>n | w.Hi<<(64-n)}
	}
	return Word{Lo: w.Hi >> (n - 64)}
}

// IsZero reports whether every coordinate is 0.
func (w Word) IsZero() bool { return w.Hi|w.Lo == 0 }

// Len returns one more than the number of the last coordinate that is 1, or 0.
func (w Word) Len() int {
	if w.Hi != 0 {
		return 64 + bits.Len64(w.Hi)
	}
	return bits.Len64(w.Lo)
}

// TrailingZeros returns the number of the first coordinate that is 1, or 128.
func (w Word) TrailingZeros() int {
	if w.Lo != 0 {
		return bits.TrailingZeros64(w.Lo)
	}
	return 64 + bits.TrailingZeros64(w.Hi)
}

// OnesCount returns the number of coordinates that are 1.
func (w Word) OnesCount() int { return bits.OnesCount64(w.Hi) + bits.OnesCount64(w.Lo) }
