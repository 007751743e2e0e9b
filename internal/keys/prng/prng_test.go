package prng_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keys/prng"
)

// The first words as published: mt19937-64.out.txt of Nishimura and Matsumoto,
// Marsaglia's posting of 2009, Jenkins' raninit, Vigna's xorshift64* and
// SplitMix64, GNU Chess.
func TestPublishedWords(t *testing.T) {
	xs, sm, smOther := prng.XorShift64Star(1), prng.SplitMix64(0), prng.SplitMix64(1234567)
	for _, test := range []struct {
		name string
		src  rand.Source
		want []uint64
	}{
		{"mt19937-64 array", prng.NewMT19937Array([]uint64{0x12345, 0x23456, 0x34567, 0x45678}),
			[]uint64{7266447313870364031, 4946485549665804864, 16945909448695747420}},
		{"mt19937-64", prng.NewMT19937(5489), []uint64{14514284786278117030}},
		{"kiss64", prng.NewKISS64(1), []uint64{8932985056925012148, 5710300428094272059}},
		{"rkiss", prng.NewRKISS(1), []uint64{0xae735ca10d060948, 0x8e16aa0268563732}},
		{"xorshift64star", &xs, []uint64{0x47e4ce4b896cdd1d, 0xabcfa6a8e079651d}},
		{"splitmix64", &sm, []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f}},
		// From Rosetta Code's page on SplitMix64.
		{"splitmix64 1234567", &smOther, []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423}},
		{"gnuchess", prng.NewGNUChess(1), []uint64{0x039b11bf4890d6a4}},
	} {
		for i, want := range test.want {
			if got := test.src.Uint64(); got != want {
				t.Errorf("%s: word %d is %#x, want %#x", test.name, i, got, want)
			}
		}
	}
}

// mt19937-64: the C++ standard library states the 10000th word of the default
// seed (ISO C++ [rand.predef]).
func TestMT19937Long(t *testing.T) {
	m := prng.NewMT19937(5489)
	for range 9999 {
		m.Uint64()
	}
	if got := m.Uint64(); got != 9981545732273789042 {
		t.Errorf("10000th word is %d", got)
	}
}

func TestGNUChess(t *testing.T) {
	g := prng.NewGNUChess(1)
	for i, want := range []uint32{60494271, 1217451684, 928226186} {
		if got := g.Uint32(); got != want {
			t.Errorf("draw %d is %d, want %d", i, got, want)
		}
	}
	for _, seed := range []uint64{0, 1, 2} {
		g := prng.NewGNUChess(seed)
		k := make([]uint64, 2000)
		for i := range k {
			k[i] = g.Uint64()
			if i >= 55 && (k[i]^k[i-24]^k[i-55])&(1<<32|1) != 0 {
				t.Fatalf("seed %d: bits 0 and 32 break the law at key %d", seed, i)
			}
		}
	}
}

// KISS64's parts checked over a long run: Marsaglia's posting gives no further
// words, so the multiply-with-carry is compared with its definition on
// integers of any size, x' = (2^58+1)x + c, carry the high part.
func TestKISS64Carry(t *testing.T) {
	k := prng.NewKISS64(7)
	x, c := new(big.Int).SetUint64(k.X), new(big.Int).SetUint64(k.C)
	a := new(big.Int).SetUint64(1<<58 + 1)
	low := new(big.Int).SetUint64(1<<64 - 1)
	for i := range 10000 {
		v := new(big.Int).Mul(a, x)
		v.Add(v, c)
		x, c = new(big.Int).And(v, low), new(big.Int).Rsh(v, 64)
		k.Uint64()
		if k.X != x.Uint64() || k.C != c.Uint64() {
			t.Fatalf("step %d: x, c = %d, %d, want %d, %d", i, k.X, k.C, x, c)
		}
	}
}

func TestEval61(t *testing.T) {
	p := new(big.Int).SetUint64(1<<61 - 1)
	src := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		c := make([]uint64, src.IntN(9))
		x := src.Uint64N(1<<61 - 1)
		if src.IntN(4) == 0 {
			x = 1<<61 - 2
		}
		want := new(big.Int)
		for i := range c {
			c[i] = src.Uint64N(1<<61 - 1)
			if src.IntN(4) == 0 {
				c[i] = 1<<61 - 2
			}
			want.Mul(want, new(big.Int).SetUint64(x))
			want.Add(want, new(big.Int).SetUint64(c[i]))
			want.Mod(want, p)
		}
		if got := prng.Eval61(c, x); got != want.Uint64() {
			t.Fatalf("polynomial %d at %d: %d, want %d", c, x, got, want)
		}
	}
}

// Pairwise independence counted exactly is out of reach at 2^61, so the
// definition is checked: equal seeds agree, words differ, k = 1 is constant.
func TestPoly(t *testing.T) {
	a, b := prng.NewPoly(64, 3), prng.NewPoly(64, 3)
	seen := make(map[uint64]bool)
	for range 1000 {
		x := a.Uint64()
		if x != b.Uint64() {
			t.Fatal("equal seeds differ")
		}
		if seen[x] {
			t.Fatal("a word came twice in a thousand")
		}
		seen[x] = true
	}
	c := prng.NewPoly(1, 3)
	if first, second := c.Uint64(), c.Uint64(); first != second {
		t.Error("a polynomial of degree 0 is not constant")
	}
}
