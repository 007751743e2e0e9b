//go:build !amd64 || purego || race

package tt

const haveStoreFull = false

func storeFull(*line, uint64, uint64, uint64, uint64) { panic("tt: no kernel") }
