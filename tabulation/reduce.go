package tabulation

import "math/bits"

// Fold returns the exclusive or of the pieces of h that are bits wide, for bits from 1 to 64: an address in a table of
// 2^bits slots to which all bits of h contribute. It panics if bits is below 1.
//
// If the low bits of h are good, h & (1<<bits − 1) is cheaper. For a number n of slots that is no power of two, h % n
// costs a division of 20 to 40 cycles, and [MultiplyHigh] a multiplication.
func Fold(h uint64, bits int) uint64 {
	if bits >= 64 {
		return h
	}
	if bits < 1 {
		panic("tabulation: fold to fewer than 1 bit")
	}
	a := h
	for h >>= uint(bits); h != 0; h >>= uint(bits) {
		a ^= h
	}
	return a & (1<<uint(bits) - 1)
}

// MultiplyHigh returns ⌊h·n/2^64⌋: an address in a table of n slots, n above 0, from the high bits of h (Lemire 2019).
// Slots differ in probability by at most n/2^64 of it. For n = 2^k it is the top k bits.
func MultiplyHigh(h, n uint64) uint64 {
	high, _ := bits.Mul64(h, n)
	return high
}
