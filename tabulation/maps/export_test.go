package maps

// Rebuilds returns how often new functions were drawn because the keys could not be placed.
func Rebuilds[K uint32 | uint64, V any](m *Cuckoo[K, V]) int { return m.rebuilds }

// Probes returns the number of slots that Get(k) looks at. It is 0 for key 0, which has a place of its
// own.
func (m *Linear[K, V]) Probes(k K) int {
	if k == 0 || m.used == 0 {
		return 0
	}
	i, _ := m.find(k)
	return (i-int(m.hash.Hash(k)>>m.shift))&(len(m.slots)-1) + 1
}
