//go:build !amd64 || purego

package tabulation

func mixed32Pairs([]uint64, []uint32, *Mixed32) int  { return 0 }
func mixed64Pairs(_, _ []uint64, _ *Mixed64) int     { return 0 }
func twisted64Pairs(_, _ []uint64, _ *Twisted64) int { return 0 }
