package zobrist_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// Do not edit: name and seed → words are frozen from release 1.0 on. The
// words of gnuchess, mt19937-64, kiss64, rkiss, xorshift64star and splitmix64
// are their authors'; see internal/keys/prng.
func TestGoldenSources(t *testing.T) {
	for _, golden := range []struct {
		name string
		seed uint64
		want [2]uint64
	}{
		{"gnuchess", 1, [2]uint64{0x39b11bf4890d6a4, 0x37539b8aa7e3a104}},
		{"gnuchess", 2, [2]uint64{0xee2e62a8f9c39327, 0xd85dcaceccc08723}},
		{"mt19937-64", 5489, [2]uint64{0xc96d191cf6f6aea6, 0x401f7ac78bc80f1c}},
		{"kiss64", 1, [2]uint64{8932985056925012148, 5710300428094272059}},
		{"kiss64", 2, [2]uint64{0x2ec188018865ac42, 0x1c58a047a5d84ed5}},
		{"rkiss", 1, [2]uint64{0xae735ca10d060948, 0x8e16aa0268563732}},
		{"xorshift64star", 1, [2]uint64{0x47e4ce4b896cdd1d, 0xabcfa6a8e079651d}},
		{"splitmix64", 0, [2]uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4}},
		{"poly", 1, [2]uint64{0xfc5f5e933e9f15a7, 0x8cbe93125420a8e2}},
		{"pcg", 1, [2]uint64{0x9927a129abed2903, 0x16d0078c4a605356}},
		{"chacha8", 1, [2]uint64{0x1be9bd4f3f78e66a, 0x47d28ea4738bb86e}},
	} {
		src, err := zobrist.NewSource(golden.name, golden.seed)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]uint64{src.Uint64(), src.Uint64()}; got != golden.want {
			t.Errorf("%s under seed %d starts %#x, want %#x", golden.name, golden.seed, got, golden.want)
		}
	}
}

func TestNewSource(t *testing.T) {
	for _, name := range zobrist.Generators() {
		a, err := zobrist.NewSource(name, 42)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := zobrist.NewSource(name, 42)
		c, _ := zobrist.NewSource(name, 43)
		differ := false
		for range 100 {
			x := a.Uint64()
			if x != b.Uint64() {
				t.Fatalf("%s: equal seeds differ", name)
			}
			differ = differ || x != c.Uint64()
		}
		if !differ {
			t.Errorf("%s: seeds 42 and 43 agree", name)
		}
	}
	for name, says := range map[string]string{
		"": "known ones are gnuchess", "MT19937-64": "mt19937-64", "xorshift64star": "another seed",
	} {
		_, err := zobrist.NewSource(name, 0)
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q under seed 0: error %v does not say %q", name, err, says)
		}
	}
}
