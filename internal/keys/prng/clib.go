package prng

// Slices makes words of 64 bits from the draws of a smaller generator, as programs in
// C do. Make one with [NewXorShift32] and the like.
type Slices struct {
	draw func() uint64
	word func(draw func() uint64) uint64
}

// Uint64 returns the next word.
func (s *Slices) Uint64() uint64 { return s.word(s.draw) }

// fourSlices makes a word of the low 16 bits of four draws, the first one lowest: the U64
// of Romstad's generators of magic numbers, which many tutorials have copied.
func fourSlices(draw func() uint64) uint64 {
	w := draw() & 0xffff
	w |= draw() & 0xffff << 16
	w |= draw() & 0xffff << 32
	return w | draw()&0xffff<<48
}

// fiveDraws makes a word of five draws 15 bits apart, the first one lowest, and four bits of the
// last: RAND_64 of the VICE tutorial, which assumes that a draw has 15 bits. Draws of 31 bits
// overlap, so that most bits are set in three of four words.
func fiveDraws(draw func() uint64) uint64 {
	w := draw()
	w |= draw() << 15
	w |= draw() << 30
	w |= draw() << 45
	return w | draw()&15<<60
}

// pair makes a word of two draws of up to 32 bits, the first one high.
func pair(draw func() uint64) uint64 {
	high := draw()
	return high<<32 | draw()
}

// NewXorShift32 returns Marsaglia's xorshift of 32 bits with shifts 13, 17 and 5 (Xorshift RNGs,
// 2003), in four slices of 16 bits. Words are linear over GF(2) in the 32 bits of its state, so that
// any 33 are dependent. The seed is the state; from 0 it returns 0 for ever.
func NewXorShift32(seed uint32) *Slices {
	x := seed
	return &Slices{word: fourSlices, draw: func() uint64 {
		x ^= x << 13
		x ^= x >> 17
		x ^= x << 5
		return uint64(x)
	}}
}

// NewGlibcRand returns words of [fiveDraws] of rand of the GNU C library after srand(seed).
func NewGlibcRand(seed uint32) *Slices { return &Slices{word: fiveDraws, draw: glibc(seed)} }

// NewGlibcRandom returns words of four slices of random of the GNU C library after srandom(seed),
// which draws the same numbers as rand.
func NewGlibcRandom(seed uint32) *Slices { return &Slices{word: fourSlices, draw: glibc(seed)} }

// NewGlibcPair returns rand()<<32 | rand() of the GNU C library after srand(seed), the first draw
// high. C leaves the order open; gcc draws the high one first. Bits 31 and 63 are 0.
func NewGlibcPair(seed uint32) *Slices { return &Slices{word: pair, draw: glibc(seed)} }

// glibc is the additive feedback generator of degree 31 and separation 3, TYPE_3 of BSD's random,
// which the GNU C library uses for rand and random: y[n] = y[n−3] + y[n−31] mod 2^32; a draw drops
// the lowest bit. The first 31 words come from the minimal standard generator.
func glibc(seed uint32) func() uint64 {
	var word [31]uint32
	x := int32(max(seed, 1))
	for i := range word {
		word[i] = uint32(x)
		if x = 16807*(x%127773) - 2836*(x/127773); x < 0 {
			x += 1<<31 - 1
		}
	}
	front, rear := 3, 0
	draw := func() uint64 {
		word[front] += word[rear]
		y := word[front]
		front, rear = (front+1)%31, (rear+1)%31
		return uint64(y >> 1)
	}
	for range 310 {
		draw()
	}
	return draw
}

// NewMSVCRand returns words of five draws of rand of Microsoft's C library after srand(seed).
func NewMSVCRand(seed uint32) *Slices { return newRand(seed, 214013, 2531011) }

// NewANSIRand returns words of five draws of the example of rand in the C standard of 1989
// after srand(seed).
func NewANSIRand(seed uint32) *Slices { return newRand(seed, 1103515245, 12345) }

// newRand draws bits 16 to 30 of a linear congruential generator mod 2^32.
func newRand(seed, multiplier, increment uint32) *Slices {
	return &Slices{word: fiveDraws, draw: func() uint64 {
		seed = seed*multiplier + increment
		return uint64(seed >> 16 & 0x7fff)
	}}
}

// NewLCG32 returns pairs of words of the linear congruential generator mod 2^32 of Numerical
// Recipes (1986), the first one high.
func NewLCG32(seed uint32) *Slices {
	return &Slices{draw: func() uint64 {
		seed = seed*1664525 + 1013904223
		return uint64(seed)
	}, word: pair}
}

// Drand48 is the linear congruential generator mod 2^48 of POSIX; its value is the state. A word
// is drand48() times 2^64: the state in the high 48 bits, and 16 zeros. Make one with [NewDrand48].
type Drand48 uint64

// NewDrand48 returns the generator after srand48(seed).
func NewDrand48(seed uint32) *Drand48 {
	d := Drand48(seed)<<16 | 0x330e
	return &d
}

// Uint64 returns the next word.
func (d *Drand48) Uint64() uint64 {
	*d = (*d*0x5deece66d + 0xb) & (1<<48 - 1)
	return uint64(*d) << 16
}

// LCG64 is the linear congruential generator mod 2^64 of Knuth's MMIX (The Art of Computer
// Programming 2, 3rd edition, section 3.3.4), with the constants that PCG uses too. Its value is
// the state and the last word. Bit i of the words has period 2^(i+1).
type LCG64 uint64

// Uint64 returns the next word.
func (g *LCG64) Uint64() uint64 {
	*g = *g*6364136223846793005 + 1442695040888963407
	return uint64(*g)
}

// XorShift64 is Marsaglia's xorshift of 64 bits with shifts 13, 7 and 17 (Xorshift RNGs, 2003). Its value is
// the state and the last word. Words are linear over GF(2) in it, so that any 65 are dependent. From 0 it returns 0
// for ever.
type XorShift64 uint64

// Uint64 returns the next word.
func (x *XorShift64) Uint64() uint64 {
	*x ^= *x << 13
	*x ^= *x >> 7
	*x ^= *x << 17
	return uint64(*x)
}
