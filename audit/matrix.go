package audit

import (
	"math/bits"

	"github.com/zobrist-go/zobrist"
)

// one returns the word whose bit i alone is set, i from 0 to 127.
func one(i int) zobrist.Uint128 {
	if i < 64 {
		return zobrist.Uint128{Lo: 1 << uint(i)}
	}
	return zobrist.Uint128{Hi: 1 << uint(i-64)}
}

// bit returns bit i of u as 0 or 1.
func bit(u zobrist.Uint128, i int) uint64 {
	if i < 64 {
		return u.Lo >> uint(i) & 1
	}
	return u.Hi >> uint(i-64) & 1
}

// weight returns the number of set bits of u.
func weight(u zobrist.Uint128) int {
	return bits.OnesCount64(u.Hi) + bits.OnesCount64(u.Lo)
}

// lowest returns the number of the lowest set bit of u, or 128.
func lowest(u zobrist.Uint128) int {
	if u.Lo != 0 {
		return bits.TrailingZeros64(u.Lo)
	}
	return 64 + bits.TrailingZeros64(u.Hi)
}

// length returns the number of the highest set bit of u plus one, or 0.
func length(u zobrist.Uint128) int {
	if u.Hi != 0 {
		return 64 + bits.Len64(u.Hi)
	}
	return bits.Len64(u.Lo)
}

// andNot returns u with the bits of v cleared.
func andNot(u, v zobrist.Uint128) zobrist.Uint128 {
	return zobrist.Uint128{Hi: u.Hi &^ v.Hi, Lo: u.Lo &^ v.Lo}
}

// An echelon is a table of keys in other coordinates: row operations leave
// every dependency as it is and turn rank of the columns into unit vectors.
type echelon struct {
	columns []zobrist.Uint128 // bits rank and above are zero
	pivots  []int             // columns[pivots[i]] is the unit vector of bit i
}

func (e echelon) rank() int { return len(e.pivots) }

// reduce brings the columns, taken in the order given, to reduced echelon
// form by Gauss and Jordan's elimination: one pass over the table a pivot. A
// row operation on the whole matrix is, column by column, an XOR of the pivot
// column without its pivot bit wherever that bit is set.
func reduce(columns []zobrist.Uint128) echelon {
	e := echelon{columns: append([]zobrist.Uint128(nil), columns...)}
	var rows []int
	var used zobrist.Uint128
	for j := range e.columns {
		free := andNot(e.columns[j], used)
		if free.IsZero() {
			continue
		}
		row := lowest(free)
		change := e.columns[j].Xor(one(row))
		for k, c := range e.columns {
			mask := -bit(c, row)
			e.columns[k] = zobrist.Uint128{Hi: c.Hi ^ change.Hi&mask, Lo: c.Lo ^ change.Lo&mask}
		}
		used = used.Xor(one(row))
		rows = append(rows, row)
		e.pivots = append(e.pivots, j)
		if len(rows) == 128 {
			break
		}
	}
	for k, c := range e.columns {
		var packed zobrist.Uint128
		for i, row := range rows {
			if bit(c, row) == 1 {
				packed = packed.Xor(one(i))
			}
		}
		e.columns[k] = packed
	}
	return e
}

// kernel returns a generator of the dependencies of e, as columns: bit i of
// word j says whether the i-th basis dependency has feature j. There are
// len(e.columns) − rank of them, which must be at most 64.
func (e echelon) kernel() []uint64 {
	generator := make([]uint64, len(e.columns))
	pivot := make(map[int]bool, len(e.pivots))
	for _, j := range e.pivots {
		pivot[j] = true
	}
	i := 0
	for j, c := range e.columns {
		if pivot[j] {
			continue
		}
		generator[j] |= 1 << i
		for row, p := range e.pivots {
			generator[p] |= bit(c, row) << i
		}
		i++
	}
	return generator
}
