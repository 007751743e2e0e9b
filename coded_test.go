package zobrist_test

import (
	"encoding/hex"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func code(t testing.TB, n, bits int) zobrist.Code {
	t.Helper()
	c, err := zobrist.NewCode(n, bits)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The widths of the extended primitive BCH codes of 2^m features and their
// distances.
func TestCodeDistance(t *testing.T) {
	for n, want := range map[int]map[int]int{
		127: {8: 4, 15: 6, 22: 8, 29: 10, 36: 12, 43: 14, 50: 16, 57: 20, 64: 22, 120: 64},
		128: {8: 4, 15: 6, 22: 8, 29: 10, 36: 12, 43: 14, 50: 16, 57: 20, 64: 22, 120: 64},
		255: {9: 4, 17: 6, 25: 8, 33: 10, 41: 12, 49: 14, 57: 16, 65: 18, 125: 38},
		256: {9: 4, 17: 6, 25: 8, 33: 10, 41: 12, 49: 14, 57: 16, 65: 18, 125: 38},
		512: {10: 4, 19: 6, 28: 8, 37: 10, 46: 12, 55: 14, 64: 16, 73: 18, 127: 30},
		781: {
			11: 4, 21: 6, 31: 8, 41: 10, 51: 12, 61: 14, 64: 14, 71: 16, 81: 18, 91: 20, 101: 22, 111: 24, 121: 26,
			128: 26,
		},
		// a bit adds 1 if a block takes the place of the constant
		780:     {10: 3, 20: 5, 30: 7, 60: 13},
		2048:    {12: 4, 23: 6, 34: 8, 45: 10, 56: 12, 67: 14, 122: 24},
		1 << 16: {17: 4, 33: 6, 49: 8, 65: 10, 128: 16},
		1 << 24: {25: 4, 128: 12},
		60:      {60: 61, 64: 61}, // as many bits as features: all independent
		65:      {64: 22, 65: 66, 80: 66, 100: 66},
		100:     {99: 44, 100: 101, 128: 101},
		1:       {1: 2, 64: 2, 128: 2},
		0:       {1: 1, 128: 1},
	} {
		for b, d := range want {
			if got := code(t, n, b).Distance(); got != d {
				t.Errorf("%d features at %d bits: distance %d, want %d", n, b, got, d)
			}
		}
	}
}

// Widths of whole blocks against the table of primitive BCH codes in Lin and Costello,
// Error Control Coding, table 6.1: length, information digits, t.
func TestPrefixDistance(t *testing.T) {
	for _, row := range [][3]int{
		{15, 11, 1}, {15, 7, 2}, {15, 5, 3},
		{31, 26, 1}, {31, 21, 2}, {31, 16, 3}, {31, 11, 5}, {31, 6, 7},
		{63, 57, 1}, {63, 51, 2}, {63, 45, 3}, {63, 39, 4}, {63, 36, 5}, {63, 30, 6},
		{63, 24, 7}, {63, 18, 10}, {63, 16, 11}, {63, 10, 13}, {63, 7, 15},
		{127, 120, 1}, {127, 113, 2}, {127, 106, 3}, {127, 99, 4}, {127, 92, 5},
		{127, 85, 6}, {127, 78, 7}, {127, 71, 9}, {127, 64, 10}, {127, 57, 11},
		{127, 50, 13}, {127, 43, 14}, {127, 36, 15}, {127, 29, 21}, {127, 22, 23},
		{127, 15, 27}, {127, 8, 31},
		{255, 247, 1}, {255, 239, 2}, {255, 199, 7}, {255, 191, 8}, {255, 187, 9},
		{255, 179, 10}, {255, 171, 11}, {255, 139, 15}, {255, 131, 18},
		{1023, 973, 5}, {1023, 903, 12},
	} {
		n, width, d := row[0], row[0]-row[1], 2*row[2]+1
		if got := code(t, n, width).Distance(); got != d {
			t.Errorf("%d features at %d bits: distance %d, want %d", n, width, got, d)
		}
		if got := code(t, n, width-1).Distance(); got >= d {
			t.Errorf("%d features at %d bits: distance %d, should be below %d", n, width-1, got, d)
		}
		if got := code(t, n, 127).PrefixDistance(width); n > 127 && got != d {
			t.Errorf("%d features, low %d of 127 bits: distance %d, want %d", n, width, got, d)
		}
	}
	// Whole blocks for chess: 3, 5, 7 … 13 at 10, 20, 30 … 60 bits.
	chess := code(t, 781, 64)
	want := []int{10, 20, 30, 40, 50, 60, 64}
	if got := fmt.Sprint(chess.Prefixes()); got != fmt.Sprint(want) {
		t.Errorf("prefixes of chess at %s, want %d", got, want)
	}
	for i, b := range want[:6] {
		if got := chess.PrefixDistance(b); got != 2*i+3 {
			t.Errorf("low %d bits: distance %d, want %d", b, got, 2*i+3)
		}
	}
}

// At 128 bits the low word is the code of 64 bits, prefixes included, and neither width has a
// lower distance than a code one bit narrower.
func TestNestedDistance(t *testing.T) {
	sizes := []int{1<<12 - 1, 1 << 12, 1 << 13, 1 << 14, 1<<14 + 1, 1 << 15, 1 << 16, 1 << 17, 1 << 18}
	for n := range 2100 {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		nested, low := code(t, n, 128), code(t, n, 64)
		for b := range 65 {
			if got, want := low.PrefixDistance(b), nested.PrefixDistance(b); got != want {
				t.Errorf("%d features: low %d bits: distance %d at 64 bits, %d at 128", n, b, got, want)
			}
		}
		if low.Distance() < code(t, n, 63).Distance() {
			t.Errorf("%d features: distance %d at 64 bits, %d at 63", n, low.Distance(), code(t, n, 63).Distance())
		}
		// A code of 128 bits has the field of the code of 64, whose prefixes it keeps, even if a smaller one
		// would give more distance.
		least := code(t, n, 127).Distance()
		if d, ok := map[int]int{256: 30, 2048: 22, 1 << 14: 18, 1 << 18: 14}[n]; ok {
			least = d
		}
		if n > 128 && nested.Distance() < least || n <= 128 && nested.Distance() != n+1 {
			t.Errorf("%d features: distance %d at 128 bits, %d at 127", n, nested.Distance(),
				code(t, n, 127).Distance())
		}
	}
	// A field of as many elements as features gives the element 0 to one of them, whose key has no prefix that is a
	// code. Where the next field costs no distance at 64 bits, both widths have it. The distances are 2t + 1 for t
	// blocks of m bits (Lin and Costello).
	for n, m := range map[int]int{256: 9, 2048: 12, 1 << 13: 14, 1 << 14: 15} {
		for _, width := range []int{64, 128} {
			for t1 := 1; m*t1 < 64; t1++ {
				if got := code(t, n, width).PrefixDistance(m * t1); got != 2*t1+1 {
					t.Errorf("%d features, low %d of %d bits: distance %d, want %d", n, m*t1, width, got, 2*t1+1)
				}
			}
		}
	}
	for n, d := range map[int]int{256: 16, 2048: 12, 1 << 13: 10, 1 << 14: 10} { // as of the smaller field
		if got := code(t, n, 64).Distance(); got != d {
			t.Errorf("%d features at 64 bits: distance %d, want %d", n, got, d)
		}
	}
	// Blocks that straddle the words: 11 features bits, 5 blocks and the
	// constant in the low word, 11 blocks in all.
	if c := code(t, 1086, 128); c.Distance() != 24 || c.PrefixDistance(64) != 12 {
		t.Errorf("1086 features: distance %d and %d, want 24 and 12", c.Distance(), c.PrefixDistance(64))
	}
}

// word returns a key of both codes.
func word(set zobrist.Set, f int) zobrist.Uint128 {
	w := zobrist.Uint128{Lo: set.Keys[f]}
	if set.Second != nil {
		w.Hi = set.Second[f]
	}
	return w
}

// Every promise for up to 17 features kept, by the enumeration of all sets:
// the whole keys, and every run of low bits.
func TestDistanceExhaustively(t *testing.T) {
	src := rand.NewPCG(7, 7)
	for n := range 18 {
		if n > 12 && oracle.Cut(t, "codes of more than 12 keys") {
			break
		}
		for _, width := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 31, 33, 64, 65, 128} {
			c := code(t, n, width)
			set := c.Set(src)
			least := make([]int, width+1) // by the low bits that are all 0
			for i := range least {
				least[i] = n + 1
			}
			var sum zobrist.Uint128
			for i := uint(1); i < 1<<n; i++ { // Gray code
				sum = sum.Xor(word(set, bits.TrailingZeros(i)))
				weight := bits.OnesCount(i ^ i>>1)
				zeros := bits.TrailingZeros64(sum.Lo)
				if sum.Lo == 0 {
					zeros = 64 + bits.TrailingZeros64(sum.Hi)
				}
				zeros = min(zeros, width)
				least[zeros] = min(least[zeros], weight)
			}
			for b := width; b >= 1; b-- {
				if b < width {
					least[b] = min(least[b], least[b+1])
				}
				if least[b] < c.PrefixDistance(b) {
					t.Errorf("%d features, low %d of %d bits: %d keys are dependent, promised %d",
						n, b, width, least[b], c.PrefixDistance(b))
				}
			}
			if least[width] < c.Distance() {
				t.Errorf("%d features, %d bits: distance %d, promised %d", n, width, least[width], c.Distance())
			}
		}
	}
}

// Chess at 64 bits: no four keys are dependent in the low 20 bits, none in the
// low 10 are equal, and nothing reaches beyond the width.
func TestCodedChess(t *testing.T) {
	for _, width := range []int{21, 31, 41, 51, 61, 64} {
		keys := code(t, 781, width).Set(rand.NewPCG(1, uint64(width))).Keys
		pairs := make(map[uint64]bool, 781*780/2)
		for i, k := range keys {
			if bits.Len64(k) > width {
				t.Fatalf("%d bits: key %d is %#x", width, i, k)
			}
			for _, l := range keys[:i] {
				if (k^l)&(1<<10-1) == 0 {
					t.Fatalf("%d bits: two keys are equal in the low 10", width)
				}
				sum := (k ^ l) & (1<<20 - 1)
				if pairs[sum] {
					t.Fatalf("%d bits: four keys are dependent in the low 20", width)
				}
				pairs[sum] = true
			}
		}
	}
}

func TestNewCodeErrors(t *testing.T) {
	for _, test := range [][2]int{{-1, 64}, {zobrist.MaxFeatures + 1, 64}, {781, 0}, {781, 129}, {781, -64}} {
		_, err := zobrist.NewCode(test[0], test[1])
		if err == nil || !strings.HasPrefix(err.Error(), "zobrist: no such code: ") {
			t.Errorf("%d features, %d bits: error %v", test[0], test[1], err)
		}
	}
}

func TestLargeCode(t *testing.T) {
	c := code(t, 1<<16, 64)
	seen := make(map[uint64]bool, 1<<16)
	for _, k := range c.Set(rand.NewPCG(1, 2)).Keys {
		if seen[k] {
			t.Fatal("two keys are equal")
		}
		seen[k] = true
	}
}

// Do not edit: seed → keys is frozen from release 1.0 on. A change here
// invalidates every index, book and table kept by anyone.
func TestGoldenCoded(t *testing.T) {
	for _, golden := range []struct {
		n      int
		seed   uint64
		digest string
	}{
		{19, 1, "504087fa22e05eea689e228e425e7b22540227a8e2c6e9a0cadd37e6a7b9f0bf"},
		{781, 1, "fb7b1ad148489bfb1a3c3df94d755a75392c2664178b68646a31f0d8cdae34a3"},
		{781, 2, "8eb8b8a7a8571348508dfb82c046af81d0cdc0c7aa1005d6c3aee415010383d8"},
		{1024, 1, "20b85122d0663ac331baacb18a09377337fc3b8925cd80227da209e7c031a9db"},
	} {
		set := zobrist.Coded(golden.n, golden.seed)
		digest := set.Digest()
		if got := hex.EncodeToString(digest[:]); got != golden.digest {
			t.Errorf("%s for %d features has digest %s, want %s", set.Name, golden.n, got, golden.digest)
		}
	}
	if got, want := zobrist.Default(781).Digest(), zobrist.Coded(781, 1).Digest(); got != want {
		t.Error("Default is not coded:1")
	}
}

func BenchmarkCoded(b *testing.B) {
	for _, n := range []int{781, 1 << 16} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			for b.Loop() {
				zobrist.Coded(n, 1)
			}
		})
	}
}
