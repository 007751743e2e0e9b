package audit

import (
	"math"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// Bits says what is wrong with single bits of the keys, numbered from 0, the
// lowest; keys of 0 are left out. For random keys every list is empty, but once in ten thousand
// audits.
type Bits struct {
	Stuck     []int        `json:"stuck"`     // the same in every key
	Biased    []Bias       `json:"biased"`    // set in far too many or too few keys
	Linear    []Relation   `json:"linear"`    // sums of bits that are the same in every key
	Recurrent []Recurrence `json:"recurrent"` // follow from earlier keys by a short linear rule
}

// A Bias is a bit that is not stuck but more than five standard deviations
// from being set in half of the keys.
type Bias struct {
	Bit   int     `json:"bit"`
	Ones  int     `json:"ones"`  // keys that have it
	Sigma float64 `json:"sigma"` // standard deviations above or below a half
}

// A Relation is a set of bits whose XOR is the same in every key. Where that
// is 0 the hash has one bit less. Where it is 1, as in coded keys by design,
// the bits tell the parity of the number of features, and no set of odd size
// is dependent.
type Relation struct {
	Bits []int `json:"bits"`
	Sum  int   `json:"sum"` // 0 or 1
}

// A Recurrence is a bit whose values along the keys, in feature order, come
// from a linear feedback shift register much shorter than half their number;
// of more than 4096 keys the first so many are looked at.
type Recurrence struct {
	Bit        int `json:"bit"`
	Complexity int `json:"complexity"` // length of the shortest such register
}

// auditBits looks at the lowest width bits of the keys that are not 0.
func auditBits(all zobrist.Keys128, width int) Bits {
	keys := slices.DeleteFunc(slices.Clone(all), zobrist.Uint128.IsZero)
	b := Bits{Stuck: []int{}, Biased: []Bias{}, Linear: []Relation{}, Recurrent: []Recurrence{}}
	n := len(keys)
	if n == 0 {
		return b
	}
	row := make([]uint8, n)
	for i := range width {
		ones := 0
		for f, k := range keys {
			row[f] = uint8(bit(k, i))
			ones += int(row[f])
		}
		if ones == 0 || ones == n {
			b.Stuck = append(b.Stuck, i)
			continue
		}
		if sigma := (float64(ones) - float64(n)/2) / (math.Sqrt(float64(n)) / 2); math.Abs(sigma) > 5 {
			b.Biased = append(b.Biased, Bias{i, ones, sigma})
		}
		// A random sequence has complexity n/2 − 20 or less with
		// probability about 2^−40.
		first := row[:min(n, 4096)]
		if l := complexity(first); n >= 64 && l < len(first)/2-20 {
			b.Recurrent = append(b.Recurrent, Recurrence{i, l})
		}
	}
	b.Linear = append(b.Linear, relations(keys, width)...)
	return b
}

// relations returns a basis of the sets of two or more bits, none of them
// stuck, whose XOR is constant over the keys.
func relations(keys zobrist.Keys128, width int) []Relation {
	// Take the rows of the matrix one by one into a triangular basis, with
	// the row of ones first, and remember of which rows each is the sum.
	type line struct {
		row  []uint64
		bits zobrist.Uint128
		ones int
	}
	words := (len(keys) + 63) / 64
	rows := make([]line, width+1)
	for i := range rows {
		rows[i].row = make([]uint64, words)
		if i > 0 {
			rows[i].bits = one(i - 1)
		}
	}
	rows[0].ones = 1
	for f, k := range keys {
		rows[0].row[f/64] |= 1 << (f % 64)
		for i := range width {
			rows[i+1].row[f/64] |= bit(k, i) << (f % 64)
		}
	}
	basis := make(map[int]line) // by lowest set bit
	var found []Relation
	for _, l := range rows {
		for {
			at := lowestOf(l.row)
			b, ok := basis[at]
			if at < 0 || !ok {
				if at >= 0 {
					basis[at] = l
				} else if weight(l.bits) > 1 {
					r := Relation{Sum: l.ones}
					for u := l.bits; !u.IsZero(); u = u.Xor(one(lowest(u))) {
						r.Bits = append(r.Bits, lowest(u))
					}
					found = append(found, r)
				}
				break
			}
			for i := range l.row {
				l.row[i] ^= b.row[i]
			}
			l.bits, l.ones = l.bits.Xor(b.bits), l.ones^b.ones
		}
	}
	return found
}

// lowestOf returns the number of the lowest set bit, or −1.
func lowestOf(row []uint64) int {
	for i, w := range row {
		if w != 0 {
			return 64*i + lowest(zobrist.Uint128{Lo: w})
		}
	}
	return -1
}

// complexity returns the length of the shortest linear feedback shift
// register over GF(2) that yields the sequence: the algorithm of Berlekamp
// and Massey (1969). O(n²).
func complexity(sequence []uint8) int {
	n := len(sequence)
	c, b := make([]uint8, n+1), make([]uint8, n+1)
	c[0], b[0] = 1, 1
	length, since := 0, 1
	for i := range n {
		var d uint8
		for j := 0; j <= length; j++ {
			d ^= c[j] & sequence[i-j]
		}
		switch {
		case d == 0:
			since++
		case 2*length <= i:
			before := append([]uint8(nil), c...)
			for j := 0; j+since <= n; j++ {
				c[j+since] ^= b[j]
			}
			length, b, since = i+1-length, before, 1
		default:
			for j := 0; j+since <= n; j++ {
				c[j+since] ^= b[j]
			}
			since++
		}
	}
	return length
}
