package audit

import (
	"math"

	"github.com/zobrist-go/zobrist"
)

// Widen returns the keys as keys of 128 bits whose high halves are zero.
func Widen(keys zobrist.Keys) zobrist.Keys128 {
	wide := make(zobrist.Keys128, len(keys))
	for i, k := range keys {
		wide[i].Lo = k
	}
	return wide
}

// Low returns the low bits of each key, bits from 0 to 128.
func Low(keys zobrist.Keys128, bits int) zobrist.Keys128 {
	mask := mask(bits)
	low := make(zobrist.Keys128, len(keys))
	for i, k := range keys {
		low[i] = k.And(mask)
	}
	return low
}

// High returns the high bits of each key of the given width, moved to the
// low end; bits from 0 to width, and width to 128.
func High(keys zobrist.Keys128, width, bits int) zobrist.Keys128 {
	shift := width - bits
	high := make(zobrist.Keys128, len(keys))
	for i, k := range keys {
		high[i] = shiftRight(k, shift)
	}
	return Low(high, bits)
}

func mask(bits int) zobrist.Uint128 {
	switch {
	case bits <= 0:
		return zobrist.Uint128{}
	case bits <= 64:
		return zobrist.Uint128{Lo: ^uint64(0) >> uint(64-bits)}
	case bits < 128:
		return zobrist.Uint128{Hi: ^uint64(0) >> uint(128-bits), Lo: ^uint64(0)}
	}
	return zobrist.Uint128{Hi: ^uint64(0), Lo: ^uint64(0)}
}

func shiftRight(u zobrist.Uint128, n int) zobrist.Uint128 {
	switch {
	case n <= 0:
		return u
	case n < 64:
		return zobrist.Uint128{Hi: u.Hi >> uint(n), Lo: u.Lo>>uint(n) | u.Hi<<uint(64-n)}
	}
	return zobrist.Uint128{Lo: u.Hi >> uint(n-64)}
}

// Rank returns the rank of the keys over GF(2): the number of independent
// keys, and of hashes, 2^rank. O(len(keys)·rank).
func Rank(keys zobrist.Keys128) int { return reduce(keys).rank() }

// Expected returns the mean number of dependent sets of the given weight
// among n uniform independent keys of the given width: C(n, weight)/2^bits.
// For widths above about log2 C(n, weight) the number is Poisson.
func Expected(n, weight, bits int) float64 {
	return math.Exp(lnChoose(n, weight) - float64(bits)*math.Ln2)
}

// lnChoose returns ln C(n, k), −Inf where there is no such set.
func lnChoose(n, k int) float64 {
	if k < 0 || k > n {
		return math.Inf(-1)
	}
	if k <= 64 || n-k <= 64 { // exact to rounding; Lgamma loses digits
		k = min(k, n-k)
		sum := 0.0
		for i := range k {
			sum += math.Log(float64(n-i) / float64(i+1))
		}
		return sum
	}
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}

// A Dependency is a set of features whose keys XOR to zero: any two positions
// that differ in exactly these have the same hash.
type Dependency struct {
	Features []zobrist.Feature `json:"features"`        // ascending
	Names    []string          `json:"names,omitempty"` // in the order of Features
}

// Weight returns the number of features.
func (d Dependency) Weight() int { return len(d.Features) }
