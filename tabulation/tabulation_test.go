package tabulation_test

import (
	"flag"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keys/prng"
	"github.com/zobrist-go/zobrist/tabulation"
)

var update = flag.Bool("update", false, "write the golden files anew")

// vectors are hashes under tables of seed 1 and of a polynomial.
func vectors() string {
	var b strings.Builder
	for _, f := range tabulation.Families() {
		h32 := tabulation.New[uint32](f, tabulation.NewSource(1))
		h64 := tabulation.New[uint64](f, tabulation.NewSource(1))
		tuple := tabulation.NewTuple(f, 5, tabulation.NewSource(1))
		str := tabulation.NewString(f, tabulation.NewSource(1))
		poly := tabulation.New[uint64](f, prng.NewPoly(20, 1))
		for _, x := range keys(8) {
			fmt.Fprintf(&b, "%v 32 %08x %016x\n", f, uint32(x), h32.Hash(uint32(x)))
			fmt.Fprintf(&b, "%v 64 %016x %016x\n", f, x, h64.Hash(x))
			fmt.Fprintf(&b, "%v poly %016x %016x\n", f, x, poly.Hash(x))
			fmt.Fprintf(&b, "%v tuple %x %016x\n", f, bytesOf(x)[:5], tuple.Hash(bytesOf(x)[:5]))
		}
		for _, x := range []string{"", "a", "1234567", "12345678", "a scene (in the papers a scene is called a key)"} {
			fmt.Fprintf(&b, "%v string %q %016x\n", f, x, str.Hash(x))
		}
	}
	return b.String()
}

// TestVectors guards the way from a seed to hashes. The file is frozen from release 1.0: do not edit it.
func TestVectors(t *testing.T) {
	const name = "testdata/vectors.txt"
	if *update {
		if err := os.WriteFile(name, []byte(vectors()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Split(vectors(), "\n"), strings.Split(string(file), "\n")
	if len(got) != len(want) {
		t.Errorf("%d lines, want %d", len(got), len(want))
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("%s:%d: got %s, want %s", name, i+1, got[i], want[i])
		}
	}
}

// hasher is what all functions do.
type hasher[K any] interface {
	Hash(K) uint64
	HashBatch([]uint64, []K)
}

// TestBatch compares HashBatch with Hash, for sizes on both sides of every block, and for slices that are aligned with
// none.
func TestBatch(t *testing.T) {
	src64 := keys(1100)
	src32 := make([]uint32, len(src64))
	texts, tuples := make([]string, len(src64)), make([][]byte, len(src64))
	for i, x := range src64 {
		src32[i] = uint32(x >> 7)
		texts[i] = strings.Repeat("text ", i%13) + fmt.Sprint(i)
		tuples[i] = bytesOf(x)[:3]
	}
	var sizes []int
	for _, edge := range []int{0, 8, 128, 256, 384, 512, 1024} {
		for n := max(0, edge-2); n <= edge+2; n++ {
			sizes = append(sizes, n)
		}
	}
	for _, f := range tabulation.Families() {
		s := tabulation.NewSource(8)
		checkBatch(t, f, tabulation.New[uint32](f, s), src32, sizes)
		checkBatch(t, f, tabulation.New[uint64](f, s), src64, sizes)
		checkBatch(t, f, tabulation.NewString(f, s), texts, sizes)
		checkBatch(t, f, tabulation.NewTuple(f, 3, s), tuples, sizes)
	}
}

func checkBatch[K any](t *testing.T, name any, f hasher[K], src []K, sizes []int) {
	t.Helper()
	for _, n := range sizes {
		const canary = 0x1badb002
		dst := slices.Repeat([]uint64{canary}, n+3)
		f.HashBatch(dst[1:n+2], src[1:n+1]) // dst is longer than src
		for i := range n {
			if want := f.Hash(src[i+1]); dst[i+1] != want {
				t.Fatalf("%v: HashBatch of %d %T: [%d] = %#x, want %#x", name, n, src, i, dst[i+1], want)
			}
		}
		if dst[0] != canary || dst[n+1] != canary || dst[n+2] != canary {
			t.Fatalf("%v: HashBatch of %d %T writes outside", name, n, src)
		}
		if n > 0 {
			checkShort(t, name, f, src[:n])
		}
	}
}

// checkShort checks that a batch panics if dst is too short, even if its capacity is not, and writes nothing behind
// it.
func checkShort[K any](t *testing.T, name any, f hasher[K], src []K) {
	t.Helper()
	dst := make([]uint64, len(src))
	defer func() {
		if recover() == nil {
			t.Errorf("%v: no panic for %d %T into %d hashes", name, len(src), src, len(src)-1)
		}
		if dst[len(src)-1] != 0 {
			t.Errorf("%v: HashBatch of %d %T writes behind dst", name, len(src), src)
		}
	}()
	f.HashBatch(dst[:len(src)-1], src)
}

// TestTupleIsInteger: a tuple of four or eight bytes has the hash of the integer.
func TestTupleIsInteger(t *testing.T) {
	for _, f := range tabulation.Families() {
		h32 := tabulation.New[uint32](f, tabulation.NewSource(9))
		h64 := tabulation.New[uint64](f, tabulation.NewSource(9))
		t32 := tabulation.NewTuple(f, 4, tabulation.NewSource(9))
		t64 := tabulation.NewTuple(f, 8, tabulation.NewSource(9))
		for _, x := range keys(50) {
			b := bytesOf(x)
			if h32.Hash(uint32(x)) != t32.Hash(b[:4]) || h64.Hash(x) != t64.Hash(b) {
				t.Fatalf("%v: the hash of %#x differs between integer and tuple", f, x)
			}
		}
	}
}

// TestConcurrentBatches hashes from several goroutines that all meet new tables.
func TestConcurrentBatches(t *testing.T) {
	src := keys(600)
	for _, f := range tabulation.Families() {
		h := tabulation.New[uint64](f, tabulation.NewSource(3))
		want := make([]uint64, len(src))
		for i, x := range src {
			want[i] = h.Hash(x)
		}
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				dst := make([]uint64, len(src))
				h.HashBatch(dst, src)
				if !slices.Equal(dst, want) {
					t.Errorf("%v: batches differ between goroutines", f)
				}
			})
		}
		wait.Wait()
	}
}

func TestNoAllocations(t *testing.T) {
	str := tabulation.NewString(tabulation.Mixed, tabulation.NewSource(1))
	h32 := tabulation.New[uint32](tabulation.Mixed, tabulation.NewSource(1))
	h64 := tabulation.New[uint64](tabulation.Double, tabulation.NewSource(1))
	tuple := tabulation.NewTuple(tabulation.Double, 9, tabulation.NewSource(1))
	x, b := strings.Repeat("x", 100), make([]byte, 9)
	src, src32, dst := keys(301), make([]uint32, 301), make([]uint64, 301)
	texts := []string{x, x, "y"}
	if n := testing.AllocsPerRun(100, func() {
		dst[0] = str.Hash(x) + tuple.Hash(b) + h32.Hash(1) + h64.Hash(1)
		h32.HashBatch(dst, src32)
		h64.HashBatch(dst, src)
		str.HashBatch(dst, texts)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestFamilyNames(t *testing.T) {
	want := "[simple 1permutation twisted permutation mixed double] Family(6)"
	if got := fmt.Sprint(tabulation.Families(), tabulation.Family(6)); got != want {
		t.Errorf("families %q, want %q", got, want)
	}
}

type (
	userID uint64
	tag    uint32
	signed int64
	column int32
)

// TestTypes: named and signed integers have the hashes of the unsigned ones with their bits, one at a time and in
// batches, and functions of one width share their tables.
func TestTypes(t *testing.T) {
	for _, f := range tabulation.Families() {
		wide, narrow := []uint64{0, 1, 1 << 31, 1 << 32, 1<<63 - 1, 1 << 63, ^uint64(0)}, []uint32{0, 1, 1<<31 - 1,
			1 << 31, ^uint32(0)}
		r := rand.New(rand.NewPCG(32, 2))
		for len(wide) < 1000 {
			wide, narrow = append(wide, r.Uint64()), append(narrow, r.Uint32())
		}
		checkType[userID](t, f, wide)
		checkType[signed](t, f, wide)
		checkType[int64](t, f, wide)
		if bits.UintSize == 64 {
			checkType[int](t, f, wide)
			checkType[uint](t, f, wide)
		} else {
			checkType[int](t, f, narrow)
			checkType[uint](t, f, narrow)
		}
		checkType[tag](t, f, narrow)
		checkType[column](t, f, narrow)
		checkType[int32](t, f, narrow)
	}
}

func checkType[K, U tabulation.Integer](t *testing.T, f tabulation.Family, keys []U) {
	t.Helper()
	plain := tabulation.New[U](f, tabulation.NewSource(7))
	typed := tabulation.New[K](f, tabulation.NewSource(7))
	converted, hashes := make([]K, len(keys)), make([]uint64, len(keys))
	for i, k := range keys {
		converted[i] = K(k)
	}
	typed.HashBatch(hashes, converted)
	for i, k := range keys {
		if want := plain.Hash(k); typed.Hash(K(k)) != want || hashes[i] != want {
			t.Fatalf("%v of %T %#x: %#x and in a batch %#x, want %#x", f, K(k), k, typed.Hash(K(k)), hashes[i], want)
		}
	}
	typed.HashBatch(nil, nil)
}
