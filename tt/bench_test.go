package tt_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/tt"
)

// filled returns a table with the stored hashes, about 70 % full.
func filled(b *testing.B, o tt.Options) (*tt.Table, []uint64) {
	b.Helper()
	t, err := tt.New(o)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { t.Close() })
	src := rand.NewPCG(1, 2)
	hashes := make([]uint64, 1<<20)
	n := t.Len() * 7 / 10
	for k := 0; k < n; k += len(hashes) {
		for i := range hashes {
			hashes[i] = src.Uint64()
		}
		entries := make([]tt.Entry, len(hashes))
		for i := range entries {
			entries[i] = tt.Scored(int16(i), tt.Exact, int8(i&31), uint16(i))
		}
		t.StoreBatch(hashes, entries)
	}
	return t, hashes
}

func BenchmarkTable(b *testing.B) {
	for _, o := range []tt.Options{{}, {TagBits: 16}, {Layout: tt.Payload}, {Layout: tt.Wide}} {
		o.Bytes = 256 << 20
		t, hashes := filled(b, o)
		name := fmt.Sprintf("layout=%v/op=", t.Layout())
		mask := len(hashes) - 1
		b.Run(name+"probe", func(b *testing.B) {
			hits := 0
			for i := 0; b.Loop(); i++ {
				if _, _, ok := t.Probe(hashes[i&mask]); ok {
					hits++
				}
			}
			b.ReportMetric(float64(hits)/float64(b.N), "hits/op")
		})
		b.Run(name+"prefetch+probe", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				t.Prefetch(hashes[(i+32)&mask])
				t.Probe(hashes[i&mask])
			}
		})
		b.Run(name+"batch", func(b *testing.B) {
			entries := make([]tt.Entry, 4096)
			for i := 0; b.Loop(); i += 4096 {
				t.ProbeBatch(hashes[i&mask:i&mask+4096], entries)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4096, "ns/probe")
		})
		b.Run(name+"prefetch+store", func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				t.Prefetch(hashes[(i+32)&mask])
				t.Store(hashes[i&mask], tt.Scored(int16(i), tt.Exact, 3, 1))
			}
		})
		t.Close()
	}
}

// BenchmarkSample compares, round by round, a table that watches one line in
// 64 with one that watches none, of 1 GiB each: ratios of time, of which 1.05
// is the limit.
func BenchmarkSample(b *testing.B) {
	var tables [2]*tt.Table
	var hashes []uint64
	for i, sample := range []int{0, 64} {
		tables[i], hashes = filled(b, tt.Options{Bytes: 1 << 30, Sample: sample})
	}
	entries := make([]tt.Entry, 4096)
	loops := map[string]func(t *tt.Table){
		"batch": func(t *tt.Table) {
			for i := 0; i < len(hashes); i += len(entries) {
				t.ProbeBatch(hashes[i:i+len(entries)], entries)
			}
		},
		"probe": func(t *tt.Table) {
			for i, h := range hashes {
				t.Prefetch(hashes[(i+32)&(len(hashes)-1)])
				t.Probe(h)
			}
		},
		"store": func(t *tt.Table) {
			for i, h := range hashes {
				t.Prefetch(hashes[(i+32)&(len(hashes)-1)])
				t.Store(h, tt.Entry{Payload: uint64(i)})
			}
		},
	}
	for _, op := range []string{"batch", "probe", "store"} {
		b.Run("op="+op, func(b *testing.B) {
			var ratios []float64
			for b.Loop() {
				var took [2]time.Duration
				for i := range 16 {
					begin := time.Now()
					loops[op](tables[i&1])
					if t := time.Since(begin); i < 2 || t < took[i&1] {
						took[i&1] = t // the quickest of eight
					}
				}
				ratios = append(ratios, float64(took[1])/float64(took[0]))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "watched/plain")
		})
	}
}
