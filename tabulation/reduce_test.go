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
		product := new(big.Int).Mul(b, new(big.Int).SetUint64(n))
		if got, want := tabulation.MultiplyHigh(h, n), product.Rsh(product, 64).Uint64(); got != want {
			t.Fatalf("MultiplyHigh(%d, %d) = %d, want %d", h, n, got, want)
		}
		var fold uint64
		for i := range 64 { // bit by bit
			fold ^= (h >> i & 1) << (i % k)
		}
		if got := tabulation.Fold(h, k); got != fold {
			t.Fatalf("Fold(%#x, %d) = %#x, want %#x", h, k, got, fold)
		}
	}
	if tabulation.Fold(7, 64) != 7 {
		t.Error("Fold to 64 bits changes a hash")
	}
}
