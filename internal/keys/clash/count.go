package clash

import (
	"math"
	"math/bits"
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

// groups returns the positions that share their hash with another, by hash, in the order of their first positions. It
// keeps the hashes in a table of at most half its size, with linear probing.
func groups(hashes []uint64) (found [][]uint32) {
	width := bits.Len(uint(2 * len(hashes)))
	slots := make([]uint32, 1<<width) // 1 + the first position with a hash; 0: free
	group := make(map[uint32]int)     // number of the group of a first position
	for i, h := range hashes {
		at := h * 0x9e3779b97f4a7c15 >> (64 - width) // Fibonacci hashing (Knuth, volume 3, section 6.4)
		for slots[at] != 0 && hashes[slots[at]-1] != h {
			at = (at + 1) & (1<<width - 1)
		}
		if slots[at] == 0 {
			slots[at] = uint32(i) + 1
			continue
		}
		first := slots[at] - 1
		k, ok := group[first]
		if !ok {
			k = len(found)
			group[first], found = k, append(found, []uint32{first})
		}
		found[k] = append(found[k], uint32(i))
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
