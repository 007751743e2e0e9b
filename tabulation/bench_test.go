package tabulation_test

import (
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/tabulation"
)

// BenchmarkHash measures one call a key, and batches.
func BenchmarkHash(b *testing.B) {
	const n = 1024
	dst := make([]uint64, n)
	src32, src64 := make([]uint32, n), make([]uint64, n)
	s := tabulation.NewSource(1)
	for i := range n {
		src64[i] = s.Uint64()
		src32[i] = uint32(src64[i])
	}
	for _, f := range tabulation.Families() {
		h32, h64 := tabulation.New[uint32](f, s), tabulation.New[uint64](f, s)
		run(b, fmt.Sprintf("family=%v/bits=32/how=single", f), n, func() {
			for i, x := range src32 {
				dst[i] = h32.Hash(x)
			}
		})
		run(b, fmt.Sprintf("family=%v/bits=32/how=batch", f), n, func() { h32.HashBatch(dst, src32) })
		run(b, fmt.Sprintf("family=%v/bits=64/how=single", f), n, func() {
			for i, x := range src64 {
				dst[i] = h64.Hash(x)
			}
		})
		run(b, fmt.Sprintf("family=%v/bits=64/how=batch", f), n, func() { h64.HashBatch(dst, src64) })
	}
}

// BenchmarkString measures one call a string, and batches.
func BenchmarkString(b *testing.B) {
	const n = 1024
	dst, src := make([]uint64, n), make([]string, n)
	for _, f := range []tabulation.Family{tabulation.Simple, tabulation.Mixed} {
		h := tabulation.NewString(f, tabulation.NewSource(1))
		for _, size := range []int{8, 64} {
			for i := range src {
				src[i] = fmt.Sprintf("%0*d", size, i*i)
			}
			run(b, fmt.Sprintf("family=%v/bytes=%d/how=single", f, size), n, func() {
				for i, x := range src {
					dst[i] = h.Hash(x)
				}
			})
			run(b, fmt.Sprintf("family=%v/bytes=%d/how=batch", f, size), n, func() { h.HashBatch(dst, src) })
		}
	}
}

func run(b *testing.B, name string, n int, body func()) {
	b.Run(name, func(b *testing.B) {
		for b.Loop() {
			body()
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/key")
		b.ReportMetric(0, "ns/op")
	})
}
