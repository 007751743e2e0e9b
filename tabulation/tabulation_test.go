package tabulation_test

import (
	"bufio"
	"bytes"
	"encoding"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"hash/crc32"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/tabulation"
)

var update = flag.Bool("update", false, "write the golden files anew")

// vectors are hashes under tables of seed 1, and of a polynomial: frozen.
func vectors() string {
	var b strings.Builder
	for _, f := range tabulation.Families() {
		h32, h64 := tabulation.New32(f, tabulation.NewSource(1)), tabulation.New64(f, tabulation.NewSource(1))
		tuple := tabulation.NewTuple(f, 5, tabulation.NewSource(1))
		str := tabulation.NewString(f, tabulation.NewSource(1))
		poly := tabulation.New64(f, tabulation.NewPolynomialSource(20, 1))
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

// TestVectors guards the way from a seed to hashes. The file is frozen from
// release 1.0: do not edit it.
func TestVectors(t *testing.T) {
	const name = "testdata/vectors.txt"
	if *update {
		if err := os.WriteFile(name, []byte(vectors()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got := bufio.NewScanner(strings.NewReader(vectors()))
	for i, line := range strings.Split(strings.TrimSpace(string(want)), "\n") {
		got.Scan()
		if strings.TrimSpace(line) != got.Text() {
			t.Fatalf("%s:%d: got %s, want %s", name, i+1, got.Text(), line)
		}
	}
}

// TestBatch compares HashBatch with Hash around every block edge, in and
// beside the blocks of the kernels, and looks for writes behind the end.
func TestBatch(t *testing.T) {
	src64 := keys(1100)
	src32 := make([]uint32, len(src64))
	for i, x := range src64 {
		src32[i] = uint32(x >> 7)
	}
	var sizes []int
	for _, edge := range []int{0, 8, 16, 32, 64, 128, 256, 512, 1024} {
		for n := max(0, edge-2); n <= edge+2; n++ {
			sizes = append(sizes, n)
		}
	}
	for _, f := range tabulation.Families() {
		s := tabulation.NewSource(8)
		checkBatch(t, f, tabulation.New32(f, s), src32, sizes)
		checkBatch(t, f, tabulation.New64(f, s), src64, sizes)
	}
}

func checkBatch[K any](t *testing.T, name any, f tabulation.Function[K], src []K, sizes []int) {
	t.Helper()
	for _, n := range sizes {
		const canary = 0x1badb002
		dst := bytesWords(n+3, canary)
		f.HashBatch(dst[1:n+2], src[1:n+1]) // unaligned, and dst longer than src
		for i := range n {
			if want := f.Hash(src[i+1]); dst[i+1] != want {
				t.Fatalf("%v: HashBatch of %d %T: [%d] = %#x, want %#x", name, n, src, i, dst[i+1], want)
			}
		}
		if dst[0] != canary || dst[n+1] != canary || dst[n+2] != canary {
			t.Fatalf("%v: HashBatch of %d %T writes outside", name, n, src)
		}
	}
}

func bytesWords(n int, v uint64) []uint64 {
	w := make([]uint64, n)
	for i := range w {
		w[i] = v
	}
	return w
}

func TestBatchPanics(t *testing.T) {
	for _, f := range tabulation.Families() {
		h := tabulation.New64(f, tabulation.NewSource(1))
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: HashBatch to a shorter slice does not panic", f)
				}
			}()
			h.HashBatch(make([]uint64, 9), make([]uint64, 10))
		}()
	}
}

func TestBatchStringsTuples(t *testing.T) {
	words := strings.Fields("a bb ccc dddd eeeee ffffff ggggggg hhhhhhhh iiiiiiiii and a much longer one, past_twenty_eight_bytes_of_text")
	for _, f := range tabulation.Families() {
		checkBatch(t, f, tabulation.NewString(f, tabulation.NewSource(2)), words, []int{0, 1, 7, len(words) - 2})
		h := tabulation.NewTuple(f, 2, tabulation.NewSource(2))
		checkBatch(t, f, h, [][]byte{[]byte("ab"), []byte("cd"), []byte("ef"), []byte("ef")}, []int{0, 1, 2})
	}
}

// TestZeroString: the zero String maps every string to 0, and is saved and
// loaded as such.
func TestZeroString(t *testing.T) {
	data, err := new(tabulation.String).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var loaded tabulation.String
	if err := loaded.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	words := []string{"", "a", strings.Repeat("seven b", 8), strings.Repeat("x", 1000)}
	for _, s := range []*tabulation.String{{}, &loaded} {
		d := s.New()
		hashes := slices.Repeat([]uint64{1}, len(words))
		s.HashBatch(hashes, words)
		for i, w := range words {
			d.Write([]byte(w))
			if h := s.Hash(w); h != 0 || s.HashBytes([]byte(w)) != 0 || hashes[i] != 0 || d.Sum64() != 0 {
				t.Errorf("%.9q: %x, %x of its bytes, %x in a batch, %x written; want 0", w, h, s.HashBytes([]byte(w)), hashes[i], d.Sum64())
			}
		}
		if again, err := s.MarshalBinary(); err != nil || !bytes.Equal(again, data) {
			t.Errorf("saved again as other tables, error %v", err)
		}
	}
}

// TestZeroTuple: the zero Tuple is for tuples of no bytes, maps them to 0, and
// is saved and loaded as such.
func TestZeroTuple(t *testing.T) {
	data := marshal(t, new(tabulation.Tuple))
	loaded := tabulation.NewTuple(tabulation.Mixed, 3, tabulation.NewSource(1))
	if err := loaded.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	for _, h := range []*tabulation.Tuple{{}, loaded} {
		hashes := []uint64{1, 1}
		h.HashBatch(hashes, [][]byte{nil, {}})
		if h.Len() != 0 || h.Hash(nil) != 0 || hashes[0] != 0 || hashes[1] != 0 {
			t.Errorf("tuples of %d bytes: %x, %x in a batch; want 0", h.Len(), h.Hash(nil), hashes)
		}
		if again := marshal(t, h); !bytes.Equal(again, data) {
			t.Errorf("saved again as other tables: %x, want %x", again, data)
		}
	}
	for _, f := range tabulation.Families()[1:] { // which have no function of tuples of no bytes
		data[6] = byte(f)
		var format *tabulation.FormatError
		if err := loaded.UnmarshalBinary(sign(data)); !errors.As(err, &format) || format.Offset != 8 {
			t.Errorf("%v: %v, want an error at byte 8", f, err)
		}
	}
}

// sign sets the checksum of saved tables.
func sign(data []byte) []byte {
	end := len(data) - 4
	binary.LittleEndian.PutUint32(data[end:], crc32.Checksum(data[:end], crc32.MakeTable(crc32.Castagnoli)))
	return data
}

// TestZeroFunctions: the zero value of every function of integers maps all keys
// to 0, and is saved and loaded as such.
func TestZeroFunctions(t *testing.T) {
	src64 := keys(600)
	src32 := make([]uint32, len(src64))
	for i, x := range src64 {
		src32[i] = uint32(x)
	}
	for _, f := range tabulation.Families() {
		checkZero(t, tabulation.New32(f, tabulation.NewSource(1)), src32, tabulation.Decode32)
		checkZero(t, tabulation.New64(f, tabulation.NewSource(1)), src64, tabulation.Decode64)
	}
}

// checkZero loads the zero value of a function's type into it, and by decode.
func checkZero[K any](t *testing.T, h tabulation.Function[K], src []K, decode func([]byte) (tabulation.Function[K], error)) {
	t.Helper()
	zero := reflect.New(reflect.TypeOf(h).Elem()).Interface().(tabulation.Function[K])
	data := marshal(t, zero)
	if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(data); err != nil {
		t.Errorf("%T: %v", h, err)
		return
	}
	decoded, err := decode(data)
	if err != nil {
		t.Errorf("%T: %v", h, err)
		return
	}
	for _, h := range []tabulation.Function[K]{zero, h, decoded} {
		hashes := slices.Repeat([]uint64{1}, len(src))
		h.HashBatch(hashes, src)
		for i, x := range src {
			if h.Hash(x) != 0 || hashes[i] != 0 {
				t.Fatalf("%T: hash of %v is %#x, %#x in a batch; want 0", h, x, h.Hash(x), hashes[i])
			}
		}
		if !bytes.Equal(marshal(t, h), data) {
			t.Errorf("%T is saved again as other tables", h)
		}
	}
}

// TestTupleIsInteger has the words of a tuple of four and of eight bytes and those of
// integers meet: the simple families are one and the same function.
func TestTupleIsInteger(t *testing.T) {
	for _, f := range []tabulation.Family{tabulation.Simple, tabulation.OnePermutation, tabulation.Permutation, tabulation.Twisted, tabulation.Mixed} {
		h := tabulation.New64(f, tabulation.NewSource(9))
		g := tabulation.NewTuple(f, 8, tabulation.NewSource(9))
		for _, x := range keys(50) {
			if h.Hash(x) != g.Hash(bytesOf(x)) {
				t.Fatalf("%v: hash of %#x differs between integer and tuple", f, x)
			}
		}
	}
}

func TestSaveLoad(t *testing.T) {
	s := tabulation.NewSource(11)
	for _, f := range tabulation.Families() {
		h32, h64 := tabulation.New32(f, s), tabulation.New64(f, s)
		g32, err := tabulation.Decode32(marshal(t, h32))
		if err != nil {
			t.Fatal(err)
		}
		g64, err := tabulation.Decode64(marshal(t, h64))
		if err != nil {
			t.Fatal(err)
		}
		var tuple tabulation.Tuple
		h := tabulation.NewTuple(f, 3, s)
		if err := tuple.UnmarshalBinary(marshal(t, h)); err != nil {
			t.Fatal(err)
		}
		var str tabulation.String
		hs := tabulation.NewString(f, s)
		if err := str.UnmarshalBinary(marshal(t, hs)); err != nil {
			t.Fatal(err)
		}
		batch := make([]uint64, 300)
		g64.HashBatch(batch, keys(300))
		for i, x := range keys(300) {
			if h32.Hash(uint32(x)) != g32.Hash(uint32(x)) || h64.Hash(x) != g64.Hash(x) || batch[i] != h64.Hash(x) {
				t.Fatalf("%v: hash of %#x differs after loading", f, x)
			}
			b := bytesOf(x)
			if h.Hash(b[:3]) != tuple.Hash(b[:3]) || hs.HashBytes(b) != str.HashBytes(b) {
				t.Fatalf("%v: hash of %x differs after loading", f, b)
			}
		}
		// The concrete types load themselves.
		if err := g32.(encoding.BinaryUnmarshaler).UnmarshalBinary(marshal(t, h32)); err != nil {
			t.Fatal(err)
		}
		var format *tabulation.FormatError
		if err := g32.(encoding.BinaryUnmarshaler).UnmarshalBinary(marshal(t, h64)); !errors.As(err, &format) {
			t.Errorf("%v: 32-bit function loads 64-bit tables: %v", f, err)
		}
		if g32.Hash(5) != h32.Hash(5) {
			t.Errorf("%v: a failed load changes the function", f)
		}
	}
}

// TestLoadAfterBatch loads other tables into functions that have hashed a
// batch, and so have made something of their old ones.
func TestLoadAfterBatch(t *testing.T) {
	src, dst := keys(700), make([]uint64, 700)
	for _, f := range tabulation.Families() {
		h, other := tabulation.New64(f, tabulation.NewSource(1)), tabulation.New64(f, tabulation.NewSource(2))
		h.HashBatch(dst, src)
		if err := h.(encoding.BinaryUnmarshaler).UnmarshalBinary(marshal(t, other)); err != nil {
			t.Fatal(err)
		}
		h.HashBatch(dst, src)
		for i, x := range src {
			if dst[i] != other.Hash(x) {
				t.Fatalf("%v: batch after loading: hash of %#x is %#x, want %#x", f, x, dst[i], other.Hash(x))
			}
		}
	}
}

// TestConcurrentBatches hashes from several goroutines, none of which was
// there first.
func TestConcurrentBatches(t *testing.T) {
	src := keys(600)
	for _, f := range tabulation.Families() {
		h := tabulation.New64(f, tabulation.NewSource(3))
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

func marshal(t testing.TB, f any) []byte {
	t.Helper()
	b, err := f.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestLoadErrors(t *testing.T) {
	good := marshal(t, tabulation.NewOnePermutation32(tabulation.NewSource(1)))
	change := func(at int, to byte) []byte {
		b := bytes.Clone(good)
		b[at] = to
		return b
	}
	for _, tt := range []struct {
		name   string
		data   []byte
		offset int
	}{
		{"empty", nil, 0},
		{"magic", change(0, 'Z'), 0},
		{"version", change(4, 2), 4},
		{"kind", change(5, 9), 5},
		{"family", change(6, 200), 6},
		{"reserved", change(7, 1), 7},
		{"short", good[:len(good)-1], len(good) - 1},
		{"long", append(bytes.Clone(good), 0), len(good)},
		{"damaged", change(100, good[100]+1), len(good) - 4},
		{"no permutation", sign(append(bytes.Clone(good[:len(good)-4-256*8]), make([]byte, 4+256*8)...)), 12},
	} {
		_, err := tabulation.Decode32(tt.data)
		var format *tabulation.FormatError
		if !errors.As(err, &format) || format.Offset != tt.offset {
			t.Errorf("%s: %v, want an error at byte %d", tt.name, err, tt.offset)
		}
	}
}

// FuzzDecode loads any bytes as anything; what loads is saved as it was. Run it
// with -fuzzminimizetime=10x: kilobytes of table take a minute to minimize.
func FuzzDecode(f *testing.F) {
	// Small tables: inputs of more than some kilobytes make fuzzing slow.
	for _, family := range []tabulation.Family{tabulation.Simple, tabulation.OnePermutation, tabulation.Twisted} {
		f.Add(marshal(f, tabulation.NewTuple(family, 1, tabulation.NewSource(1))))
	}
	for _, h := range []any{tabulation.NewSimple32(tabulation.NewSource(1)), tabulation.NewSimple64(tabulation.NewSource(1)), tabulation.NewString(tabulation.Simple, tabulation.NewSource(1))} {
		f.Add(marshal(f, h)[:100])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, err := tabulation.Decode32(data); err == nil && !bytes.Equal(marshal(t, h), data) {
			t.Error("a function of 32 bits is saved differently")
		}
		if h, err := tabulation.Decode64(data); err == nil && !bytes.Equal(marshal(t, h), data) {
			t.Error("a function of 64 bits is saved differently")
		}
		var tuple tabulation.Tuple
		if tuple.UnmarshalBinary(data) == nil && !bytes.Equal(marshal(t, &tuple), data) {
			t.Error("a function of tuples is saved differently")
		}
		var str tabulation.String
		if str.UnmarshalBinary(data) == nil && !bytes.Equal(marshal(t, &str), data) {
			t.Error("a function of strings is saved differently")
		}
	})
}

func TestNoAllocations(t *testing.T) {
	str := tabulation.NewString(tabulation.Mixed, tabulation.NewSource(1))
	h := tabulation.New64(tabulation.Double, tabulation.NewSource(1))
	tuple := tabulation.NewTuple(tabulation.Double, 9, tabulation.NewSource(1))
	x, b := strings.Repeat("x", 100), make([]byte, 9)
	src, dst := keys(300), make([]uint64, 300)
	texts := []string{x, x, "y"}
	if n := testing.AllocsPerRun(10, func() {
		dst[0] = str.Hash(x) + tuple.Hash(b) + h.Hash(1)
		h.HashBatch(dst, src)
		str.HashBatch(dst, texts)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestScenes(t *testing.T) {
	o := tabulation.NewOrdered(3, 5, tabulation.NewSource(1))
	a, b := []zobrist.Feature{4, 0, 4}, []zobrist.Feature{4, 2, 4}
	if got, want := o.Hash(a)^o.Key(1, 0)^o.Key(1, 2), o.Hash(b); got != want {
		t.Errorf("hash after a change = %#x, want %#x", got, want)
	}
	// An ordered scene is the unordered one of its pairs.
	u := tabulation.NewUnordered(15, tabulation.NewSource(1))
	pairs := func(x []zobrist.Feature) (p []zobrist.Feature) {
		for c, f := range x {
			p = append(p, o.Pair(c, f))
		}
		return p
	}
	src := tabulation.NewSource(1)
	start := zobrist.Start(src)
	if u.Start != start {
		t.Errorf("start %#x, want %#x", u.Start, start)
	}
	u = tabulation.Unordered{Keys: zobrist.NewKeys(15, tabulation.NewSource(1))}
	if got, want := u.Hash(pairs(b)), o.Hash(b); got != want {
		t.Errorf("unordered hash of the pairs = %#x, want %#x", got, want)
	}
	checkBatch(t, "ordered", o, [][]zobrist.Feature{a, b, a, a}, []int{2})
	checkBatch(t, "unordered", u, [][]zobrist.Feature{pairs(a), nil, a, a}, []int{2})
	for _, bad := range [][]zobrist.Feature{{1, 2}, {1, 2, 5}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic for scene %v", bad)
				}
			}()
			o.Hash(bad)
		}()
	}
}

func TestFamilyNames(t *testing.T) {
	want := "simple 1permutation twisted permutation mixed double"
	var names []string
	for _, f := range tabulation.Families() {
		names = append(names, f.String())
	}
	if got := strings.Join(names, " "); got != want {
		t.Errorf("families %q, want %q", got, want)
	}
}

// TestHugeTuple: sizes of tables that do not fit into 32 bits are refused.
func TestHugeTuple(t *testing.T) {
	data := append([]byte("ztab\x01\x03"), byte(tabulation.Double), 0, 0, 0, 0, 0)
	data = append(data, make([]byte, 48<<20)...)
	for _, n := range []uint32{3400, 3500, 3900, 4730, 1<<32 - 1} {
		binary.LittleEndian.PutUint32(data[8:], n)
		if err := new(tabulation.Tuple).UnmarshalBinary(data); err == nil {
			t.Errorf("loaded tuples of %d bytes", n)
		}
	}
}
