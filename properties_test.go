package zobrist_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// P1 to P3 of the report, and what follows of them: the hash of a set does not
// depend on the order, an element added and removed leaves no trace, and the
// hash of a symmetric difference is the XOR of the hashes.
func TestPropertiesOfXOR(t *testing.T) {
	r := rand.New(rand.NewPCG(1970, 88))
	both := zobrist.Random(260, rand.NewPCG(1, 2))
	keys, start := both.Keys, both.Start
	set := func() []zobrist.Feature {
		s := make([]zobrist.Feature, r.IntN(40))
		for i, f := range r.Perm(260)[:len(s)] {
			s[i] = zobrist.Feature(f)
		}
		return s
	}
	for range 300 {
		a, b := set(), set()
		// P1, P2: from scratch in any order, and one by one
		h := start
		shuffled := append([]zobrist.Feature(nil), a...)
		r.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		for _, f := range shuffled {
			h ^= keys[f]
		}
		if h != keys.Hash(start, a...) || both.Hash128(a...) != both.Hash128(shuffled...) {
			t.Fatalf("the hash of %d depends on the order", a)
		}
		// P3: adding and removing a feature leaves no trace
		if keys.Hash(h, append(b, b...)...) != h {
			t.Fatalf("%d added and removed again left a trace", b)
		}
		if both.Hash128(append(b, b...)...) != both.Hash128() {
			t.Fatalf("%d added and removed again left a trace at 128 bits", b)
		}
		// hash(A) ⊕ hash(B) = hash(A △ B), both from start 0
		in := map[zobrist.Feature]int{}
		for _, f := range append(append([]zobrist.Feature(nil), a...), b...) {
			in[f]++
		}
		var difference uint64
		for f, n := range in {
			if n == 1 {
				difference ^= keys[f]
			}
		}
		if keys.Hash(0, a...)^keys.Hash(0, b...) != difference {
			t.Fatalf("sets %d and %d: the hash of the difference is another", a, b)
		}
	}
}

// P4 and P5, counted over all tables of three keys of two bits: the hash of each
// non-empty set is uniform, and any two hashes are independent, but not any three;
// with a uniform start value any three are.
func TestPropertiesOfRandomKeys(t *testing.T) {
	const bits, features, sets = 2, 3, 8
	hash := func(table, set int) (h int) {
		for f := range features {
			if set>>f&1 == 1 {
				h ^= table >> (bits * f) & (1<<bits - 1)
			}
		}
		return h ^ table>>(bits*features) // the start value, if any
	}
	// uniform reports whether the hashes of the sets take all tuples of
	// values equally often over the tables.
	uniform := func(tables int, of ...int) bool {
		counts := make([]int, 1<<(bits*len(of)))
		for table := range tables {
			tuple := 0
			for _, set := range of {
				tuple = tuple<<bits | hash(table, set)
			}
			counts[tuple]++
		}
		for _, c := range counts {
			if c != tables/len(counts) {
				return false
			}
		}
		return true
	}
	const plain, started = 1 << (bits * features), 1 << (bits * (features + 1))
	dependent := 0
	for a := range sets {
		if got := uniform(plain, a); got != (a != 0) {
			t.Errorf("set %b: uniform is %t", a, got)
		}
		if !uniform(started, a) {
			t.Errorf("set %b with a start value is not uniform", a)
		}
		for b := range a {
			if got := uniform(plain, a, b); got != (b != 0) {
				t.Errorf("sets %b and %b: independent is %t", a, b, got)
			}
			for c := range b {
				if c != 0 && !uniform(plain, a, b, c) {
					dependent++
				}
				if !uniform(started, a, b, c) {
					t.Errorf("sets %b, %b and %b with a start value are not independent", a, b, c)
				}
			}
		}
	}
	// (2^m−1)(2^m−2)/6 triples p, q, p ⊕ q of non-empty sets of m = 3 features
	if dependent != 7 {
		t.Errorf("%d dependent triples, want 7", dependent)
	}
}

// P4: running XORs of random words are random words again; each bit of each
// is fair. False alarm: 64 bits at 6σ, about 10^−7.
func TestRunningXOR(t *testing.T) {
	const n = 10000
	var ones [64]int
	var s uint64
	for _, k := range zobrist.NewKeys(n, rand.NewPCG(5, 6)) {
		s ^= k
		for b := range ones {
			ones[b] += int(s >> b & 1)
		}
	}
	for b, c := range ones {
		if c < n/2-300 || c > n/2+300 {
			t.Errorf("bit %d is set in %d of %d running XORs", b, c, n)
		}
	}
}
