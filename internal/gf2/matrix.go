package gf2

import "math/bits"

// A Word is a vector of up to 128 bits, coordinate i being bit i of Lo for
// i < 64 and bit i−64 of Hi otherwise.
type Word struct{ Hi, Lo uint64 }

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

// Len returns one more than the highest coordinate that is 1, or 0 for zero.
func (w Word) Len() int {
	if w.Hi != 0 {
		return 64 + bits.Len64(w.Hi)
	}
	return bits.Len64(w.Lo)
}

// OnesCount returns the number of coordinates that are 1.
func (w Word) OnesCount() int { return bits.OnesCount64(w.Hi) + bits.OnesCount64(w.Lo) }

// A Matrix is a list of columns: the image of each unit vector.
type Matrix []Word

// Mul returns the matrix times v.
func (m Matrix) Mul(v Word) Word {
	var image Word
	for lo := v.Lo; lo != 0; lo &= lo - 1 {
		image = image.Xor(m[bits.TrailingZeros64(lo)])
	}
	for hi := v.Hi; hi != 0; hi &= hi - 1 {
		image = image.Xor(m[64+bits.TrailingZeros64(hi)])
	}
	return image
}

// Rank returns the dimension of the span of the words: O(n·min(n, 128)).
func Rank(words []Word) int {
	var basis [129]Word // by length
	rank := 0
	for _, w := range words {
		for l := w.Len(); l > 0; l = w.Len() {
			if basis[l] == (Word{}) {
				basis[l] = w
				rank++
				break
			}
			w = w.Xor(basis[l])
		}
	}
	return rank
}

// RandomBlockTriangular returns a matrix that is uniform among the invertible
// ones that are block lower triangular: coordinate i of an image depends on
// the coordinates of its own block and of those before it, and every diagonal
// block is invertible. The blocks are consecutive runs of coordinates, their
// lengths summing to at most 128. draw returns uniform words of 64 bits; the
// order of the draws is frozen.
func RandomBlockTriangular(blocks []int, draw func() uint64) Matrix {
	total := 0
	for _, b := range blocks {
		total += b
	}
	m := make(Matrix, total)
	first := 0
	for _, b := range blocks {
		own, below := mask(first, first+b), mask(first+b, total)
		diagonal := m[first : first+b]
		for {
			for i := range diagonal {
				w := Word{draw(), draw()}
				diagonal[i] = Word{w.Hi & own.Hi, w.Lo & own.Lo}
			}
			if Rank(diagonal) == b {
				break
			}
		}
		for i := range diagonal {
			w := Word{draw(), draw()}
			diagonal[i] = diagonal[i].Xor(Word{w.Hi & below.Hi, w.Lo & below.Lo})
		}
		first += b
	}
	return m
}

// mask returns the word whose coordinates from ≤ i < to are 1.
func mask(from, to int) Word {
	below := func(i int) Word {
		if i <= 64 {
			return Word{0, 1<<uint(i) - 1}
		}
		return Word{1<<uint(i-64) - 1, ^uint64(0)}
	}
	return below(to).Xor(below(from))
}
