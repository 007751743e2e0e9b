package lab

import (
	"context"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist/tabulation"
)

// pairOfSets are the two sets of Dahlgaard, Knudsen and Thorup 2017, section
// 4.1: they share every second of the numbers below 2n, on average,
// and n numbers above are in one of them. Systematic functions spread the
// dense shared part too evenly.
func pairOfSets(o Options, n int) (shared, onlyA, onlyB []uint32) {
	r := o.rand(8)
	for x := range uint32(2 * n) {
		if r.Uint32()&1 == 0 {
			shared = append(shared, x)
		}
	}
	for len(onlyA)+len(onlyB) < n {
		x := r.Uint32()
		if x < uint32(2*n) || slices.Contains(onlyA, x) || slices.Contains(onlyB, x) {
			continue
		}
		if len(onlyA) <= len(onlyB) {
			onlyA = append(onlyA, x)
		} else {
			onlyB = append(onlyB, x)
		}
	}
	return shared, onlyA, onlyB
}

const (
	setSize  = 2000 // n of pairOfSets
	sketches = 200  // bins of one-permutation hashing, dimensions of feature hashing
)

// estimate is the Jaccard similarity that one-permutation hashing gives (Li,
// Owen and Zhang 2012): hashes are divided into bins; in the fraction returned
// of the bins that are not empty, the least hash is one of a shared key.
func estimate(shared, onlyA, onlyB []uint64) float64 {
	var least [sketches]uint64
	var fromShared [sketches]bool
	for i := range least {
		least[i] = math.MaxUint64
	}
	take := func(hashes []uint64, both bool) {
		for _, h := range hashes {
			b := tabulation.MultiplyHigh(h, sketches)
			if h *= sketches; h <= least[b] { // the rest of the hash, which the bin leaves free
				least[b], fromShared[b] = h, both
			}
		}
	}
	take(shared, true)
	take(onlyA, false)
	take(onlyB, false)
	matching, used := 0, 0
	for b, l := range least {
		if l != math.MaxUint64 {
			used++
		}
		if fromShared[b] {
			matching++
		}
	}
	return float64(matching) / float64(used)
}

// similarityLaw estimates one similarity under many functions.
func similarityLaw(ctx context.Context, o Options, functions int, done func(float64)) (*Table, error) {
	shared, onlyA, onlyB := pairOfSets(o, setSize)
	union := slices.Concat(shared, onlyA, onlyB)
	truth := float64(len(shared)) / float64(len(union))
	// The variance of Li, Owen and Zhang 2012 if no bin is empty: of 4000 keys in 200 bins none is.
	random := math.Sqrt(truth * (1 - truth) / sketches * (1 - float64(sketches-1)/float64(len(union)-1)))
	t := newTable("one-permutation", truth, sketches, functions, len(shared), 2*setSize, len(onlyA)+len(onlyB),
		sketches, sketches-1, len(union)-1, random)
	return t, errorsOf(ctx, o, done, t, 4, functions, truth, random, func(f family, src place, mem *scratch) float64 {
		h := f.draw(src())
		hashes := mem.batch(0, h, union)
		a, b := len(shared), len(shared)+len(onlyA)
		return estimate(hashes[:a], hashes[a:b], hashes[b:])
	})
}
