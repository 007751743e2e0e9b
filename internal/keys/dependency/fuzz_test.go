package dependency_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
)

// Any table of up to 14 keys: MacWilliams and the exhaustive search count what
// brute force counts.
func FuzzCounts(f *testing.F) {
	f.Add([]byte{0xf0, 0xcc, 0x3c}, uint8(1))
	f.Add([]byte{1, 0, 1, 0, 0, 0, 2, 2, 3, 3, 255, 255}, uint8(2))
	f.Add([]byte("equal keys, equal keys, equal keys, equal"), uint8(3))
	f.Fuzz(func(t *testing.T, data []byte, size uint8) {
		width := 1 + int(size%4)
		var words []zobrist.Uint128
		for len(data) >= width && len(words) < 14 {
			var k zobrist.Uint128
			for i, b := range data[:width] {
				if k.Lo |= uint64(b) << (8 * i); i == 3 {
					k.Hi = uint64(b) << 60
				}
			}
			words, data = append(words, k), data[width:]
		}
		if len(words) == 0 {
			return
		}
		keys := setOf(words)
		ctx := context.Background()
		want := brute(keys, min(8, len(words)))
		exact, err := dependency.MacWilliams(ctx, dependency.Columns(keys), dependency.MacWilliamsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		listed, err := dependency.Exhaustive(ctx, dependency.Columns(keys), dependency.ExhaustiveOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		for w, n := range want {
			if exact.Counts[w].Uint64() != n || listed.Counts[w] != n {
				t.Errorf("%v: weight %d: MacWilliams %v, exhaustive %d, brute force %d",
					keys, w, exact.Counts[w], listed.Counts[w], n)
			}
		}
	})
}
