package gf2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// factors returns the prime factors of n.
func factors(n int) (primes []int) {
	for p := 2; p*p <= n; p++ {
		if n%p == 0 {
			primes = append(primes, p)
		}
		for n%p == 0 {
			n /= p
		}
	}
	if n > 1 {
		primes = append(primes, n)
	}
	return primes
}

// 2 has order 2^m−1 in each field: then the modulus is primitive, and every
// element but 0 has an inverse.
func TestPrimitive(t *testing.T) {
	for m := 1; m <= gf2.MaxDegree; m++ {
		f := gf2.NewField(m)
		order := f.Size() - 1
		if m == 1 {
			if f.Mul(1, 1) != 1 {
				t.Error("GF(2): 1·1 is not 1")
			}
			continue
		}
		if f.Pow(2, order) != 1 {
			t.Errorf("degree %d: 2^%d is not 1", m, order)
		}
		for _, p := range factors(order) {
			if f.Pow(2, order/p) == 1 {
				t.Errorf("degree %d: 2^%d is 1", m, order/p)
			}
		}
	}
}

func TestFieldLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for m := 1; m <= gf2.MaxDegree; m++ {
		f := gf2.NewField(m)
		for range 100 {
			a, b, c := uint32(r.IntN(f.Size())), uint32(r.IntN(f.Size())), uint32(r.IntN(f.Size()))
			if f.Mul(a, b) != f.Mul(b, a) || f.Mul(a, f.Mul(b, c)) != f.Mul(f.Mul(a, b), c) ||
				f.Mul(a, b^c) != f.Mul(a, b)^f.Mul(a, c) {
				t.Fatalf("degree %d: %d, %d, %d", m, a, b, c)
			}
			if f.Mul(a, 1) != a || f.Pow(a, 3) != f.Mul(a, f.Mul(a, a)) || f.Pow(a, 0) != 1 ||
				int(f.Mul(a, b)) >= f.Size() {
				t.Fatalf("degree %d: powers of %d", m, a)
			}
		}
	}
}

// Cosets partition the exponents, and the size of the coset of e is the degree of
// the subfield of x^e.
func TestCosets(t *testing.T) {
	for m := 1; m <= 12; m++ {
		f := gf2.NewField(m)
		seen := make(map[int]bool)
		for e := 1; e < f.Size(); e++ {
			coset := f.Coset(e)
			if coset[0] != e || m%len(coset) != 0 {
				t.Fatalf("degree %d: coset of %d is %d", m, e, coset)
			}
			if len(f.Coset(coset[len(coset)-1])) != len(coset) {
				t.Fatalf("degree %d: members of the coset of %d have others", m, e)
			}
			seen[e] = true
			for x := uint32(1); x < uint32(f.Size()) && x < 40; x++ {
				y := f.Pow(x, e)
				if f.Pow(y, 1<<len(coset)) != y {
					t.Fatalf("degree %d: %d^%d is not in the subfield of degree %d", m, x, e, len(coset))
				}
			}
		}
		if len(seen) != f.Size()-1 {
			t.Fatalf("degree %d: %d exponents", m, len(seen))
		}
	}
	// GF(2^10): exponents to 31 have full cosets, 33 one of five.
	f := gf2.NewField(10)
	for e := 1; e < 32; e += 2 {
		if n := len(f.Coset(e)); n != 10 {
			t.Errorf("coset of %d has %d members", e, n)
		}
	}
	if n := len(f.Coset(33)); n != 5 {
		t.Errorf("coset of 33 has %d members", n)
	}
}

// The coordinates of a subfield are different for all of its elements.
func TestSubfield(t *testing.T) {
	for m := 1; m <= 16; m++ {
		f := gf2.NewField(m)
		for s := 1; s <= m; s++ {
			if m%s != 0 {
				continue
			}
			positions := f.Subfield(s)
			if len(positions) != s {
				t.Fatalf("degree %d in %d: %d positions", s, m, len(positions))
			}
			step := (f.Size() - 1) / (1<<s - 1)
			seen := map[uint32]bool{0: true}
			for i, x := 0, uint32(1); i < 1<<s-1; i++ {
				var c uint32
				for k, p := range positions {
					c |= x >> p & 1 << k
				}
				if seen[c] {
					t.Fatalf("degree %d in %d: two elements have coordinates %b", s, m, c)
				}
				seen[c] = true
				x = f.Mul(x, f.Pow(2, step))
			}
		}
	}
}

func TestFieldPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"degree 0":  func() { gf2.NewField(0) },
		"degree 26": func() { gf2.NewField(26) },
		"subfield":  func() { gf2.NewField(10).Subfield(3) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s does not panic", name)
				}
			}()
			f()
		}()
	}
}
