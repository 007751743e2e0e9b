package zobrist_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
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

// A set is truncated to 0 to 128 bits, with a secondary code or without.
func TestSetTruncate(t *testing.T) {
	wide := zobrist.Coded(9, 1)
	narrow := zobrist.Set{Keys: wide.Keys, Start: wide.Start}
	for _, bits := range []int{-1, 129, 130, 1000} {
		for _, set := range []zobrist.Set{wide, narrow} {
			want := fmt.Sprintf("zobrist: Set.Truncate: %d bits are not in 0 to 128", bits)
			func() {
				defer func() {
					if got := recover(); got != want {
						t.Errorf("%d bits, secondary code %v: panic %v, want %q", bits, set.Second != nil, got, want)
					}
				}()
				set.Truncate(bits)
			}()
		}
	}
	for bits := range 129 {
		short := wide.Truncate(bits)
		if (short.Second == nil) != (bits <= 64) {
			t.Errorf("%d bits: secondary code %v", bits, short.Second != nil)
		}
		if kept := narrow.Truncate(bits); bits >= 64 && !reflect.DeepEqual(kept, narrow) {
			t.Errorf("%d bits of 64: %v, want all", bits, kept)
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

func TestUint128(t *testing.T) {
	u, v := zobrist.Uint128{Hi: 0x0123456789abcdef, Lo: 0xfedcba9876543210}, zobrist.Uint128{Hi: 1, Lo: 1 << 63}
	if got := u.String(); got != "0123456789abcdeffedcba9876543210" {
		t.Error(got)
	}
	if got := u.Xor(v).String(); got != "0123456789abcdee7edcba9876543210" {
		t.Error(got)
	}
}

// Sums of keys of b bits are whole numbers of a float64 with up to 2^(53−b)
// terms.
func TestSum(t *testing.T) {
	for bits, features := range map[int]int{47: 63, 48: 31, 52: 1, 8: 200} {
		set := zobrist.Random(781, rand.NewPCG(1, 2)).Truncate(bits)
		float := float64(set.Start)
		want := new(big.Int).SetUint64(set.Start)
		var list []zobrist.Feature
		for f := range features {
			list = append(list, zobrist.Feature(f))
			float += float64(set.Keys[f])
			want.Add(want, new(big.Int).SetUint64(set.Keys[f]))
		}
		if got := set.Keys.Sum(set.Start, list...); got != want.Uint64() || uint64(float) != got || got >= 1<<53 {
			t.Errorf("%d keys of %d bits: %d, as a float64 %.0f, want %d", features, bits, got, float, want)
		}
	}
}
