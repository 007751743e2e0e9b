package lab_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/tabulation"
)

// TestDivide compares with math/big, and multiplies back.
func TestDivide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		words := make([]uint64, 1+r.IntN(5))
		x := new(big.Int)
		for i := range words {
			words[i] = r.Uint64()
			x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(words[i]))
		}
		n := r.Uint64()>>r.IntN(60) | 1
		q, m := new(big.Int).DivMod(x, new(big.Int).SetUint64(n), new(big.Int))
		if got := lab.Divide(words, n); got != m.Uint64() {
			t.Fatalf("remainder %d, want %v", got, m)
		}
		got := new(big.Int)
		for _, w := range words {
			got.Or(got.Lsh(got, 64), new(big.Int).SetUint64(w))
		}
		if got.Cmp(q) != 0 {
			t.Fatalf("quotient %v, want %v", got, q)
		}
	}
}

// BenchmarkAddress makes addresses: from a hash, and by division of a whole position of 320 bits.
func BenchmarkAddress(b *testing.B) {
	const slots = 1<<20 - 3
	position := [5]uint64{1, 1<<60 + 5, 1<<61 + 9, 1<<62 + 3, 7}
	h, sum := uint64(1), uint64(0)
	next := func() uint64 { h = h*6364136223846793005 + 1; return h }
	for _, method := range []struct {
		name    string
		address func() uint64
	}{
		{"mask", func() uint64 { return next() & (1<<20 - 1) }},
		{"fold", func() uint64 { return tabulation.Fold(next(), 20) }},
		{"modulo", func() uint64 { return next() % slots }},
		{"multiply-high", func() uint64 { return tabulation.MultiplyHigh(next(), slots) }},
		{"division-of-position", func() uint64 {
			words := position
			words[4] ^= next() & 0xffff
			return lab.Divide(words[:], slots)
		}},
	} {
		b.Run("method="+method.name, func(b *testing.B) {
			for b.Loop() {
				sum += method.address()
			}
		})
	}
}
