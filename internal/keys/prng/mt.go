package prng

// MT19937 is the Mersenne Twister of 64-bit words by Nishimura and Matsumoto
// (mt19937-64.c, 2004). Make one with [NewMT19937].
type MT19937 struct {
	word [mtN]uint64
	next int
}

const mtN, mtM = 312, 156

// NewMT19937 is init_genrand64; the reference program's own seed is 5489.
func NewMT19937(seed uint64) *MT19937 {
	m := &MT19937{next: mtN}
	m.word[0] = seed
	for i := 1; i < mtN; i++ {
		p := m.word[i-1]
		m.word[i] = 6364136223846793005*(p^p>>62) + uint64(i)
	}
	return m
}

// Uint64 returns the next word.
func (m *MT19937) Uint64() uint64 {
	if m.next == mtN {
		m.twist()
	}
	x := m.word[m.next]
	m.next++
	x ^= x >> 29 & 0x5555555555555555
	x ^= x << 17 & 0x71d67fffeda60000
	x ^= x << 37 & 0xfff7eee000000000
	return x ^ x>>43
}

// twist makes the next 312 words of the recurrence.
func (m *MT19937) twist() {
	const low = 1<<31 - 1
	for i := range m.word {
		x := m.word[i]&^low | m.word[(i+1)%mtN]&low
		m.word[i] = m.word[(i+mtM)%mtN] ^ x>>1 ^ -(x&1)&0xb5026f5aa96619e9
	}
	m.next = 0
}
