package tabulation_test

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/zobrist-go/zobrist/tabulation"
)

// HyperLogLog (Flajolet, Fusy, Gandouet and Meunier 2007) counts distinct keys in 4 KiB, to within 1.04/√4096 = 1.6 %
// in two cases of three. Mixed behaves like full randomness where the high bits of a hash divide the keys among
// registers and the rest is compared (k-partitions).
func Example_hyperLogLog() {
	const registerBits = 12
	var registers [1 << registerBits]uint8
	f := tabulation.New[uint64](tabulation.Mixed, tabulation.NewSource(1))
	hashes := make([]uint64, 1000)
	keys := make([]uint64, len(hashes))
	for batch := range uint64(400) {
		for i := range keys {
			keys[i] = (batch%200)*1000 + uint64(i) // each key twice
		}
		f.HashBatch(hashes, keys)
		for _, h := range hashes {
			register := &registers[h>>(64-registerBits)]
			rest := h<<registerBits | 1<<(registerBits-1) // ends the count of zeros
			*register = max(*register, uint8(bits.LeadingZeros64(rest)+1))
		}
	}
	const m = float64(len(registers))
	sum := 0.0
	for _, r := range registers {
		sum += math.Ldexp(1, -int(r))
	}
	estimate := 0.7213 / (1 + 1.079/m) * m * m / sum // for more than 2.5 m keys
	fmt.Printf("%.1f %% of 200000 keys\n", 100*estimate/200_000)
	// Output:
	// 99.3 % of 200000 keys
}

// A Bloom filter of ten bits a key takes one hash of 64 bits, whose halves give seven probes (Kirsch and Mitzenmacher
// 2008). It never misses a key, and takes 0.8 % of others for one.
func Example_bloomFilter() {
	const keys, probes = 10_000, 7
	const size = 10 * keys // bits
	f := tabulation.New[uint64](tabulation.Mixed, tabulation.NewSource(2))
	filter := make([]uint64, (size+63)/64)
	each := func(key uint64, visit func(word *uint64, bit uint64) bool) bool {
		h := f.Hash(key)
		at, step := uint64(uint32(h)), h>>32|1
		for range probes {
			if place := at % size; !visit(&filter[place/64], 1<<(place%64)) {
				return false
			}
			at += step
		}
		return true
	}
	for key := range uint64(keys) {
		each(key, func(word *uint64, bit uint64) bool { *word |= bit; return true })
	}
	found := func(key uint64) bool {
		return each(key, func(word *uint64, bit uint64) bool { return *word&bit != 0 })
	}
	missed, wrong := 0, 0
	for key := range uint64(keys) {
		if !found(key) {
			missed++
		}
		if found(keys + key) {
			wrong++
		}
	}
	fmt.Printf("%d keys missed, %.1f %% of other keys taken for one\n", missed, 100*float64(wrong)/keys)
	// Output:
	// 0 keys missed, 0.8 % of other keys taken for one
}

// A hash join of two columns in parts: MultiplyHigh takes the high bits of a hash for the part, a table within the part
// the low ones. Permutation keeps the parts near their mean for any keys; if they are not the work of an adversary,
// Simple is enough and faster.
func Example_hashJoin() {
	type row struct {
		hash  uint64
		index int
	}
	const parts = 16
	f := tabulation.New[int](tabulation.Permutation, tabulation.NewSource(3))
	split := func(column []int) (list [parts][]row) {
		hashes := make([]uint64, len(column))
		f.HashBatch(hashes, column)
		for i, h := range hashes {
			part := tabulation.MultiplyHigh(h, parts)
			list[part] = append(list[part], row{h, i})
		}
		return list
	}
	orders, customers := make([]int, 30_000), make([]int, 10_000)
	for i := range orders {
		orders[i] = i % 12_000 // of customers, some of them unknown
	}
	for i := range customers {
		customers[i] = i
	}
	pairs := 0
	left, right := split(customers), split(orders)
	for part := range parts { // each part fits a cache, and parts need no locks
		const buckets = 1 << 10
		var table [buckets][]row
		for _, r := range left[part] {
			bucket := &table[r.hash%buckets]
			*bucket = append(*bucket, r)
		}
		for _, o := range right[part] {
			for _, c := range table[o.hash%buckets] {
				if customers[c.index] == orders[o.index] { // hashes may be equal by chance
					pairs++
				}
			}
		}
	}
	fmt.Println(pairs, "pairs")
	// Output:
	// 26000 pairs
}
