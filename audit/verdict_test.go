package audit_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// What the words say of tables whose worth follows from their recurrences: xorshift of 32 bits is linear in
// 32 bits, drand48 has 48, bit i of an LCG mod 2^64 has period 2^(i+1).
func TestVerdict(t *testing.T) {
	none := []string{"no flaw in single keys and bits", "Their 64 bits are all worth something",
		"about 5.4 billion positions", "No set of up to 4 features was found"}
	for _, c := range []struct {
		keys   string
		bits   int
		flawed bool
		says   []string
	}{
		{"random:xorshift32:1804289383", 64, true, []string{"32 bits are sums of others",
			"bits 0–63 follow from at most 32 earlier",
			"These 64 bits are worth 32: expect the first clash at about 82,000 positions, and not at 5.4 billion."}},
		{"random:drand48:1", 64, true, []string{"bits 0–15 are the same in every key", "bits 16–24 repeat",
			"worth 48: expect the first clash at about 21 million positions"}},
		{"random:lcg64:1", 64, true, []string{"bits 0–8 repeat from one key to a later one",
			"about 5.4 billion positions"}},
		{"random:lcg32:1", 64, true, []string{"bits 0, 32 are the same", "bits 1–9, 33–41 repeat",
			"one bit is the sum of others",
			"worth 61: expect the first clash at about 1.9 billion"}},
		{"random:xorshift64:1", 64, false, []string{"Of no harm: ", "bits 0–63 follow from at most 64 earlier keys by a linear rule",
			"about 5.4 billion positions"}},
		{"random:glibc-pair:1", 64, true, []string{"bits 31, 63 are the same in every key",
			"worth 62: expect the first clash at about 2.7 billion positions"}},
		{"random:glibc-rand:1", 64, true, []string{"bits 15–63 are set in far too many or too few keys"}},
		{"gnuchess", 64, false, []string{"Of no harm: bits 0, 32 follow from at most 55 earlier keys by a linear rule"}},
		{"random:glibc-random:1", 64, false, none},
		{"random:msvc-rand:1", 64, false, none},
		{"polyglot", 64, false, none},
		{"random:pcg:1", 56, false, []string{"first clash at about 340 million positions"}},
		{"coded:1", 64, false, none},
		{"coded:1", 20, false, []string{
			"Their 20 bits are all worth something: expect the first clash at about 1,300 positions.",
			"The smallest set whose keys XOR to 0 has 5 features; for random keys of this width the smallest has about 2.7",
		}},
		{"random:pcg:1", 128, false, []string{"about 23 quintillion positions", "far more than seconds"}},
	} {
		f, err := keyfile.Open(c.keys, keyfile.Options{Features: 781})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		o := audit.Options{Bits: c.bits, Space: chess.Space(), MaxWeight: 4, Exhaustive: 4, Iterations: 1,
			Truncations: []int{}}
		if strings.HasPrefix(c.keys, "random:xorshift32") {
			o.Progress = func(string, float64, float64) { cancel() } // sets of keys of rank 32 take seconds to count
		}
		r, err := audit.Run(ctx, f.Set, o)
		cancel()
		if err != nil && !r.Interrupted {
			t.Fatal(err)
		}
		words := strings.Join(r.Verdict.Words, " ")
		if flawed := len(r.Verdict.Flaws) > 0; flawed != c.flawed {
			t.Errorf("%s: flaws %q", c.keys, r.Verdict.Flaws)
		}
		for _, says := range c.says {
			if !strings.Contains(words, says) {
				t.Errorf("%s of %d bits: %q does not say %q", c.keys, c.bits, words, says)
			}
		}
	}
}

// Keys of features that never occur have no say, and independent keys never clash.
func TestVerdictOfFew(t *testing.T) {
	keys := zobrist.Keys{1, 2, 4, 8, 0, 8, 3}
	run := func(occurs func(zobrist.Feature) bool) string {
		r, err := audit.Run(context.Background(), zobrist.Set{Keys: keys}, audit.Options{Bits: 4, Occurs: occurs})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(r.Verdict.Words, " ")
	}
	for _, says := range []string{
		"does not see feature 4, because the key is 0", "feature 3, feature 5 have the same key",
	} {
		if words := run(nil); !strings.Contains(words, says) {
			t.Errorf("%q does not say %q", words, says)
		}
	}
	words := run(func(f zobrist.Feature) bool { return f < 4 })
	if !strings.Contains(words, "The keys are linearly independent") ||
		strings.Contains(words, "flaws") {
		t.Errorf("first four keys: %q", words)
	}
}

// What no key depends on makes one of two positions, whatever the keys are; it is a flaw unless it is en passant.
func TestVerdictOfUnseen(t *testing.T) {
	for _, c := range []struct {
		keys   zobrist.Keys
		unseen []string
		flawed bool
	}{
		{zobrist.NewKeys(80, rand.NewPCG(1, 2)), []string{"castling", "turn"}, true},
		{zobrist.NewKeys(80, rand.NewPCG(1, 2)), []string{"en passant"}, false},
		{zobrist.Keys{1, 2, 4}, []string{"castling"}, true}, // independent
	} {
		r, err := audit.Run(t.Context(), zobrist.Set{Keys: c.keys}, audit.Options{Bits: 64, Unseen: c.unseen,
			MaxWeight: 2, Exhaustive: 2, Iterations: 1, Truncations: []int{}})
		if err != nil {
			t.Fatal(err)
		}
		names, words := strings.Join(c.unseen, ", "), strings.Join(r.Verdict.Words, " ")
		if slices.ContainsFunc(r.Verdict.Flaws, func(f audit.Flaw) bool { return f.Text == "no key depends on "+names }) != c.flawed {
			t.Errorf("%s: flaws %q", names, r.Verdict.Flaws)
		}
		if !strings.Contains(words, "differ only in "+names+" have the same hash") ||
			c.flawed == strings.Contains(words, "no flaw") || strings.Contains(words, "attacker") ||
			strings.Contains(words, "no two positions") {
			t.Errorf("%s: %q", names, words)
		}
	}
}

// Equal keys make one of two positions only if both features occur and two positions can differ in them alone. The
// complement of a key is a flaw that makes none.
func TestVerdictOfEqual(t *testing.T) {
	keys := zobrist.NewKeys(80, rand.NewPCG(1, 2))
	keys[70], keys[71] = keys[7], ^keys[8]
	yes, no := func([]zobrist.Feature) bool { return true }, func([]zobrist.Feature) bool { return false }
	for _, c := range []struct {
		name   string
		occurs func(zobrist.Feature) bool
		differ func([]zobrist.Feature) bool
		says   []string
		merges bool
	}{
		{"all occur", nil, nil, []string{"feature 7, feature 70 have the same key", "rearranged"}, true},
		{"all occur and differ", nil, yes, []string{"feature 7, feature 70 have the same key"}, true},
		{"no two differ", nil, no, []string{"rearranged"}, false},
		{"one never occurs", func(f zobrist.Feature) bool { return f != 70 }, nil, []string{"rearranged"}, false},
	} {
		r, err := audit.Run(t.Context(), zobrist.Set{Keys: keys}, audit.Options{Bits: 64, Occurs: c.occurs,
			Differ: c.differ, MaxWeight: 2, Exhaustive: 2, Iterations: 1, Truncations: []int{}})
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Join(r.Verdict.Words, " ")
		for _, says := range append(c.says, "Their 64 bits are all worth something") {
			if !strings.Contains(words, says) {
				t.Errorf("%s: %q does not say %q", c.name, words, says)
			}
		}
		if strings.Contains(words, "apart from those that the flaws make one") != c.merges {
			t.Errorf("%s: %q; flaws merge positions: %v", c.name, words, c.merges)
		}
	}
}

// The first clash comes where the words expect it for 32 bits, which are what xorshift32 is worth: within a tenth of
// 82,000 on the average over seeds, whose standard deviation is 6.5 percent. 2^16 would be 20 percent too few.
func TestFirstClash(t *testing.T) {
	const expected, seeds = 82000, 64
	sum, seen := 0, make(map[uint64]bool)
	for seed := range uint64(seeds) {
		src, err := zobrist.NewSource("xorshift32", seed+1)
		if err != nil {
			t.Fatal(err)
		}
		keys, r := zobrist.NewKeys(781, src), rand.NewPCG(seed, 32)
		clear(seen)
		for {
			hash := uint64(0)
			for rank := range 4 { // a piece of twelve on three squares of four
				for i, draw := 0, r.Uint64(); i < 16; i, draw = i+1, draw>>4 {
					if piece := int(draw & 15); piece < 12 {
						hash ^= keys[64*piece+16*rank+i]
					}
				}
			}
			if seen[hash] {
				break
			}
			seen[hash] = true
		}
		sum += len(seen)
	}
	if mean := sum / seeds; mean < expected*9/10 || mean > expected*11/10 {
		t.Errorf("the first clash is at %d positions on the average, %d are expected", mean, expected)
	}
}
