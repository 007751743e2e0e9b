package odds

import (
	"math"
	"math/big"

	"github.com/zobrist-go/zobrist"
)

// A Distance is the least number of keys that XOR to 0, for keys of one width:
// two positions that differ in fewer features do not clash.
type Distance struct {
	Bits     int     `json:"bits"`
	Coded    int     `json:"coded"`    // guaranteed by zobrist.NewCode; features+1 if all keys are independent
	Random   float64 `json:"random"`   // expected of uniform random keys
	Possible int     `json:"possible"` // some keys have at least this: Gilbert and Varshamov
	Limit    int     `json:"limit"`    // no keys have more: Hamming
}

// Distances compares coded keys, random keys and the theoretical bounds, for
// n features and each of the widths, 1 to 128 bits; others are left out. If n is
// out of the range of [zobrist.NewCode], there are none.
func Distances(n int, widths ...int) []Distance {
	var rows []Distance
	for _, bits := range widths {
		if c, err := zobrist.NewCode(n, bits); err == nil {
			random, possible, limit := RandomDistance(n, bits), gilbertVarshamov(n, bits), hamming(n, bits)
			rows = append(rows, Distance{bits, c.Distance(), random, possible, limit})
		}
	}
	return rows
}

// RandomDistance returns the mean of the least number of keys that XOR to 0,
// for n uniform random keys: Σ exp(−Σ C(n,v)/2^bits, 1 ≤ v ≤ w), w ≥ 0, the
// numbers of dependent sets being nearly independent Poisson. Without any it
// counts as n+1.
func RandomDistance(n, bits int) float64 {
	mean, logChoose, expected := 1.0, 0.0, 0.0
	for w := 1; w <= n; w++ {
		logChoose += math.Log(float64(n-w+1)) - math.Log(float64(w))
		expected += math.Exp(logChoose - float64(bits)*math.Ln2)
		none := math.Exp(-expected)
		if none == 0 {
			break
		}
		mean += none
	}
	return mean
}

// gilbertVarshamov returns the largest d such that n keys exist of which any
// d−1 are independent, by the bound of Gilbert and Varshamov:
// Σ C(n−1,i) < 2^bits, i ≤ d−2. It is at most n+1.
func gilbertVarshamov(n, bits int) int {
	d := 1
	for d <= n && ball(n-1, d-1).BitLen() <= bits {
		d++
	}
	return d
}

// hamming returns the largest d that the Hamming bound (sphere packing) leaves
// n keys: Σ C(n,i) ≤ 2^bits, i ≤ t, for d = 2t+1, and Σ C(n−1,i) ≤ 2^(bits−1),
// i ≤ t, for d = 2t+2. It is at most n+1.
func hamming(n, bits int) int {
	fits := func(d int) bool {
		t, m, b := (d-1)/2, n, bits
		if d%2 == 0 {
			m, b = n-1, bits-1
		}
		return b >= 0 && ball(m, t).Cmp(new(big.Int).Lsh(big.NewInt(1), uint(b))) <= 0
	}
	d := 1
	for d <= n && fits(d+1) {
		d++
	}
	return d
}

// ball returns the number of sets of at most r out of n things.
func ball(n, r int) *big.Int {
	sum, choose := new(big.Int), big.NewInt(1)
	for i := 0; i <= min(r, n); i++ {
		if i > 0 {
			choose.Mul(choose, big.NewInt(int64(n-i+1)))
			choose.Quo(choose, big.NewInt(int64(i)))
		}
		sum.Add(sum, choose)
	}
	return sum
}
