package bench

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/dolthub/swiss"
	"github.com/puzpuzpuz/xsync/v4"
	"github.com/zeebo/xxh3"

	"github.com/zobrist-go/zobrist/tabulation"
	"github.com/zobrist-go/zobrist/tabulation/maps"
)

// perKey measures body, which handles n keys. A round is 16,384 keys or more, so that reading the clock does not count.
// best-ns/key is of the fastest round, which a busy machine disturbs least.
func perKey(b *testing.B, name string, n int, body func()) {
	b.Run(name, func(b *testing.B) {
		best, repeat := time.Hour, max(1, 1<<14/n)
		for b.Loop() {
			begin := time.Now()
			for range repeat {
				body()
			}
			best = min(best, time.Since(begin))
		}
		keys := float64(n * repeat)
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/keys, "ns/key")
		b.ReportMetric(float64(best.Nanoseconds())/keys, "best-ns/key")
		b.ReportMetric(0, "ns/op")
	})
}

// BenchmarkIntegers hashes 1024 random keys a round, one call a key in a loop ("single") or by HashBatch. Peers without
// a batch are measured in a loop that the compiler can inline them into.
func BenchmarkIntegers(b *testing.B) {
	const n = 1024
	src := tabulation.NewSource(1)
	keys64, keys32, dst := make([]uint64, n), make([]uint32, n), make([]uint64, n)
	for i := range keys64 {
		keys64[i] = src.Uint64()
		keys32[i] = uint32(keys64[i])
	}
	measure := func(name string, body func()) { perKey(b, "hash="+name, n, body) }
	for _, f := range tabulation.Families() {
		h32, h64 := tabulation.New[uint32](f, src), tabulation.New[uint64](f, src)
		measure(f.String()+"/bits=32/how=single", func() {
			for i, x := range keys32 {
				dst[i] = h32.Hash(x)
			}
		})
		measure(f.String()+"/bits=32/how=batch", func() { h32.HashBatch(dst, keys32) })
		measure(f.String()+"/bits=64/how=single", func() {
			for i, x := range keys64 {
				dst[i] = h64.Hash(x)
			}
		})
		measure(f.String()+"/bits=64/how=batch", func() { h64.HashBatch(dst, keys64) })
	}
	multiplier := src.Uint64() | 1
	measure("multiply-shift/bits=64/how=single", func() {
		for i, x := range keys64 {
			dst[i] = x * multiplier >> 32
		}
	})
	measure("murmur-fmix64/bits=64/how=single", func() {
		for i, x := range keys64 {
			dst[i] = fmix64(x)
		}
	})
	seed := maphash.MakeSeed()
	measure("maphash.Comparable/bits=64/how=single", func() {
		for i, x := range keys64 {
			dst[i] = maphash.Comparable(seed, x)
		}
	})
	measure("maphash.Comparable/bits=32/how=single", func() {
		for i, x := range keys32 {
			dst[i] = maphash.Comparable(seed, x)
		}
	})
	measure("xxhash/bits=64/how=single", func() {
		var key [8]byte
		for i, x := range keys64 {
			binary.LittleEndian.PutUint64(key[:], x)
			dst[i] = xxhash.Sum64(key[:])
		}
	})
	measure("xxh3/bits=64/how=single", func() {
		var key [8]byte
		for i, x := range keys64 {
			binary.LittleEndian.PutUint64(key[:], x)
			dst[i] = xxh3.Hash(key[:])
		}
	})
	measure("xxh3/bits=32/how=single", func() {
		var key [4]byte
		for i, x := range keys32 {
			binary.LittleEndian.PutUint32(key[:], x)
			dst[i] = xxh3.Hash(key[:])
		}
	})
	measure("none(copy)/bits=64/how=single", func() { copy(dst, keys64) })
}

// fmix64 is the finalizer of MurmurHash3 (A. Appleby, public domain).
func fmix64(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	x ^= x >> 33
	x *= 0xc4ceb9fe1a85ec53
	return x ^ x>>33
}

// BenchmarkStrings hashes strings of one length.
func BenchmarkStrings(b *testing.B) {
	simple := tabulation.NewString(tabulation.Simple, tabulation.NewSource(1))
	mixed := tabulation.NewString(tabulation.Mixed, tabulation.NewSource(1))
	seed := maphash.MakeSeed()
	for _, n := range []int{8, 32, 256} {
		texts := make([]string, 256)
		for i := range texts {
			t := make([]byte, n)
			for j := range t {
				t[j] = byte(rand.Uint32())
			}
			texts[i] = string(t)
		}
		for _, h := range []struct {
			name string
			hash func(string) uint64
		}{
			{"simple", simple.Hash},
			{"mixed", mixed.Hash},
			{"maphash", func(s string) uint64 { return maphash.String(seed, s) }},
			{"xxhash", xxhash.Sum64String},
			{"xxh3", xxh3.HashString},
		} {
			sum := uint64(0)
			perKey(b, fmt.Sprintf("hash=%s/bytes=%d", h.name, n), len(texts), func() {
				for _, t := range texts {
					sum += h.hash(t)
				}
			})
		}
	}
}

// BenchmarkHashRows compares the hashes of the document in turn, by processor time.
func BenchmarkHashRows(b *testing.B) {
	const n, repeat = 1024, 64
	src := tabulation.NewSource(1)
	keys, dst, texts := make([]uint64, n), make([]uint64, n), make([]string, n)
	for i := range keys {
		keys[i] = src.Uint64()
		texts[i] = string(binary.LittleEndian.AppendUint64(nil, keys[i]))
	}
	simple, str := tabulation.New[uint64](tabulation.Simple, src), tabulation.NewString(tabulation.Simple, src)
	seed := maphash.MakeSeed()
	m, cpus := rounds{}, processors(b)
	measure := func(name string, body func()) float64 {
		took := timeOn(cpus[0], body, func() {
			for range repeat {
				body()
			}
		})
		ns := float64(took.Nanoseconds()) / n / repeat
		m.add(name, ns)
		return ns
	}
	for b.Loop() {
		ours := measure("simple-ns", func() { simple.HashBatch(dst, keys) })
		m.add("maphash/simple", measure("maphash-ns", func() {
			for i, x := range keys {
				dst[i] = maphash.Comparable(seed, x)
			}
		})/ours)
		ours = measure("string-ns", func() {
			for i, x := range texts {
				dst[i] = str.Hash(x)
			}
		})
		m.add("xxh3/string", measure("xxh3-ns", func() {
			for i, x := range texts {
				dst[i] = xxh3.HashString(x)
			}
		})/ours)
	}
	m.report(b)
	m.row("simple tabulation, 64-bit integers, batch", cell{"%.2f ns", "simple-ns"},
		cell{"maphash.Comparable %.2f", "maphash-ns"}, "maphash/simple")
	m.row("… strings of 8 bytes, one by one", cell{"%.1f ns", "string-ns"}, cell{"xxh3 %.1f", "xxh3-ns"}, "xxh3/string")
}

// integerMap is a map as the benchmark uses it.
type integerMap struct {
	name string
	make func(capacity int)
	set  func(k, v uint64)
	get  func(k uint64) (uint64, bool)
}

func integerMaps() []integerMap {
	var all []integerMap
	for _, f := range []tabulation.Family{tabulation.Simple, tabulation.Mixed} {
		var l *maps.Linear[uint64, uint64]
		var c *maps.Cuckoo[uint64, uint64]
		options := func(n int) maps.Options {
			return maps.Options{Family: f, Capacity: n, Source: tabulation.NewSource(2)}
		}
		all = append(all, integerMap{
			"linear-" + f.String(), func(n int) { l = maps.NewLinear[uint64, uint64](options(n)) },
			func(k, v uint64) { l.Set(k, v) }, func(k uint64) (uint64, bool) { return l.Get(k) },
		}, integerMap{
			"cuckoo-" + f.String(), func(n int) { c = maps.NewCuckoo[uint64, uint64](options(n)) },
			func(k, v uint64) { c.Set(k, v) }, func(k uint64) (uint64, bool) { return c.Get(k) },
		})
	}
	var builtIn map[uint64]uint64
	var dolt *swiss.Map[uint64, uint64]
	var x *xsync.Map[uint64, uint64]
	return append(all, integerMap{
		"built-in", func(n int) { builtIn = make(map[uint64]uint64, n) },
		func(k, v uint64) { builtIn[k] = v }, func(k uint64) (uint64, bool) { v, ok := builtIn[k]; return v, ok },
	}, integerMap{
		"dolthub-swiss", func(n int) { dolt = swiss.NewMap[uint64, uint64](uint32(n)) },
		func(k, v uint64) { dolt.Put(k, v) }, func(k uint64) (uint64, bool) { return dolt.Get(k) },
	}, integerMap{
		"xsync", func(n int) { x = xsync.NewMap[uint64, uint64](xsync.WithPresize(n)) },
		func(k, v uint64) { x.Store(k, v) }, func(k uint64) (uint64, bool) { return x.Load(k) },
	})
}

// BenchmarkMaps fills maps with random 64-bit keys, looks all of them up, and as many that are not there. Maps know the
// number of keys beforehand.
func BenchmarkMaps(b *testing.B) {
	for _, n := range []int{1 << 12, 1 << 18} {
		src := tabulation.NewSource(2)
		keys, absent := make([]uint64, n), make([]uint64, n)
		for i := range keys {
			keys[i], absent[i] = src.Uint64(), src.Uint64()
		}
		for _, m := range integerMaps() {
			fill := func() {
				m.make(n)
				for _, k := range keys {
					m.set(k, k)
				}
			}
			look := func(keys []uint64, want int) {
				hits := 0
				for _, k := range keys {
					if _, ok := m.get(k); ok {
						hits++
					}
				}
				if hits != want {
					b.Fatalf("%s: %d hits, want %d", m.name, hits, want)
				}
			}
			name := fmt.Sprintf("map=%s/keys=%d/op=", m.name, n)
			perKey(b, name+"set", n, fill)
			fill()
			perKey(b, name+"hit", n, func() { look(keys, n) })
			perKey(b, name+"miss", n, func() { look(absent, 0) })
		}
	}
}
