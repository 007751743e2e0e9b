package gf2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// Rank against the number of different sums, which is 2^rank.
func TestRank(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		words := make([]gf2.Word, r.IntN(8))
		for i := range words {
			words[i] = gf2.Word{Hi: r.Uint64() & 0x8001, Lo: r.Uint64() & 3}
		}
		sums := map[gf2.Word]bool{}
		for set := range 1 << len(words) {
			var s gf2.Word
			for i, w := range words {
				if set>>i&1 == 1 {
					s = s.Xor(w)
				}
			}
			sums[s] = true
		}
		if got := gf2.Rank(words); 1<<got != len(sums) {
			t.Errorf("rank %d of %x, which have %d sums", got, words, len(sums))
		}
	}
}

// Row operations keep the sum of any set of columns zero or not zero; pivots are
// unit vectors, and the other rows are 0 in the columns that may be pivots.
func TestReduce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		columns := make([]gf2.Word, 1+r.IntN(12))
		for i := range columns {
			columns[i] = gf2.Word{Hi: r.Uint64() & 0xf, Lo: r.Uint64() & 0xf << 60}
		}
		n := r.IntN(len(columns) + 1)
		reduced, pivots := gf2.Reduce(columns, n)
		if len(pivots) != gf2.Rank(columns[:n]) {
			t.Fatalf("%d pivots, rank %d", len(pivots), gf2.Rank(columns[:n]))
		}
		for i, p := range pivots {
			if reduced[p] != gf2.Unit(i) {
				t.Errorf("column %d, pivot %d, is %x", p, i, reduced[p])
			}
		}
		for i, c := range reduced[:n] {
			if c.Len() > len(pivots) {
				t.Errorf("column %d, %x, reaches beyond rank %d", i, c, len(pivots))
			}
		}
		for set := range 1 << len(columns) {
			var before, after gf2.Word
			for i := range columns {
				if set>>i&1 == 1 {
					before, after = before.Xor(columns[i]), after.Xor(reduced[i])
				}
			}
			if before.IsZero() != after.IsZero() {
				t.Fatalf("the columns %b of %x are dependent in one form only", set, columns)
			}
		}
	}
}

// Every leading block of the matrix is invertible, and images depend on no
// later block: bits from a coordinate on never show below its block.
func TestRandomBlockTriangular(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, blocks := range [][]int{
		{}, {1}, {3, 3}, {10, 10, 10, 10, 10, 10, 4}, {64}, {60, 10}, {10, 118}, {128}, {1, 1, 1},
	} {
		m := gf2.RandomBlockTriangular(blocks, r.Uint64)
		first := 0
		for _, b := range blocks {
			for i := first; i < first+b; i++ {
				for j := range first {
					if m[i].Bit(j) != 0 {
						t.Fatalf("blocks %d: coordinate %d shows in %d", blocks, i, j)
					}
				}
				if m[i].Len() > len(m) {
					t.Fatalf("blocks %d: coordinate %d reaches beyond", blocks, i)
				}
			}
			first += b
			prefix := make([]gf2.Word, first)
			for i := range prefix {
				for j := range first {
					prefix[i].SetBit(j, m[i].Bit(j))
				}
			}
			if got := gf2.Rank(prefix); got != first {
				t.Fatalf("blocks %d: the first %d coordinates have rank %d", blocks, first, got)
			}
		}
		v, w := gf2.Word{Hi: r.Uint64(), Lo: r.Uint64()}, gf2.Word{Hi: r.Uint64(), Lo: r.Uint64()}
		for i := len(m); i < 128; i++ {
			v.SetBit(i, 0)
			w.SetBit(i, 0)
		}
		if m.Mul(v).Xor(m.Mul(w)) != m.Mul(v.Xor(w)) {
			t.Fatalf("blocks %d: not linear", blocks)
		}
	}
}
