package tt_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

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
