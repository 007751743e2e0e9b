package tt

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// BenchmarkSample compares a table of 1 GiB that watches one line in 64 with
// itself when it watches none: the median ratio of times of pairs of rounds, of
// which 1.05 is the limit. Positions are found, absent, stored again, and
// stored in place of others. Give it pairs enough: -benchtime 100x.
func BenchmarkSample(b *testing.B) {
	for l := Full; l <= Wide; l++ {
		b.Run("layout="+l.String(), func(b *testing.B) { benchmarkSample(b, Options{Layout: l}) })
	}
}

func benchmarkSample(b *testing.B, o Options) {
	o.Bytes, o.Sample = 1<<30, 64
	t, err := New(o)
	if err != nil {
		b.Fatal(err)
	}
	defer t.Close()
	below := t.watchBelow
	src := rand.NewPCG(1, 2)
	hashes := make([]uint64, 1<<20)
	for k := 0; k < t.Len()*7/10; k += len(hashes) {
		for i := range hashes {
			hashes[i] = src.Uint64()
			t.Store(hashes[i], Entry{Payload: uint64(i)})
		}
	}
	entries := make([]Entry, 4096)
	mask := len(hashes) - 1
	batch := func(hashes []uint64) {
		for i := 0; i < len(hashes); i += len(entries) {
			t.ProbeBatch(hashes[i:i+len(entries)], entries)
		}
	}
	probe := func(salt uint64) {
		for i, h := range hashes {
			t.Prefetch(hashes[(i+32)&mask] ^ salt)
			t.Probe(h ^ salt)
		}
	}
	store := func(salt uint64) {
		for i, h := range hashes {
			t.Prefetch(hashes[(i+32)&mask] ^ salt)
			t.Store(h^salt, Entry{Payload: uint64(i)})
		}
	}
	absent := make([]uint64, len(hashes))
	for i, h := range hashes {
		absent[i] = h ^ 1<<63 ^ 1<<20
	}
	for _, op := range []struct {
		name string
		loop func(round uint64)
	}{
		{"batch", func(uint64) { batch(hashes) }},
		{"batch-absent", func(uint64) { batch(absent) }},
		{"probe", func(uint64) { probe(0) }},
		{"probe-absent", func(uint64) { probe(1<<63 ^ 1<<20) }},
		{"store", func(uint64) { store(0) }},
		{"store-new", func(round uint64) { store(round * 0x9e3779b97f4a7c15) }},
	} {
		round := uint64(0)
		b.Run("op="+op.name, func(b *testing.B) {
			var ratios []float64
			for b.Loop() {
				var took [2]time.Duration
				for i := range took {
					round++
					t.watchBelow = 0
					which := (i + len(ratios)) & 1
					if which == 1 {
						t.watchBelow = below
					}
					t.direct()
					begin := time.Now()
					op.loop(round)
					took[which] = time.Since(begin)
				}
				ratios = append(ratios, float64(took[1])/float64(took[0]))
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "watched/plain")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(2*len(hashes)), "ns/position")
			b.ReportMetric(0, "ns/op")
		})
	}
}
