package zobrist_test

import (
	"encoding/hex"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
)

func TestNewKeys(t *testing.T) {
	keys, src := zobrist.NewKeys(5, rand.NewPCG(1, 2)), rand.NewPCG(1, 2)
	for i, k := range keys {
		if want := src.Uint64(); k != want {
			t.Errorf("key %d is not draw %d", i, i)
		}
	}
}

func TestTruncate(t *testing.T) {
	keys := zobrist.NewKeys(100, rand.NewPCG(1, 2))
	for bits := 0; bits <= 64; bits++ {
		short := keys.Truncate(bits)
		mask := uint64(1)<<bits - 1
		if bits == 64 {
			mask = ^uint64(0)
		}
		for i := range keys {
			if short[i] != keys[i]&mask {
				t.Fatalf("key %d at %d bits is %#x", i, bits, short[i])
			}
		}
		// the hash under it is the low part of the hash
		if got, want := short.Hash(0, 1, 5, 9), keys.Hash(0, 1, 5, 9)&mask; got != want {
			t.Fatalf("hash at %d bits is %#x, want %#x", bits, got, want)
		}
	}
	if keys.Truncate(3)[0] = 9; keys[0] == 9 {
		t.Error("Truncate shares its array")
	}
}

// src returns 0 a few times first.
type zeros int

func (z *zeros) Uint64() uint64 {
	if *z++; *z < 4 {
		return 0
	}
	return uint64(*z)
}

func TestStart(t *testing.T) {
	if got := zobrist.Start(new(zeros)); got != 4 {
		t.Errorf("start %d, want the first draw that is not 0", got)
	}
}

// Uint128 against integers of any size.
func TestUint128(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	integer := func(u zobrist.Uint128) *big.Int {
		b := u.Bytes()
		return new(big.Int).SetBytes(b[:])
	}
	for range 1000 {
		u := zobrist.Uint128{Hi: r.Uint64() >> r.IntN(64), Lo: r.Uint64()}
		v := zobrist.Uint128{Hi: r.Uint64() >> r.IntN(64), Lo: r.Uint64()}
		if r.IntN(3) == 0 {
			v.Hi = u.Hi
		}
		if r.IntN(9) == 0 {
			v = u
		}
		a, b := integer(u), integer(v)
		if u.Cmp(v) != a.Cmp(b) {
			t.Errorf("%v cmp %v is %d", u, v, u.Cmp(v))
		}
		if integer(u.Xor(v)).Cmp(new(big.Int).Xor(a, b)) != 0 || integer(u.And(v)).Cmp(new(big.Int).And(a, b)) != 0 {
			t.Errorf("%v xor, and %v", u, v)
		}
		if u.IsZero() != (a.Sign() == 0) {
			t.Errorf("%v is zero: %t", u, u.IsZero())
		}
		if b := u.Bytes(); u.String() != hex.EncodeToString(b[:]) {
			t.Errorf("%v has bytes %x", u, b)
		}
	}
	if !(zobrist.Uint128{}).IsZero() {
		t.Error("zero is not zero")
	}
}

// Every layout of 781 additive keys is a whole number of a float64 at 47 bits
// with 64 features, and at 48 with 32.
func TestAdditiveKeys(t *testing.T) {
	keys := zobrist.NewKeys(781, rand.NewPCG(1, 2))
	for bits, features := range map[int]int{47: 64, 48: 32, 52: 2, 8: 200} {
		additive := keys.Additive(bits)
		var float float64
		var list []zobrist.Feature
		for f := range features {
			list = append(list, zobrist.Feature(f))
			float += float64(additive[f])
		}
		want := new(big.Int)
		for _, f := range list {
			want.Add(want, new(big.Int).SetUint64(additive[f]))
		}
		if got := additive.Hash(0, list...); got != want.Uint64() || uint64(float) != got {
			t.Errorf("%d keys of %d bits: %d, as a float64 %.0f, want %d", features, bits, got, float, want)
		}
		h := additive.Hash(17, list...)
		for _, f := range list {
			h -= additive[f]
		}
		if h != 17 {
			t.Errorf("%d bits: added and subtracted leaves %d", bits, h)
		}
	}
}
