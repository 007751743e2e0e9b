package tabulation_test

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

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

// The k smallest of the different hashes (bottom-k, or k minimum values; Bar-Yossef and others 2002) say how many
// distinct keys there are, with a standard error of 1/√(k−2). Mixed behaves like full randomness here.
func Example_bottomK() {
	const k = 1024
	f := tabulation.New[uint64](tabulation.Mixed, tabulation.NewSource(4))
	keys := make([]uint64, 400_000)
	for i := range keys {
		keys[i] = uint64(i % 200_000) // each key twice
	}
	hashes := make([]uint64, len(keys))
	f.HashBatch(hashes, keys)
	slices.Sort(hashes) // a stream keeps the k smallest in a heap
	different := slices.Compact(hashes)
	estimate := (k - 1) * 0x1p64 / float64(different[k-1])
	fmt.Printf("within %.0f %%: %t\n", 300/math.Sqrt(k-2), math.Abs(estimate/200_000-1) < 3/math.Sqrt(k-2))
	// Output:
	// within 9 %: true
}

// A count-min sketch (Cormode and Muthukrishnan 2005) of e/ε columns and ln 1/δ rows never counts too few, and counts
// more than ε·N too many, of N in all, with a probability of at most δ. It needs a function for each row, drawn from
// one source, and of each that two keys are independent: Simple is enough.
func Example_countMin() {
	const rows, width = 5, 2719 // δ = 0.7 %, ε = 0.1 %
	src := tabulation.NewSource(5)
	var functions [rows]tabulation.Function[uint64]
	var counts [rows][width]int
	for row := range functions {
		functions[row] = tabulation.New[uint64](tabulation.Simple, src)
	}
	const keys = 20_000
	count := func(key uint64) int { return 1 + keys/int(key+1) } // few keys are most of the stream
	total := 0
	for key := range uint64(keys) {
		total += count(key)
		for row, f := range functions {
			counts[row][tabulation.MultiplyHigh(f.Hash(key), width)] += count(key)
		}
	}
	low, high := 0, 0
	for key := range uint64(keys) {
		estimate := math.MaxInt
		for row, f := range functions {
			estimate = min(estimate, counts[row][tabulation.MultiplyHigh(f.Hash(key), width)])
		}
		if estimate < count(key) {
			low++
		}
		if float64(estimate-count(key)) > math.E/width*float64(total) {
			high++
		}
	}
	fmt.Println(low, "of", keys, "counted too low,", high, "too high by over 0.1 % of the stream")
	// Output:
	// 0 of 20000 counted too low, 0 too high by over 0.1 % of the stream
}
