package dependency_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/dependency"
)

// hamming returns the parity-check matrix of the Hamming code of length 2^r−1.
func hamming(r int) zobrist.Set {
	var keys zobrist.Keys
	for x := uint64(1); x < 1<<r; x++ {
		keys = append(keys, x)
	}
	return zobrist.Set{Keys: keys}
}

// golay returns the parity-check matrix of the binary Golay code of length 23:
// column i is x^i modulo x^11+x^9+x^7+x^6+x^5+x+1 (MacWilliams and Sloane,
// chapter 16). A constant coordinate and one more column extend it to 24.
func golay(extended bool) zobrist.Set {
	var keys zobrist.Keys
	x := uint64(1)
	for range 23 {
		keys = append(keys, x)
		if x <<= 1; x>>11 == 1 {
			x ^= 1<<11 | 1<<9 | 1<<7 | 1<<6 | 1<<5 | 1<<1 | 1
		}
	}
	if extended {
		keys = append(keys, 0)
		for i := range keys {
			keys[i] |= 1 << 11
		}
	}
	return zobrist.Set{Keys: keys}
}

func random(n, bits int, seed uint64) zobrist.Set {
	return zobrist.Random(n, rand.NewPCG(seed, 0)).Truncate(bits)
}

func TestMacWilliamsKnownCodes(t *testing.T) {
	for _, c := range []struct {
		name string
		keys zobrist.Set
		want map[int]int64
	}{
		{"Hamming(7,4)", hamming(3), map[int]int64{0: 1, 3: 7, 4: 7, 7: 1}},
		{"Golay(23)", golay(false), map[int]int64{0: 1, 7: 253, 8: 506, 11: 1288, 12: 1288, 15: 506, 16: 253, 23: 1}},
		{"extended Golay(24)", golay(true), map[int]int64{0: 1, 8: 759, 12: 2576, 16: 759, 24: 1}},
	} {
		e, err := dependency.MacWilliams(context.Background(), dependency.Columns(c.keys), dependency.MacWilliamsOptions{})
		if err != nil {
			t.Fatal(err)
		}
		for w, n := range e.Counts {
			if n.Cmp(big.NewInt(c.want[w])) != 0 {
				t.Errorf("%s: A%d = %v, want %d", c.name, w, n, c.want[w])
			}
		}
	}
}

func TestMacWilliamsRefuses(t *testing.T) {
	_, err := dependency.MacWilliams(context.Background(), dependency.Columns(random(200, 64, 1)),
		dependency.MacWilliamsOptions{})
	if !errors.Is(err, dependency.ErrTooLarge) {
		t.Errorf("rank 64 of 200 keys: error %v, want ErrTooLarge", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = dependency.MacWilliams(ctx, dependency.Columns(random(200, 30, 1)), dependency.MacWilliamsOptions{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
}

func ExampleMacWilliams() {
	hamming := zobrist.Set{Keys: zobrist.Keys{1, 2, 3, 4, 5, 6, 7}} // the columns of the Hamming code
	e, err := dependency.MacWilliams(context.Background(), dependency.Columns(hamming), dependency.MacWilliamsOptions{})
	fmt.Println(e.Counts, err)
	// Output: [1 0 0 7 7 0 0 1] <nil>
}
