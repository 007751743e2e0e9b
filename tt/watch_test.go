package tt

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// BenchmarkSample compares a table of 1 GiB that watches one line in 64 with
// itself when it watches none: the median ratio of times, of which 1.05 is the
// limit, of pairs of neighbouring parts of 65536 positions, so that what else the
// machine does meets both. Positions are found, absent, stored again, and stored
// in place of others. Give it pairs enough, 8 to a round: -benchtime 200x.
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
	const part, aside = 1 << 16, 1<<63 ^ 1<<20
	entries := make([]Entry, 4096)
	batch := func(hashes []uint64) {
		for i := 0; i < len(hashes); i += len(entries) {
			t.ProbeBatch(hashes[i:i+len(entries)], entries)
		}
	}
	probe := func(hashes []uint64, salt uint64) {
		for i, h := range hashes {
			t.Prefetch(hashes[(i+32)%part] ^ salt)
			t.Probe(h ^ salt)
		}
	}
	store := func(hashes []uint64, salt uint64) {
		for i, h := range hashes {
			t.Prefetch(hashes[(i+32)%part] ^ salt)
			t.Store(h^salt, Entry{Payload: uint64(i)})
		}
	}
	absent := make([]uint64, len(hashes))
	for i, h := range hashes {
		absent[i] = h ^ aside
	}
	for _, op := range []struct {
		name   string
		hashes []uint64
		loop   func(hashes []uint64, round uint64)
	}{
		{"batch", hashes, func(hashes []uint64, _ uint64) { batch(hashes) }},
		{"batch-absent", absent, func(hashes []uint64, _ uint64) { batch(hashes) }},
		{"probe", hashes, func(hashes []uint64, _ uint64) { probe(hashes, 0) }},
		{"probe-absent", hashes, func(hashes []uint64, _ uint64) { probe(hashes, aside) }},
		{"store", hashes, func(hashes []uint64, _ uint64) { store(hashes, 0) }},
		{"store-new", hashes, func(hashes []uint64, round uint64) { store(hashes, round*0x9e3779b97f4a7c15) }},
	} {
		round := uint64(0)
		b.Run("op="+op.name, func(b *testing.B) {
			var ratios []float64
			for b.Loop() {
				round++
				for k := 0; k < len(hashes); k += 2 * part {
					first := (uint64(k/(2*part)) + round) & 1 // whether the watched part comes first
					var took [2]time.Duration
					for i := range 2 {
						watched := uint64(i) ^ first
						t.watchBelow = below * watched
						t.direct()
						begin := time.Now()
						op.loop(op.hashes[k+i*part:k+(i+1)*part], round)
						took[watched] = time.Since(begin)
					}
					ratios = append(ratios, float64(took[1])/float64(took[0]))
				}
			}
			slices.Sort(ratios)
			b.ReportMetric(ratios[len(ratios)/2], "watched/plain")
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(hashes)), "ns/position")
			b.ReportMetric(0, "ns/op")
		})
	}
}
