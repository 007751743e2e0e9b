package gf2_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/internal/gf2"
)

func TestWord(t *testing.T) {
	var w gf2.Word
	for _, i := range []int{0, 63, 64, 127} {
		w.SetBit(i, 1)
		if w.Bit(i) != 1 || w.Len() != i+1 {
			t.Errorf("bit %d: %x", i, w)
		}
	}
	if w.OnesCount() != 4 {
		t.Errorf("%d ones", w.OnesCount())
	}
	w.SetBit(63, 0)
	w.SetBit(127, 2) // its low bit counts
	if w != (gf2.Word{Hi: 1, Lo: 1}) {
		t.Errorf("%x", w)
	}
	if (gf2.Word{}).Len() != 0 {
		t.Error("zero has a length")
	}
}

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

// Every leading block of the matrix is invertible, and images depend on no
// later block: bits from a coordinate on never show below its block.
func TestRandomBlockTriangular(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, blocks := range [][]int{{}, {1}, {3, 3}, {10, 10, 10, 10, 10, 10, 4}, {64}, {60, 10}, {10, 118}, {128}, {1, 1, 1}} {
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
