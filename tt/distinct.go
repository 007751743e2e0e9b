package tt

import (
	"math"
	"math/bits"
	"sync/atomic"
)

// distinct counts the different codes it is given, in fixed memory and without
// a lock: HyperLogLog (Flajolet, Fusy, Gandouet and Meunier 2007). The count
// is exact for few codes; for many its standard error is 1.04/√registers.
type distinct struct {
	registers [distinctRegisters]atomic.Uint32
}

const (
	distinctBits      = 12
	distinctRegisters = 1 << distinctBits

	// distinctError is the relative error that 99 % of counts do not exceed,
	// 2.58 standard errors.
	distinctError = 0.042
)

// add counts a code. Each register keeps the greatest position of the first
// one bit of what is hashed to it.
func (d *distinct) add(c code) {
	x := uint64(c) * 0x9e3779b97f4a7c15
	r := &d.registers[x>>(64-distinctBits)]
	if first := uint32(bits.LeadingZeros64(x<<distinctBits)) + 1; first > r.Load() {
		raise(r, first)
	}
}

func raise(r *atomic.Uint32, to uint32) {
	for old := r.Load(); old < to && !r.CompareAndSwap(old, to); old = r.Load() {
	}
}

// count returns the estimate by O. Ertl, New cardinality estimation algorithms
// for HyperLogLog sketches, 2017, algorithm 6, which needs no corrections.
func (d *distinct) count() float64 {
	sum, empty := 0.0, 0
	for i := range d.registers {
		if first := d.registers[i].Load(); first != 0 {
			sum += math.Ldexp(1, -int(first))
		} else {
			empty++
		}
	}
	if empty == distinctRegisters {
		return 0
	}
	// σ(x) = x + x² + 2x⁴ + 4x⁸ + …
	x := float64(empty) / distinctRegisters
	sigma := x
	for weight := 1.0; x > 1e-9; weight *= 2 {
		x *= x
		sigma += x * weight
	}
	return distinctRegisters / (2 * math.Ln2) / (sigma + sum/distinctRegisters)
}
