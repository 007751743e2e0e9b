package tabulation

import (
	"fmt"
	"testing"
	"time"
)

// TestEveryKernel hashes batches of every family, of sizes around the edges of blocks and rounds, in every way that
// this machine has.
func TestEveryKernel(t *testing.T) {
	src := NewSource(1)
	keys64, keys32 := make([]uint64, 3*blockKeys+5), make([]uint32, 3*blockKeys+5)
	for i := range keys64 {
		keys64[i] = src.Uint64()
		keys32[i] = uint32(keys64[i])
	}
	sizes := []int{0, 1, 2, 3, 4, 5, padFrom - 1, padFrom, padFrom + 1, 2*blockKeys + padFrom, len(keys64)}
	for _, edge := range []int{blockKeys, 2 * blockKeys} {
		sizes = append(sizes, edge-1, edge, edge+1, edge+2)
	}
	for steps := range eachStep() {
		for _, f := range Families() {
			h32, h64 := New[uint32](f, src), New[uint64](f, src)
			for _, n := range sizes {
				got := make([]uint64, n+1)
				h64.HashBatch(got, keys64[:n])
				for i, x := range keys64[:n] {
					if want := h64.Hash(x); got[i] != want {
						t.Fatalf("%s, %v: HashBatch of %d: [%d] = %#x, want %#x", steps, f, n, i, got[i], want)
					}
				}
				h32.HashBatch(got, keys32[:n])
				for i, x := range keys32[:n] {
					if want := h32.Hash(x); got[i] != want {
						t.Fatalf("%s, %v: HashBatch of %d keys of 32 bits: [%d] = %#x, want %#x",
							steps, f, n, i, got[i], want)
					}
				}
				if got[n] != 0 {
					t.Fatalf("%s, %v: HashBatch of %d writes behind the end", steps, f, n)
				}
			}
		}
	}
}

// random fills planes or tables with random bytes.
func random(b []byte) []byte {
	src := NewSource(uint64(len(b)))
	for i := range b {
		b[i] = byte(src.Uint64())
	}
	return b
}

// TestSteps compares every step of this machine with the one in Go, for every number of planes.
func TestSteps(t *testing.T) {
	var keys, back [blockKeys]uint64
	var keys32 [blockKeys]uint32
	src := NewSource(2)
	for i := range keys {
		keys[i] = src.Uint64()
		keys32[i] = uint32(keys[i])
	}
	var a, b [8]plane
	split64(&a, &keys)
	split64Generic(&b, &keys)
	if a != b {
		t.Error("split64")
	}
	join(&back, &a)
	if back != keys {
		t.Error("join after split64")
	}
	joinGeneric(&back, &a)
	if back != keys {
		t.Error("joinGeneric after split64")
	}
	var c, d [4]plane
	split32(&c, &keys32)
	split32Generic(&d, &keys32)
	if c != d {
		t.Error("split32")
	}
	planes := b
	tables := random(make([]byte, 8*8*256))
	for n := 1; n <= 8; n++ {
		for _, add := range []bool{false, true} {
			tabulate8(&a, planes[:n], tables, add)
			tabulateGeneric(&b, planes[:n], tables, add)
			if a != b {
				t.Errorf("tabulate8 of %d planes, add %v", n, add)
			}
		}
		a, b = planes, planes
		substitute(a[:n], a[:n], tables)
		substituteGeneric(b[:n], b[:n], tables)
		if a != b {
			t.Errorf("substitute of %d planes", n)
		}
		twist(&a[7], planes[:n], tables)
		twistGeneric(&b[7], planes[:n], tables)
		if a != b {
			t.Errorf("twist of %d planes", n)
		}
	}
}

// TestByteTables checks that byte o of an entry is found in table (c, o).
func TestByteTables(t *testing.T) {
	f := New[uint64](Simple, NewSource(3))
	bytes := newByteTables(f.tables).first
	for c := range 8 {
		for o := range 8 {
			table := (*[256]byte)(bytes[256*tableNumber(8, c, o):])
			for x := range 256 {
				if got, want := entryOf(table, byte(x)), byte(f.tables.first[256*c+x]>>(8*o)); got != want {
					t.Fatalf("byte %d of entry %d of character %d: %d, want %d", o, x, c, got, want)
				}
			}
		}
	}
}

// BenchmarkKernels measures batches of 1024 keys in every way that this machine has. best-ns/key is of the fastest
// round, which a busy machine disturbs least.
func BenchmarkKernels(b *testing.B) {
	const n = 1024
	src := NewSource(1)
	keys64, keys32, dst := make([]uint64, n), make([]uint32, n), make([]uint64, n)
	for i := range keys64 {
		keys64[i] = src.Uint64()
		keys32[i] = uint32(keys64[i])
	}
	measure := func(name string, body func()) {
		b.Run(name, func(b *testing.B) {
			best := time.Hour
			for b.Loop() {
				begin := time.Now()
				body()
				best = min(best, time.Since(begin))
			}
			b.ReportMetric(float64(best.Nanoseconds())/n, "best-ns/key")
			b.ReportMetric(0, "ns/op")
		})
	}
	for _, f := range Families() {
		h32, h64 := New[uint32](f, src), New[uint64](f, src)
		for way := range eachStep() {
			measure(fmt.Sprintf("family=%v/bits=32/way=%s", f, way), func() { h32.HashBatch(dst, keys32) })
			measure(fmt.Sprintf("family=%v/bits=64/way=%s", f, way), func() { h64.HashBatch(dst, keys64) })
		}
	}
}
