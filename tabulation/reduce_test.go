package tabulation_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/tabulation"
)

func TestReduce(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		h, n, k := r.Uint64(), r.Uint64()>>r.IntN(64)|1, r.IntN(64)+1
		b := new(big.Int).SetUint64(h)
		if got, want := tabulation.MultiplyHigh(h, n), new(big.Int).Rsh(new(big.Int).Mul(b, new(big.Int).SetUint64(n)), 64).Uint64(); got != want {
			t.Fatalf("MultiplyHigh(%d, %d) = %d, want %d", h, n, got, want)
		}
		if got, want := tabulation.Modulo(h, n), new(big.Int).Mod(b, new(big.Int).SetUint64(n)).Uint64(); got != want {
			t.Fatalf("Modulo(%d, %d) = %d, want %d", h, n, got, want)
		}
		var mask, fold uint64
		for i := range 64 { // bit by bit
			if i < k {
				mask |= h & (1 << i)
			}
			fold ^= (h >> i & 1) << (i % k)
		}
		if got := tabulation.Mask(h, k); got != mask {
			t.Fatalf("Mask(%#x, %d) = %#x, want %#x", h, k, got, mask)
		}
		if got := tabulation.Fold(h, k); got != fold {
			t.Fatalf("Fold(%#x, %d) = %#x, want %#x", h, k, got, fold)
		}
	}
	if tabulation.Mask(^uint64(0), 64) != ^uint64(0) || tabulation.Mask(5, 0) != 0 || tabulation.Fold(7, 64) != 7 {
		t.Error("edges of Mask and Fold")
	}
}

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
		if got := tabulation.Divide(words, n); got != m.Uint64() {
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
