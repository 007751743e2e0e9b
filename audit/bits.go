package audit

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist/internal/keys/dependency"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// Bits lists the flaws of single bits of the keys, numbered from 0, the
// lowest. Zero keys do not count. Random keys have an entry in one of the lists
// once in ten thousand audits. A list is empty if there are too few keys to
// decide.
type Bits struct {
	Stuck  []int `json:"stuck"`  // the same in every key
	Biased []Bit `json:"biased"` // set in far too many or too few keys

	// Linear are sets of bits whose XOR is the same in every key.
	Linear []Relation `json:"linear"`

	// Recurrent are bits whose values along the keys, in the order of the
	// features, repeat, or come from a linear feedback shift register much
	// shorter than half the number of keys. Only the first 4096 keys are examined.
	Recurrent []Bit `json:"recurrent"`

	// Sorted is set if ten keys or more ascend or descend in the order of the features.
	Sorted bool `json:"sorted"`
}

// A Bit is a biased or a recurrent bit.
type Bit struct {
	Index int `json:"bit"`

	// Ones is the number of keys in which a biased bit is set, and Sigma how
	// many standard deviations this is above half of the keys, more than 5 or
	// less than −5.
	Ones  int     `json:"ones,omitempty"`
	Sigma float64 `json:"sigma,omitempty"`

	// Complexity is the length of the shortest shift register that makes a
	// recurrent bit. Period is the number of keys after which its values
	// repeat; 0 if they do not.
	Complexity int `json:"complexity,omitempty"`
	Period     int `json:"period,omitempty"`
}

// A Relation is a set of bits whose XOR is the same in every key. If it is 0,
// the hash loses one bit. If it is 1, as in coded keys by design, the bits give
// the parity of the number of features, and no set of odd size is dependent.
type Relation struct {
	Bits []int `json:"bits"`
	Sum  int   `json:"sum"` // 0 or 1
}

// Stuck bits and relations are reported only if random keys have as many with probability 2^rare
// at most. For n keys this is below C(width, k)·2^(−k(n−1)) for k stuck bits, and 2^(width+1−n) for a relation.
const rare = -16

// stuckKeys, relationKeys, biasedKeys and leastRecurrentKeys are the fewest keys in which a
// stuck bit, a relation, a biased bit and a recurrence differ from chance.
func stuckKeys(width int) int {
	return int(math.Ceil(math.Log2(float64(width)))) + 1 - rare
}

func relationKeys(width int) int { return width + 1 - rare }

const (
	biasedKeys         = 29 // n−1 equal bits of n are √n − 2/√n standard deviations off
	leastRecurrentKeys = 64
)

// recurrentKeys is how many keys are examined for recurrences, from the first on.
const recurrentKeys = 4096

// auditBits examines the lowest width bits of keys, none of them 0, and for recurrences the bits of all keys that
// are not 0, because a generator draws keys that never count too. It stops early when ctx ends.
func auditBits(ctx context.Context, all, keys []gf2.Word, width int) Bits {
	drawn := slices.DeleteFunc(slices.Clone(all), gf2.Word.IsZero)
	b := Bits{Sorted: sorted(drawn), Stuck: []int{}, Biased: []Bit{}, Linear: []Relation{}, Recurrent: []Bit{}}
	n := len(keys)
	if n == 0 {
		return b
	}
	first := make([]uint8, min(len(drawn), recurrentKeys))
	for i := range width {
		if ctx.Err() != nil { // a bit may take some ms
			return b
		}
		ones := 0
		for _, k := range keys {
			ones += int(k.Bit(i))
		}
		if ones == 0 || ones == n {
			b.Stuck = append(b.Stuck, i)
			continue
		}
		if sigma := (float64(ones) - float64(n)/2) / (math.Sqrt(float64(n)) / 2); math.Abs(sigma) > 5 {
			b.Biased = append(b.Biased, Bit{Index: i, Ones: ones, Sigma: sigma})
		}
		// A random sequence has complexity n/2 − 20 or less with
		// probability about 2^−40.
		for j, k := range drawn[:len(first)] {
			first[j] = uint8(k.Bit(i))
		}
		l, p := complexity(first), period(first)
		if len(first) >= leastRecurrentKeys && (p > 0 || l < len(first)/2-20) {
			b.Recurrent = append(b.Recurrent, Bit{Index: i, Complexity: l, Period: p})
		}
	}
	if k := len(b.Stuck); dependency.LnChoose(width, k)/math.Ln2-float64(k*(n-1)) > rare {
		b.Stuck = []int{}
	}
	if n >= relationKeys(width) {
		b.Linear = relations(keys, width)
	}
	return b
}

// sorted reports whether ten keys or more ascend or descend.
func sorted(keys []gf2.Word) bool {
	const least = 10 // random keys do once in two million tables
	compare := func(a, b gf2.Word) int { return cmp.Or(cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Lo, b.Lo)) }
	descend := func(a, b gf2.Word) int { return compare(b, a) }
	return len(keys) >= least && (slices.IsSortedFunc(keys, compare) || slices.IsSortedFunc(keys, descend))
}

// relations returns a basis of the sets of two or more bits, none of them
// stuck, whose XOR is the same in every key, and so 0 in the XOR of any two keys.
// The elimination of these XORs carries unit vectors along, which record the rows
// that were added to each row.
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

// period returns the least number of places after which the sequence repeats in its last 40 or
// more places, or 0. A random sequence has a period with probability 2^−28 at most.
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
