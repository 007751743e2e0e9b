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

// BenchmarkIntegers hashes 1024 random keys a round, one call a key in a loop
// ("single") or by HashBatch. Peers that have no batch are measured in a loop
// that the compiler can inline them into.
func BenchmarkIntegers(b *testing.B) {
	const n = 1024
	src := tabulation.NewSource(1)
	keys64, keys32, dst := make([]uint64, n), make([]uint32, n), make([]uint64, n)
	for i := range keys64 {
		keys64[i] = src.Uint64()
		keys32[i] = uint32(keys64[i])
	}
	measure := func(name string, body func()) {
		b.Run(name, func(b *testing.B) {
			best := time.Hour // of a round: what a busy machine disturbs least
			for b.Loop() {
				begin := time.Now()
				body()
				best = min(best, time.Since(begin))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/key")
			b.ReportMetric(float64(best.Nanoseconds())/n, "best-ns/key")
			b.ReportMetric(0, "ns/op")
		})
	}
	for _, f := range tabulation.Families() {
		h32, h64 := tabulation.New[uint32](f, src), tabulation.New[uint64](f, src)
		measure(fmt.Sprintf("hash=%v/bits=32/how=single", f), func() {
			for i, x := range keys32 {
				dst[i] = h32.Hash(x)
			}
		})
		measure(fmt.Sprintf("hash=%v/bits=32/how=batch", f), func() { h32.HashBatch(dst, keys32) })
		measure(fmt.Sprintf("hash=%v/bits=64/how=single", f), func() {
			for i, x := range keys64 {
				dst[i] = h64.Hash(x)
			}
		})
		measure(fmt.Sprintf("hash=%v/bits=64/how=batch", f), func() { h64.HashBatch(dst, keys64) })
	}
	multiplier := src.Uint64() | 1
	measure("hash=multiply-shift/bits=64/how=single", func() {
		for i, x := range keys64 {
			dst[i] = x * multiplier >> 32
		}
	})
	measure("hash=murmur-fmix64/bits=64/how=single", func() {
		for i, x := range keys64 {
			dst[i] = fmix64(x)
		}
	})
	seed := maphash.MakeSeed()
	measure("hash=maphash.Comparable/bits=64/how=single", func() {
		for i, x := range keys64 {
			dst[i] = maphash.Comparable(seed, x)
		}
	})
	measure("hash=maphash.Comparable/bits=32/how=single", func() {
		for i, x := range keys32 {
			dst[i] = maphash.Comparable(seed, x)
		}
	})
	measure("hash=xxhash/bits=64/how=single", func() {
		var key [8]byte
		for i, x := range keys64 {
			binary.LittleEndian.PutUint64(key[:], x)
			dst[i] = xxhash.Sum64(key[:])
		}
	})
	measure("hash=xxh3/bits=64/how=single", func() {
		var key [8]byte
		for i, x := range keys64 {
			binary.LittleEndian.PutUint64(key[:], x)
			dst[i] = xxh3.Hash(key[:])
		}
	})
	measure("hash=xxh3/bits=32/how=single", func() {
		var key [4]byte
		for i, x := range keys32 {
			binary.LittleEndian.PutUint32(key[:], x)
			dst[i] = xxh3.Hash(key[:])
		}
	})
	measure("hash=none(copy)/bits=64/how=single", func() { copy(dst, keys64) })
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
	for _, n := range []int{8, 32, 256} {
		texts := make([]string, 256)
		for i := range texts {
			t := make([]byte, n)
			for j := range t {
				t[j] = byte(rand.Uint32())
			}
			texts[i] = string(t)
		}
		simple, mixed := tabulation.NewString(tabulation.Simple, tabulation.NewSource(1)), tabulation.NewString(tabulation.Mixed, tabulation.NewSource(1))
		seed := maphash.MakeSeed()
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
			b.Run(fmt.Sprintf("hash=%s/bytes=%d", h.name, n), func(b *testing.B) {
				sum, best := uint64(0), time.Hour
				for b.Loop() {
					begin := time.Now()
					for _, t := range texts {
						sum += h.hash(t)
					}
					best = min(best, time.Since(begin))
				}
				b.ReportMetric(float64(best.Nanoseconds())/256, "best-ns/key")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/256, "ns/key")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkMaps fills maps with random 64-bit keys, looks all of them up, and
// as many that are not there. Maps know the number of keys beforehand.
func BenchmarkMaps(b *testing.B) {
	for _, n := range []int{1 << 12, 1 << 18} {
		src := tabulation.NewSource(2)
		keys, absent := make([]uint64, n), make([]uint64, n)
		for i := range keys {
			keys[i], absent[i] = src.Uint64(), src.Uint64()
		}
		measure := func(name string, set func(k, v uint64), get func(k uint64) (uint64, bool), fresh func()) {
			per := func(b *testing.B, best time.Duration) {
				b.ReportMetric(float64(best.Nanoseconds())/float64(n), "best-ns/key")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
				b.ReportMetric(0, "ns/op")
			}
			b.Run(fmt.Sprintf("map=%s/keys=%d/op=set", name, n), func(b *testing.B) {
				best := time.Hour
				for b.Loop() {
					begin := time.Now()
					fresh()
					for _, k := range keys {
						set(k, k)
					}
					best = min(best, time.Since(begin))
				}
				per(b, best)
			})
			for _, look := range []struct {
				name string
				keys []uint64
				hits int
			}{{"hit", keys, n}, {"miss", absent, 0}} {
				b.Run(fmt.Sprintf("map=%s/keys=%d/op=%s", name, n, look.name), func(b *testing.B) {
					best := time.Hour
					for b.Loop() {
						begin, hits := time.Now(), 0
						for _, k := range look.keys {
							if _, ok := get(k); ok {
								hits++
							}
						}
						if best = min(best, time.Since(begin)); hits != look.hits {
							b.Fatalf("%d hits", hits)
						}
					}
					per(b, best)
				})
			}
		}
		for _, f := range []tabulation.Family{tabulation.Simple, tabulation.Mixed} {
			o := maps.Options{Family: f, Capacity: n, Source: src}
			var l *maps.Linear[uint64, uint64]
			measure("linear-"+f.String(), func(k, v uint64) { l.Set(k, v) }, func(k uint64) (uint64, bool) { return l.Get(k) },
				func() { l = maps.NewLinear[uint64, uint64](o) })
			var c *maps.Cuckoo[uint64, uint64]
			measure("cuckoo-"+f.String(), func(k, v uint64) { c.Set(k, v) }, func(k uint64) (uint64, bool) { return c.Get(k) },
				func() { c = maps.NewCuckoo[uint64, uint64](o) })
		}
		var builtIn map[uint64]uint64
		measure("built-in", func(k, v uint64) { builtIn[k] = v }, func(k uint64) (uint64, bool) { v, ok := builtIn[k]; return v, ok },
			func() { builtIn = make(map[uint64]uint64, n) })
		var dolt *swiss.Map[uint64, uint64]
		measure("dolthub-swiss", func(k, v uint64) { dolt.Put(k, v) }, func(k uint64) (uint64, bool) { return dolt.Get(k) },
			func() { dolt = swiss.NewMap[uint64, uint64](uint32(n)) })
		var x *xsync.Map[uint64, uint64]
		measure("xsync", func(k, v uint64) { x.Store(k, v) }, func(k uint64) (uint64, bool) { return x.Load(k) },
			func() { x = xsync.NewMap[uint64, uint64](xsync.WithPresize(n)) })
	}
}
