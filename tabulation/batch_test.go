package tabulation_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/tabulation"
)

// TestShortBatch: a batch panics where dst is too short, though its capacity
// is not, and writes nothing behind it.
func TestShortBatch(t *testing.T) {
	check := func(name string, batch func(dst []uint64, n int)) {
		for _, n := range []int{2, 8, 200, 1024} {
			dst := make([]uint64, n)
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: no panic for %d keys into %d hashes", name, n, n-1)
					}
				}()
				batch(dst[:n-1], n)
			}()
			if dst[n-1] != 0 {
				t.Errorf("%s: %d keys: wrote behind dst", name, n)
			}
		}
	}
	for _, f := range tabulation.Families() {
		src := tabulation.NewSource(1)
		h32, h64, s, tuple := tabulation.New32(f, src), tabulation.New64(f, src), tabulation.NewString(f, src), tabulation.NewTuple(f, 1, src)
		check(f.String()+" 32", func(dst []uint64, n int) { h32.HashBatch(dst, make([]uint32, n)) })
		check(f.String()+" 64", func(dst []uint64, n int) { h64.HashBatch(dst, make([]uint64, n)) })
		check(f.String()+" string", func(dst []uint64, n int) { s.HashBatch(dst, make([]string, n)) })
		check(f.String()+" tuple", func(dst []uint64, n int) {
			keys := make([][]byte, n)
			for i := range keys {
				keys[i] = []byte{0}
			}
			tuple.HashBatch(dst, keys)
		})
	}
}
