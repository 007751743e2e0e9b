package audit

import (
	"context"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist/internal/gf2"
)

// Bits says what is wrong with single bits of the keys, numbered from 0, the
// lowest. Keys that are 0 do not count. Random keys have an entry in one of the
// lists once in ten thousand audits. A list is empty if the keys are too few to tell.
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

// A Relation is a set of bits whose XOR is the same in every key. If that is 0,
// the hash has one bit less. If it is 1, as in coded keys by design, the bits
// give the parity of the number of features, and no set of odd size is
// dependent.
type Relation struct {
	Bits []int `json:"bits"`
	Sum  int   `json:"sum"` // 0 or 1
}

// A Recurrence is a bit whose values along the keys, in feature order, repeat, or
// come from a linear feedback shift register much shorter than half their number.
// Only the first 4096 keys are examined.
type Recurrence struct {
	Bit        int `json:"bit"`
	Complexity int `json:"complexity"` // length of the shortest such register
	Period     int `json:"period"`     // after so many keys the values repeat; 0 if they do not
}

// Stuck bits and relations are reported only if random keys have as many with a chance of 2^rare
// at most. For n keys it is below C(width, k)·2^(−k(n−1)) for k stuck bits, 2^(width+1−n) for a relation.
const rare = -16

// stuckKeys, relationKeys, biasedKeys and leastRecurrentKeys are the fewest keys in which a
// stuck bit, a relation, a biased bit and a recurrence are told from chance.
func stuckKeys(width int) int {
	return int(math.Ceil(math.Log2(float64(width)))) + 1 - rare
}

func relationKeys(width int) int { return width + 1 - rare }

const (
	biasedKeys         = 29 // n−1 equal bits of n are √n − 2/√n standard deviations off
	leastRecurrentKeys = 64
)

// recurrentKeys is the most keys, from the first on, that a recurrence is looked for in.
const recurrentKeys = 4096

// auditBits examines the lowest width bits of the keys that are not 0. It stops early when ctx ends.
func auditBits(ctx context.Context, all []gf2.Word, width int) Bits {
	keys := slices.DeleteFunc(slices.Clone(all), gf2.Word.IsZero)
	b := Bits{Stuck: []int{}, Biased: []Bias{}, Linear: []Relation{}, Recurrent: []Recurrence{}}
	n := len(keys)
	if n == 0 {
		return b
	}
	row := make([]uint8, n)
	for i := range width {
		if ctx.Err() != nil { // a bit may take some ms
			return b
		}
		ones := 0
		for f, k := range keys {
			row[f] = uint8(k.Bit(i))
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
		first := row[:min(n, recurrentKeys)]
		l, p := complexity(first), period(first)
		if n >= leastRecurrentKeys && (p > 0 || l < len(first)/2-20) {
			b.Recurrent = append(b.Recurrent, Recurrence{i, l, p})
		}
	}
	if k := len(b.Stuck); lnChoose(width, k)/math.Ln2-float64(k*(n-1)) > rare {
		b.Stuck = []int{}
	}
	if n >= relationKeys(width) {
		b.Linear = relations(keys, width)
	}
	return b
}

// relations returns a basis of the sets of two or more bits, none of them
// stuck, whose XOR is constant over the keys: it is 0 in the difference of any
// two. The elimination of the differences takes unit vectors along, which
// record the rows that each row has become the sum of.
func relations(keys []gf2.Word, width int) []Relation {
	var matrix []gf2.Word
	for _, k := range keys[1:] {
		matrix = append(matrix, k.Xor(keys[0]))
	}
	differences := len(matrix)
	for i := range width {
		matrix = append(matrix, gf2.Unit(i))
	}
	reduced, pivots := gf2.Reduce(matrix, differences)
	found := []Relation{}
	for row := len(pivots); row < 128; row++ {
		var r Relation
		for i, u := range reduced[differences:] {
			if u.Bit(row) == 1 {
				r.Bits = append(r.Bits, i)
				r.Sum ^= int(keys[0].Bit(i))
			}
		}
		if len(r.Bits) > 1 {
			found = append(found, r)
		}
	}
	return found
}

// period returns the least number of places after which the sequence repeats, as far as the
// last 40 or more show, which random ones do with a chance of 2^−28 at most; 0 if there is none.
func period(sequence []uint8) int {
	for p := 1; p <= len(sequence)-40; p++ {
		if slices.Equal(sequence[p:], sequence[:len(sequence)-p]) {
			return p
		}
	}
	return 0
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
