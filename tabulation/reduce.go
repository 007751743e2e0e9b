package tabulation

import "math/bits"

// Mask returns the low bits of h, for bits from 0 to 64: an address in a table
// of 2^bits slots. The cheapest, and good where the low bits of h are.
func Mask(h uint64, bits int) uint64 { return h & (1<<uint(bits) - 1) }

// Modulo returns h mod n: an address in a table of n slots, n above 0. All
// bits of h count; 20 to 40 cycles for the division. Slots differ in
// probability by at most n/2^64 of it.
func Modulo(h, n uint64) uint64 { return h % n }

// Fold returns the exclusive-or of the pieces of h that are bits wide, for
// bits from 1 to 64: an address in a table of 2^bits slots to which all bits
// of h contribute.
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

// MultiplyHigh returns ⌊h·n/2^64⌋: an address in a table of n slots, n above
// 0, from the high bits of h; one multiplication (Lemire 2019). Slots differ
// in probability by at most n/2^64 of it. For n = 2^k it is the top k bits.
func MultiplyHigh(h, n uint64) uint64 {
	high, _ := bits.Mul64(h, n)
	return high
}

// Divide is the method that Zobrist's report of 1970 compares its own with:
// the whole position, written as one integer, is divided by the number of
// slots n; the remainder is the address and the quotient is what the slot
// stores to tell its position from others. Nothing is ever mistaken for
// something else, and an entry is nearly as wide as the position.
//
// Position has the most significant word first, and becomes the quotient.
// One division of 128 by 64 bits a word; n = 0 panics.
func Divide(position []uint64, n uint64) (remainder uint64) {
	for i, w := range position {
		position[i], remainder = bits.Div64(remainder, w, n)
	}
	return remainder
}
