package gf2_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
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

// Every operation against integers of any size.
func TestWordOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	integer := func(w gf2.Word) *big.Int {
		n := new(big.Int).SetUint64(w.Hi)
		return n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(w.Lo))
	}
	all := integer(gf2.Ones(128))
	for range 2000 {
		v := gf2.Word{Hi: r.Uint64() >> r.IntN(65), Lo: r.Uint64() << r.IntN(65)}
		w := gf2.Word{Hi: r.Uint64() >> r.IntN(65), Lo: r.Uint64() << r.IntN(65)}
		a, b, n := integer(v), integer(w), r.IntN(129)
		left := new(big.Int).Lsh(a, uint(n))
		for name, test := range map[string]struct {
			got  gf2.Word
			want *big.Int
		}{
			"and":     {v.And(w), new(big.Int).And(a, b)},
			"and not": {v.AndNot(w), new(big.Int).AndNot(a, b)},
			"xor":     {v.Xor(w), new(big.Int).Xor(a, b)},
			"left":    {v.ShiftLeft(n), left.And(left, all)},
			"right":   {v.ShiftRight(n), new(big.Int).Rsh(a, uint(n))},
			"ones":    {gf2.Ones(n), new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1))},
		} {
			if integer(test.got).Cmp(test.want) != 0 {
				t.Fatalf("%x %s %x, %d: %x, want %x", v, name, w, n, test.got, test.want)
			}
		}
		first := 128
		if !v.IsZero() {
			first = int(a.TrailingZeroBits())
		}
		if v.TrailingZeros() != first || v.Len() != a.BitLen() || v.IsZero() != (a.Sign() == 0) {
			t.Fatalf("%x: first 1 at %d, length %d", v, v.TrailingZeros(), v.Len())
		}
		if i := r.IntN(128); integer(gf2.Unit(i)).BitLen() != i+1 || gf2.Unit(i).OnesCount() != 1 {
			t.Fatalf("unit vector %d is %x", i, gf2.Unit(i))
		}
	}
}

func TestColumns(t *testing.T) {
	if w := gf2.Columns([]uint64{1, 2}, []uint64{3, 4}); !slices.Equal(w, []gf2.Word{{Hi: 3, Lo: 1}, {Hi: 4, Lo: 2}}) {
		t.Errorf("%x", w)
	}
	if w := gf2.Columns([]uint64{1, 2}, nil); !slices.Equal(w, []gf2.Word{{Lo: 1}, {Lo: 2}}) {
		t.Errorf("%x", w)
	}
}
