package maps

import "github.com/zobrist-go/zobrist/tabulation"

// Rebuilds returns how often new functions were drawn because the keys could not be placed.
func Rebuilds[K tabulation.Integer, V any](m *Cuckoo[K, V]) int { return m.rebuilds }
