//go:build !amd64 || purego || race

package tt

const haveProbeFull = false

func probeFull(*line, uint64, *uint64, *Entry, uint64, uint64) (hits, stale uint64) {
	panic("tt: no kernel")
}
