package maps

// Rebuilds returns how often new functions were drawn because the keys could not be placed.
func Rebuilds[K uint32 | uint64, V any](m *Cuckoo[K, V]) int { return m.rebuilds }
