//go:build !amd64 || purego

package tabulation

func hashPairs[K uint32 | uint64](*tables, []uint64, []K) int { return 0 }
