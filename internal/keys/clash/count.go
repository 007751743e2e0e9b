package clash

import (
	"math"
	"slices"
)

// A Count is the number of pairs of positions with equal hashes.
type Count struct {
	Pairs   uint64 `json:"pairs"`
	Near    uint64 `json:"near"`    // of them nearer than the distance given
	Nearest int    `json:"nearest"` // least distance of a pair; 0 if there is none
}

// Count counts the clashes among hashes, one for each position of the tree;
// near is the distance below which pairs are counted apart. It is exact.
func (t *Tree) Count(hashes []uint64, near int) Count {
	var c Count
	for _, group := range groups(hashes) {
		for k, i := range group {
			for _, j := range group[:k] {
				d := t.Distance(int(i), int(j))
				c.Pairs++
				if d < near {
					c.Near++
				}
				if c.Nearest == 0 || d < c.Nearest {
					c.Nearest = d
				}
			}
		}
	}
	return c
}

// groups returns the positions that share their hash with another, by hash.
func groups(hashes []uint64) [][]uint32 {
	sorted := slices.Clone(hashes)
	slices.Sort(sorted)
	index := make(map[uint64]int)
	for i := 1; i < len(sorted); i++ {
		if sorted[i] == sorted[i-1] {
			if _, ok := index[sorted[i]]; !ok {
				index[sorted[i]] = len(index)
			}
		}
	}
	if len(index) == 0 {
		return nil
	}
	found := make([][]uint32, len(index))
	for i, h := range hashes {
		if k, ok := index[h]; ok {
			found[k] = append(found[k], uint32(i))
		}
	}
	return found
}

// ChiSquare returns Pearson's statistic of the hashes in the 2^bits classes of
// the bits from shift on, divided by its degrees of freedom, 2^bits−1: near 1,
// give or take √(2/(2^bits−1)), if they are uniform. bits is 1 to 24.
func ChiSquare(hashes []uint64, shift, bits int) float64 {
	counts := make([]uint32, 1<<bits)
	for _, h := range hashes {
		counts[h>>shift&(1<<bits-1)]++
	}
	expected := float64(len(hashes)) / float64(len(counts))
	if expected == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, c := range counts {
		d := float64(c) - expected
		sum += d * d
	}
	return sum / expected / float64(len(counts)-1)
}
