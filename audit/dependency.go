package audit

import (
	"math"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/gf2"
)

// A Dependency is a set of features whose keys XOR to zero: any two positions
// that differ in exactly these have the same hash.
type Dependency struct {
	Features []zobrist.Feature `json:"features"`        // ascending
	Names    []string          `json:"names,omitempty"` // in the order of Features
}

// Weight returns the number of features.
func (d Dependency) Weight() int { return len(d.Features) }

// compareDependencies orders by weight, then by features.
func compareDependencies(a, b Dependency) int {
	if d := a.Weight() - b.Weight(); d != 0 {
		return d
	}
	return slices.Compare(a.Features, b.Features)
}

// columns returns the keys of a set as the columns of a matrix: bit i of the
// hash of 128 bits is row i.
func columns(set zobrist.Set) []gf2.Word { return gf2.Columns(set.Keys, set.Second) }

// Rank returns the rank of the keys over GF(2): the number of independent
// keys, and the hashes are 2^rank. O(len(set.Keys)·rank).
func Rank(set zobrist.Set) int { return gf2.Rank(columns(set)) }

// Expected returns the mean number of dependent sets of the given weight
// among n uniform independent keys of the given width: C(n, weight)/2^bits.
// For widths above about log2 C(n, weight) the number is Poisson.
func Expected(n, weight, bits int) float64 {
	return math.Exp(lnChoose(n, weight) - float64(bits)*math.Ln2)
}

// choose returns C(n, k).
func choose(n, k int) float64 { return math.Exp(lnChoose(n, k)) }

// lnChoose returns ln C(n, k), −Inf if there is no such set.
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
