package prng

// NewMT19937Array is init_by_array64, by which the authors print their reference
// output. It panics if seed is empty.
func NewMT19937Array(seed []uint64) *MT19937 {
	m := NewMT19937(19650218)
	i, j := 1, 0
	step := func() {
		if i++; i == mtN {
			m.word[0], i = m.word[mtN-1], 1
		}
	}
	for range max(mtN, len(seed)) {
		p := m.word[i-1]
		m.word[i] = m.word[i] ^ (p^p>>62)*3935559000370003845 + seed[j] + uint64(j)
		step()
		j = (j + 1) % len(seed)
	}
	for range mtN - 1 {
		p := m.word[i-1]
		m.word[i] = m.word[i] ^ (p^p>>62)*2862933555777941757 - uint64(i)
		step()
	}
	m.word[0] = 1 << 63
	return m
}
