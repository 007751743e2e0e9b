package tt

import (
	"math"
	"math/bits"
	"sync/atomic"
)

// distinct counts the different numbers it is given, in fixed memory and without
// a lock: HyperLogLog (Flajolet, Fusy, Gandouet and Meunier 2007). The count is
// exact for few; for many its standard error is 1.04/√registers.
type distinct [1 << distinctBits]atomic.Uint32

const (
	distinctBits = 12

	// distinctError is the relative error that 99 % of counts do not exceed,
	// 2.58 standard errors.
	distinctError = 0.042
)

// add counts a number. Each register keeps the complement of the least value that
// is hashed to it, or 0.
func (d *distinct) add(n uint32) {
	x := uint64(n) * 0x9e3779b97f4a7c15
	register, v := &d[x>>(64-distinctBits)], ^uint32(x>>(32-distinctBits))
	for old := register.Load(); old < v && !register.CompareAndSwap(old, v); old = register.Load() {
	}
}

// count returns the estimate by O. Ertl, New cardinality estimation algorithms
// for HyperLogLog sketches, 2017, algorithm 6, which needs no corrections.
func (d *distinct) count() float64 {
	registers, sum, empty := float64(len(d)), 0.0, 0
	for i := range d {
		if v := d[i].Load(); v != 0 {
			sum += math.Ldexp(0.5, -bits.LeadingZeros32(^v)) // 2^−rank: rank is the first one bit, from 1
		} else {
			empty++
		}
	}
	if empty == len(d) {
		return 0
	}
	// σ(x) = x + x² + 2x⁴ + 4x⁸ + …
	x := float64(empty) / registers
	sigma := x
	for weight := 1.0; x > 1e-9; weight *= 2 {
		x *= x
		sigma += x * weight
	}
	return registers / (2 * math.Ln2) / (sigma + sum/registers)
}
