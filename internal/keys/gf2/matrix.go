package gf2

import (
	"math/bits"
	"slices"
)

// Reduce brings a matrix of 128 rows, given by its columns, to reduced echelon form by Gauss and
// Jordan's elimination. Only the first n columns, taken in order, become pivots; the others are
// transformed with them. In the result column pivots[i] is the i-th unit vector, and rows
// len(pivots) and up are 0 in the first n columns. Row operations keep every dependency of the
// columns. The cost is len(columns) XORs for each pivot.
func Reduce(columns []Word, n int) (reduced []Word, pivots []int) {
	reduced = slices.Clone(columns)
	var rows []int // of the pivots
	var used Word
	for j := range n {
		free := reduced[j].AndNot(used)
		if free.IsZero() {
			continue
		}
		row := free.TrailingZeros()
		Pivot(reduced, j, row)
		used = used.Xor(Unit(row))
		rows, pivots = append(rows, row), append(pivots, j)
		if len(rows) == 128 {
			break
		}
	}
	for row := range 128 {
		if used.Bit(row) == 0 {
			rows = append(rows, row)
		}
	}
	for k, c := range reduced {
		reduced[k] = c.permute(rows)
	}
	return reduced, pivots
}

// Pivot makes column j, which has a 1 in the row, the unit vector of that row, by adding
// the row to the other rows in which column j has a 1. So each column with a 1 in the row
// gets column j added, without that 1.
func Pivot(columns []Word, j, row int) {
	unit := Unit(row)
	change := columns[j].Xor(unit)
	for k := range columns {
		c := &columns[k]
		set := c.And(unit)
		mask := -bits.RotateLeft64(set.Hi|set.Lo, -row) // all ones if c has a 1 in the row
		c.Hi ^= change.Hi & mask
		c.Lo ^= change.Lo & mask
	}
}

// AddRow adds row from to row to.
func AddRow(columns []Word, from, to int) {
	for k, c := range columns {
		columns[k].SetBit(to, c.Bit(from)^c.Bit(to))
	}
}

// permute returns the word whose coordinate i is coordinate from[i] of w.
func (w Word) permute(from []int) (moved Word) {
	if w.IsZero() {
		return moved
	}
	for i, row := range from {
		moved.SetBit(i, w.Bit(row))
	}
	return moved
}

// Rank returns the dimension of the span of the words.
func Rank(words []Word) int {
	_, pivots := Reduce(words, len(words))
	return len(pivots)
}

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

// RandomBlockTriangular returns a uniform random matrix among the invertible block lower triangular
// ones: coordinate i of an image depends on the coordinates of its own block and of earlier blocks,
// and every diagonal block is invertible. The blocks are consecutive runs of coordinates whose
// lengths sum to at most 128. draw returns uniform words of 64 bits; the order of the draws is
// frozen.
func RandomBlockTriangular(blocks []int, draw func() uint64) Matrix {
	total := 0
	for _, b := range blocks {
		total += b
	}
	m := make(Matrix, total)
	first := 0
	for _, b := range blocks {
		own, below := Ones(first+b).AndNot(Ones(first)), Ones(total).AndNot(Ones(first+b))
		diagonal := m[first : first+b]
		for {
			for i := range diagonal {
				diagonal[i] = Word{draw(), draw()}.And(own)
			}
			if Rank(diagonal) == b {
				break
			}
		}
		for i := range diagonal {
			diagonal[i] = diagonal[i].Xor(Word{draw(), draw()}.And(below))
		}
		first += b
	}
	return m
}
